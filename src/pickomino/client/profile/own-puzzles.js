/** Own costly decisions as puzzles, in the format of `pickomino.puzzles.from_review`. */

/** @import { DecisionView as Decision, Frame } from "../shared/messages.js" */
/** @import { ReviewView as Review } from "../shared/messages.js" */
/** @typedef {{code: string, parameters: Record<string, number>}} Reason */

/** What cost little was hard to see. @type {Record<string, number>} */
const DIFFICULTY = { blunder: 1, mistake: 2, inaccuracy: 3 };

/**
 * The puzzles of a seat, as lines.
 * @param {Review} review
 * @param {readonly Frame[]} frames
 * @param {number} seat
 */
export function ownLines(review, frames, seat) {
  return review.turns
    .filter((turn) => turn.seat === seat)
    .flatMap((turn) => turn.decisions)
    .filter((decision) => decision.label !== null)
    .map((decision) => ownLine(frames[decision.event]?.wfen ?? "", decision));
}

/** @param {string} wfen @param {Decision} decision */
export function ownLine(wfen, { choices, equals, chosen, reason, label }) {
  const top = Math.max(...choices.map(({ chance }) => rounded(chance)));
  const best = choices.find(({ action }) => action === equals[0]);
  const others = choices
    .filter((choice) => choice !== best)
    .sort((a, b) => rounded(b.chance) - rounded(a.chance))
    .map(({ action, chance, failure }) => {
      const parameters = { better: top, chosen: rounded(chance) };
      const why = action === chosen && reason ? reason : { code: "worth_more", parameters };
      return `${action}=${rounded(chance)}/${rounded(failure)}/${reasonLine(why)}`;
    });
  const first = `${best?.action}=${top}/${rounded(best?.failure ?? 0)}`;
  return [wfen.replaceAll(" ", "_"), "own", DIFFICULTY[label ?? ""] ?? 2, first, ...others].join(
    " ",
  );
}

/** @param {Reason} reason */
function reasonLine({ code, parameters }) {
  const told = Object.entries(parameters).map(([name, value]) => `${name}:${rounded(value)}`);
  return [code, ...told].join(",");
}

/** @param {number} value */
export const rounded = (value) => Math.round(value * 10_000) / 10_000;
