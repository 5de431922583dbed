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
