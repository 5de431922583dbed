/** Ratings of players and puzzles, computed as `pickomino.profile.ratings` does. */

/** @typedef {[rating: number, deviation: number]} Rating the second is one sigma */

/** @type {Rating} */
export const NEWCOMER = [1500, 350];
const LEAST_DEVIATION = 45;
const PUZZLE_DEVIATION = 150;
/** @type {Record<number, number>} */
const BY_DIFFICULTY = { 1: 1300, 2: 1500, 3: 1700 };
const SCALE = Math.log(10) / 400;

/** Where a puzzle begins. @param {number} difficulty @returns {Rating} */
export function puzzleRating(difficulty) {
  return [BY_DIFFICULTY[difficulty] ?? NEWCOMER[0], PUZZLE_DEVIATION];
}

/**
 * The rating of one after a game against another.
 * @param {Rating} one
 * @param {Rating} other
 * @param {number} score 1 for a win, 0 for a loss
 * @returns {Rating}
 */
export function rated([rating, deviation], other, score) {
  const weight = 1 / Math.sqrt(1 + 3 * ((SCALE * other[1]) / Math.PI) ** 2);
  const chance = 1 / (1 + 10 ** ((-weight * (rating - other[0])) / 400));
  const told = (SCALE * weight) ** 2 * chance * (1 - chance);
  const variance = 1 / (1 / deviation ** 2 + told);
  return [
    rating + SCALE * variance * weight * (score - chance),
    Math.max(LEAST_DEVIATION, Math.sqrt(variance)),
  ];
}
