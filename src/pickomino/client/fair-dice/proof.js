/** Shows how far this browser can vouch for the dice of a game, or an alarm. */

import { ApiError, refusalText } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { FORMER_PLAYER } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { evidenceOf, saveEvidence } from "./evidence.js";
import { missingEvidence, verifyWithEvidence } from "./verify.js";

/** @import { Replay } from "../shared/messages.js" */
/** @import { Verification } from "./verify.js" */

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** With these errors a server denies a finished game; other errors may be temporary. */
const WITHHELD_CODES = new Set(["not_running", "unknown_game", "unknown_room", "game_deleted"]);
/** Servers keep games at least for this time, unless their players delete them. */
const MIN_KEPT_MS = 86_400_000;

/**
 * Verify the dice of a game with the evidence of this browser, and explain the result.
 * @param {Replay} replay as the server sends it now
 */
export function proofOf(replay) {
  const { dice_room: code = "", dice_game_id: gameId } = replay;
  return proofOfDice(gameId ? { ...replay, code, game_id: gameId } : replay);
}

/** @param {Replay} replay with the room and the game that the commitment names */
function proofOfDice(replay) {
  const evidence = evidenceOf(replay.game_id);
  if (!evidence && replay.names.includes(FORMER_PLAYER)) return [formerPlayerNote()];
  const verification = verifyWithEvidence(replay, evidence);
  if (verification.problem) return [problemOf(verification), explanationOf(replay)];
  const missing = missingEvidence(replay, evidence);
  const { rolls } = verification;
  const verdict =
    missing.length === 0
      ? make("p.is-right", iconSvg("check"), verifiedText(rolls))
      : make("p.is-partly", recomputedText(rolls));
  const notes = missing.map((code) =>
    make("p.proof-source", missingEvidenceText(code, Boolean(replay.dice_game_id))),
  );
  return [verdict, ...notes, roundsNote(replay), explanationOf(replay)];
}

/**
 * Return the problem with a finished game that this browser contributed to; if there is none,
 * note that it has been verified.
 * @param {Replay} replay
 */
export function findProblem(replay) {
  const evidence = evidenceOf(replay.game_id);
  if (!evidence) return null;
  const verification = verifyWithEvidence(replay, evidence);
  if (!verification.problem) {
    saveEvidence(replay.game_id, { ...evidence, hasEnded: true });
    return null;
  }
  const isWithheld = verification.problem === "not_revealed";
  return { ...verification, problem: isWithheld ? "secret_withheld" : verification.problem };
}

/** Return the text of `findProblem`, if there is one. @param {Replay} replay */
export function alarmFor(replay) {
  const problem = findProblem(replay);
  return problem && problemOf(problem);
}

/**
 * Verify an earlier game, which the server must have finished; try again if it does not answer.
 * @param {string} gameId
 * @param {() => Promise<Replay>} load
 * @returns {Promise<import("./evidence.js").Alarm>}
 */
