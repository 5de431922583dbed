/**
 * Animations: dice tumble, tiles travel and flip, a bust shakes the tray. A click or a key press
 * finishes all of them, and none run if animations are disabled.
 */

import { hasMotion, preferences } from "../shared/preferences.js";
import { GATHER_MS, SPEED_FACTORS } from "./roll-animation.js";

/** @type {Set<Animation>} */
const running = new Set();

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function animate(element, frames, options) {
  const animation = element.animate(frames, options);
  running.add(animation);
  const forget = () => running.delete(animation);
  animation.finished.then(forget, forget);
  return animation;
}

/** Remove an element after its animation. @param {Element} element @param {Animation} motion */
function removeAfter(element, motion) {
  const remove = () => element.remove();
  motion.finished.then(remove, remove);
}

/** Finish all running animations. */
export function finishMotion() {
  for (const animation of [...running]) animation.finish();
}

/**
 * Roll dice in from the side.
 * @param {readonly HTMLElement[]} dice
 * @param {readonly number[]} [times] when each die lands, in ms
 */
export function tumble(dice, times = dice.map((_die, index) => 380 + ((index * 53) % 180))) {
  if (!hasMotion()) return;
  const duration = Math.max(...times);
  dice.forEach((die, index) => {
    const turns = (index % 2 ? -1 : 1) * (300 + ((index * 83) % 240));
    const [x, y] = [-90 - ((index * 47) % 120), -50 + ((index * 61) % 80)];
    const keyframes = [
      { transform: `translate(${x}px, ${y}px) rotate(${-turns}deg) scale(.8)`, opacity: 0 },
      {
        transform: `translate(${x / 4}px, ${y / 3 - 26}px) rotate(${-turns / 3}deg) scale(1.12)`,
        opacity: 1,
        offset: 0.13,
      },
      { transform: "translate(0, 0) rotate(20deg) scale(1)", offset: 0.32 },
      { transform: "translate(0, -9px) rotate(-10deg)", offset: 0.5, easing: "ease-out" },
      { transform: "none", offset: 1 },
    ];
    const share = (times[index] ?? duration) / duration;
    startNow(animate(die, settleEarly(keyframes, share), { duration, fill: "backwards" }));
  });
}

/**
 * Show the faces of a die one after the other.
 * @param {Element} strip of all faces
 * @param {readonly string[]} offsets of the strip, one per face shown
 * @param {number} ms
 * @param {number} [duration] how long the last face stays; without it the faces repeat forever
 */
export function spinStrip(strip, offsets, ms, duration) {
  const last = offsets.length - 1;
  const keyframes = offsets.map((transform, index) => ({
    transform,
    easing: "step-end",
    offset: index / last,
  }));
  const isEndless = duration === undefined;
  const iterations = isEndless ? Number.POSITIVE_INFINITY : 1;
  const timing = { duration: duration ?? ms, iterations, fill: /** @type {const} */ ("forwards") };
  const moves = isEndless ? keyframes : settleEarly(keyframes, ms / duration);
  const motion = strip.animate(moves, timing);
  if (!isEndless) startNow(motion);
  return motion;
}

/**
 * Compress keyframes into a share of the duration, and hold the last one. All dice of a roll are
 * animated for the same time: an animation that ends makes the browser update the page while the
 * others still move.
 * @param {{transform: string, offset?: number}[]} keyframes
 * @param {number} share of the duration
 */
function settleEarly(keyframes, share) {
  const moved = keyframes.map((frame) => ({ ...frame, offset: (frame.offset ?? 0) * share }));
  const rest = /** @type {Keyframe} */ (moved.at(-1));
  return share < 1 ? [...moved, { ...rest, offset: 1 }] : moved;
}

/** Start now, not when a slow browser has painted the first frame. @param {Animation} motion */
function startNow(motion) {
  motion.startTime = performance.now();
}

/**
 * Slide dice into groups of the same face.
 * @param {readonly {element: Element, from: DOMRect, to: DOMRect}[]} moves
 */
export function gather(moves) {
  const duration = GATHER_MS * SPEED_FACTORS[preferences.values.speed];
  return moves.map(({ element, from, to }) => {
    const x = (from.left + from.right - to.left - to.right) / 2;
    const y = (from.top + from.bottom - to.top - to.bottom) / 2;
    const keyframes = [{ translate: `${x}px ${y}px` }, { translate: "none" }];
    return animate(element, keyframes, { duration, easing: "ease-in-out" });
  });
}

/**
 * Move a die that is set aside to the slot of its symbol.
 * @param {Element} die as it was drawn
 * @param {DOMRect} from
 * @param {Element} place
 * @param {number} order among the moved dice
 */
