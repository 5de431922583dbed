import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ownerOfTop,
  pictured,
  readDice,
  readPosition,
  specialistOn,
  specialistWith,
  wormsOn,
} from "../../src/pickomino/server/client/position.js";

test("a position of the base game", () => {
  const position = readPosition("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134");
  assert.deepEqual(position.tiles.slice(0, 2), [
    { number: 21, worms: 1, state: "up" },
    { number: 22, worms: 1, state: "gone" },
  ]);
  assert.deepEqual(position.tiles.at(-1), { number: 36, worms: 4, state: "down" });
  assert.deepEqual(position.stacks, [[24, 31], [], [22]]);
  assert.equal(position.seat, 1);
  assert.equal(position.phase, "choose");
  assert.deepEqual(
    position.setAside.map((die) => die.face),
    [5, 5, 6, 6],
  );
  assert.deepEqual(
    position.rolled.map((die) => die.face),
    [1, 1, 3, 4],
  );
  assert.equal(ownerOfTop(position, 22), 2);
  assert.equal(position.extrawurm, null);
});

test("a position with Extrawurm", () => {
  const position = readPosition(
    "standard+extrawurm .ooo.ooooooooooooo 11/23 a w 2345I 11,21,b,-,a/1,2/-".replace(
      "11,21,b",
      "13,21,b",
    ),
  );
  assert.deepEqual(
    position.tiles.slice(0, 3).map((tile) => tile.number),
    [11, 13, 21],
  );
  assert.equal(position.tiles.length, 18);
  assert.equal(specialistOn(position, 21), 1);
  assert.equal(specialistWith(position, 0), 4);
  assert.equal(position.extrawurm?.supply, 4);
  assert.deepEqual(position.rolled.at(-1), { face: 1, isGolden: true });
});

test("golden dice as they are written", () => {
  assert.deepEqual(readDice("1W"), [
    { face: 1, isGolden: false },
    { face: 6, isGolden: true },
  ]);
  assert.deepEqual(readDice("g4"), [{ face: 4, isGolden: true }]);
  assert.deepEqual(readDice("gw"), [{ face: 6, isGolden: true }]);
});

test("every phase", () => {
  const phase = (/** @type {string} */ rest) =>
    readPosition(`standard oooooooooooooooo -/- ${rest}`).phase;
  assert.equal(phase("a - ~"), "roll");
  assert.equal(phase("a ww -"), "decide");
  assert.equal(phase("a - b"), "raven");
  assert.equal(phase("- - -"), "over");
});

test("worms as printed", () => {
  assert.deepEqual([11, 21, 24, 25, 28, 29, 32, 33, 36].map(wormsOn), [1, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test("pictures between two views", () => {
  const start = readPosition("standard oooooooooooooooo 25/- a 33 -");
  const rolled = pictured(start, { type: "Rolled", seat: 0, roll: "333333" });
  assert.equal(rolled.rolled.length, 6);
  assert.equal(rolled.setAside.length, 2);
  const failed = pictured(rolled, {
    type: "TurnEnded",
    seat: 0,
    result: "failed",
    reason: "no_new_symbol",
    total: 6,
    returned: 25,
    turned: 36,
  });
  assert.deepEqual(failed.stacks, [[], []]);
  assert.equal(failed.tiles.find((tile) => tile.number === 25)?.state, "up");
  assert.equal(failed.tiles.find((tile) => tile.number === 36)?.state, "down");
  assert.equal(failed.rolled.length, 6, "the dice that failed are still seen");
  const next = pictured(failed, { type: "Rolled", seat: 1, roll: "12345www" });
  assert.equal(next.setAside.length, 0);
  const kept = pictured(next, { type: "Acted", seat: 1, action: "kw" });
  assert.deepEqual(
    kept.setAside.map((die) => die.face),
    [6, 6, 6],
  );
  const stolen = pictured(
    { ...start, seat: 1 },
    { type: "TurnEnded", seat: 1, result: "stole", total: 25, tile: 25, robbed: 0 },
  );
  assert.deepEqual(stolen.stacks, [[], [25]]);
});
