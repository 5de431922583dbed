/** A reviewed game: luck and skill, the key moments, the win chances, and every turn. */

import { parseDice } from "../board/position.js";
import { dieSvg, iconSvg, playerSvg } from "../shared/art.js";
import { make, put } from "../shared/dom.js";
import { _, interpolate, LABELS, ngettext, QUESTIONS } from "../shared/i18n.js";
import { render, renderAll } from "../shared/lines.js";
import { sum } from "../shared/number-format.js";
import { pageAddress } from "../shared/site.js";
import { rulesTitle } from "../shared/table-settings.js";
import { ChanceChart } from "./chance-chart.js";
import { turnNumber } from "./reviewed-game.js";
import { Waterfall } from "./waterfall.js";

/** @import { ReviewedDecision as Decision, ReviewedRoll as Roll } from "../shared/messages.js" */
/** @import { ReviewedTurn as Turn } from "../shared/messages.js" */
/** @import { ReviewedGame } from "./reviewed-game.js" */

const MAX_COSTLY = 3;

export class ReviewPanel extends HTMLElement {
  #seat = 0;
  #own = make("div.review-seat-view");
  #chart = new ChanceChart();
  /** @type {ReviewedGame | null} */
  #game = null;

  /** @param {ReviewedGame} game @param {string} [title] */
  show(game, title = _("How did I play?")) {
    this.#game = game;
    this.#seat = game.seatInAddress();
    put(
      this,
      this.#head(game, title),
      this.#own,
      make(
        "section.panel.card.review-chart",
        make("h2", _("Win chances from turn to turn")),
        make("p.explanation", _("Choose a point to go to that moment in the replay.")),
        this.#chart,
      ),
      make(
        "section.panel.card",
        make("h2", _("Every turn")),
        make("p.explanation", _("Luck and cost are for the player whose turn it is.")),
        make("ol.review-turns", ...game.review.turns.map((turn) => turnOf(game, turn))),
      ),
    );
    this.#chart.show(game);
    this.#showSeat(this.#seat);
  }

  /** @param {ReviewedGame} game @param {string} title */
  #head(game, title) {
    const winners = game.game.winners.map((seat) => game.names[seat] ?? "").join(", ");
    const summary = [rulesTitle(game.game.rules), _("won by {names}", { names: winners })];
    const replay = make("a", { href: game.stepAddress(0) }, _("Watch the replay"));
    return make(
      "header.review-head",
      make("h1", { tabindex: "-1" }, title),
      make("p", summary.join(" · "), " · ", replay),
      this.#seats(game),
    );
  }

  /** @param {ReviewedGame} game */
  #seats(game) {
    const choices = game.names.map((name, seat) => {
      const input = make("input", { type: "radio", name: "seat", value: seat });
      input.checked = seat === this.#seat;
      input.addEventListener("change", () => this.#showSeat(seat));
      return make("label.review-seat", input, playerSvg(game.replay.seats, seat), name);
    });
    return make("fieldset.review-seats.wrap", make("legend", _("Player")), ...choices);
  }

  /** Show the game from the point of view of a seat. @param {number} seat */
  #showSeat(seat) {
    const game = this.#game;
    if (!game?.review.seats[seat]) return;
    this.#seat = seat;
    const address = new URL(location.href);
    address.searchParams.set("seat", String(seat));
    history.replaceState(history.state, "", address);
    const isYou = game.game.seats.includes(seat);
    put(
      this.#own,
      answersOf(game, seat, isYou),
      !game.review.is_rough && sumsOf(game, seat, isYou),
      make(
        "section.panel.card",
        make("h2", _("What mattered most")),
        !game.review.is_rough && this.#costliest(game, seat),
        rollsOf(game, seat, isYou),
      ),
    );
    this.#chart.showSeat(seat);
  }

  /** @param {ReviewedGame} game @param {number} seat */
  #costliest(game, seat) {
    const decisions = game.costliest(seat, MAX_COSTLY);
    const questions = game.costly(seat).length;
    const address = pageAddress(`/review/${encodeURIComponent(game.game.id)}/try?seat=${seat}`);
    return make(
      "div",
      make("h3", _("The costliest decisions")),
      decisions.length === 0 && make("p", _("No decision cost 1% of a win or more.")),
      make(
        "ol.review-moments",
        ...decisions.map((decision) => make("li", momentOf(game, decision, decision.turn))),
      ),
      questions > 0 &&
        make(
          "p.link-row",
          make(
            "a.button.primary",
            { href: address },
            iconSvg("undo"),
            ngettext(
              "Try {count} costly decision again",
              "Try {count} costly decisions again",
              questions,
            ),
          ),
        ),
    );
  }
}

