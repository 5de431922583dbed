import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import {
  INPUT_DELAY_MS,
  landingTimes,
  rollAnimationOf,
} from "../../src/pickomino/client/board/roll-animation.js";

/** @type {Record<string, unknown>} */
const preferred = {};
Object.assign(globalThis, {
  addEventListener: () => {},
  localStorage: { getItem: () => JSON.stringify(preferred) },
  matchMedia: () => ({ matches: false }),
  requestAnimationFrame: () => {},
});
const { Store } = await import("../../src/pickomino/client/table/store.js");
Object.assign(globalThis, { document: { hidden: false } });

/** @typedef {import("../../src/pickomino/client/shared/messages.js").RoomView} RoomView */

let now = 0;
performance.now = () => now;

beforeEach(() => {
  for (const key of Object.keys(preferred)) delete preferred[key];
});

/** @param {number} seat */
const wfenOf = (seat, aside = "-", dice = "-") =>
  `standard oooooooooooooooo -/- ${"ab"[seat]} ${aside} ${dice}`;
const SEATS = ["person", "bot"].map((kind) => ({ kind, name: "Ann", bot: "", stand_in: "" }));
const ROOM = {
  ...{ seats: SEATS, names: ["Ann", "bot:family"], settings: { practice: true } },
  score: { wins: [] },
};

/** @param {number} seat @param {string} roll */
const rolled = (seat, roll, aside = "-") => ({
  event: { type: "Rolled", seat, roll },
  ...{ wfen: wfenOf(seat, aside, roll), turn: `1${"ab"[seat]}` },
});
/** @param {number} seat @param {string} aside */
const setAside = (seat, aside) => ({
  event: { type: "Acted", seat, action: "k5" },
  ...{ wfen: wfenOf(seat, aside), turn: `1${"ab"[seat]}` },
});
/** @param {number} seat @param {string} result */
const ended = (seat, result) => ({
  ended: [seat, result, null, null, null, null, null, null, null, [], []],
  ...{ wfen: wfenOf(1 - seat), turn: `1${"ab"[seat]}`, set_aside: "5", rolled: "" },
});
const START = { wfen: wfenOf(0, "-", "~"), turn: "1a" };

/** @param {unknown[]} frames @param {{isWhole?: boolean, isYours?: boolean}} [options] */
const view = (frames, { isWhole = false, isYours = false } = {}) =>
  /** @type {RoomView} */ (
    /** @type {unknown} */ ({
      ...{ version: 1, phase: "playing", room: ROOM, frames, is_whole: isWhole },
      you: isYours ? { seats: [0], is_your_turn: true, legal: ["k5"] } : { seats: [0] },
    })
  );

/** Advance the clock. @param {number} ms */
async function advance(ms) {
  for (let left = ms; left > 0; left -= 10) {
    now += 10;
    mock.timers.tick(10);
    await Promise.resolve();
    await Promise.resolve();
  }
}

/** Create a store, and a list of what it has shown. */
function newStore() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const store = new Store();
  /** @type {string[]} */
  const shown = [];
  store.addEventListener("shown", () => {
    const state = store.shown;
    const roll = state?.rollAnimation
      ? state.rollAnimation.isInHand
        ? "hand"
        : "rolling"
      : state?.rolled;
    shown.push(roll || (state?.event?.type ?? ""));
  });
  return { store, shown };
}

test("the player's first roll waits in the hand for three seconds", async () => {
  const { store, shown } = newStore();
  store.receive(view([START, rolled(0, "11345www")], { isWhole: true, isYours: true }));
  assert.deepEqual(shown, ["hand"]);
  assert.equal(store.shown?.rolled, "");
  assert.deepEqual(store.shown?.position.rolled, []);
  await advance(2900);
  assert.deepEqual(shown, ["hand"]);
  await advance(200);
  assert.deepEqual(shown, ["hand", "rolling"]);
  await advance(1000);
  assert.deepEqual(shown, ["hand", "rolling", "11345www"]);
  assert.ok(store.shown?.isSettled);
});

test("in a guided game the dice wait until the player rolls them", async () => {
  const { store, shown } = newStore();
  const message = view([START, rolled(0, "11345www")], { isWhole: true, isYours: true });
  const settings = { ...message.room?.settings, practice: true, guided: true };
  store.receive(/** @type {RoomView} */ ({ ...message, room: { ...message.room, settings } }));
  await advance(10_000);
  assert.deepEqual(shown, ["hand"]);
  store.roll();
  await advance(2000);
  assert.deepEqual(shown, ["hand", "rolling", "11345www"]);
});

