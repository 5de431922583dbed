// All of the game's art as SVG: light from the upper left, one ink colour for all lines.

import { parseSvg } from "./svg.js";

const INK = "#2b1c13";
const IVORY = "#f8efdb";
const IVORY_LIGHT = "#fffaf0";
const IVORY_EDGE = "#cbb48b";
const GOLD = "#f2bd3f";
const GOLD_LIGHT = "#ffe08a";
const GOLD_EDGE = "#a8741a";
const WORM = "#e0703c";
const WORM_LIGHT = "#f8ad7c";
const WORM_SHADE = "#ad4a20";

/** @type {Map<string, SVGSVGElement>} */
const cache = new Map();

/**
 * Turn our own markup into an element. Never pass user input.
 * @param {string} viewBox
 * @param {string} markup
 * @param {string} name a class, `art-…`
 * @returns {SVGSVGElement}
 */
function picture(viewBox, markup, name) {
  const key = `${name}|${markup}`;
  let svg = cache.get(key);
  if (!svg) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" class="art art-${name}" aria-hidden="true" focusable="false">${markup}</svg>`;
    svg = parseSvg(text);
    cache.set(key, svg);
  }
  return /** @type {SVGSVGElement} */ (svg.cloneNode(true));
}

/** Digits as strokes in a 14 × 22 box: the same on every system, whatever its fonts. */
const DIGITS = [
  "M7 2C3 2 2 6.500 2 11s1 9 5 9 5-4.500 5-9-1-9-5-9z",
  "M3 6 8 2v18",
  "M2.400 6.600C2.800 3.600 4.800 2 7.200 2c2.900 0 4.900 1.900 4.900 4.700C12.100 11.300 5 14 2.300 20h10",
  "M2.800 2h8.800L7 8.800c3.200.1 5.300 2.200 5.300 5.400 0 3.400-2.400 5.800-5.500 5.800-2.100 0-3.700-.9-4.700-2.600",
  "M9.400 20V2L1.800 14.400H13",
  "M11.600 2H4.300l-1 8c1-1 2.400-1.500 3.900-1.500 3 0 5.100 2.300 5.100 5.600 0 3.500-2.300 5.900-5.500 5.900-2.100 0-3.700-.8-4.700-2.400",
  "M10.800 3C9.900 2.300 8.800 2 7.700 2 4 2 2.100 6.500 2.100 12.500c0 4.500 1.900 7.500 5.100 7.500 3 0 5.100-2.400 5.100-5.600S10.200 9 7.400 9c-2.500 0-4.400 1.500-5.200 3.800",
  "M2 2h10.200C9.200 7 6.600 13 6 20",
  "M7.100 10.300C4.600 10.300 2.900 8.600 2.900 6.200S4.600 2 7.100 2s4.200 1.800 4.200 4.200-1.700 4.100-4.200 4.100c-3 0-5.100 2-5.100 4.800S4.100 20 7.100 20s5.100-2.100 5.100-4.900-2.100-4.800-5.100-4.800z",
  "M3.400 19c.9.7 2 1 3.100 1 3.700 0 5.600-4.500 5.600-10.500C12.100 5 10.200 2 7 2 4 2 1.900 4.400 1.900 7.600S4 13 6.800 13c2.500 0 4.400-1.500 5.200-3.800",
];

/**
 * @param {number} number
 * @param {number} x of the centre
 * @param {number} y of the top
 * @param {number} scale
 * @param {string} colour
 */
function digits(number, x, y, scale, colour) {
  const places = [...String(number)];
  const width = places.length * 14 + (places.length - 1) * 2.5;
  const parts = places.map(
    (digit, index) =>
      `<path transform="translate(${index * 16.5} 0)" d="${DIGITS[Number(digit)]}"/>`,
  );
  return `<g transform="translate(${x - (width * scale) / 2} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="4.600" stroke-linecap="round" stroke-linejoin="round">${parts.join("")}</g>`;
}

