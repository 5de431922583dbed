import assert from "node:assert/strict";
import { test } from "node:test";

import { isRight } from "../../src/pickomino/client/review/reviewed-game.js";

test("nearly best answers count as right", () => {
  const choices = [0.5, 0.4971, 0.4969].map((chance, number) => ({
    action: `k${number + 1}`,
    chance,
  }));
  const right = choices.map(({ action }) => isRight({ choices }, action));
  assert.deepEqual(right, [true, true, false]);
});
