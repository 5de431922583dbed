/** Ratings of players and puzzles, computed like `pickomino.profile.ratings`. */

/** @typedef {[rating: number, deviation: number]} Rating the deviation is one standard deviation */

/** @type {Rating} */
export const NEWCOMER = [1500, 350];
const MIN_DEVIATION = 45;
const PUZZLE_DEVIATION = 150;
/** @type {Record<number, number>} */
const BY_DIFFICULTY = { 1: 1300, 2: 1500, 3: 1700 };
const SCALE = Math.log(10) / 400;

/** Return the initial rating of a puzzle. @param {number} difficulty @returns {Rating} */
export function puzzleRating(difficulty) {
  return [BY_DIFFICULTY[difficulty] ?? NEWCOMER[0], PUZZLE_DEVIATION];
}

/**
 * Return a rating after a game.
 * @param {Rating} own
 * @param {Rating} other of the opponent
 * @param {number} score 1 for a win, 0 for a loss
 * @returns {Rating}
 */
export function updateRating([rating, deviation], other, score) {
  const weight = 1 / Math.sqrt(1 + 3 * ((SCALE * other[1]) / Math.PI) ** 2);
  const chance = 1 / (1 + 10 ** ((-weight * (rating - other[0])) / 400));
  const information = (SCALE * weight) ** 2 * chance * (1 - chance);
  const variance = 1 / (1 / deviation ** 2 + information);
  return [
    rating + SCALE * variance * weight * (score - chance),
    Math.max(MIN_DEVIATION, Math.sqrt(variance)),
  ];
}
