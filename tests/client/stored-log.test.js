import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { KEY } from "../../src/pickomino/client/fair-dice/own-games.js";
import { saveItem } from "../../src/pickomino/client/shared/storage.js";

/** @type {string[]} */
let asked = [];
/** @type {any[]} */
let answers = [];

Object.assign(globalThis, {
  fetch: async (/** @type {string} */ path) => {
    asked.push(path);
    const { ok = true, ...body } = answers.shift();
    return { ok, status: ok ? 200 : 404, json: async () => body };
  },
});
const { continuesStoredLog } = await import("../../src/pickomino/client/table/stored-log.js");

beforeEach(() => {
  asked = [];
  saveItem(KEY, [
    ["old", { room: "ABCDEFGH", log: [5, "aa"] }],
    ["new", { room: "ABCDEFGH", log: [9, "bb"] }],
    ["other", { room: "OTHER", log: [99, "cc"] }],
    ["earlier", { room: "ABCDEFGH" }],
  ]);
});

/** @param {any[]} replies */
function check(...replies) {
  answers = replies;
  return continuesStoredLog("ABCDEFGH", async () => {});
}

test("a log that continues the stored one is accepted", async () => {
  assert.ok(await check({ type: "RoomView", version: 12, digest_before: "bb" }));
  assert.deepEqual(asked, ["/api/rooms/ABCDEFGH?since=9"]);
});

test("another log, a shorter one and one without a digest are detected", async () => {
  for (const reply of [
    { version: 12, digest_before: "xx" },
    { version: 8, digest_before: "bb" },
    { version: 12 },
  ])
    assert.equal(await check({ type: "RoomView", ...reply }), false);
});

test("a server that does not answer is asked again", async () => {
  const busy = { ok: false, type: "Refused", code: "too_fast" };
  assert.equal(await check(busy, { type: "RoomView", version: 12, digest_before: "xx" }), false);
  assert.equal(asked.length, 2);
});

test("a table that is gone has no log", async () => {
  assert.ok(await check({ ok: false, type: "Refused", code: "unknown_room" }));
});
