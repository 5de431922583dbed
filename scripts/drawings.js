/**
 * Export the client's drawings for Python, which draws positions and the server's pictures:
 *
 *     node scripts/drawings.js > src/pickomino/core/drawings.json
 */

import { EXTRA_TILES, FACES, TILES, WORMS_ON } from "../src/pickomino/client/shared/constants.js";

// Without a browser, drawings stay text.
const asText = { parseFromString: (/** @type {string} */ text) => ({ documentElement: text }) };
Object.assign(globalThis, {
  DOMParser: function DOMParser() {
    return asText;
  },
  document: { importNode: (/** @type {string} */ text) => ({ cloneNode: () => text }) },
});

/** The number of specialists in Extrawurm. */
const SPECIALISTS = 5;

const art = await import("../src/pickomino/client/shared/art.js");

/** @type {Record<string, unknown>} */
const drawings = { worm: art.wormSvg(), bratwurm: art.bratwurmSvg() };
for (const tile of [...EXTRA_TILES, ...TILES])
  drawings[`tile-${tile}`] = art.tileSvg(tile, WORMS_ON[tile] ?? 0);
for (const tile of [...EXTRA_TILES, ...TILES])
  drawings[`back-${tile}`] = art.tileSvg(tile, 0, { state: "down" });
for (const face of FACES) drawings[`die-${face}`] = art.dieSvg(face);
for (const face of FACES) drawings[`golden-${face}`] = art.dieSvg(face, { golden: true });
for (let specialist = 0; specialist < SPECIALISTS; specialist++)
  drawings[`specialist-${specialist}`] = art.specialistSvg(specialist);
for (const seat of art.SEAT_COLOURS.keys()) {
  drawings[`chicken-${seat}`] = art.chickenSvg(seat);
  drawings[`chicken-${seat}-happy`] = art.chickenSvg(seat, { mood: "happy" });
}
process.stdout.write(`${JSON.stringify(drawings, null, 1)}\n`);
