/**
 * Links that hold the whole record of a game, in the fragment, which browsers send to no server.
 *
 * The fragment is a version digit, then the record as UTF-8, compressed (raw deflate) and encoded
 * in base64url.
 */

import { ApiError } from "../shared/api.js";

const VERSION = "1";
const FORMAT = "deflate-raw";
const FRAGMENT = /^1[A-Za-z0-9_-]+$/;
/** A game of seven players and a thousand turns takes 60,000. */
export const MAX_FRAGMENT = 200_000;
/** The longest record that Python parses. */
export const MAX_RECORD_BYTES = 1_000_000;
/** Longer calls of `fromCharCode` overflow the stack. */
const CHUNK = 8192;

/** Return the fragment of a link. @param {string} record as WGN */
export async function encodeRecord(record) {
  const compressed = new Blob([record]).stream().pipeThrough(new CompressionStream(FORMAT));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  const text = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return VERSION + text;
}

/**
 * Return the record in the fragment of a link; throws `bad_game_link` if it holds none.
 * @param {string} fragment without `#`
 */
export async function decodeRecord(fragment) {
  if (fragment.length > MAX_FRAGMENT || !FRAGMENT.test(fragment)) throw badLink();
  try {
    const base64 = fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return await decompress(bytes);
  } catch {
    throw badLink();
  }
}

/** Decompress, but stop where no record is so long. @param {Uint8Array<ArrayBuffer>} bytes */
async function decompress(bytes) {
  const decompressed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = decompressed.getReader();
  let [record, length] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_RECORD_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    record += decoder.decode(part.value, { stream: true });
  }
  return record + decoder.decode();
}

const badLink = () => new ApiError({ code: "bad_game_link" });
