import assert from "node:assert/strict";
import { test } from "node:test";

import { displayNames } from "../../src/pickomino/client/board/names.js";
import {
  claimText,
  describeTurnEnd,
  failureText,
  hintText,
  setAsideText,
  winnerText,
} from "../../src/pickomino/client/board/narration.js";
import { parsePosition } from "../../src/pickomino/client/board/position.js";

const NAMES = ["Ann", "Bob"];

/** @param {string} wfen @param {number | null} seat */
const positionOf = (wfen, seat) => parsePosition({ wfen, seat, set_aside: "", rolled: "" });

test("taking and stealing a tile are described", () => {
  assert.deepEqual(
    describeTurnEnd({ type: "TurnEnded", seat: 0, result: "took", total: 25, tile: 25 }, NAMES),
    ["Ann takes tile 25 from the grill: 2 worms."],
  );
  assert.deepEqual(
    describeTurnEnd(
      { type: "TurnEnded", seat: 1, result: "stole", total: 21, tile: 21, robbed: 0 },
      NAMES,
    ),
    ["Bob steals tile 21 from Ann: 1 worm."],
  );
});

test("a failure is described with its reason and tiles", () => {
  const ended = {
    type: /** @type {const} */ ("TurnEnded"),
    seat: 0,
    result: "failed",
    reason: "no_new_symbol",
    total: 9,
    returned: 25,
    turned: 36,
  };
  assert.deepEqual(describeTurnEnd(ended, NAMES), [
    "The turn fails: Ann rolled no new symbol.",
    "Tile 25 goes back to the grill.",
    "Tile 36 is turned face down.",
  ]);
  assert.deepEqual(
    describeTurnEnd({ ...ended, reason: "no_worm", returned: null, turned: null }, NAMES),
    ["The turn fails: Ann set aside no worm.", "No tile goes back.", "No tile is turned."],
  );
  assert.match(
    describeTurnEnd({ ...ended, reason: "nothing_to_claim" }, NAMES)[0] ?? "",
    /can claim nothing with 9/,
  );
});

test("stealing the Sitting Hen is described", () => {
  const ended = {
    type: /** @type {const} */ ("TurnEnded"),
    seat: 1,
    result: "stole",
    total: 24,
    robbed: 0,
    specialists: [{ specialist: 1, before: 0, after: 1 }],
  };
  assert.deepEqual(describeTurnEnd(ended, NAMES), [
    "Bob takes the Sitting Hen from Ann, who keeps the tile.",
    "Sitting Hen: now with Bob.",
  ]);
});

test("a steal names the owner of the tile", () => {
  const position = positionOf("classic oooo.ooooooooooo 25/- b 55www -", 1);
  assert.equal(claimText(position, "s25", NAMES), "steal tile 25 from Ann");
  assert.equal(claimText(position, "t24", NAMES), "take tile 24");
});

test("dice set aside are listed by symbol", () => {
  assert.equal(setAsideText("55www"), "2 × 5, 3 × worm");
  assert.equal(setAsideText("1wwW"), "1 × 1, 3 × worm");
});

test("stopping with nothing is described with its cost", () => {
  const fails = "There is nothing to win now: the turn would fail.";
  assert.equal(failureText({ failure: {} }), fails);
  assert.equal(
    failureText({ failure: { returned: 25, turned: 36 } }),
    `${fails} Tile 25 would go back to the grill. Tile 36 would be turned face down.`,
  );
  assert.equal(
    failureText({ failure: { specialist: 1 } }),
    `${fails} You would lose: Sitting Hen.`,
  );
});

test("the hint explains why rolling on is impossible", () => {
  const hint = (/** @type {string} */ legal, /** @type {number} */ dice_left) =>
    hintText({ isSettled: true, legal: legal.split(" "), claims: ["t21"], dice_left });
  assert.equal(hint("r t21", 3), "Stop now, or dare to roll on?");
  assert.equal(hint("t21", 0), "No dice left: take what you won.");
  assert.equal(hint("t21", 1), "All six symbols are set aside: take what you won.");
});

test("a win, a tie-break and a shared win are described", () => {
  const position = positionOf("standard xxxxxxxxxxx....x 32,33,34/35 - - -", null);
  assert.equal(winnerText({ scores: [11, 4], winners: [0], position, names: NAMES }), "Ann wins.");
  assert.equal(
    winnerText({ scores: [4, 4], winners: [1], position, names: NAMES }),
    "Bob wins the tie with the highest tile, 35.",
  );
  assert.equal(
    winnerText({ scores: [4, 4], winners: [0, 1], position, names: NAMES }),
    "Shared win: Ann, Bob.",
  );
});

test("bots of the same kind are numbered", () => {
  assert.deepEqual(displayNames(["Ann", "bot:family", "bot:family", "bot:expert"]), [
    "Ann",
    "family 1",
    "family 2",
    "expert",
  ]);
});
