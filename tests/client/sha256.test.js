// SHA-256 against FIPS 180-4 (NIST's examples), HMAC against RFC 4231, and both against Node.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { fromHex, hmacSha256, sha256, toHex } from "../../src/pickomino/client/fair-dice/sha256.js";

const text = (/** @type {string} */ content) => new TextEncoder().encode(content);

test("SHA-256 matches its published vectors", () => {
  assert.equal(
    toHex(sha256(text(""))),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  assert.equal(
    toHex(sha256(text("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  assert.equal(
    toHex(sha256(text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  assert.equal(
    toHex(sha256(text("a".repeat(1_000_000)))),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

test("HMAC-SHA256 matches the vectors of RFC 4231", () => {
  /** @type {[Uint8Array, Uint8Array, string][]} */
  const vectors = [
    [
      new Uint8Array(20).fill(0x0b),
      text("Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      text("Jefe"),
      text("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      new Uint8Array(20).fill(0xaa),
      new Uint8Array(50).fill(0xdd),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ],
    [
      new Uint8Array(131).fill(0xaa),
      text("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ];
  for (const [key, message, digest] of vectors)
    assert.equal(toHex(hmacSha256(key, message)), digest);
});

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
