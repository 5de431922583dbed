import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePosition } from "../../src/pickomino/client/board/position.js";
import { previewText, targetText } from "../../src/pickomino/client/board/targets.js";

const WFEN = "standard oo.ooooooooooooo -/23 a - ~";
const HEN = "standard+extrawurm oooo.ooooooooooooo -/23 a - ~ -,b,-,-,-/0,0/-";

/** @param {string} wfen */
const boardOf = (wfen) => ({
  position: parsePosition({ wfen, seat: 0, set_aside: "", rolled: "" }),
  names: ["Ann", "Gus"],
});
const BOARD = boardOf(WFEN);
const SUM = { has_worm: true, claims: [], goals: [], failure: {}, set_aside: "5w" };
const [TAKE, STEAL] = [
  { total: 21, claim: "t21" },
  { total: 23, claim: "s23" },
];

/** @param {Partial<Parameters<typeof targetText>[0]>} sum */
const need = (sum) => targetText({ ...BOARD, ...SUM, total: 0, ...sum });

test("before the first die the lowest target is shown", () => {
  assert.equal(
    need({ set_aside: "", has_worm: false, goals: [TAKE, STEAL] }),
    "Needed: 21 and a worm",
  );
});

test("missing points and a missing worm are shown", () => {
  assert.equal(need({ total: 15, goals: [TAKE] }), "6 more for 21");
  assert.equal(need({ total: 15, goals: [TAKE, STEAL] }), "6 more for 21 · 23 takes Gus’s tile");
  assert.equal(need({ total: 15, has_worm: false, goals: [TAKE] }), "6 more for 21, and a worm");
  assert.equal(need({ total: 21, has_worm: false, goals: [TAKE] }), "21, but no worm yet");
  assert.equal(need({ total: 12, goals: [TAKE, STEAL] }), "9 more for 21", "a distant steal");
  assert.equal(need({ total: 15 }), "no tile is in reach");
});

test("with a claim the next target is shown", () => {
  const claims = ["t21"];
  assert.equal(
    need({ total: 21, claims, goals: [{ total: 22, claim: "t22" }] }),
    "22 or stop with 21",
  );
  assert.equal(need({ total: 22, claims, goals: [STEAL] }), "23 takes Gus’s tile, or stop with 22");
  assert.equal(need({ total: 40, claims }), "stop with 40");
});

test("a steal from the owner of the Sitting Hen names the Hen", () => {
  assert.equal(need({ ...boardOf(HEN), total: 20, goals: [STEAL] }), "23 takes Gus’s Sitting Hen");
});

test("between turns no target is shown", () => {
  assert.equal(need({ failure: null }), "");
});

test("a preview shows the sum and what it wins or misses", () => {
  const won = { action: "k5", total: 23, has_worm: true, claims: ["s23"], goals: [] };
  assert.equal(previewText(won, BOARD), "23: steal tile 23 from Gus");
  const missing = { action: "k5", total: 15, has_worm: true, goals: [TAKE] };
  assert.equal(previewText(missing, BOARD), "15: 6 more for 21");
  assert.equal(
    previewText({ action: "k5", total: 21, goals: [TAKE] }, BOARD),
    "21, but no worm yet",
  );
  const failing = { action: "k1", total: 12, is_failure: true };
  assert.equal(previewText(failing, BOARD), "12: the turn would fail");
});
