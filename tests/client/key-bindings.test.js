import assert from "node:assert/strict";
import { test } from "node:test";

import { actionForKey, claimsIn } from "../../src/pickomino/client/board/key-bindings.js";

test("every symbol has a key", () => {
  assert.deepEqual([..."12345w"].map(actionForKey), ["k1", "k2", "k3", "k4", "k5", "kw"]);
});

test("only T, S and Enter stop", () => {
  const keys = [..."abcdefghijklmnopqrstuvwxyz0123456789 ", "enter", "tab", "", "escape", "ts"];
  assert.deepEqual(
    keys.filter((key) => actionForKey(key) === "stop"),
    ["s", "t", "enter"],
  );
});

test("claims are found among legal actions", () => {
  assert.deepEqual(claimsIn(["r", "t25", "s26", "q", "ba"]), ["t25", "s26"]);
});