/** A curled worm in a 24 × 24 box. */
const CURL = "M4.200 17.300C3.200 10.500 8.800 7.400 11.600 11.700s7 5.300 7.200-2.400";
const WORM_MARKUP =
  `<path d="${CURL}" fill="none" stroke="${INK}" stroke-width="8" stroke-linecap="round"/>` +
  `<circle cx="18.800" cy="8" r="4.800" fill="${INK}"/>` +
  `<path d="${CURL}" fill="none" stroke="${WORM}" stroke-width="5.400" stroke-linecap="round"/>` +
  `<path d="M5 13.900l2.600 1.300M8.300 10.200l.6 2.900M12.300 12.900l-2 2.200M15.500 14.600l-.8 2.800" fill="none" stroke="${WORM_SHADE}" stroke-width="1.100" stroke-linecap="round"/>` +
  `<path d="M3.600 15.900c-.2-3.600 2-6 4.400-6.300" fill="none" stroke="${WORM_LIGHT}" stroke-width="1.300" stroke-linecap="round"/>` +
  `<circle cx="18.800" cy="8" r="3.500" fill="${WORM}"/>` +
  `<path d="M16.400 7.300c.3-1.200 1.200-2 2.300-2.100" fill="none" stroke="${WORM_LIGHT}" stroke-width="1.100" stroke-linecap="round"/>` +
  `<circle cx="18" cy="7.600" r=".9" fill="${INK}"/><circle cx="20.700" cy="7.600" r=".9" fill="${INK}"/>` +
  `<path d="M18.300 9.700c.7.6 1.500.6 2.100 0" fill="none" stroke="${INK}" stroke-width=".8" stroke-linecap="round"/>`;

/** x, y, scale of each worm on a tile. @type {[number, number, number][][]} */
const WORM_PLACES = [
  [],
  [[17, 48, 1.25]],
  [
    [5.5, 43, 1.05],
    [33, 60, 1.05],
  ],
  [
    [4.5, 42, 0.95],
    [36.5, 42, 0.95],
    [20.5, 63, 0.95],
  ],
  [
    [4.5, 42, 0.95],
    [36.5, 42, 0.95],
    [4.5, 64, 0.95],
    [36.5, 64, 0.95],
  ],
];

/** A tile in a 64 × 96 box. @param {string} face @param {string} light @param {string} edge */
const tileBody = (face, light, edge) =>
  `<rect x="2" y="4" width="60" height="90" rx="10" fill="${edge}" stroke="${INK}" stroke-width="2"/>` +
  `<rect x="2" y="2" width="60" height="86" rx="10" fill="${face}" stroke="${INK}" stroke-width="2"/>` +
  `<path d="M5.500 78V12A6.500 6.500 0 0 1 12 5.500h36" fill="none" stroke="${light}" stroke-width="2" stroke-linecap="round"/>`;

/**
 * Draw a tile: ivory with a bold number above its worms, or its dark back.
 * @param {number} number
 * @param {number} worms
 * @param {{state?: "up" | "down"}} [options]
 * @returns {SVGSVGElement}
 */
export function tileSvg(number, worms, { state = "up" } = {}) {
  if (state === "down") {
    const back =
      tileBody("#5b4a40", "#7c685b", "#32271f") +
      `<path d="M14 16h36v60H14z" fill="none" stroke="#7c685b" stroke-width="2" stroke-linejoin="round"/>` +
      `<path d="M14 16l36 60M50 16 14 76" stroke="#493a31" stroke-width="2"/>` +
      `<circle cx="32" cy="46" r="12" fill="#5b4a40" stroke="#7c685b" stroke-width="2"/>` +
      digits(number, 32, 39.5, 0.6, "#bfa995");
    return picture("0 0 64 96", back, "tile");
  }
  const curls = (WORM_PLACES[worms] ?? []).map(
    ([x, y, scale]) => `<g transform="translate(${x} ${y}) scale(${scale})">${WORM_MARKUP}</g>`,
  );
  const face =
    tileBody(IVORY, IVORY_LIGHT, IVORY_EDGE) +
    digits(number, 32, 9, 1.22, INK) +
    `<path d="M8 41.500h48" stroke="${IVORY_EDGE}" stroke-width="2" stroke-linecap="round"/>` +
    curls.join("");
  return picture("0 0 64 96", face, "tile");
}