/**
 * Show the rolls of any player that helped and hurt a seat most.
 * @param {ReviewedGame} game
 * @param {number} seat
 * @param {boolean} isYou
 */
function rollsOf(game, seat, isYou) {
  const { luckiest, unluckiest } = game.extremeRolls(seat);
  if (!luckiest || !unluckiest) return false;
  const name = game.names[seat] ?? "";
  const rolls = [
    {
      title: isYou ? _("Luckiest roll for you") : _("Luckiest roll for {name}", { name }),
      roll: luckiest,
    },
    {
      title: isYou ? _("Unluckiest roll for you") : _("Unluckiest roll for {name}", { name }),
      roll: unluckiest,
    },
  ];
  return make(
    "dl.review-rolls",
    ...rolls.map(({ title, roll }) =>
      make(
        "div",
        make("dt", title),
        make(
          "dd",
          dice(roll.roll),
          make(
            "a",
            { href: game.stepAddress(roll.event + 1) },
            _("Turn {turn}: {name}", { turn: roll.turn, name: game.names[roll.seat] ?? "" }),
          ),
          " ",
          make("strong", game.signed(roll.luck[seat] ?? 0)),
        ),
      ),
    ),
  );
}

/**
 * Answer the questions that a player asks first.
 * @param {ReviewedGame} game
 * @param {number} seat
 * @param {boolean} isYou
 */
function answersOf(game, seat, isYou) {
  const { answers, is_rough: isRough } = game.review;
  const { luck = [], mistake = [], lesson = [] } = answers?.[seat] ?? {};
  // Reviews stored by earlier versions have no answers.
  if (luck.length === 0 && !isRough) return false;
  const name = game.names[seat] ?? "";
  const questions = [
    { lines: luck, own: _("Was I lucky?"), other: QUESTIONS["luck"] },
    { lines: mistake, own: _("Where did I go wrong?"), other: QUESTIONS["mistake"] },
    { lines: lesson, own: _("What should I learn?"), other: QUESTIONS["lesson"] },
  ].filter(({ lines }) => lines.length > 0);
  return make(
    "section.panel.card.review-answers",
    ...questions.flatMap(({ lines, own, other = "" }) => [
      make("h2", isYou ? own : interpolate(other, { name })),
      make("p", renderAll(lines, game.names)),
    ]),
    isRough && make("p.explanation", render(["estimate", {}], [])),
  );
}

/**
 * Show the parts that add up to the result of a seat. Those of an estimate would be its errors.
 * @param {ReviewedGame} game
 * @param {number} seat
 * @param {boolean} isYou
 */
function sumsOf(game, seat, isYou) {
  const waterfall = new Waterfall();
  const sums = game.review.seats[seat];
  if (sums) waterfall.show(sums, isYou);
  return make(
    "section.panel.card",
    make("h2", _("From the start to the result")),
    make("p.review-verdict", game.comparison(seat, isYou)),
    waterfall,
    make("p.explanation", _("The small print: the estimates of the turns do not add up exactly.")),
  );
}

/**
 * Draw a decision with its label, the better choice, the reason, and a link to the replay.
 * @param {ReviewedGame} game
 * @param {Decision} decision
 * @param {number} turn
 */
