import assert from "node:assert/strict";
import { test } from "node:test";

import { KEY, noteOwnDeletion } from "../../src/pickomino/client/fair-dice/own-games.js";
import { loadItem, saveItem } from "../../src/pickomino/client/shared/storage.js";

test("the dice of a game that this device deletes need no check", () => {
  const game = { room: "ABCDEFGH", hasRevealed: true, hasEnded: false };
  saveItem(KEY, [
    ["one", game],
    ["two", game],
  ]);
  noteOwnDeletion("one");
  noteOwnDeletion("unknown");
  assert.deepEqual(loadItem(KEY, []), [
    ["one", { ...game, hasEnded: true }],
    ["two", game],
  ]);
});
