// Compares ratings, statistics and stored games with Python's, which test_client.py writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beaten, computeFigures } from "../../src/pickomino/client/profile/figures.js";
import { GameLog, playedGame } from "../../src/pickomino/client/profile/game-log.js";
import { ownPuzzleLines } from "../../src/pickomino/client/profile/own-puzzles.js";
import {
  afterAnswer,
  PracticeLog,
  practicePlaces,
} from "../../src/pickomino/client/profile/practice-log.js";
import {
  NEWCOMER,
  puzzleRating,
  updateRating,
} from "../../src/pickomino/client/profile/ratings.js";
import { dailyPuzzles, parsePack } from "../../src/pickomino/client/puzzles/packs.js";

const [file, packFile] = [process.env["PICKOMINO_PROFILE"], process.env["PICKOMINO_PUZZLES"]];
const vectors = JSON.parse(
  readFileSync(new URL("../data/profile_vectors.json", import.meta.url), "utf8"),
);
const expected = file ? JSON.parse(readFileSync(file, "utf8")) : null;
const pack = packFile ? parsePack(JSON.parse(readFileSync(packFile, "utf8")).pack) : null;

const LINE = "standard_oooooooooooooooo_-/-_a_5555w_- own 2 r=0.6/0.2 t25=0.5/0/steal,tile:25";

/** @param {unknown} actual @param {unknown} wanted */
function assertClose(actual, wanted) {
  if (typeof wanted === "number")
    assert.ok(Math.abs(Number(actual) - wanted) < 1e-9, `${actual} ${wanted}`);
  else if (typeof wanted !== "object" || wanted === null) assert.equal(actual, wanted);
  else {
    const entries = actual instanceof Map ? Object.fromEntries(actual) : Object(actual);
    assert.deepEqual(Object.keys(entries), Object.keys(wanted));
    for (const [name, value] of Object.entries(wanted)) assertClose(entries[name], value);
  }
}

/** @param {Record<string, string>} stored @param {boolean} isFull */
function useStorage(stored = {}, isFull = false) {
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => stored[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      stored[key] = value;
    },
  });
  return stored;
}

test("puzzles start with the rating of their difficulty", () => {
  for (const [difficulty, rating] of Object.entries(vectors.puzzle_ratings))
    assert.deepEqual(puzzleRating(Number(difficulty)), rating);
});

test("ratings change with answers", () => {
  for (const { rating, opponent, score, after } of vectors.ratings)
    assertClose(updateRating(rating, opponent, score), after);
});

test("an own decision comes back later the more often it was solved", () => {
  for (const { step, cost, day, after } of vectors.cards)
    assert.deepEqual(
      afterAnswer({ line: "", due: day, step }, cost, day),
      after && { line: "", ...after },
    );
});

test("own decisions become the same puzzles as in Python", () => {
  const { review, frames, lines } = expected.review;
  const puzzles = [0, 1].flatMap((seat) => ownPuzzleLines(review, frames, seat));
  assert.ok(puzzles.length > 3);
  // The server rounds before the browser does, so the last digit may differ.
  const [number, close] = [/\d\.\d+/g, 1.01e-4];
  for (const [place, line] of lines.entries()) {
    assert.equal(puzzles[place]?.replaceAll(number, "#"), line.replaceAll(number, "#"));
    const values = line.match(number);
    for (const [at, value] of (puzzles[place]?.match(number) ?? []).entries())
      assert.ok(Math.abs(Number(value) - Number(values[at])) < close, line);
  }
});

test("a game is stored with the same fields as in Python", () => {
  const { replay, games } = expected.replay;
  for (const [seat, game] of games.entries()) assert.deepEqual(playedGame(replay, seat, 7), game);
});

test("figures summarize games", () => {
  for (const { games, figures, beaten: bots } of vectors.figures) {
    assertClose(computeFigures(games), figures);
    assert.deepEqual([...beaten(games)].sort(), bots);
  }
});

test("ratings and cards of practice are stored", () => {
  const stored = useStorage();
  const log = new PracticeLog();
  const numbered = log.next(/** @type {any} */ (pack), "2026-11-16", "steal");
  assert.equal(numbered.puzzle.theme, "steal");
  log.answer(numbered, 0);
  log.addCards([LINE, LINE], "2026-11-16");
  const again = new PracticeLog();
  assert.deepEqual([again.player, again.cards], [log.player, log.cards]);
  assert.ok(again.player[0] > 1500 && again.puzzles[numbered.number]);
  assert.deepEqual([again.problem, again.cards.length], ["", 1]);
  const [card] = again.due("2026-11-17");
  assert.ok(card && again.due("2026-11-16").length === 0);
  again.answerCard(card, 0, "2026-11-17");
  assert.equal(again.cards[0]?.due, "2026-11-20");
  assert.ok(stored["pickomino.practice"]?.includes("2026-11-20"));
});

test("damaged or full storage is reported", () => {
  for (const text of ["{", "7", "{}", '{"player":["x",1],"puzzles":{},"cards":[]}']) {
    useStorage({ "pickomino.practice": text, "pickomino.profile": text });
    assert.equal(new PracticeLog().problem, "damaged", text);
    assert.deepEqual(new PracticeLog().player, NEWCOMER);
    assert.equal(new GameLog().problem, text === "{}" ? "" : "damaged", text);
  }
  useStorage({}, true);
  const [practice, games] = [new PracticeLog(), new GameLog()];
  practice.addCards([LINE], "2026-11-16");
  games.add("a", vectors.figures[1].games[0]);
  assert.deepEqual([practice.problem, games.problem], ["forbidden", "forbidden"]);
  assert.equal(Object.keys(games.games).length, 1);
});

test("today's five are not practised", () => {
  const today = dailyPuzzles(/** @type {any} */ (pack), "2026-11-16").map((puzzle) => puzzle.wfen);
  const places = practicePlaces(/** @type {any} */ (pack), "2026-11-16", "");
  const lines = places.map((place) => /** @type {any} */ (pack).lines[place]);
  assert.ok(!lines.some((line) => today.includes(line.split(" ")[0].replaceAll("_", " "))));
});
