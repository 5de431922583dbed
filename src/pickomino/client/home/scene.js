/** The picture of the start page: chickens around a glowing grill. Hidden from screen readers. */

import { chickenSvg, dieSvg, tileSvg } from "../shared/art.js";
import { parseSvg } from "../shared/svg.js";

const SVG = "http://www.w3.org/2000/svg";
const INK = "#2b1c13";

const BULBS = [40, 104, 170, 236, 302, 368, 434, 500, 566, 622];
/** @param {number} x */
function wireHeight(x) {
  const part = ((x + 20) % 330) / 330;
  return 22 + 184 * part * (1 - part);
}

const LIGHTS =
  `<path stroke-width="3" d="M-20 22Q145 114 310 22 475 114 640 22" fill="none"/>` +
  BULBS.map((x) => `<circle cx="${x}" cy="${wireHeight(x) + 9}" r="6.500"/>`).join("");

const BACK = `
  <defs>
    <radialGradient id="scene-embers" cx="50%" cy="60%" r="60%">
      <stop offset="0" stop-color="#fff0a8"/><stop offset=".35" stop-color="#ffb03a"/>
      <stop offset=".75" stop-color="#f0561c"/><stop offset="1" stop-color="#8e2410"/>
    </radialGradient>
    <radialGradient id="scene-glow">
      <stop offset="0" stop-color="#ffb347" stop-opacity=".75"/><stop offset="1" stop-color="#ff7a1a" stop-opacity="0"/>
    </radialGradient>
    <linearGradient id="scene-iron" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#56474a"/><stop offset=".4" stop-color="#332a2d"/><stop offset="1" stop-color="#191416"/>
    </linearGradient>
    <linearGradient id="scene-sides">
      <stop offset="0" stop-color="#000"/><stop offset=".12" stop-color="#fff"/>
      <stop offset=".88" stop-color="#fff"/><stop offset="1" stop-color="#000"/>
    </linearGradient>
    <linearGradient id="scene-floor" x1="0" y1="0" x2="0" y2="1">
      <stop offset=".86" stop-color="#000" stop-opacity="0"/><stop offset=".97" stop-color="#000"/>
    </linearGradient>
    <mask id="scene-fade">
      <rect width="640" height="448" fill="url(#scene-sides)"/><rect width="640" height="448" fill="url(#scene-floor)"/>
    </mask>
  </defs>
  <circle class="sun" cx="520" cy="118" r="46"/>
  <g mask="url(#scene-fade)">
    <path class="hill far" d="M-10 262Q90 176 200 232T420 214t230 40v190H-10z"/>
    <path class="hill near" d="M-10 312Q140 250 330 292t330-14v168H-10z"/>
  </g>
  <g fill="#ffdf8e" stroke="#6e4a4a" stroke-width="2">${LIGHTS}</g>
  <ellipse class="glow" cx="320" cy="268" rx="330" ry="170" fill="url(#scene-glow)"/>
  <g class="smoke" fill="none" stroke-width="9" stroke-linecap="round">
    <path d="M214 214q-24-26 0-50t0-50"/><path d="M330 206q-26-28 0-54t0-54"/><path d="M438 214q-22-24 0-48t0-46"/>
  </g>`;

const GRILL = `
  <g stroke="${INK}" stroke-width="3" stroke-linejoin="round">
    <path d="M170 356 140 430M470 356l30 74M206 396h228" fill="none" stroke="#191416" stroke-width="12" stroke-linecap="round"/>
    <path d="M76 292h488c0 48-40 78-92 78H168c-52 0-92-30-92-78z" fill="url(#scene-iron)"/>
    <path d="M94 304c6 26 26 44 58 50" fill="none" stroke="#8b7a78" stroke-width="4" stroke-linecap="round"/>
    <circle cx="250" cy="344" r="7" fill="#191416"/><circle cx="320" cy="346" r="7" fill="#191416"/><circle cx="390" cy="344" r="7" fill="#191416"/>
    <ellipse cx="320" cy="290" rx="250" ry="30" fill="#191416"/>
    <ellipse class="embers" cx="320" cy="291" rx="232" ry="23" fill="url(#scene-embers)" stroke="none"/>
  </g>
  <path d="M110 284h420M96 291h448M110 298h420" stroke="#191416" stroke-width="3.500" stroke-linecap="round"/>`;

