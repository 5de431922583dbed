// Numbers as texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { oneDecimal, percentage } from "../../src/pickomino/client/shared/number-format.js";

test("negative numbers have a minus sign", () => {
  assert.equal(oneDecimal(-0.7), "−0.7");
  assert.equal(percentage(-0.123), "−12.3%");
  assert.equal(percentage(-0.0001), "0.0%");
});
