/** Sentences that describe events and actions. */

import { FACES, HEN, SEAT_LETTERS, WORM } from "../shared/constants.js";
import { _, botTitle, ngettext, REACTIONS } from "../shared/i18n.js";
import { diceNames, faceName, placeName, specialistName, wormCount } from "./names.js";
import { countOf, faceOf, ownerOfTop, parseDice, specialistWith, wormsOn } from "./position.js";
import { isDeciding } from "./table-state.js";

/** @import { TableState } from "./table-state.js" */
/** @import { Event, TurnEnded } from "../shared/messages.js" */
/** @import { Position } from "./position.js" */

/**
 * Describe the end of a turn: what was won or why nothing was, what went back and what was turned.
 * @param {TurnEnded} ended
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function describeTurnEnd(ended, names) {
  const lines =
    ended.result === "failed" ? describeFailure(ended, names) : describeSuccess(ended, names);
  for (const { specialist, after } of ended.specialists ?? []) {
    lines.push(
      _("{specialist}: now {place}.", {
        specialist: specialistName(specialist),
        place: placeName(after, names),
      }),
    );
  }
  (ended.bratwurms ?? []).forEach((change, seat) => {
    const name = names[seat] ?? "";
    if (change > 0) lines.push(_("{name} gains a Bratwurm.", { name }));
    if (change < 0) lines.push(_("{name} loses a Bratwurm.", { name }));
  });
  return lines;
}

/** @param {TurnEnded} ended @param {readonly string[]} names */
function describeSuccess({ seat, tile, robbed }, names) {
  const name = names[seat] ?? "";
  if (robbed == null) {
    if (tile == null) return [];
    return [
      _("{name} takes tile {tile} from the grill: {worms}.", {
        name,
        tile,
        worms: wormCount(wormsOn(tile)),
      }),
    ];
  }
  const victim = names[robbed] ?? "";
  if (tile == null)
    return [
      _("{name} takes the Sitting Hen from {robbed}, who keeps the tile.", {
        name,
        robbed: victim,
      }),
    ];
  return [
    _("{name} steals tile {tile} from {robbed}: {worms}.", {
      name,
      tile,
      robbed: victim,
      worms: wormCount(wormsOn(tile)),
    }),
  ];
}

/** @param {TurnEnded} ended @param {readonly string[]} names */
function describeFailure(ended, names) {
  const { seat, reason, total, returned, specialists } = ended;
  const name = names[seat] ?? "";
  /** @type {string[]} */
  const lines = [];
  if (reason === "no_new_symbol")
    lines.push(_("The turn fails: {name} rolled no new symbol.", { name }));
  else if (reason === "no_worm")
    lines.push(_("The turn fails: {name} set aside no worm.", { name }));
  else
    lines.push(
      _("The turn fails: {name} can claim nothing with {total}.", { name, total: total ?? 0 }),
    );
  const hasLostHen = (specialists ?? []).some(
    (move) => move.specialist === HEN && move.before === seat,
  );
  if (returned != null) lines.push(_("Tile {tile} goes back to the grill.", { tile: returned }));
  else if (hasLostHen) lines.push(_("{name} loses the Sitting Hen.", { name }));
  else lines.push(_("No tile goes back."));
  const turned = turnedTiles(ended);
  if (turned.length === 0) lines.push(_("No tile is turned."));
  for (const tile of turned) lines.push(_("Tile {tile} is turned face down.", { tile }));
  return lines;
}

/**
 * Return the tiles that a failure turns over: under some rules both the returned and the highest.
 * @param {Pick<TurnEnded, "turned" | "also_turned">} ended
 */
export function turnedTiles({ turned, also_turned }) {
  return [turned, also_turned].filter((tile) => tile != null);
}

/**
 * Describe what a claim would win.
 * @param {Position} position
 * @param {string} action `t25` or `s26`
 * @param {readonly string[]} names
 */
export function claimText(position, action, names) {
  const tile = Number(action.slice(1));
  if (action.startsWith("t")) return _("take tile {tile}", { tile });
  const owner = ownerOfTop(position, tile);
  const name = names[owner] ?? "";
  if (specialistWith(position, owner) === HEN)
    return _("take the Sitting Hen from {name}", { name });
  return _("steal tile {tile} from {name}", { tile, name });
}

/**
 * Describe what stopping with nothing would cost.
 * @param {Pick<TableState, "failure">} state
 */
export function failureText({ failure }) {
  const { returned, specialist } = failure ?? {};
  const lines = [_("There is nothing to win now: the turn would fail.")];
  if (returned != null)
    lines.push(_("Tile {tile} would go back to the grill.", { tile: returned }));
  for (const tile of turnedTiles(failure ?? {})) {
    lines.push(_("Tile {tile} would be turned face down.", { tile }));
  }
  if (specialist != null) {
    lines.push(_("You would lose: {specialist}.", { specialist: specialistName(specialist) }));
  }
  return lines.join(" ");
}

/**
 * Name an action, for buttons and the coach.
 * @param {Position} position
 * @param {string} action
 * @param {readonly string[]} names
 */
