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
function opened(token) {
  const connection = new Connection("ABCD2345", token);
  /** @type {string[]} */
  const told = [];
  connection.addEventListener("unseated", (event) =>
    told.push(`unseated ${/** @type {any} */ (event).detail}`),
  );
  connection.addEventListener("status", () => told.push(connection.status));
  connection.open();
  opening = connection;
  return { connection, told };
}

/** @type {Connection | null} */
let opening = null;
afterEach(() => opening?.close());

test("who lost a seat watches the room", () => {
  const { connection, told } = opened("old");
  sockets[0]?.end(4003);
  assert.deepEqual(told, ["unseated old"]);
  assert.equal(connection.token, null);
  assert.equal(sockets.length, 2);
  sockets[1]?.dispatchEvent(new Event("open"));
  assert.equal(sockets[1]?.sent[0].token, null);
});

test("a greeting that was too slow is tried again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { told } = opened("token");
  sockets[0]?.end(4009);
  assert.deepEqual(told, ["lost"]);
  context.mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
});

test("an unknown room is not asked for again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { told } = opened(null);
  sockets[0]?.end(4004);
  context.mock.timers.tick(60_000);
  assert.deepEqual(told, ["closed"]);
  assert.equal(sockets.length, 1);
});
