// Reads a game that the engine played (the folder's pytest writes it) and recomputes its dice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  asPromised,
  isCommitted,
  rollOf,
  verifyReplay,
} from "../../src/pickomino/server/client/verify.js";

const file = process.env["PICKOMINO_REPLAYS"];
const replays = file ? JSON.parse(readFileSync(file, "utf8")) : [];

test("replays were given", () => assert.ok(replays.length > 0));

for (const replay of replays) {
  test(`every roll of a ${replay.rules} game`, () => {
    const rolls = replay.frames.filter(
      (/** @type {any} */ frame) => frame.event?.type === "Rolled",
    ).length;
    assert.deepEqual(verifyReplay(replay), { rolls, problem: "", wrong: null });
  });

  test(`a forged roll of a ${replay.rules} game is found`, () => {
    const forged = structuredClone(replay);
    const frame = forged.frames
      .filter((/** @type {any} */ each) => each.event?.type === "Rolled")
      .at(-1);
    const [first, ...others] = frame.event.roll;
    frame.event.roll = (first === "1" ? "2" : "1") + others.join("");
    const found = verifyReplay(forged);
    assert.equal(found.problem, "wrong_roll");
    assert.equal(found.wrong?.found, frame.event.roll);
  });

  test(`another secret of a ${replay.rules} game is found`, () => {
    assert.equal(verifyReplay({ ...replay, secret: "00".repeat(32) }).problem, "commit_mismatch");
    assert.equal(verifyReplay({ ...replay, secret: "" }).problem, "not_revealed");
  });
}

test("what was promised counts, not what the server says after the game", () => {
  const [replay] = replays;
  const promise = { commitment: replay.commitment, nonces: { 0: replay.nonces[0] } };
  assert.equal(verifyReplay(asPromised(replay, promise)).problem, "");
  assert.equal(verifyReplay(asPromised(replay, null)).problem, "");
  assert.equal(
    verifyReplay(asPromised(replay, { ...promise, commitment: "sha256:00" })).problem,
    "commit_mismatch",
  );
  assert.equal(
    verifyReplay(asPromised(replay, { ...promise, nonces: { 0: "other" } })).problem,
    "wrong_roll",
  );
});

test("the commitment of a known secret", () => {
  assert.ok(
    isCommitted(
      "00".repeat(32),
      "sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    ),
  );
});

test("a roll has as many dice as asked for, sorted", () => {
  const roll = rollOf(new Uint8Array(32), "game|", 0, 8, "plain");
  assert.match(roll, /^[1-5w]{8}g[1-5w]$/);
  assert.equal([...roll.slice(0, 8)].sort().join(""), roll.slice(0, 8));
});