/** The pips of each face, as places in three rows of three. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8]];

/**
 * Draw a die showing 1 to 5, or 6 for the worm.
 * @param {number} face
 * @param {{golden?: boolean}} [options]
 * @returns {SVGSVGElement}
 */
export function dieSvg(face, { golden = false } = {}) {
  const [body, light, edge] = golden
    ? [GOLD, GOLD_LIGHT, GOLD_EDGE]
    : [IVORY, IVORY_LIGHT, IVORY_EDGE];
  const pips = (PIPS[face] ?? []).map((place) => {
    const [centreX, centreY] = [17 + (place % 3) * 15, 15.5 + Math.floor(place / 3) * 14.5];
    return `<circle cx="${centreX}" cy="${centreY}" r="5.800" fill="${INK}"/><path d="M${centreX - 2.8} ${centreY + 3.5}a4.500 4.500 0 0 0 6.200-1.600" fill="none" stroke="#7a6250" stroke-width="1.200" stroke-linecap="round"/>`;
  });
  const worm =
    face === 6 ? `<g transform="translate(6.500 5) scale(2.100)">${WORM_MARKUP}</g>` : "";
  const markup =
    `<rect x="2" y="4" width="60" height="58" rx="15" fill="${edge}" stroke="${INK}" stroke-width="2"/>` +
    `<rect x="2" y="2" width="60" height="56" rx="15" fill="${body}" stroke="${INK}" stroke-width="2"/>` +
    `<path d="M6 42V18A12 12 0 0 1 18 6h24" fill="none" stroke="${light}" stroke-width="2.400" stroke-linecap="round"/>` +
    pips.join("") +
    worm;
  return picture("0 0 64 64", markup, golden ? "die-golden" : "die");
}

/**
 * Return all faces of a die stacked in one CSS image, so that a spinning die is not redrawn.
 * @param {readonly number[]} faces
 * @param {boolean} golden
 */
export function facesPicture(faces, golden) {
  const parts = faces.map((face, index) => {
    const die = dieSvg(face, { golden });
    die.setAttribute("y", String(index * 64));
    die.setAttribute("height", "64");
    return die.outerHTML;
  });
  const high = faces.length * 64;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="${high}" viewBox="0 0 64 ${high}">${parts.join("")}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(text)}")`;
}

export const SEAT_COLOURS = [
  "#d4572f",
  "#2f9c95",
  "#e2ab2d",
  "#9657ad",
  "#4d7fd0",
  "#7f9d3f",
  "#dd7ba4",
];
const SEAT_SHADES = ["#8f3218", "#17605c", "#94690f", "#5e2f70", "#284e8c", "#4d6420", "#9a4468"];

/** The feather pattern of each seat: a mark at the origin. */
const FEATHERS = [
  `<circle r="2.100" fill="SHADE" stroke="none"/>`,
  `<path d="M-3 0h6"/>`,
  `<path d="M-2.600-1.400 0 1.300l2.600-2.700"/>`,
  `<path d="M-2.400 0h4.800M0-2.400v4.800"/>`,
  `<path d="M-2.800-1a2.800 2.800 0 0 0 5.600 0"/>`,
  `<path d="M0-2.800 2.400 0 0 2.800-2.400 0z"/>`,
  `<circle r="2.300"/>`,
];
const FEATHER_PLACES = [
  [22, 41],
  [30, 41],
  [38, 41],
  [18, 48.5],
  [26, 48.5],
  [34, 48.5],
  [42, 48.5],
  [23, 56],
  [31, 56],
  [39, 56],
];

