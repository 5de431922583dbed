/** Eight characters that two devices compare to see whether they are shown the same table. */

import { sha256, toHex } from "../fair-dice/sha256.js";

const LENGTH = 8;

/**
 * Return the characters, which differ if the server has two logs or shows different tables.
 * @param {import("../shared/room-view.js").View} view
 * @param {string} wfen the current position
 */
export function logMark({ digest, phase, commitment, nonce_commitments: hashes }, wfen) {
  if (digest === "") return "";
  let shown = phase === "playing" || phase === "over" ? wfen : "";
  if (phase === "nonces") shown = [commitment, ...hashes].join(" ");
  return toHex(sha256(new TextEncoder().encode(`${digest}\n${shown}`))).slice(0, LENGTH);
}
