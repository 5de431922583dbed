/**
 * One die on the table. All its faces are stacked in one picture, and the die shows one of them, so
 * browsers that animate layers on the compositor need not paint anything while the die spins.
 */

import { facesPicture } from "../shared/art.js";
import { FACES, WORM } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { spinStrip } from "./animation.js";

/** The face of a blank die. */
export const BLANK = 0;
/** How long a spinning die shows each face. */
const FACE_MS = 80;

/** @param {boolean} isGolden */
const facesOf = (isGolden) => [BLANK, ...(isGolden ? [1, WORM] : FACES)];

/** The strips of faces; the key is whether dice are golden. @type {Map<boolean, HTMLElement>} */
const strips = new Map();

/** Return a copy of the strip: browsers decode its picture only once. @param {boolean} isGolden */
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

/**
 * Set the face that a die will show when it stops.
 * @param {HTMLElement} die
 * @param {number} face
 */
export function setFaceData(die, face) {
  die.dataset["face"] = String(face);
}

/** @param {HTMLElement} die @param {number} face */
export function showFace(die, face) {
  setFaceData(die, face);
  const { style } = /** @type {HTMLElement} */ (die.firstElementChild);
  style.setProperty("transform", faceOffset(face, facesOf(isGolden(die))));
}

/** Show random faces until the animation is cancelled. @param {HTMLElement} die */
export function spin(die) {
  return spinFaces(die, 2 * FACES.length, null, 2 * FACES.length * FACE_MS);
}

/**
 * Show random faces until the die lands.
 * @param {HTMLElement} die
 * @param {number} face shown in the end
 * @param {number} ms until the die lands
 * @param {number} duration until the last die lands
 */
export function spinUntil(die, face, ms, duration) {
  return spinFaces(die, Math.max(1, Math.round(ms / FACE_MS)), face, ms, duration);
}

/**
 * @param {HTMLElement} die
 * @param {number} count of faces to show
 * @param {number | null} last
 * @param {number} ms
 * @param {number} [duration]
 */
function spinFaces(die, count, last, ms, duration) {
  const strip = /** @type {Element} */ (die.firstElementChild);
  const faces = facesOf(isGolden(die));
  const shown = randomFaces(faces.slice(1), count);
  const offsets = [...shown, last ?? shown[0] ?? BLANK].map((face) => faceOffset(face, faces));
  return spinStrip(strip, offsets, ms, duration);
}

/**
 * Return random faces, never the same twice in a row.
 * @param {number[]} faces
 * @param {number} count
 */
function randomFaces(faces, count) {
  /** @type {number[]} */
  const shown = [];
  while (shown.length < count) {
    const others = faces.filter((face) => face !== shown.at(-1));
    shown.push(others[Math.floor(Math.random() * others.length)] ?? BLANK);
  }
  return shown;
}

/** Return how far the strip is moved up. @param {number} face @param {readonly number[]} faces */
const faceOffset = (face, faces) => `translateY(${(-100 * faces.indexOf(face)) / faces.length}%)`;
