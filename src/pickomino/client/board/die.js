/**
 * One die on the table. All its faces lie below each other in one picture, of which it shows one:
 * where the browser moves layers by itself, nothing has to be drawn while it turns over.
 */

import { facesPicture } from "../shared/art.js";
import { FACES, WORM } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { turnOver } from "./animation.js";

/** A die that shows nothing. */
export const BLANK = 0;
/** A face stays so long while a die turns over. */
const FACE_MS = 80;

/** @param {boolean} isGolden */
const facesOf = (isGolden) => [BLANK, ...(isGolden ? [1, WORM] : FACES)];

/** All faces of a die, by whether it is golden. @type {Map<boolean, HTMLElement>} */
const strips = new Map();

/** A copy of all faces: a browser reads their long picture only once. @param {boolean} isGolden */
function stripOf(isGolden) {
  let strip = strips.get(isGolden);
  if (!strip) {
    const faces = facesOf(isGolden);
    strip = make("span.die-faces");
    strip.style.setProperty("background-image", facesPicture(faces, isGolden));
    strip.style.setProperty("height", `${faces.length * 100}%`);
    strips.set(isGolden, strip);
  }
  return /** @type {HTMLElement} */ (strip.cloneNode());
}

/** @param {boolean} isGolden @param {number} [face] */
export function newDie(isGolden, face = BLANK) {
  const die = make("span", { class: `die${isGolden ? " is-golden" : ""}` }, stripOf(isGolden));
  showFace(die, face);
  return die;
}

/** @param {HTMLElement} die */
export const isGolden = (die) => die.classList.contains("is-golden");

/** Note what a die shows when it has turned. @param {HTMLElement} die @param {number} face */
export function noteFace(die, face) {
  die.dataset["face"] = String(face);
}

/** @param {HTMLElement} die @param {number} face */
export function showFace(die, face) {
  noteFace(die, face);
  const { style } = /** @type {HTMLElement} */ (die.firstElementChild);
  style.setProperty("transform", placeOf(face, facesOf(isGolden(die))));
}

/** Let a die show its faces, in no order, without end. @param {HTMLElement} die */
export function turn(die) {
  return turned(die, 2 * FACES.length, null, 2 * FACES.length * FACE_MS);
}

/**
 * Let a die show its faces until it lands.
 * @param {HTMLElement} die
 * @param {number} face that it shows in the end
 * @param {number} ms
 * @param {number} duration until the last die has landed
 */
export function turnUntil(die, face, ms, duration) {
  return turned(die, Math.max(1, Math.round(ms / FACE_MS)), face, ms, duration);
}

/**
 * @param {HTMLElement} die
 * @param {number} count of the faces to show
 * @param {number | null} last
 * @param {number} ms
 * @param {number} [duration]
 */
function turned(die, count, last, ms, duration) {
  const strip = /** @type {Element} */ (die.firstElementChild);
  const faces = facesOf(isGolden(die));
  const shown = atRandom(faces.slice(1), count);
  const places = [...shown, last ?? shown[0] ?? BLANK].map((face) => placeOf(face, faces));
  return turnOver(strip, places, ms, duration);
}

/** Faces one after the other, each another one. @param {number[]} faces @param {number} count */
function atRandom(faces, count) {
  /** @type {number[]} */
  const shown = [];
  while (shown.length < count) {
    const others = faces.filter((face) => face !== shown.at(-1));
    shown.push(others[Math.floor(Math.random() * others.length)] ?? BLANK);
  }
  return shown;
}

/** How far the faces are pushed up. @param {number} face @param {readonly number[]} faces */
const placeOf = (face, faces) => `translateY(${(-100 * faces.indexOf(face)) / faces.length}%)`;
