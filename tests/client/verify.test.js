// Recomputes the dice of games that the engine played, which test_client.py writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  commitmentOf,
  missingEvidence,
  nonceCommitment,
  rollKey,
  rollsIn,
  verifyReplay,
  verifyWithEvidence,
} from "../../src/pickomino/client/fair-dice/verify.js";

const file = process.env["PICKOMINO_REPLAYS"];
const replays = file ? JSON.parse(readFileSync(file, "utf8")) : [];

test("replays are available", () => assert.ok(replays.length > 0));

for (const replay of replays) {
  test(`every roll of a ${replay.rules} game is verified`, () => {
    const rolls = replay.frames.filter(
      (/** @type {any} */ frame) => frame.event?.type === "Rolled",
    ).length;
    assert.deepEqual(verifyReplay(replay), { rolls, problem: "", wrong: null });
  });

  test(`a forged roll of a ${replay.rules} game is detected`, () => {
    const forged = structuredClone(replay);
    const frame = forged.frames
      .filter((/** @type {any} */ frame) => frame.event?.type === "Rolled")
      .at(-1);
    const [first, ...others] = frame.event.roll;
    frame.event.roll = (first === "1" ? "2" : "1") + others.join("");
    const verification = verifyReplay(forged);
    assert.equal(verification.problem, "wrong_roll");
    assert.equal(verification.wrong?.found, frame.event.roll);
  });

  test(`a wrong secret of a ${replay.rules} game is detected`, () => {
    assert.equal(verifyReplay({ ...replay, secret: "00".repeat(32) }).problem, "commit_mismatch");
    assert.equal(verifyReplay({ ...replay, secret: "" }).problem, "not_revealed");
  });
}

/** Return what a participating browser has stored. @param {any} replay */
function evidenceFor(replay) {
  const [nonce] = replay.nonces;
  return {
    commitment: replay.commitment,
    rules: replay.rules,
    names: replay.names,
    time: replay.dice_time,
    round: replay.dice_round,
    starter: replay.dice_starter,
    room: replay.dice_game ? replay.code : "",
    number: replay.dice_game,
    seats: replay.dice_seats,
    voided: replay.voided_rounds,
    isFrozen: true,
    hasRevealed: true,
    hasEnded: true,
    nonces: { 0: nonce },
    taken: /** @type {Record<number, "given">} */ ({ 0: "given" }),
    bound: [nonceCommitment(replay.commitment, 0, nonce), ""],
    rolls: Object.fromEntries(rollsIn(replay.frames).map((roll) => [rollKey(roll), roll.roll])),
  };
}

const byLot = replays.find((/** @type {any} */ replay) => replay.dice_starter === "lot");

test("a forged starting seat is detected", () => {
  const [start, ...later] = byLot.frames;
  const wfen = start.wfen.replace(/ [ab] /, (/** @type {string} */ seat) =>
    seat === " a " ? " b " : " a ",
  );
  const other = { ...byLot, frames: [{ ...start, wfen }, ...later] };
  assert.equal(verifyReplay(other).problem, "wrong_starter");
  for (const dice_starter of ["", "a", "b"])
    assert.equal(verifyReplay({ ...byLot, dice_starter }).problem, "commit_mismatch");
  const evidence = { ...evidenceFor(byLot), starter: "b" };
  assert.equal(verifyWithEvidence(byLot, evidence).problem, "commit_mismatch");
});

const current = replays.filter((/** @type {any} */ replay) => replay.dice_game);
const [sealed, repeated] = current;
const version3 = replays.find((/** @type {any} */ replay) => replay.dice_time);
const earlier = replays.find((/** @type {any} */ replay) => !replay.dice_time);

test("a participating browser has complete evidence", () => {
  assert.equal(verifyWithEvidence(sealed, evidenceFor(sealed)).problem, "");
  assert.deepEqual(missingEvidence(sealed, evidenceFor(sealed)), []);
});

test("a game that goes on after its turn limit is detected", () => {
  const turns = sealed.frames.filter((/** @type {any} */ frame) => frame.ended).length;
  const problem = (/** @type {number} */ turnLimit) =>
    verifyWithEvidence(sealed, { ...evidenceFor(sealed), turnLimit }).problem;
  assert.equal(problem(turns), "");
  assert.equal(problem(turns - 1), "game_cut_short");
});