/**
 * Draw the chicken of a seat (0 to 6) in the seat's colour and feather pattern.
 * @param {number} seat
 * @param {{mood?: "calm" | "happy" | "sad"}} [options]
 * @returns {SVGSVGElement}
 */
export function chickenSvg(seat, { mood = "calm" } = {}) {
  const index = seat % SEAT_COLOURS.length;
  const colour = SEAT_COLOURS[index] ?? "";
  const shade = SEAT_SHADES[index] ?? "";
  const mark = (FEATHERS[index] ?? "").replace("SHADE", shade);
  const marks = FEATHER_PLACES.map(
    ([x, y]) => `<g transform="translate(${x} ${y})">${mark}</g>`,
  ).join("");
  const eye =
    mood === "happy"
      ? `<path d="M31.500 22.500c1-2.300 4.200-2.300 5.200 0" fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round"/>`
      : `<circle cx="34" cy="21.500" r="4.300" fill="#fff" stroke="${INK}" stroke-width="2"/><circle cx="35.200" cy="${mood === "sad" ? 23 : 21.3}" r="1.900" fill="${INK}"/>`;
  const lid =
    mood === "sad"
      ? `<path d="M28.500 19.500l9.500-4" stroke="${INK}" stroke-width="2.400" stroke-linecap="round"/><path d="M36 27c2.600 3.400 2.400 6-.2 6s-2.600-2.800.2-6z" fill="#8ed0ef" stroke="${INK}" stroke-width="1.600" stroke-linejoin="round"/>`
      : "";
  const markup =
    `<path d="M22 12c-3-6 3-9 5.500-4.800C28.300 2 36.500 2 36 7.600c4.500-2.400 8 3 3 6.400z" fill="#d8342c" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M45 19.500l11 5-11 4.500z" fill="#f5a623" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M47 29c3 1 3.600 6.500.6 8-3 .6-4.600-4-3.600-7z" fill="#d8342c" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M17 24C17 15 24 10 32 10s14.500 5.500 14.500 13.500c0 4.500-1.500 7-.5 11 2 3.500 4 8 4 13.500 0 9-7.500 14-19 14S10 57.500 9.500 49C7 46 5 41 6 36.500c3 2 5.500 2.700 8 2.500 2-4 3-9 3-15z" fill="${colour}" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M20.500 25c0-6.500 4.500-11 10.500-11.500" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2.400" stroke-linecap="round"/>` +
    `<g fill="none" stroke="${shade}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${marks}</g>` +
    eye +
    lid;
  return picture("0 0 64 64", markup, "chicken");
}

/**
 * Draw the chicken that the player of a seat has chosen.
 * @param {readonly {chicken?: number}[]} seats
 * @param {number} seat
 * @param {{mood?: "calm" | "happy" | "sad"}} [options]
 */
export function playerSvg(seats, seat, options) {
  return chickenSvg(seats[seat]?.chicken ?? seat, options);
}

/** @returns {SVGSVGElement} */
export function wormSvg() {
  return picture("0 0 24 24", WORM_MARKUP, "worm");
}

/** Extrawurm: a Bratwurm from the supply. @returns {SVGSVGElement} */
export function bratwurmSvg() {
  const markup =
    `<path d="M6 18C14 24 26 16 27 7" fill="none" stroke="${INK}" stroke-width="11" stroke-linecap="round"/>` +
    `<path d="M6 18C14 24 26 16 27 7" fill="none" stroke="#b5612c" stroke-width="8" stroke-linecap="round"/>` +
    `<path d="M6.500 16C13 20 23 14 25 6.500" fill="none" stroke="#e39a5f" stroke-width="1.600" stroke-linecap="round"/>` +
    `<path d="M11 17.500l2.500 4M17.500 15.500l3 3.600M22 11l4 2" stroke="#74370f" stroke-width="1.500" stroke-linecap="round"/>`;
  return picture("0 0 32 28", markup, "bratwurm");
}

