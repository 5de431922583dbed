// Follows the turns of games that the engine played, which test_client.py writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { followGame, isUsualStart } from "../../src/pickomino/client/fair-dice/turns.js";
import { verifyReplay } from "../../src/pickomino/client/fair-dice/verify.js";

const file = process.env["PICKOMINO_REPLAYS"];
/** @type {any[]} */
const replays = file ? JSON.parse(readFileSync(file, "utf8")) : [];
const game = replays.find((replay) => replay.dice_game);

/** Return the first broken turn of a game after a change. @param {(frames: any[]) => void} change */
function brokenTurn(change) {
  const frames = structuredClone(game.frames);
  change(frames);
  return followGame(frames, game.rules).broken;
}

/** @param {any[]} frames @param {string} type */
const indexOf = (frames, type) => frames.findIndex(({ event }) => event?.type === type);

/** Change fields of a position. @param {any} frame @param {Record<number, string>} changes */
function changePosition(frame, changes) {
  frame.wfen = frame.wfen
    .split(" ")
    .map((/** @type {string} */ field, /** @type {number} */ at) => changes[at] ?? field)
    .join(" ");
}

test("a whole game is followed to its end", () => {
  for (const { frames, rules } of replays) {
    const { broken, isOver, turns } = followGame(frames, rules);
    const ended = frames.filter((/** @type {any} */ frame) => frame.ended).length;
    assert.deepEqual({ broken, isOver, turns }, { broken: null, isOver: true, turns: ended });
  }
});

test("a turn that begins before the last one ends is detected", () => {
  const broken = brokenTurn((frames) => {
    for (const frame of frames.slice(indexOf(frames, "Acted"))) frame.turn = "1b";
  });
  assert.equal(broken, "1b");
});

test("a turn that ends although its dice go on is detected", () => {
  const broken = brokenTurn((frames) => {
    const at = frames.findIndex(({ ended }) => ended);
    frames.splice(indexOf(frames, "Acted"), 0, frames[at]);
  });
  assert.equal(broken, "1a");
});

test("a roll of too many dice is detected", () => {
  const broken = brokenTurn((frames) => {
    frames[indexOf(frames, "Rolled")].event.roll += "w";
  });
  assert.equal(broken, "1a");
});

test("a choice that sets aside only some dice of a symbol does not free the others", () => {
  const at = game.frames.findIndex(
    (/** @type {any} */ { event }) => event?.action === "r" && event.seat === 0,
  );
  const next = structuredClone(game.frames[at + 1]);
  changePosition(next, { 4: "-" });
  next.event.roll = "11111111";
  assert.notEqual(
    brokenTurn((frames) => frames.splice(at + 1, 1, next)),
    null,
  );
});

test("an action of another seat is detected", () => {
  const broken = brokenTurn((frames) => {
    frames[indexOf(frames, "Acted")].event.seat = 1;
  });
  assert.equal(broken, "1a");
});

test("tiles that leave the grill without a claim are detected", () => {
  const broken = brokenTurn((frames) => {
    const end = frames.find(({ ended }) => ended);
    changePosition(end, { 1: ".".repeat(16), 3: "-" });
  });
  assert.equal(broken, "1a");
});

test("a game that ends within a turn is detected", () => {
  const broken = brokenTurn((frames) => {
    frames.splice(indexOf(frames, "Acted"), 0, { ...frames[1], event: { type: "GameEnded" } });
  });
  assert.equal(broken, "1a");
});

test("a golden die without the expansion is detected", () => {
  const broken = brokenTurn((frames) => {
    for (const frame of frames) frame.wfen += " 11,21,23,25,a/0,0/-";
    frames[indexOf(frames, "Rolled")].event.roll += "W";
  });
  assert.equal(broken, "1a");
});

test("a game that begins with fewer tiles or other players is detected", () => {
  const [start] = game.frames;
  assert.ok(isUsualStart(start, game.rules, 2));
  assert.ok(!isUsualStart(start, game.rules, 3));
  assert.ok(!isUsualStart(start, "classic+extrawurm", 2));
  assert.ok(!isUsualStart({ wfen: start.wfen.replace("o", "x") }, game.rules, 2));
  assert.ok(!isUsualStart(undefined, game.rules, 2));
});

test("the server cannot choose who begins", () => {
  const frames = structuredClone(game.frames);
  changePosition(frames[0], { 3: "b" });
  assert.equal(verifyReplay({ ...game, frames }).problem, "wrong_starter");
});
