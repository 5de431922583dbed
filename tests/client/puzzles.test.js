// The dates, scores and stored results of puzzles.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { addDays, isDay, mondayOf, today } from "../../src/pickomino/client/puzzles/days.js";
import {
  band,
  DailyLog,
  KEY,
  longestStreak,
  pointsOf,
  shareLine,
  streakOf,
} from "../../src/pickomino/client/puzzles/scores.js";

const vectors = JSON.parse(
  readFileSync(new URL("../data/profile_vectors.json", import.meta.url), "utf8"),
);

test("dates are in UTC", () => {
  assert.equal(today(new Date("2026-11-17T00:30:00+01:00")), "2026-11-16");
  assert.equal(today(new Date("2026-11-16T19:00:01-05:00")), "2026-11-17");
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  for (const wrong of ["2026-02-30", "2026-2-3", "", "<b>", "20261116"]) assert.ok(!isDay(wrong));
});

test("answers are marked by their cost", () => {
  for (const [cost, wanted] of vectors.bands) assert.equal(band(cost), wanted, cost);
});

test("shared lines contain only results", () => {
  for (const { day, costs, address, line } of vectors.share_lines)
    assert.equal(shareLine(day, costs, address), line);
});

test("a streak ends when a day is missed", () => {
  for (const { days, today: now, streak } of vectors.streaks)
    assert.equal(streakOf(new Set(days), now), streak, now);
});

test("weeks begin on Mondays", () => {
  for (const day of ["2026-11-16", "2026-11-18", "2026-11-22"])
    assert.equal(mondayOf(day), "2026-11-16");
});

test("the longest streak may be over", () => {
  assert.equal(longestStreak(new Set()), 0);
  const days = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-07", "2026-11-08"];
  assert.equal(longestStreak(new Set(days)), 3);
});

test("each answer earns at most three points", () => {
  assert.equal(pointsOf([0, 0, 0, 0, 0]), 15);
  assert.equal(pointsOf([0, 0.004, 0.02, 0.3]), 3 + 2 + 1);
});

/** @param {string | null} stored @param {boolean} isFull */
function useStorage(stored, isFull = false) {
  let text = stored;
  globalThis.localStorage = /** @type {any} */ ({
    getItem: () => text,
    setItem: (/** @type {string} */ _key, /** @type {string} */ value) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      text = value;
    },
  });
  return () => text;
}

test("only days played on time count for the streak", () => {
  const stored = useStorage(null);
  const log = new DailyLog();
  const other = new DailyLog();
  for (const [place, cost] of [0, 0, 0.02, 0, 0.3].entries()) {
    log.add("2026-11-16", place, cost, "2026-11-16");
    log.add("2026-11-15", place, 0, "2026-11-16");
  }
  other.add("2026-11-16", 0, 0.5, "2026-11-16"); // already answered in another window
  assert.deepEqual(other.costs("2026-11-16"), log.costs("2026-11-16"));
  assert.equal(log.problem, "");
  assert.equal(log.streak("2026-11-16"), 1);
  assert.ok(stored()?.includes("0.02"));
  assert.deepEqual(new DailyLog().costs("2026-11-16"), [0, 0, 0.02, 0, 0.3]);
  assert.equal(KEY, "pickomino.daily");
});

test("damaged storage is reported", () => {
  const good = '"2026-11-16":{"costs":[0],"finished":null}';
  const damaged = [
    "{",
    "7",
    "[]",
    '{"x":{"costs":[]}}',
    `{${good},"2026-11-15":{"costs":"many"}}`,
    '{"2026-11-15":{"costs":[0,0,0,0,0,0]}}',
    '{"2026-11-15":{"costs":[-3]}}',
    '{"2026-11-15":null}',
  ];
  for (const text of damaged) {
    useStorage(text);
    const log = new DailyLog();
    assert.equal(log.problem, "damaged", text);
    assert.deepEqual(log.costs("2026-11-16"), text.includes(good) ? [0] : []);
  }
});

test("blocked storage is reported", () => {
  const forbid = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  globalThis.localStorage = /** @type {any} */ ({ getItem: forbid, setItem: forbid });
  const log = new DailyLog();
  assert.equal(log.problem, "");
  log.add("2026-11-17", 0, 0, "2026-11-17");
  assert.equal(log.problem, "forbidden");
  assert.deepEqual(log.costs("2026-11-17"), [0]);
});

test("full storage is reported", () => {
  useStorage(null, true);
  const log = new DailyLog();
  log.add("2026-11-16", 0, 0, "2026-11-16");
  assert.equal(log.problem, "forbidden");
  assert.deepEqual(log.costs("2026-11-16"), [0]);
});

test("a day's points are counted by the server once", () => {
  useStorage(null);
  const log = new DailyLog();
  for (const place of [0, 1, 2, 3, 4]) {
    log.add("2026-11-16", place, 0, "2026-11-16");
    log.add("2026-11-15", place, 0.3, "2026-11-16");
  }
  log.add("2026-11-17", 0, 0, "2026-11-17");
  assert.ok(log.isOnTime("2026-11-16") && !log.isOnTime("2026-11-15"));
  assert.ok(!log.isCounted("2026-11-16"));
  log.markCounted("2026-11-16");
  assert.ok(new DailyLog().isCounted("2026-11-16"));
  assert.deepEqual(log.allPoints().sort(), [0, 15]);
  assert.deepEqual(log.allPoints("2026-11-16"), [15]);
});