test("a game that is cut off is detected, unless it was stopped at its turn limit", () => {
  const ended = (/** @type {any} */ frame) => frame.ended;
  const first = sealed.frames.slice(0, sealed.frames.findIndex(ended) + 1);
  const event = { type: "GameEnded", is_stopped: true };
  const frames = [...first, { ...first.at(-1), ended: null, event, turn: "1b" }];
  const problem = (/** @type {number} */ turnLimit) =>
    verifyWithEvidence({ ...sealed, frames }, { ...evidenceFor(sealed), rolls: {}, turnLimit })
      .problem;
  assert.equal(problem(1), "");
  assert.equal(problem(2), "game_cut_short");
});

test("missing evidence is listed", () => {
  const evidence = evidenceFor(sealed);
  assert.deepEqual(missingEvidence(sealed, null), ["no_promise"]);
  assert.deepEqual(missingEvidence(sealed, { ...evidence, nonces: {} }), ["no_number"]);
  assert.deepEqual(missingEvidence(sealed, { ...evidence, rolls: {} }), ["unseen"]);
  assert.deepEqual(missingEvidence({ ...sealed, nonces: ["", ""] }, evidence), ["nobody"]);
  assert.deepEqual(missingEvidence(version3, null), ["no_order", "no_promise"]);
  assert.deepEqual(missingEvidence(earlier, null), ["earlier", "no_promise"]);
});

test("dice that contradict the commitment are detected", () => {
  const evidence = evidenceFor(sealed);
  const other = "ab".repeat(32);
  const forged = { ...sealed, secret: other };
  forged.commitment = commitmentOf(forged);
  assert.equal(verifyWithEvidence(forged, evidence).problem, "commit_mismatch");
  for (const change of [
    { names: ["Ann", "Eve"] },
    { dice_round: 2 },
    { dice_time: "2026-11-16T12:00:01Z" },
    { game_id: "other" },
    { code: "OTHER" },
    { dice_game: 1 },
    { dice_seats: "ab" },
  ])
    assert.equal(verifyReplay({ ...sealed, ...change }).problem, "commit_mismatch");
  assert.equal(
    verifyWithEvidence({ ...sealed, nonces: [other, ""] }, evidence).problem,
    "own_number",
  );
  assert.equal(
    verifyWithEvidence({ ...sealed, nonces: [other, ""] }, { ...evidence, taken: {} }).problem,
    "other_number",
  );
});

test("a roll that differs from the one seen is detected", () => {
  const evidence = evidenceFor(sealed);
  const [first] = rollsIn(sealed.frames);
  assert.ok(first);
  evidence.rolls[rollKey(first)] = "11111111";
  const verification = verifyWithEvidence(sealed, evidence);
  assert.equal(verification.problem, "roll_changed");
  assert.equal(verification.wrong?.expected, "11111111");
  const more = { ...evidenceFor(sealed), rolls: { "99a.0": "12345www" } };
  assert.equal(verifyWithEvidence(sealed, more).problem, "roll_changed");
});

test("rounds that keep all seats and nonces without a seat are detected", () => {
  const resealed = (/** @type {any} */ change) => {
    const dice = { ...repeated, ...change };
    return verifyReplay({ ...dice, commitment: commitmentOf(dice) }).problem;
  };
  const [voided] = repeated.voided_rounds;
  for (const change of [
    { dice_seats: "ab" },
    { dice_round: 1 },
    { voided_rounds: [] },
    { voided_rounds: [voided.replace(" a ", " ab ")] },
    { voided_rounds: [voided.replace(/ [^ ]+$/, " -")] },
    { voided_rounds: ["x"] },
    { nonces: ["", ""] },
    { nonces: ["11".repeat(32), "22".repeat(32)] },
  ])
    assert.equal(resealed(change), "bad_dice_rounds", JSON.stringify(change));
});

test("commitments match the documented vectors", () => {
  const dice = {
    code: "ABCDEFGH",
    secret: [...Array(32).keys()].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    game_id: "game-1",
    rules: "standard",
    names: ["Ann", "bot:family"],
    dice_time: "2026-11-16T12:00:00Z",
    dice_round: 1,
    dice_starter: "",
    dice_game: 2,
    dice_seats: "a",
    voided_rounds: [],
  };
  const documented = readFileSync("docs/fair-dice.md", "utf8");
  const commitment = commitmentOf(dice);
  const voided = `sha256:${"0".repeat(64)} ab - sha256:${"1".repeat(64)} -`;
  const others = [
    { dice_round: 2, voided_rounds: [voided] },
    { dice_game: 0 },
    { dice_game: 0, dice_starter: "lot" },
  ];
  for (const text of [
    commitment,
    nonceCommitment(commitment, 0, "11".repeat(32)),
    ...others.map((change) => commitmentOf({ ...dice, ...change })),
  ])
    assert.ok(documented.includes(text), text);
});
