// SHA-256 and HMAC against those of Node.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { fromHex, hmacSha256, sha256, toHex } from "../../src/pickomino/client/fair-dice/sha256.js";

test("hashes match Node for lengths of up to three blocks", () => {
  for (let length = 0; length < 200; length += 1) {
    const [key, message] = [randomBytes(length), randomBytes(length)];
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    assert.equal(
      toHex(hmacSha256(key, message)),
      createHmac("sha256", key).update(message).digest("hex"),
    );
  }
});

test("only valid hexadecimal is decoded", () => {
  assert.deepEqual(fromHex("00ff10"), Uint8Array.of(0, 255, 16));
  assert.throws(() => fromHex("xyz"), RangeError);
  assert.throws(() => fromHex("abc"), RangeError);
});
