/** Links that hold a game's record: what they hold, and what is refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  decodeRecord,
  encodeRecord,
  MAX_FRAGMENT,
  MAX_RECORD_BYTES,
} from "../../src/pickomino/client/offline/record-link.js";

const RECORD = '[Rules "mini"] [a "Ännchen 🐔"] [b "Ben"]\n1a. 12355www:w 12355:5 t25\n';

/** @param {Buffer} bytes */
const fragmentOf = (bytes) => `1${bytes.toString("base64url")}`;

test("a link holds the whole record", async () => {
  const fragment = await encodeRecord(RECORD);
  assert.match(fragment, /^1[A-Za-z0-9_-]+$/);
  assert.equal(await decodeRecord(fragment), RECORD);
});

test("a long record is shorter as a link", async () => {
  const long = RECORD.repeat(1000);
  const fragment = await encodeRecord(long);
  assert.ok(fragment.length < long.length / 10);
  assert.equal(await decodeRecord(fragment), long);
});

test("links of other programs that compress in the same way are read", async () => {
  assert.equal(await decodeRecord(fragmentOf(deflateRawSync(RECORD))), RECORD);
});

const refused = {
  "no record": "",
  "another version": `2${deflateRawSync(RECORD).toString("base64url")}`,
  "a link that was cut off": fragmentOf(deflateRawSync(RECORD)).slice(0, -12),
  "other characters": `${fragmentOf(deflateRawSync(RECORD))}"<b>`,
  "bytes that are no text": fragmentOf(deflateRawSync(Buffer.from([0xff, 0xfe, 0x80]))),
  "a record that is too long": fragmentOf(deflateRawSync(Buffer.alloc(MAX_RECORD_BYTES + 1, 65))),
  "a bomb": fragmentOf(deflateRawSync(Buffer.alloc(100_000_000, 65))),
  "a link that is too long": `1${"A".repeat(MAX_FRAGMENT)}`,
};

for (const [name, fragment] of Object.entries(refused)) {
  test(`${name} is refused`, async () => {
    await assert.rejects(decodeRecord(fragment), { message: "bad_game_link" });
  });
}

test("the longest record is read", async () => {
  const longest = "A".repeat(MAX_RECORD_BYTES);
  assert.equal((await decodeRecord(await encodeRecord(longest))).length, MAX_RECORD_BYTES);
});