const SPARKS = [160, 226, 290, 352, 410, 468].map(
  (x, index) => `<circle cx="${x}" cy="262" r="${2 + (index % 2)}"/>`,
);

/** @typedef {[x: number, y: number, width: number, angle: number]} Place */
/** @type {Place[]} */
const CHICKENS = [
  [8, 158, 122, -3],
  [118, 118, 112, 2],
  [412, 118, 112, -2],
  [512, 158, 122, 3],
];
/** @type {[number, number, Place][]} */
const TILES = [
  [22, 1, [150, 196, 56, -9]],
  [25, 2, [206, 186, 58, -5]],
  [28, 2, [263, 180, 59, -1]],
  [31, 3, [321, 180, 59, 2]],
  [34, 4, [378, 186, 58, 5]],
  [36, 4, [434, 196, 56, 9]],
];
/** @type {[number, Place][]} */
const DICE = [
  [5, [22, 366, 58, -14]],
  [6, [86, 384, 54, 10]],
  [3, [488, 384, 54, -8]],
  [6, [552, 362, 60, 12]],
];

/**
 * Animation offsets in seconds, so that no two parts move in step.
 * @type {Record<string, number[]>}
 */
const AHEAD = {
  ".smoke path": [0, 2, 4],
  ".sparks circle": [0, 0.9, 1.9, 0.4, 2.6, 1.4],
  ".hop": [0, 1.3, 2.9, 4.1],
};

/**
 * Place a drawing in the scene.
 * @param {SVGSVGElement} art
 * @param {Place} place
 * @param {string} [name] a class
 */
function placeArt(art, [x, y, width, angle], name = "") {
  const { width: own, height } = art.viewBox.baseVal;
  const scale = width / own;
  const outer = document.createElementNS(SVG, "g");
  outer.setAttribute(
    "transform",
    `translate(${x} ${y}) rotate(${angle} ${width / 2} ${(height * scale) / 2}) scale(${scale})`,
  );
  const inner = document.createElementNS(SVG, "g");
  inner.setAttribute("class", name);
  inner.append(...art.childNodes);
  outer.append(inner);
  return outer;
}

/** @param {string} markup our own, never user input */
function drawing(markup) {
  const text = `<svg xmlns="${SVG}"><g>${markup}</g></svg>`;
  return parseSvg(text).firstElementChild ?? "";
}

export class Scene extends HTMLElement {
  connectedCallback() {
    const scene = document.createElementNS(SVG, "svg");
    scene.setAttribute("viewBox", "0 0 640 448");
    scene.setAttribute("aria-hidden", "true");
    scene.setAttribute("focusable", "false");
    scene.append(
      drawing(BACK),
      ...CHICKENS.map((place, index) =>
        placeArt(chickenSvg(index, { mood: index === 1 ? "happy" : "calm" }), place, "hop"),
      ),
      drawing(GRILL),
      ...TILES.map(([number, worms, place]) => placeArt(tileSvg(number, worms), place)),
      drawing(`<g class="sparks" fill="#ffd166">${SPARKS.join("")}</g>`),
      ...DICE.map(([face, place]) => placeArt(dieSvg(face), place)),
    );
    for (const [moving, seconds] of Object.entries(AHEAD))
      scene.querySelectorAll(moving).forEach((part, index) => {
        if (part instanceof SVGElement) part.style.animationDelay = `-${seconds[index] ?? 0}s`;
      });
    this.replaceChildren(scene);
  }
}

customElements.define("pm-scene", Scene);
