import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Connection } from "../../src/pickomino/client/table/connection.js";

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];

  constructor() {
    super();
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** @param {number} code */
  end(code) {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

beforeEach(() => {
  sockets = [];
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    location: { protocol: "http:", host: "here" },
    document: new EventTarget(),
    addEventListener: () => {},
  });
});

/** @param {string | null} token */
function openConnection(token) {
  const connection = new Connection("ABCD2345", token);
  /** @type {string[]} */
  const events = [];
  connection.addEventListener("unseated", (event) =>
    events.push(`unseated ${/** @type {any} */ (event).detail}`),
  );
  connection.addEventListener("status", () => events.push(connection.status));
  connection.open();
  current = connection;
  return { connection, events };
}

/** @type {Connection | null} */
let current = null;
afterEach(() => current?.close());

test("a client with an invalid token reconnects as a spectator", () => {
  const { connection, events } = openConnection("old");
  sockets[0]?.end(4003);
  assert.deepEqual(events, ["unseated old"]);
  assert.equal(connection.token, null);
  assert.equal(sockets.length, 2);
  sockets[1]?.dispatchEvent(new Event("open"));
  assert.equal(sockets[1]?.sent[0].token, null);
});

test("a client reconnects after a hello timeout", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { events } = openConnection("token");
  sockets[0]?.end(4009);
  assert.deepEqual(events, ["lost"]);
  context.mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
});

test("a client does not reconnect to an unknown room", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { events } = openConnection(null);
  sockets[0]?.end(4004);
  context.mock.timers.tick(60_000);
  assert.deepEqual(events, ["closed"]);
  assert.equal(sockets.length, 1);
});

/** @typedef {Record<string, unknown>} Shown */
/**
 * Show views to a page, some after an interruption; return how often it raised the alarm.
 * @param {(Shown | (() => Shown))[]} views
 */
function alarmsFor(...views) {
  const { connection } = openConnection(null);
  let alarms = 0;
  connection.addEventListener("log-changed", () => (alarms += 1));
  for (const item of views) {
    const view = typeof item === "function" ? item() : item;
    const data = JSON.stringify({ type: "RoomView", phase: "lobby", ...view });
    sockets.at(-1)?.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
  return alarms;
}

test("a view that continues another log raises an alarm", () => {
  const seen = { version: 3, digest: "aa" };
  const next = { version: 4, digest: "bb", digest_before: "aa" };
  assert.equal(alarmsFor(seen, next), 0);
  assert.equal(alarmsFor(seen, { ...next, digest_before: "cc" }), 1);
  assert.equal(alarmsFor(seen, { version: 3, digest: "cc", digest_before: "cc" }), 1);
});

test("a log that became shorter raises an alarm", () => {
  assert.equal(alarmsFor({ version: 3, digest: "aa" }, { version: 2, digest: "bb" }), 1);
});

test("after an alarm a client asks for the whole table", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  assert.equal(alarmsFor({ version: 3, digest: "aa" }, { version: 2, digest: "bb" }), 1);
  context.mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
  sockets[1]?.dispatchEvent(new Event("open"));
  assert.equal(sockets[1]?.sent[0].since, 0);
});

test("views of a server without digests raise no alarm", () => {
  assert.equal(alarmsFor({ version: 3 }, { version: 4, digest: "bb", digest_before: "aa" }), 0);
});

test("a view without a digest after one with a digest raises an alarm", () => {
  assert.equal(alarmsFor({ version: 3, digest: "aa" }, { version: 4 }), 1);
});

test("the digest before a view may be left out only within a connection", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const views = [
    { version: 3, digest: "aa" },
    { version: 4, digest: "bb" },
  ];
  assert.equal(alarmsFor(...views), 0);
  assert.equal(
    alarmsFor(...views, () => {
      sockets.at(-1)?.end(1006);
      context.mock.timers.tick(1000);
      return { version: 5, digest: "cc" };
    }),
    1,
  );
});

test("a device that wakes up tests its connection", () => {
  const { connection } = openConnection("mine");
  const [socket] = sockets;
  socket?.dispatchEvent(new Event("open"));
  const data = JSON.stringify({ type: "RoomView", version: 3 });
  socket?.dispatchEvent(Object.assign(new Event("message"), { data }));
  assert.equal(connection.status, "open");
  Object.assign(document, { visibilityState: "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(socket?.sent.at(-1), { type: "Ping" });
});