const SPECIALISTS = [
  // Canned Worm
  `<path d="M7 13v16c0 3 4 5 11 5s11-2 11-5V13z" fill="#aebbc4" stroke="${INK}" stroke-width="2"/>` +
    `<path d="M7 19h22v8H7z" fill="#c8452e" stroke="${INK}" stroke-width="2"/><path d="M10 15v17" stroke="#e8eff3" stroke-width="2"/>` +
    `<ellipse cx="18" cy="13" rx="11" ry="4.500" fill="#5f6b73" stroke="${INK}" stroke-width="2"/>` +
    `<g transform="translate(9 -4) scale(.85)">${WORM_MARKUP}</g>`,
  // Sitting Hen
  `<path d="M3 27c0 6 7 8 15 8s15-2 15-8z" fill="#b98a3e" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M5 30h26M9 33.500h18" stroke="#7d5a1f" stroke-width="1.600" stroke-linecap="round"/>` +
    `<path d="M17 7c-1-4 3-5.500 4.500-3C23 1 27.500 3 25.500 7z" fill="#d8342c" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M28 10l5 2.500-5 2z" fill="#f5a623" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M4 17c3 2 7 1 9-1 1-6 4-9.500 9-9.500 5 0 7.500 4 7 8.500-.5 3-.5 5 0 7 0 4-4 7-11 7-8 0-14-4-14-12z" fill="#fdf6e6" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<circle cx="23.500" cy="11.500" r="1.600" fill="${INK}"/><path d="M11 22c3 3 8 3 10-1" fill="none" stroke="#c9b48a" stroke-width="2" stroke-linecap="round"/>`,
  // Raven
  `<path d="M25 12l9 3-9 3z" fill="#f0c14b" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M3 32c4-1 6-5 7-11C11 11 15 6 20 6s8 4 7.500 9c-.5 5 .5 8-1 12-1.500 4-6 6-11 6z" fill="#3a3f55" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M13 18c1-5 3-8 6-8.600" fill="none" stroke="#7d86a8" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M10 29c4-1 8-4 9-9" fill="none" stroke="#1d2130" stroke-width="2" stroke-linecap="round"/>` +
    `<circle cx="21.500" cy="12.500" r="2.400" fill="#fff"/><circle cx="22" cy="12.500" r="1.300" fill="${INK}"/>`,
  // Weasel
  `<path d="M13 31C6 33 1 29 3 22c.500-2 2.500-1.500 2.300.500C5 27 8 28 13 26z" fill="#6b3f1d" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<circle cx="15.500" cy="5.500" r="2.600" fill="#a9672f" stroke="${INK}" stroke-width="1.800"/>` +
    `<path d="M12 34c-1-9 0-14 1.500-18C12 13 12.500 4 20 4c5 0 8 3 12.500 6.500 1.500 1.300.8 3-1 3.500-3 .8-5 1.500-6 3 2 6 2.500 11 1.500 17z" fill="#b9743a" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="M30 13.500c-4 1-6.500 1.500-8.500 4C19 23 18.500 29 19.500 33h6c.8-6 .3-10.500-1.800-15.500 1.300-2 3.800-2.600 6.300-4z" fill="#fbeed6"/>` +
    `<path d="M23 21.500c2.500-.5 4.500.5 6 2.500M22.500 25.500c2.500 0 4.500 1 5.500 3" fill="none" stroke="${INK}" stroke-width="2.200" stroke-linecap="round"/>` +
    `<circle cx="23" cy="9" r="1.600" fill="${INK}"/><circle cx="32.300" cy="11" r="1.500" fill="${INK}"/>` +
    `<path d="M28 12.500l-3 2.500M29 13.500l-1.500 3" stroke="${INK}" stroke-width=".8" stroke-linecap="round"/>` +
    `<path d="M11.500 34h6M20.500 34h7" stroke="${INK}" stroke-width="2.600" stroke-linecap="round"/>`,
  // Golden Die
  `<g transform="rotate(-8 18 18)"><rect x="4" y="6" width="28" height="27" rx="7" fill="${GOLD_EDGE}" stroke="${INK}" stroke-width="2"/>` +
    `<rect x="4" y="4" width="28" height="26" rx="7" fill="${GOLD}" stroke="${INK}" stroke-width="2"/>` +
    `<path d="M7 21v-8a6 6 0 0 1 6-6h9" fill="none" stroke="${GOLD_LIGHT}" stroke-width="2" stroke-linecap="round"/>` +
    `<g transform="translate(6.500 5) scale(.95)">${WORM_MARKUP}</g></g>`,
];

