/** The player's costly decisions as puzzles, in the format of `pickomino.puzzles.from_review`. */

/** @import { Frame, Review, ReviewedDecision as Decision } from "../shared/messages.js" */
/** @typedef {{code: string, parameters: Record<string, number>}} Reason */

/** Difficulties by label: small mistakes are harder to see. @type {Record<string, number>} */
const DIFFICULTY = { blunder: 1, mistake: 2, inaccuracy: 3 };

/**
 * Return the puzzles of a seat, one line each.
 * @param {Review} review
 * @param {readonly Frame[]} frames
 * @param {number} seat
 */
export function ownPuzzleLines(review, frames, seat) {
  return review.turns
    .filter((turn) => turn.seat === seat)
    .flatMap((turn) => turn.decisions)
    .filter((decision) => decision.label !== null)
    .map((decision) => ownPuzzleLine(frames[decision.event]?.wfen ?? "", decision));
}

/** @param {string} wfen @param {Decision} decision */
export function ownPuzzleLine(wfen, { choices, equals, chosen, reason, label }) {
  const top = Math.max(...choices.map(({ chance }) => roundShare(chance)));
  const best = choices.find(({ action }) => action === equals[0]);
  const others = choices
    .filter((choice) => choice !== best)
    .sort((a, b) => roundShare(b.chance) - roundShare(a.chance))
    .map(({ action, chance, failure }) => {
      const parameters = { better: top, chosen: roundShare(chance) };
      const why = action === chosen && reason ? reason : { code: "worth_more", parameters };
      return `${action}=${roundShare(chance)}/${roundShare(failure)}/${reasonLine(why)}`;
    });
  const first = `${best?.action}=${top}/${roundShare(best?.failure ?? 0)}`;
  return [wfen.replaceAll(" ", "_"), "own", DIFFICULTY[label ?? ""] ?? 2, first, ...others].join(
    " ",
  );
}

/** @param {Reason} reason */
function reasonLine({ code, parameters }) {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}:${roundShare(value)}`);
  return [code, ...pairs].join(",");
}

/** @param {number} value */
export const roundShare = (value) => Math.round(value * 10_000) / 10_000;