function momentOf(game, decision, turn) {
  const { label, event } = decision;
  const reason = game.reasonText(decision);
  return make(
    "div",
    { class: `moment${label === null ? "" : ` is-${label}`}` },
    label !== null && make("span.moment-label", LABELS[label] ?? label),
    make("a.moment-turn", { href: game.stepAddress(event) }, _("Turn {turn}", { turn })),
    make("p", game.decisionText(decision)),
    reason !== "" && make("p.moment-reason", reason),
  );
}

/**
 * Draw a decision that cost almost nothing.
 * @param {ReviewedGame} game
 * @param {Decision} decision
 */
function choiceOf(game, decision) {
  return make(
    "div.step-choice",
    make("a", { href: game.stepAddress(decision.event) }, game.decisionText(decision)),
    decision.by_stand_in && make("span.explanation", " ", _("A bot decided this.")),
  );
}

/** @param {string} roll */
function dice(roll) {
  const drawn = parseDice(roll).map((die) => dieSvg(die.face, { golden: die.isGolden }));
  return make("span.review-dice", { "aria-hidden": "true" }, ...drawn);
}

/**
 * Draw one turn: how it ended and, when opened, all its steps.
 * @param {ReviewedGame} game
 * @param {Turn} turn
 */
function turnOf(game, turn) {
  const luck = sum(turn.rolls.map((roll) => roll.luck[turn.seat] ?? 0));
  const own = turn.decisions.filter((decision) => !decision.by_stand_in);
  const cost = sum(own.map((decision) => decision.cost));
  const worst = ["blunder", "mistake", "inaccuracy"].find((label) =>
    own.some((decision) => decision.label === label),
  );
  const details = make(
    "details.review-turn",
    make(
      "summary",
      make("span.turn-label", String(turnNumber(turn))),
      make("span.turn-chicken", playerSvg(game.replay.seats, turn.seat)),
      make("span.turn-end", endOf(game, turn)),
      worst !== undefined &&
        make("span", { class: `moment-label is-${worst}` }, LABELS[worst] ?? worst),
      make(
        "span.turn-figures",
        make("span", _("Luck {luck}", { luck: game.signed(luck) })),
        game.costText(cost) !== "" && make("span", game.costText(cost)),
      ),
    ),
  );
  // A long game has thousands of steps: those of a turn are drawn when it is opened.
  details.addEventListener("toggle", () => {
    if (details.childElementCount === 1) details.append(stepsOf(game, turn));
  });
  return make("li", details);
}

/** @param {ReviewedGame} game @param {Turn} turn */
function endOf(game, turn) {
  const end = game.replay.frames.find((frame) => frame.turn === turn.label && frame.ended);
  const [line] = end?.lines ?? [];
  return line ? render(line, game.names) : (game.names[turn.seat] ?? "");
}

/** @param {ReviewedGame} game @param {Turn} turn */
function stepsOf(game, turn) {
  const rolls = turn.rolls.map((roll) => ({ event: roll.event, shown: rollOf(game, turn, roll) }));
  const decisions = turn.decisions
    .filter(({ choices }) => choices.length > 1)
    .map((decision) => ({
      event: decision.event,
      shown:
        decision.label === null
          ? choiceOf(game, decision)
          : momentOf(game, decision, turnNumber(turn)),
    }));
  const steps = [...rolls, ...decisions].sort((a, b) => a.event - b.event);
  return make("ol.review-steps", ...steps.map(({ shown }) => make("li", shown)));
}

/** @param {ReviewedGame} game @param {Turn} turn @param {Roll} roll */
function rollOf(game, turn, roll) {
  return make(
    "div.step-roll",
    dice(roll.roll),
    make(
      "a",
      { href: game.stepAddress(roll.event + 1) },
      game.rollText({ ...roll, seat: turn.seat }, turn.seat),
    ),
  );
}

customElements.define("pm-review", ReviewPanel);