/**
 * Draw a specialist: Canned Worm 0, Sitting Hen 1, Raven 2, Weasel 3, Golden Die 4.
 * @param {number} specialist
 * @returns {SVGSVGElement}
 */
export function specialistSvg(specialist) {
  return picture("0 0 36 36", SPECIALISTS[specialist] ?? "", "specialist");
}

/** Icons for buttons, drawn in the text colour. @type {Record<string, string>} */
const ICONS = {
  roll: `<rect x="3" y="8" width="12" height="12" rx="3"/><path d="M10 8V6a2 2 0 0 1 2-2h6a3 3 0 0 1 3 3v6a2 2 0 0 1-2 2h-4"/><circle cx="9" cy="14" r="1.300" fill="currentColor"/>`,
  coach: `<path d="M9 18h6M10 21h4M8 14.500A6 6 0 1 1 16 14.500c-.8.700-1 1.300-1 2.500H9c0-1.200-.2-1.800-1-2.500z"/>`,
  log: `<path d="M5 4h14v16H5zM8.500 8.500h7M8.500 12h7M8.500 15.500h4"/>`,
  help: `<circle cx="12" cy="12" r="9"/><path d="M9.300 9.500c.2-3.500 5.600-3.300 5.400.1-.1 2-2.700 2-2.700 4.200M12 17v.2"/>`,
  undo: `<path d="M8 5 4 9l4 4M4.500 9H14a5 5 0 0 1 0 10H9"/>`,
  sound: `<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>`,
  mute: `<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9.500l5 5M20.500 9.500l-5 5"/>`,
  talk: `<path d="M4 5h16v11h-8l-4.500 4V16H4z"/>`,
  more: `<path d="M5 12h.2M12 12h.2M19 12h.2"/>`,
  rewind: `<path d="M12 5l-8 7 8 7zM20 5l-8 7 8 7z"/>`,
  forward: `<path d="M4 5l8 7-8 7zM12 5l8 7-8 7z"/>`,
  back: `<path d="M16 5l-9 7 9 7z"/>`,
  next: `<path d="M8 5l9 7-9 7z"/>`,
  play: `<path d="M8 5l11 7-11 7z" fill="currentColor"/>`,
  pause: `<path d="M8 5v14M16 5v14"/>`,
  check: `<path d="M4.500 12.500 10 18 19.500 6.500"/>`,
  warning: `<path d="M12 4 2.800 20h18.400zM12 10v4.500M12 17.300v.2"/>`,
  close: `<path d="M6 6l12 12M18 6 6 18"/>`,
  menu: `<path d="M4 7h16M4 12h16M4 17h16"/>`,
  copy: `<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V4H4v12h4"/>`,
  theme: `<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>`,
  eye: `<path d="M2.500 12C6 6.500 18 6.500 21.500 12 18 17.500 6 17.500 2.500 12z"/><circle cx="12" cy="12" r="2.600"/>`,
};

/** @param {string} name one of ICONS @returns {SVGSVGElement} */
export function iconSvg(name) {
  const strokes = `<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${ICONS[name] ?? ""}</g>`;
  return picture("0 0 24 24", strokes, "icon");
}
