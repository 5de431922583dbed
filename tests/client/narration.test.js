import assert from "node:assert/strict";
import { test } from "node:test";

import { calledBy } from "../../src/pickomino/server/client/names.js";
import {
  claimText,
  keptText,
  toldEnd,
  turnsOf,
  winnerText,
} from "../../src/pickomino/server/client/narration.js";
import { readPosition } from "../../src/pickomino/server/client/position.js";

const NAMES = ["Ann", "Bob"];

test("a tile taken and a tile stolen", () => {
  assert.deepEqual(
    toldEnd({ type: "TurnEnded", seat: 0, result: "took", total: 25, tile: 25 }, NAMES),
    ["Ann takes tile 25 from the grill: 2 worms."],
  );
  assert.deepEqual(
    toldEnd({ type: "TurnEnded", seat: 1, result: "stole", total: 21, tile: 21, robbed: 0 }, NAMES),
    ["Bob steals tile 21 from Ann: 1 worm."],
  );
});

test("a failure says why, what goes back and what is turned", () => {
  const ended = {
    type: /** @type {const} */ ("TurnEnded"),
    seat: 0,
    result: "failed",
    reason: "no_new_symbol",
    total: 9,
    returned: 25,
    turned: 36,
  };
  assert.deepEqual(toldEnd(ended, NAMES), [
    "The turn fails: Ann rolled no new symbol.",
    "Tile 25 goes back to the grill.",
    "Tile 36 is turned face down.",
  ]);
  assert.deepEqual(toldEnd({ ...ended, reason: "no_worm", returned: null, turned: null }, NAMES), [
    "The turn fails: Ann set aside no worm.",
    "No tile goes back.",
    "No tile is turned.",
  ]);
  assert.match(
    toldEnd({ ...ended, reason: "nothing_to_claim" }, NAMES)[0] ?? "",
    /can claim nothing with 9/,
  );
});

test("Extrawurm: the Hen is stolen in place of a tile", () => {
  const ended = {
    type: /** @type {const} */ ("TurnEnded"),
    seat: 1,
    result: "stole",
    total: 24,
    robbed: 0,
    specialists: [{ specialist: 1, before: 0, after: 1 }],
  };
  assert.deepEqual(toldEnd(ended, NAMES), [
    "Bob takes the Sitting Hen from Ann, who keeps the tile.",
    "Sitting Hen: now with Bob.",
  ]);
});

test("claims name whom a tile is stolen from", () => {
  const position = readPosition("classic oooo.ooooooooooo 25/- b 55www -");
  assert.equal(claimText(position, "s25", NAMES), "steal tile 25 from Ann");
  assert.equal(claimText(position, "t24", NAMES), "take tile 24");
});

test("turns and what was kept in them", () => {
  const turns = turnsOf([
    { type: "Rolled", seat: 0, roll: "12355www" },
    { type: "Acted", seat: 0, action: "kw" },
    { type: "Acted", seat: 0, action: "r" },
    { type: "Rolled", seat: 0, roll: "1255w" },
    { type: "Acted", seat: 0, action: "k5" },
    { type: "Acted", seat: 0, action: "t25" },
    { type: "TurnEnded", seat: 0, result: "took", total: 25, tile: 25 },
    { type: "Rolled", seat: 1, roll: "12345www" },
  ]);
  assert.equal(turns.length, 2);
  assert.equal(keptText(/** @type {any} */ (turns[0])), "3 × worm, 2 × 5");
  assert.equal(turns[1]?.ended, null);
});

test("the winner, a tie-break and a shared win", () => {
  const position = readPosition("standard xxxxxxxxxxx....x 32,33,34/35 - - -");
  assert.equal(winnerText([11, 4], [0], position, NAMES), "Ann wins.");
  assert.equal(
    winnerText([4, 4], [1], position, NAMES),
    "Bob wins the tie with the highest tile, 35.",
  );
  assert.equal(winnerText([4, 4], [0, 1], position, NAMES), "Shared win: Ann, Bob.");
});

test("bots of one kind are numbered", () => {
  assert.deepEqual(calledBy(["Ann", "bot:family", "bot:family", "bot:expert"]), [
    "Ann",
    "family 1",
    "family 2",
    "expert",
  ]);
});
