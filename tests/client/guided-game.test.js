import assert from "node:assert/strict";
import { test } from "node:test";

import { hintsAt } from "../../src/pickomino/client/table/guided-game.js";

/** @typedef {import("../../src/pickomino/client/shared/messages.js").Frame} Frame */

/** @param {...string} keys @returns {Frame} */
const frame = (...keys) => ({ hints: keys.map((key) => [key, {}]) });
/** @param {...string} keys @returns {Frame} */
const moved = (...keys) => ({ ...frame(...keys), event: { type: "Acted", seat: 0, action: "k5" } });
/** @returns {Frame} */
const botMoved = () => ({ event: { type: "Acted", seat: 1, action: "k5", by_bot: true } });

/** @param {Frame[]} frames @param {number} index */
const keysAt = (frames, index) =>
  hintsAt(frames, index).map(({ lines }) => lines.map(([key]) => key).join(" "));

test("hints stay during the rival's turn and go with the player's next move", () => {
  const frames = [frame("goal"), frame("choose"), moved("fails"), botMoved(), frame(), moved()];
  assert.deepEqual(keysAt(frames, 0), ["goal"]);
  assert.deepEqual(keysAt(frames, 1), ["goal", "choose"]);
  assert.deepEqual(keysAt(frames, 4), ["fails"]);
  assert.deepEqual(keysAt(frames, 5), []);
});

test("lines are shown together if one of them is new in the game", () => {
  // "The stack is empty" alone, without whose turn failed, seemed to be about the player.
  const frames = [frame("fails", "empty"), moved("fails", "back"), moved("fails", "empty")];
  assert.deepEqual(keysAt(frames, 1), ["fails back"]);
  assert.deepEqual(keysAt(frames, 2), []);
});

test("only the two newest hints are shown", () => {
  const frames = [frame("goal"), frame("takes"), frame("choose")];
  assert.deepEqual(keysAt(frames, 2), ["takes", "choose"]);
});