export function actionText(position, action, names) {
  const kind = action[0];
  if (kind === "k") {
    const face = faceOf(action.slice(1));
    const count = countOf(position.rolled, face);
    return face === WORM
      ? ngettext("set aside {count} worm", "set aside {count} worms", count)
      : ngettext(
          "set aside {count} die with {symbol}",
          "set aside {count} dice with {symbol}",
          count,
          { symbol: faceName(face) },
        );
  }
  if (kind === "r") return _("roll on");
  if (kind === "q") return _("stop with nothing");
  if (kind === "z") return _("Weasel: roll these dice again");
  if (kind === "b")
    return _("take a Bratwurm from {name}", {
      name: names[SEAT_LETTERS.indexOf(action[1] ?? "a")] ?? "",
    });
  return claimText(position, action, names);
}

/** Return what the player is asked to do. @param {TableState} state */
export function hintText(state) {
  const { legal } = state;
  if (state.rollAnimation?.isInHand) return _("Press to roll, or hold to shake.");
  if (!state.isSettled) return "";
  if (legal.some((action) => action.startsWith("b")))
    return _("The Raven is hungry: whose Bratwurm do you take?");
  if (legal.some((action) => action.startsWith("k"))) return _("Choose a symbol to set aside.");
  if (legal.includes("z")) return _("Only the Weasel can help now.");
  if (legal.includes("r") && state.claims.length > 0) return _("Stop now, or dare to roll on?");
  if (legal.includes("q")) return _("Nothing to win yet: roll on.");
  if (legal.length > 0)
    return state.dice_left > 0
      ? _("All six symbols are set aside: take what you won.")
      : _("No dice left: take what you won.");
  if (isDeciding(state)) return _("thinks it over…");
  return "";
}

/**
 * Name the winners, and explain a tie-break.
 * @param {Pick<TableState, "scores" | "winners" | "position" | "names">} state
 */
export function winnerText({ scores, winners, position, names }) {
  const first = winners[0] ?? 0;
  if (winners.length > 1) {
    return _("Shared win: {names}.", {
      names: winners.map((seat) => names[seat] ?? "").join(", "),
    });
  }
  const name = names[first] ?? "";
  if (scores.filter((score) => score === scores[first]).length > 1) {
    return _("{name} wins the tie with the highest tile, {tile}.", {
      name,
      tile: Math.max(...(position.stacks[first] ?? [0])),
    });
  }
  return _("{name} wins.", { name });
}

/**
 * Describe an event in the room that is not part of the game; empty for all other events.
 * @param {Event} event
 * @param {readonly string[]} names
 * @returns {string}
 */
export function describeRoomEvent(event, names) {
  switch (event.type) {
    case "Absent":
      return _("{name} has lost the connection.", { name: names[event.seat] ?? "" });
    case "Returned":
      return _("{name} is back.", { name: names[event.seat] ?? "" });
    case "TakenOver":
      return standInText(event.reason, event.bot, names[event.seat] ?? "");
    case "Voted":
      return _("{name} votes to remove {other}.", {
        name: names[event.by] ?? "",
        other: names[event.seat] ?? "",
      });
    case "TakenBack":
      return _("{name} has taken over from the bot.", { name: names[event.seat] ?? "" });
    case "Reacted":
      return _("{name} says: {text}", {
        name: names[event.seat] ?? "",
        text: REACTIONS[event.reaction] ?? event.reaction,
      });
    case "Undone":
      return _("The last move was taken back.");
    case "SeatChanged":
      return event.now.kind === "bot"
        ? standInText(
            event.by === "host" ? "removed" : (event.by ?? ""),
            event.now.bot ?? "",
            names[event.seat] ?? "",
          )
        : "";
    default:
      return "";
  }
}

/**
 * Describe that a bot plays for a person, and why.
 * @param {string} reason
 * @param {string} botName
 * @param {string} name of the person
 */
function standInText(reason, botName, name) {
  const bot = botTitle(botName);
  switch (reason) {
    case "host":
      return _("The host lets {bot} play for {name}.", { bot, name });
    case "removed":
      return _("The host removed {name}: {bot} plays now.", { bot, name });
    case "vote":
      return _("{name} was voted out: {bot} plays now.", { bot, name });
    case "dice":
      return _("{name} did not add to the dice in time: {bot} plays now.", { bot, name });
    default:
      return _("{bot} plays for {name} now.", { bot, name });
  }
}

/** @param {string} roll @param {string} name */
export function rollText(roll, name) {
  return _("{name} rolls {dice}.", { name, dice: diceNames(parseDice(roll)) });
}

/**
 * List the dice set aside in short form: `2 × 5, 3 × worm`.
 * @param {string} text
 */
export function setAsideText(text) {
  const dice = parseDice(text);
  const faces = FACES.filter((face) => countOf(dice, face) > 0);
  const parts = faces.map((face) =>
    _("{count} × {symbol}", { count: countOf(dice, face), symbol: faceName(face) }),
  );
  return parts.join(", ");
}
