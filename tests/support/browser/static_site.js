/** Functions that tests call in pages of the static site. */

/** Return the module through which the page reaches its rooms. */
async function loadRooms() {
  const game = [...document.scripts].map(({ src }) => src).find((src) => src.includes("/game/"));
  return import(game.replace(/\/game\/.*/, "/game/offline/rooms.js"));
}

/** Wait until Python runs. */
async function whenReady() {
  const { progress, startWorker, status } = await loadRooms();
  startWorker();
  while (!progress.isReady) {
    if (progress.hasFailed) throw new Error("Python could not be loaded");
    await new Promise((resolve) => status.addEventListener("progress", resolve, { once: true }));
  }
}

/** Wait until the service worker runs and keeps a file. */
async function whenKept(name) {
  await navigator.serviceWorker.ready;
  for (;;) {
    for (const key of await caches.keys())
      for (const { url } of await (await caches.open(key)).keys()) if (url.endsWith(name)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Return the answer to a request. */
async function ask(path) {
  const { fetchApi } = await loadRooms();
  const answer = await fetchApi(path, {});
  return answer.text();
}

/** Play one action at a table; return it with the room's version after it. */
async function act({ code, token }) {
  const rooms = await loadRooms();
  const headers = { Authorization: `Bearer ${token}` };
  const { version, you } = await (await rooms.fetchApi(`/api/rooms/${code}`, { headers })).json();
  const action = choice(you.legal);
  const body = { command: { type: "Act", action }, expected: version };
  const done = await post(rooms, `/api/rooms/${code}/commands`, body, token);
  return { action, version: done.version };
}

/** Create a table for each plan, start its game and, if the plan says so, play it to the end. */
async function play(plans) {
  const rooms = await loadRooms();
  return Promise.all(plans.map((plan) => playGame(rooms, plan)));
}

async function playGame(rooms, { isPlayed, ...plan }) {
  const made = await post(rooms, "/api/rooms", { type: "CreateRoom", ...plan });
  const start = { command: { type: "Start" }, expected: made.version };
  await post(rooms, `/api/rooms/${made.code}/commands`, start, made.token);
  if (!isPlayed) return made;
  return new Promise((resolve, reject) => {
    const socket = new rooms.RoomSocket(made.code);
    const tell = (message) => socket.send(JSON.stringify(message));
    let id = 0;
    let room = null;
    socket.addEventListener("open", () =>
      tell({ type: "Hello", protocol: 3, token: made.token, since: null }),
    );
    socket.addEventListener("close", ({ code }) => reject(new Error(`closed with ${code}`)));
    socket.addEventListener("message", ({ data }) => {
      const view = JSON.parse(data);
      if (view.type === "Refused" && view.code !== "stale") reject(new Error(data));
      if (view.type !== "RoomView") return;
      room = view.room ?? room;
      const winners = view.frames?.at(-1)?.winners;
      if (view.phase === "over") resolve({ ...made, game: room.game_id, winners });
      else if (view.you?.is_your_turn) {
        id += 1;
        const action = choice(view.you.legal);
        tell({ command: { type: "Act", action }, expected: view.version, id });
      }
    });
  });
}

/** Claim if possible, and else set aside the highest symbol, so that games end soon. */
function choice(legal) {
  const rank = (action) => "tsbkrzq".indexOf(action[0]);
  return legal.toSorted((a, b) => rank(a) - rank(b) || (a < b ? 1 : -1))[0];
}

async function post(rooms, path, body, token = "") {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await rooms.fetchApi(path, { method: "POST", headers, body: JSON.stringify(body) });
  const content = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(content));
  return content;
}