export async function verifyEarlier(gameId, load) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      const problem = findProblem(await load())?.problem ?? "";
      return /** @type {import("./evidence.js").Alarm} */ (problem);
    } catch (error) {
      if (noteDeletion(error, gameId)) return "";
      if (isWithheld(error)) return "secret_withheld";
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Return whether a server denies a finished game. @param {unknown} error */
export function isWithheld(error) {
  return error instanceof ApiError && WITHHELD_CODES.has(error.refused.code);
}

/**
 * Return whether a server may have deleted a game, and note that its dice cannot be checked. A
 * server that could say so at once could drop every game whose dice it dislikes.
 * @param {unknown} error with which the server answered
 * @param {string} gameId
 */
export function noteDeletion(error, gameId) {
  if (!(error instanceof ApiError) || error.refused.code !== "game_deleted") return false;
  const evidence = evidenceOf(gameId);
  if (!evidence || evidence.hasEnded) return true;
  if (Date.now() - evidence.madeAt < MIN_KEPT_MS) return false;
  saveEvidence(gameId, { ...evidence, hasEnded: true, isDeleted: true });
  return true;
}

/** Return that the dice of earlier games could not be checked. @param {number} count */
export function noticeOfDeletions(count) {
  const text = refusalText({ code: "games_deleted", parameters: { count } });
  return make("p.dice-notice", { role: "status" }, text);
}

/** Return that the dice were made without this browser, which is no alarm. */
export function noticeOfAbsence() {
  return make("p.dice-notice", { role: "status" }, missingEvidenceText("no_number"));
}

/** @param {import("./evidence.js").Alarm} code */
export function alarmOf(code) {
  return make("p.dice-alarm", { role: "alert" }, iconSvg("warning"), diceProblemText(code));
}

/** @param {number} rolls */
const verifiedText = (rolls) =>
  ngettext(
    "{count} roll checked: it is as promised.",
    "All {count} rolls checked: every one is as promised.",
    rolls,
  );

/** @param {number} rolls */
const recomputedText = (rolls) =>
  ngettext(
    "{count} roll recomputed: it is right.",
    "{count} rolls recomputed: all are right.",
    rolls,
  );

/** @param {Omit<Verification, "problem"> & {problem: string}} verification */
function problemOf({ problem, wrong }) {
  const text = wrong ? rollText(problem, wrong) : diceProblemText(problem);
  return make("p.has-failed", iconSvg("warning"), text);
}

/** @param {string} problem @param {import("./verify.js").WrongRoll} wrong */
function rollText(problem, { turn, place, found, expected }) {
  const known = { turn, number: place + 1, found, expected };
  return problem === "roll_changed"
    ? _(
        "Turn {turn}: this browser saw {expected} as roll {number}, but the record says {found}.",
        known,
      )
    : _("Turn {turn}: roll {number} should be {expected}, but the record says {found}.", known);
}

/** @param {string} problem */
function diceProblemText(problem) {
  switch (problem) {
    case "own_number":
      return _("The random number of this browser is not in these dice: they cannot be trusted.");
    case "other_number":
      return _(
        "A random number in these dice is not the one its player had committed to: these dice cannot be trusted.",
      );
    case "called_silent":
      return _(
        "The server says that this browser did not contribute to the dice, but it did: this game cannot be trusted.",
      );
    case "wrong_starter":
      return _("The seat that began is not the one drawn by lot: this game cannot be trusted.");
    case "asked_early":
    case "bad_dice_rounds":
    case "secret_withheld":
    case "game_cut_short":
    case "impossible_turn":
    case "seat_swapped":
      return refusalText({ code: problem });
    case "order_unproven":
      return orderText();
    case "not_revealed":
      return _("The secret is revealed when the game is over.");
    default:
      return _("The secret does not match its fingerprint: these dice cannot be trusted.");
  }
}

/** What versions 2 and 3 cannot rule out. */
const orderText = () => refusalText({ code: "order_unproven", parameters: { version: 3 } });

/**
 * @param {import("./verify.js").MissingEvidence} code
 * @param {boolean} [isRecord] whether the game comes from a record
 */
function missingEvidenceText(code, isRecord = false) {
  switch (code) {
    case "earlier":
      return _(
        "These dice are of an earlier kind: whoever knew the server’s secret could have chosen them.",
      );
    case "no_order":
      return orderText();
    case "no_promise":
      if (isRecord)
        return _(
          "This browser did not see the fingerprint before the first roll: it comes with the record.",
        );
      return _(
        "This browser did not see the fingerprint before the first roll: it comes from the server now.",
      );
    case "no_number":
      return _("This browser contributed no random number to these dice.");
    case "nobody":
      return _("No player contributed to these dice: the server alone could have chosen them.");
    case "unseen":
      return _("This browser did not see every roll when it fell.");
  }
}

/** The fingerprint covers the names, and this browser has not kept them. */
function formerPlayerNote() {
  return make(
    "p.proof-source",
    _("These dice can no longer be checked, because a player has deleted their name."),
  );
}

/** @param {Replay} replay */
function roundsNote({ dice_round: round }) {
  return (
    round > 1 &&
    make(
      "p.proof-source",
      _(
        "The dice are from round {round}: in earlier rounds, a player did not contribute to them.",
        { round },
      ),
    )
  );
}

/** @param {Replay} replay */
function explanationOf(replay) {
  return make(
    "details",
    make("summary", _("How it works")),
    make(
      "p",
      _(
        "Before the first roll the server published the fingerprint of a secret, and every player’s browser had committed to a random number before any of them was shown. Each roll follows from the secret and all these numbers, so nobody could choose the dice. Your browser has just computed every roll again.",
      ),
    ),
    make("p.fingerprint", _("Fingerprint: {text}", { text: replay.commitment })),
    make("p.fingerprint", _("Secret: {text}", { text: replay.secret ?? "" })),
  );
}