export function fly(die, from, place, order) {
  const to = place.getBoundingClientRect();
  const flying = /** @type {HTMLElement} */ (die.cloneNode(true));
  flying.className = "die is-flying";
  flying.style.rotate = "";
  for (const side of /** @type {const} */ (["left", "top", "width"]))
    flying.style.setProperty(side, `${from[side]}px`);
  document.body.append(flying);
  const [x, y] = [to.left - from.left, to.top - from.top];
  const timing = { duration: 300, delay: order * 40, fill: /** @type {const} */ ("both") };
  const motion = animate(
    flying,
    [
      { transform: "none" },
      { transform: `translate(${x / 2}px, ${y / 2 - 30}px) scale(1.1)`, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scale(${to.width / from.width})` },
    ],
    { ...timing, easing: "cubic-bezier(.4,.1,.2,1)" },
  );
  removeAfter(flying, motion);
  if (order === 0)
    animate(place, [{ opacity: 0.26 }, { opacity: 0.26, offset: 0.9 }, { opacity: 1 }], timing);
}

/**
 * Move an element from where it was to where it is now.
 * @param {Element} element
 * @param {DOMRect} from
 */
export function travel(element, from) {
  if (!hasMotion()) return;
  const to = element.getBoundingClientRect();
  if (!from.width || !to.width) return;
  const [x, y] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ];
  const scale = from.width / to.width;
  const largest = Math.max(scale, 1) * 1.25;
  animate(
    element,
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
      {
        transform: `translate(${x / 2}px, ${y / 2 - 40}px) scale(${largest}) rotate(6deg)`,
        zIndex: 5,
        offset: 0.5,
      },
      { transform: "none", zIndex: 5 },
    ],
    { duration: 620, easing: "cubic-bezier(.4,.1,.2,1)" },
  );
}

/**
 * Turn a tile over: hide its front, then show its back.
 * @param {Element} back as the tile is drawn now
 * @param {Element} front as it was drawn before
 */
export function flip(back, front) {
  if (!hasMotion()) return;
  front.classList.add("flip-front");
  back.append(front);
  const half = { duration: 250, fill: /** @type {const} */ ("both") };
  const going = animate(
    front,
    [{ transform: "perspective(500px)" }, { transform: "perspective(500px) rotateY(90deg)" }],
    { ...half, delay: 350, easing: "ease-in" },
  );
  removeAfter(front, going);
  for (const picture of back.querySelectorAll(":scope > .art:not(.flip-front)"))
    animate(
      picture,
      [{ transform: "perspective(500px) rotateY(-90deg)" }, { transform: "perspective(500px)" }],
      { ...half, delay: 600, easing: "ease-out", fill: "backwards" },
    );
}

/** Shake an element, with smoke. @param {HTMLElement} element */
export function bust(element) {
  if (!hasMotion()) return;
  const shake = [0, -9, 8, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  animate(element, shake, { duration: 420 });
  const cloud = document.createElement("div");
  cloud.className = "smoke-cloud";
  element.append(cloud);
  const puffs = Array.from({ length: 7 }, (_none, index) => smoke(cloud, index));
  const last = puffs.at(-1);
  if (last) removeAfter(cloud, last);
}

/** @param {HTMLElement} element @param {number} index */
function smoke(element, index) {
  const puff = document.createElement("span");
  puff.className = "smoke";
  puff.style.setProperty("left", `${6 + index * 12}%`);
  element.append(puff);
  const drift = (index % 2 ? 1 : -1) * (10 + index * 3);
  const motion = animate(
    puff,
    [
      { transform: "translate(0, 0) scale(.4)", opacity: 0 },
      { opacity: 0.95, offset: 0.25 },
      { transform: `translate(${drift}px, -120px) scale(2.4)`, opacity: 0 },
    ],
    { duration: 1100 + index * 90, delay: index * 60, easing: "ease-out" },
  );
  return motion;
}

/** Let sparks rise from an element. @param {HTMLElement} element */
export function celebrate(element) {
  if (!hasMotion()) return;
  for (let index = 0; index < 46; index += 1) {
    const spark = document.createElement("span");
    spark.className = `spark spark-${index % 4}`;
    spark.style.setProperty("left", `${(index * 37) % 100}%`);
    element.append(spark);
    const [drift, height] = [((index * 53) % 120) - 60, 60 + ((index * 29) % 40)];
    const motion = animate(
      spark,
      [
        { transform: "translateY(0) rotate(0)", opacity: 1 },
        {
          transform: `translate(${drift}px, -${height}vh) rotate(${(index * 97) % 720}deg)`,
          opacity: 0,
        },
      ],
      {
        duration: 1500 + ((index * 71) % 1400),
        delay: (index * 43) % 900,
        easing: "cubic-bezier(.2,.6,.5,1)",
        fill: "backwards",
      },
    );
    removeAfter(spark, motion);
  }
}
