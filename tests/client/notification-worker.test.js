import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const TABLE = "https://pickomino.example/table/ABCDEFGH";
const source = await readFile(
  new URL("../../src/pickomino/client/table/notification-worker.js", import.meta.url),
  "utf8",
);

/** Tap the notification of a table; return what happened. @param {string[]} open addresses */
async function tap(open) {
  /** @type {string[]} */
  const events = [];
  /** @type {(event: unknown) => void} */
  let onTap = () => {};
  const clients = {
    matchAll: async () => open.map((url) => ({ url, focus: () => events.push(`focus ${url}`) })),
    openWindow: (/** @type {string} */ url) => events.push(`open ${url}`),
  };
  const self = {
    clients,
    addEventListener: (/** @type {string} */ _type, /** @type {typeof onTap} */ listener) => {
      onTap = listener;
    },
  };
  runInNewContext(source, { self });
  /** @type {Promise<unknown>[]} */
  const waits = [];
  onTap({
    notification: { data: TABLE, close: () => events.push("close") },
    waitUntil: (/** @type {Promise<unknown>} */ wait) => waits.push(wait),
  });
  await Promise.all(waits);
  return events;
}

test("a tap on a notification shows the window of the table", async () => {
  assert.deepEqual(await tap(["https://pickomino.example/", TABLE]), ["close", `focus ${TABLE}`]);
});

test("a tap on a notification opens the table if its window is closed", async () => {
  assert.deepEqual(await tap(["https://pickomino.example/"]), ["close", `open ${TABLE}`]);
});
