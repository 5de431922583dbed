import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ownerOfTop,
  parseDice,
  parsePosition,
  specialistOn,
  specialistWith,
  tableDice,
  wormsOn,
} from "../../src/pickomino/client/board/position.js";

/** @param {string} wfen */
const parse = (wfen) => parsePosition(wfen, tableDice({ wfen }));

test("a position of the base game is parsed", () => {
  const position = parse("classic o.o.oooooo.oooox 24,31/-/22 b 55ww 1134");
  assert.deepEqual(position.tiles.slice(0, 2), [
    { number: 21, worms: 1, state: "up" },
    { number: 22, worms: 1, state: "gone" },
  ]);
  assert.deepEqual(position.tiles.at(-1), { number: 36, worms: 4, state: "down" });
  assert.deepEqual(position.stacks, [[24, 31], [], [22]]);
  assert.equal(position.seat, 1);
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

test("a position with Extrawurm is parsed", () => {
  const position = parse("standard+extrawurm .ooo.ooooooooooooo 11/23 a w 2345I 13,21,b,-,a/1,2/-");
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

test("golden dice are parsed", () => {
  assert.deepEqual(parseDice("1W"), [
    { face: 1, isGolden: false },
    { face: 6, isGolden: true },
  ]);
  assert.deepEqual(parseDice("g4"), [{ face: 4, isGolden: true }]);
  assert.deepEqual(parseDice("gw"), [{ face: 6, isGolden: true }]);
});

test("every tile has its number of worms", () => {
  assert.deepEqual([11, 21, 24, 25, 28, 29, 32, 33, 36].map(wormsOn), [1, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test("a frame draws the dice of its position unless it says otherwise", () => {
  const wfen = "standard oooo.ooooooooooo 25/- b - ~";
  assert.deepEqual(tableDice({ wfen }), { seat: 1, set_aside: "", rolled: "" });
  const end = { wfen, set_aside: "55www", rolled: "" };
  assert.deepEqual(
    tableDice({ ...end, ended: [0, "took", null, 25, 25, null, null, null, null, [], []] }),
    {
      ...{ seat: 0, set_aside: "55www", rolled: "" },
    },
  );
  assert.equal(tableDice({ wfen, winners: [0] }).seat, null, "the game is over");
});
