/** A reviewed game: its figures and sentences, and links to the moments in the replay. */

import { diceNames, displayNames } from "../board/names.js";
import { parseDice } from "../board/position.js";
import { isStep } from "../board/table-state.js";
import { ROUGH_ERROR } from "../shared/constants.js";
import { _, capitalize } from "../shared/i18n.js";
import { render } from "../shared/lines.js";
import { percentage, roundedPercent } from "../shared/number-format.js";
import { pageAddress } from "../shared/site.js";

/** @import { ReviewedDecision as Decision, ReviewedRoll as Roll } from "../shared/messages.js" */
/** @import { FinishedGame as Game, Replay, ReviewView as Review } from "../shared/messages.js" */
/**
 * @typedef {Decision & {seat: number, turn: number}} PlayedDecision a decision with its seat and
 *   the number of its turn
 */

/**
 * Format a change of a chance with its sign.
 * @param {number} change
 * @param {(share: number) => string} format
 */
export function signed(change, format = percentage) {
  const text = format(Math.abs(change));
  if (text === format(0)) return text;
  return `${change < 0 ? "−" : "+"}${text}`;
}

export class ReviewedGame {
  /** @param {Game} game @param {Review} review @param {Replay} replay */
  constructor(game, review, replay) {
    this.game = game;
    this.review = review;
    this.replay = replay;
    this.names = displayNames(game.names);
    // The decimals of an estimate say nothing.
    this.percent = review.is_rough ? roundedPercent : percentage;
  }

  /** Format a change of a chance with its sign. @param {number} change */
  signed(change) {
    return signed(change, this.percent);
  }

  /** Say what a turn cost; empty if that is nothing, or may be an error. @param {number} cost */
  costText(cost) {
    const text = { cost: this.percent(cost) };
    if (this.review.is_rough) return cost < ROUGH_ERROR ? "" : _("Cost about {cost}", text);
    return text.cost === this.percent(0) ? "" : _("Cost {cost}", text);
  }

  /**
   * Return the decisions of a seat, or of all.
   * @param {number} [seat]
   * @returns {PlayedDecision[]}
   */
  decisions(seat) {
    return this.review.turns
      .filter((turn) => seat === undefined || turn.seat === seat)
      .flatMap((turn) =>
        turn.decisions.map((decision) => ({
          ...decision,
          seat: turn.seat,
          turn: turnNumber(turn),
        })),
      );
  }

  /** Return the costliest decisions of a seat. @param {number} seat @param {number} max */
  costliest(seat, max) {
    return this.costly(seat)
      .sort((a, b) => b.cost - a.cost)
      .slice(0, max);
  }

  /** Return the decisions of a seat, or of all, with a label, in order. @param {number} [seat] */
  costly(seat) {
    return this.decisions(seat).filter(({ label }) => label !== null);
  }

  /** Return the rolls of any player that helped and hurt a seat most. @param {number} seat */
  extremeRolls(seat) {
    const rolls = this.review.turns.flatMap((turn) =>
      turn.rolls.map((roll) => ({ ...roll, seat: turn.seat, turn: turnNumber(turn) })),
    );
    rolls.sort((a, b) => (b.luck[seat] ?? 0) - (a.luck[seat] ?? 0));
    return { luckiest: rolls[0], unluckiest: rolls.at(-1) };
  }

  /** Return the address of the replay step after a number of events. @param {number} events */
  stepAddress(events) {
    const step = this.replay.frames.slice(0, events + 1).filter(isStep).length;
    const { code, id } = this.game;
    return pageAddress(`/game/${code || "-"}/${encodeURIComponent(id)}?step=${step}`);
  }

  /** Name an action at the time of an event. @param {number} event @param {string} action */
  actionText(event, action) {
    const line = this.replay.frames[event]?.texts?.[action];
    return line ? render(line, this.names) : action;
  }

  /** Say what a decision cost, and what was better. @param {Decision} decision */
  decisionText(decision) {
    return capitalize(this.#sentences(decision)[0] ?? "");
  }

  /** Say why another choice was better; empty if it hardly was. @param {Decision} decision */
  reasonText(decision) {
    return this.#sentences(decision)[1] ?? "";
  }

  /** @param {Decision} decision */
  #sentences({ event }) {
    const lines = this.review.sentences[event] ?? [];
    return lines.map((line) => render(line, this.names, this.percent));
  }

  /** Return the seat given in the URL, or the player's own. */
  seatInAddress() {
    const wanted = Number(new URL(location.href).searchParams.get("seat") ?? Number.NaN);
    return this.names[wanted] === undefined ? (this.game.seats[0] ?? 0) : wanted;
  }

  /** @param {Roll & {seat: number}} roll @param {number} seat whose luck is shown */
  rollText(roll, seat) {
    const name = this.names[roll.seat] ?? "";
    const dice = diceNames(parseDice(roll.roll));
    return _("{name} rolls {dice}: {luck}", {
      name,
      dice,
      luck: this.signed(roll.luck[seat] ?? 0),
    });
  }

  /**
   * Describe how well a seat played, compared with the others.
   * @param {number} seat
   * @param {boolean} isYou
   */
  comparison(seat, isYou) {
    const given = this.review.seats.map((sums) => sums.given_away);
    const own = percentage(given[seat] ?? 0);
    const rivals = given.map((cost, rival) => ({ cost, rival })).filter((r) => r.rival !== seat);
    const best = rivals.reduce(
      (a, b) => (b.cost < a.cost ? b : a),
      rivals[0] ?? { cost: 0, rival: 0 },
    );
    const [name, other] = [this.names[seat] ?? "", this.names[best.rival] ?? ""];
    if (own === percentage(best.cost))
      return isYou
        ? _("You played as well as {name}.", { name: other })
        : _("{name} played as well as {other}.", { name, other });
    if ((given[seat] ?? 0) > best.cost)
      return isYou
        ? _("{name} played better than you.", { name: other })
        : _("{name} played better than {other}.", { name: other, other: name });
    if (rivals.length > 1)
      return isYou ? _("You played best of all.") : _("{name} played best of all.", { name });
    return isYou
      ? _("You played better than {name}.", { name: other })
      : _("{name} played better than {other}.", { name, other });
  }
}

/** Return the number of a turn, which is the same for all seats. @param {{label: string}} turn */
export function turnNumber({ label }) {
  return Number.parseInt(label, 10);
}
