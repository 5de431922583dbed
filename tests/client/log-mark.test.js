import assert from "node:assert/strict";
import { test } from "node:test";

import { logMark } from "../../src/pickomino/client/table/log-mark.js";

/** @param {Record<string, unknown>} view @param {string} [wfen] */
const mark = (view, wfen = "standard …") =>
  logMark(/** @type {any} */ ({ digest: "00ff00ff00ff00ff", phase: "playing", ...view }), wfen);

test("the characters are those that the terminal shows", () => {
  // tests/tables/test_log_watch.py has the same value.
  assert.equal(mark({}), "2100bebf");
  assert.equal(mark({ phase: "lobby" }), "1799324d");
});

test("while the dice are agreed on, the characters cover the commitment and the hashes", () => {
  const dice = { phase: "nonces", commitment: "sha256:00", nonce_commitments: ["sha256:11", ""] };
  assert.equal(mark(dice), "e8131851");
  assert.equal(mark(dice), mark(dice, "classic …"));
  for (const change of [{ commitment: "sha256:01" }, { nonce_commitments: ["sha256:11", "x"] }])
    assert.notEqual(mark(dice), mark({ ...dice, ...change }));
});

test("the characters depend on the log and on the table", () => {
  assert.notEqual(mark({}), mark({ digest: "00ff00ff00ff00fe" }));
  assert.notEqual(mark({}), mark({}, "classic …"));
  assert.equal(mark({ phase: "lobby" }), mark({ phase: "lobby" }, "classic …"));
});

test("there are no characters without a digest", () => {
  assert.equal(mark({ digest: "" }), "");
});
