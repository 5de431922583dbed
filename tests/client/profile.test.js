// The profile of a device; `tests/profile/test_vectors.py` computes the same table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beaten, computeFigures } from "../../src/pickomino/client/profile/figures.js";
import { GameLog } from "../../src/pickomino/client/profile/game-log.js";
import { importProfile } from "../../src/pickomino/client/profile/import-profile.js";
import { afterAnswer, PracticeLog } from "../../src/pickomino/client/profile/practice-log.js";
import {
  NEWCOMER,
  puzzleRating,
  updateRating,
} from "../../src/pickomino/client/profile/ratings.js";
import { saveItem } from "../../src/pickomino/client/shared/storage.js";

const vectors = JSON.parse(
  readFileSync(new URL("../data/profile_vectors.json", import.meta.url), "utf8"),
);
const GAME = {
  at: 1,
  rules: "standard",
  seat: 0,
  rivals: ["bot:random"],
  won: 1,
  turns: 15,
  steals: 2,
  busts: 4,
  best: 31,
  given_away: 0.02,
  luck: 0.1,
};
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

test("practised puzzles are new and near the player's rating", () => {
  for (const { player, puzzles, numbers } of vectors.nearest.cases) {
    useStorage();
    const log = Object.assign(new PracticeLog(), { player, puzzles });
    assert.deepEqual(
      log.nearest(vectors.nearest.entries).map(([number]) => number),
      numbers,
    );
  }
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
  log.answer("1-17", 2, 0);
  log.addCards([LINE, LINE], "2026-11-16");
  const again = new PracticeLog();
  assert.deepEqual([again.player, again.cards], [log.player, log.cards]);
  assert.ok(again.player[0] > 1500 && again.puzzles["1-17"]);
  assert.deepEqual([again.problem, again.cards.length], ["", 1]);
  const [card] = again.due("2026-11-17");
  assert.ok(card && again.due("2026-11-16").length === 0);
  again.answerCard(card, 0, "2026-11-17");
  assert.equal(again.cards[0]?.due, "2026-11-20");
  assert.ok(stored["pickomino.practice"]?.includes("2026-11-20"));
});

test("a review is added to its game", () => {
  useStorage();
  const [log, game] = [new GameLog(), vectors.figures[1].games[0]];
  log.add("a", { ...game, given_away: null, luck: null });
  log.add("a", game);
  log.add("a", { ...game, given_away: null, luck: null });
  assert.deepEqual(new GameLog().games, { a: game });
});

test("a card that is not a puzzle is removed", () => {
  useStorage();
  const log = new PracticeLog();
  log.addCards([LINE], "2026-11-16");
  log.removeCard(/** @type {any} */ (log.cards[0]));
  assert.equal(log.problem, "damaged");
  assert.deepEqual(new PracticeLog().cards, []);
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

/** @param {object} content */
const exported = (content) => new File([JSON.stringify(content)], "profile.json");

test("an imported profile is merged without duplicates", async () => {
  const [played, reviewed] = [
    { ...GAME, at: 5, given_away: null, luck: null },
    { ...GAME, at: 5 },
  ];
  const card = { line: LINE, due: "2026-11-20", step: 1 };
  const stored = useStorage();
  saveItem("pickomino.profile", { a: played, b: { ...GAME, at: 9 } });
  saveItem("pickomino.daily", { "2026-11-16": { costs: [0, 0], finished: null } });
  saveItem("pickomino.practice", { player: [1600, 80], puzzles: {}, cards: [card] });
  const file = exported({
    games: { a: reviewed, c: { ...GAME, at: 7 }, d: { rules: 7 } },
    daily: {
      "2026-11-15": { costs: [0, 0, 0, 0, 0], finished: "2026-11-15" },
      "2026-11-16": { costs: [0.3], finished: null },
      today: {},
    },
    practice: {
      player: [1700, 60],
      puzzles: { "1-17": [1500, 150] },
      cards: [{ ...card, step: 0 }, { ...card, line: LINE.replace("w_-", "ww_-") }, 7],
    },
  });
  assert.deepEqual(await importProfile(file), {
    games: { added: 1, damaged: 1 },
    days: { added: 1, damaged: 1 },
    decisions: { added: 1, damaged: 1 },
  });
  const games = new GameLog().games;
  assert.deepEqual(Object.keys(games), ["a", "c", "b"]);
  assert.equal(games["a"]?.given_away, GAME.given_away);
  assert.deepEqual(JSON.parse(stored["pickomino.daily"] ?? "")["2026-11-16"].costs, [0, 0]);
  const { player, cards } = new PracticeLog();
  assert.deepEqual(player, [1700, 60]);
  assert.deepEqual(cards.map((other) => other.step).sort(), [1, 1]);
  assert.equal((await importProfile(file))?.games.added, 0);
});

test("a file that is no profile changes nothing", async () => {
  const stored = useStorage();
  saveItem("pickomino.profile", { a: GAME });
  const before = { ...stored };
  for (const content of [{}, [], 7, { games: {}, daily: {}, practice: [] }, { games: {} }])
    assert.equal(await importProfile(exported(content)), null);
  assert.equal(await importProfile(new File(["<b>"], "profile.json")), null);
  assert.deepEqual(stored, before);
});
