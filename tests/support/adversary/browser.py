"""Attacks on the browser client in a real Chromium.

`attack_watcher` runs the client's own modules without a table, so that thousands of attacks take
minutes; `attack_page` runs the whole page.
"""

from __future__ import annotations

import json

from pickomino.core.errors import PickominoError
from pickomino.rooms import encode
from pickomino.rooms.protocol.messages import Refused, Request, decode_request, refusal
from support.adversary.deviations import attack
from support.adversary.malicious_room import Answer, Exchange, Json, MaliciousRoom, View
from support.adversary.outcome import Outcome
from support.browser.play import wait_until

PREPARE = """async () => {
  const names = ["fair-dice/watcher.js", "fair-dice/evidence.js", "fair-dice/proof.js",
    "table/store.js", "shared/api.js"];
  const [{ DiceWatcher }, { evidenceOf }, proof, { Store }, api] =
    await Promise.all(names.map((name) => import(clientFile(name))));
  globalThis.newVictim = (code) => {
    localStorage.removeItem("pickomino.dice");
    const store = new Store();
    const [waiting, verifying] = [new Map(), []];
    let [alarm, notice, deletions, last, sent] = ["", "", 0, 0, []];
    const load = (id) => api.request(api.gameAddress(store.view.code, id));
    const send = (command) => new Promise((resolve) => {
      last += 1;
      sent.push({ command, id: last });
      waiting.set(last, resolve);
    });
    const watcher = new DiceWatcher(code, send, {
      onAlarm: (code) => { alarm ||= code; },
      onAbsence: (gameId) => { notice = gameId; },
      onDeletions: (gameId, count) => { deletions = count; },
      verify: (id) => {
        const done = proof.verifyEarlier(id, () => load(id));
        verifying.push(done);
        return done;
      },
    });
    store.addEventListener("view", ({ detail: { view, frames } }) =>
      watcher.follow(view, frames.flatMap((frame) => frame.event ?? []), [...store.frames]));
    const settle = async () => {
      while (verifying.length > 0) await verifying.pop();
      await new Promise((resolve) => setTimeout(resolve));
      const commands = sent;
      sent = [];
      const isAbsent = notice !== "" && notice === store.view.game_id;
      return { commands, alarm, notice: isAbsent ? "no_number" : deletions ? "games_deleted" : "" };
    };
    globalThis.victim = {
      show: (message) => { store.receive(message); return settle(); },
      answer: (id, isDone) => { waiting.get(id)(isDone); return settle(); },
      check: async () => {
        if (store.view?.phase !== "over") return { problem: "", isVerified: false };
        const id = store.view.game_id;
        const problem = await proof.verifyEarlier(id, () => load(id));
        return { problem, isVerified: evidenceOf(id)?.hasEnded === true };
      },
    };
  };
}"""
API = "**/api/rooms/**"
SETTLE = """async () => {
  await import(clientFile("fair-dice/watcher.js"));
  await import(clientFile("fair-dice/proof.js"));
  await new Promise((resolve) => setTimeout(resolve));
}"""


def prepare(page, address: str = "/rules") -> None:
    """Open a page from which `attack_watcher` can load the client's modules."""
    page.goto(address)
    page.evaluate(PREPARE)


def serve_replays(page, room: MaliciousRoom) -> None:
    """Answer requests for replays as the attacker likes."""

    def answer(route) -> None:
        *_, kind, name = route.request.url.split("/")
        try:
            body = encode(room.replay(name) if kind == "games" else Refused("not_running"))
        except PickominoError as error:
            body = encode(refusal(error))
        # A status of 400 or more would be an error in the page's console.
        route.fulfill(status=200, body=body, content_type="application/json")

    page.unroute(API)
    page.route(API, answer)


def attack_watcher(
    page, stage: str, script: tuple[str, ...], room: MaliciousRoom | None = None
) -> Outcome:
    """Run an attack against the client's modules in a prepared page."""
    room = room or MaliciousRoom()
    serve_replays(page, room)
    page.evaluate("code => newVictim(code)", room.state.code)
    exchange, commands = attack(room, stage, script), None
    reply = {"alarm": "", "notice": ""}
    while not reply["alarm"]:
        try:
            item = exchange.send(commands)
        except StopIteration:
            break
        if isinstance(item, Answer):
            reply = page.evaluate("([id, isDone]) => victim.answer(id, isDone)", list(item))
        else:
            reply = page.evaluate("(view) => victim.show(view)", item.content)
        commands = [_command(sent) for sent in reply["commands"]]
    last = {"problem": reply["alarm"], "isVerified": False}
    last = last if reply["alarm"] else page.evaluate("victim.check()")
    return Outcome(room, last["problem"], reply["notice"], last["isVerified"])


def _command(sent: Json):
    body = json.dumps({"command": sent["command"], "id": sent["id"]})
    request: Request = decode_request(body.encode())
    return request.id, request.command


class PageAttack:
    """An attack on a whole page, whose WebSocket ends in the malicious room."""

    def __init__(self, page, made: Json, stage: str, script: tuple[str, ...]) -> None:
        self._page = page
        self.room = MaliciousRoom()
        self.room.rename(made["code"])
        self._exchange: Exchange = attack(self.room, stage, script)
        self._requests: list[Request] = []
        self._sockets: list = []
        page.route_web_socket("**/live", lambda socket: socket.on_message(self._receiver(socket)))
        serve_replays(page, self.room)
        page.goto(f"/table/{made['code']}")

    def _receiver(self, socket):
        def receive(text: str) -> None:
            if '"Hello"' in text:
                self._sockets.append(socket)
            elif '"Ping"' not in text:
                self._requests.append(decode_request(text.encode()))

        return receive

    def run(self) -> None:
        """Carry out the attack; whether it raised the alarm is visible in the page."""
        wait_until(self._page, lambda: self._sockets)
        commands = None
        while True:
            try:
                item = self._exchange.send(commands)
            except StopIteration:
                return
            known = len(self._requests)
            self._send(item)
            # The reply of the page arrives before the result of this evaluation.
            self._page.evaluate(SETTLE)
            commands = [(request.id, request.command) for request in self._requests[known:]]

    def show_again(self) -> None:
        """Show the room to the page after a reload."""
        known = len(self._sockets)
        self._page.reload()
        wait_until(self._page, lambda: len(self._sockets) > known)
        self.room.shown = 0
        self._send(View(self.room.next_view()))

    def _send(self, item: View | Answer) -> None:
        if isinstance(item, Answer):
            kind = {"type": "Done", "version": self.room.state.version}
            kind = kind if item.is_done else {"type": "Refused", "code": "no_nonce_wanted"}
            self._sockets[-1].send(json.dumps(kind | {"id": item.id}))
        else:
            self._sockets[-1].send(json.dumps(item.content))