test("shaking delays the roll until the dice are released", async () => {
  const { store, shown } = newStore();
  store.receive(view([START, rolled(0, "11345www")], { isWhole: true, isYours: true }));
  store.shake();
  await advance(5000);
  assert.deepEqual(shown, ["hand"]);
  store.roll();
  await advance(10);
  assert.deepEqual(shown, ["hand", "rolling"]);
});

test("the first roll is immediate with that preference", async () => {
  const { store, shown } = newStore();
  preferred["rollsAtOnce"] = true;
  store.receive(view([START, rolled(0, "11345www")], { isWhole: true, isYours: true }));
  assert.deepEqual(shown, ["rolling"]);
  await advance(INPUT_DELAY_MS);
});

test("a reloaded page shows the current table", () => {
  const { store, shown } = newStore();
  const frames = [START, rolled(0, "11345www"), setAside(0, "5"), rolled(0, "1134www", "5")];
  store.receive(view(frames, { isWhole: true, isYours: true }));
  assert.deepEqual(shown, ["1134www"]);
});

test("a press skips the tumbling of an own roll, not its result", async () => {
  const { store, shown } = newStore();
  store.receive(view([START, rolled(0, "5wwwwwww")], { isWhole: true }));
  await advance(2000);
  shown.length = 0;
  store.receive(view([rolled(0, "5", "5www"), ended(0, "failed")]));
  assert.deepEqual(shown, ["rolling"]);
  store.skip();
  await advance(10);
  assert.deepEqual(shown, ["rolling", "5"]);
});

test("a press skips a rival's turn up to the dice in the hand", async () => {
  const { store, shown } = newStore();
  store.receive(view([START, rolled(1, "5wwwwwww")], { isWhole: true }));
  await advance(2000);
  shown.length = 0;
  store.receive(
    view([setAside(1, "5"), ended(1, "took"), rolled(0, "11345www")], { isYours: true }),
  );
  store.skip();
  await advance(10);
  assert.deepEqual(shown, ["Acted", "hand"]);
});

test("a view without frames does not interrupt playback", async () => {
  const { store, shown } = newStore();
  store.receive(view([START, rolled(0, "11345www")], { isWhole: true, isYours: true }));
  store.receive(view([], { isYours: true }));
  assert.deepEqual(shown, ["hand"]);
  store.roll();
  await advance(10);
  assert.deepEqual(shown, ["hand", "rolling"]);
});

const LONG_TURN = [
  ...["5", "55", "555", "5555", "55551", "555512"].flatMap((dice) => [
    rolled(1, "12345www".slice(dice.length), dice.slice(1) || "-"),
    setAside(1, dice),
  ]),
  ended(1, "failed"),
];

for (const [speed, limit] of /** @type {const} */ ([
  ["slow", 8000],
  ["normal", 4000],
  ["fast", 1500],
  ["instant", 0],
])) {
  test(`a bot's turn takes at most ${limit} ms at ${speed} speed`, async () => {
    preferred["speed"] = speed;
    const { store, shown } = newStore();
    store.receive(view([START], { isWhole: true }));
    shown.length = 0;
    // One move after the other, as a server sends them.
    for (const frame of LONG_TURN) {
      store.receive(view([frame]));
      await advance(speed === "instant" ? 0 : 50);
    }
    await advance(limit - LONG_TURN.length * 50 + 30);
    assert.ok(store.shown?.isSettled, shown.join());
    assert.ok(shown.length >= LONG_TURN.length, shown.join());
  });
}

test("dice land one by one, and a decisive one lands late", () => {
  const dice = [..."12345666"].map((face) => ({ face: Number(face), isGolden: false }));
  const rollAnimation = rollAnimationOf(dice, [], 1, false);
  const times = landingTimes(rollAnimation);
  assert.equal(times.length, 8);
  assert.equal(times.at(-1), 900);
  assert.deepEqual(
    [...new Set(times)].sort((a, b) => a - b),
    times,
  );
  assert.deepEqual(
    [...rollAnimation.dice].sort((a, b) => a.face - b.face),
    dice,
  );
  const used = dice.slice(0, 5);
  const tense = rollAnimationOf(dice.slice(6), used, 1, false);
  assert.ok(tense.ms > rollAnimation.ms);
  const [first = 0, last = 0] = landingTimes(tense);
  assert.ok(last - first > 500);
});
