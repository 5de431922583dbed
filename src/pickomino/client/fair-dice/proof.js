/** Shows how far this browser can vouch for the dice of a game, or an alarm. */

import { iconSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { evidenceOf } from "./evidence.js";
import { missingEvidence, verifyWithEvidence } from "./verify.js";

/** @import { Replay } from "../shared/messages.js" */
/** @import { Verification } from "./verify.js" */

/**
 * Verify the dice of a game with the evidence of this browser, and explain the result.
 * @param {Replay} replay as the server sends it now
 */
export function proofOf(replay) {
  const evidence = evidenceOf(replay.game_id);
  const verification = verifyWithEvidence(replay, evidence);
  if (verification.problem) return [problemOf(verification), explanationOf(replay)];
  const missing = missingEvidence(replay, evidence);
  const { rolls } = verification;
  const verdict =
    missing.length === 0
      ? make("p.is-right", iconSvg("check"), verifiedText(rolls))
      : make("p.is-partly", recomputedText(rolls));
  const notes = missing.map((code) => make("p.proof-source", missingEvidenceText(code)));
  return [verdict, ...notes, roundsNote(replay), explanationOf(replay)];
}

/**
 * Return the problem with the dice of a game that this browser contributed to, or null.
 * @param {Replay} replay
 */
export function alarmFor(replay) {
  const evidence = evidenceOf(replay.game_id);
  const verification = evidence && verifyWithEvidence(replay, evidence);
  return verification?.problem ? problemOf(verification) : null;
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

/** @param {Verification} verification */
function problemOf({ problem, wrong }) {
  const text = wrong ? rollText(problem, wrong) : diceProblemText(problem);
  return make("p.has-failed", iconSvg("warning"), text);
}

/** @param {string} problem @param {import("./verify.js").WrongRoll} wrong */
function rollText(problem, { turn, place, found, expected }) {
  const known = { turn, number: place + 1, found, expected };
  return problem === "roll_changed"
    ? _(
        "Turn {turn}: this browser saw {expected} as roll {number}, the record says {found}.",
        known,
      )
    : _("Turn {turn}: roll {number} should be {expected}, the record says {found}.", known);
}

/** @param {string} problem */
function diceProblemText(problem) {
  switch (problem) {
    case "own_number":
      return _("The random number of this browser is not in these dice: they cannot be trusted.");
    case "other_number":
      return _(
        "A random number in these dice is not the one its player was bound to: they cannot be trusted.",
      );
    case "called_silent":
      return _(
        "The server says that this browser did not add to the dice, but it did: this game cannot be trusted.",
      );
    case "wrong_starter":
      return _(
        "The lot fell on a different seat from the one that began: this game cannot be trusted.",
      );
    case "not_revealed":
      return _("The secret is revealed when the game is over.");
    default:
      return _("The secret does not match its fingerprint: these dice cannot be trusted.");
  }
}

/** @param {import("./verify.js").MissingEvidence} code */
function missingEvidenceText(code) {
  switch (code) {
    case "earlier":
      return _(
        "These dice are of an earlier kind: whoever knew the server’s secret could have chosen them.",
      );
    case "no_promise":
      return _(
        "This browser did not see the fingerprint before the first roll: it comes from the server now.",
      );
    case "no_number":
      return _("No random number of this browser is in these dice.");
    case "nobody":
      return _("No player added to these dice: the server alone could have chosen them.");
    case "unseen":
      return _("This browser did not see every roll when it fell.");
  }
}

/** @param {Replay} replay */
function roundsNote({ dice_round: round }) {
  return (
    round > 1 &&
    make(
      "p.proof-source",
      _("The dice were made in round {round}: before that, somebody did not add to them.", {
        round,
      }),
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
        "Before the first roll the server published the fingerprint of a secret, and every player’s browser was bound to a random number before any of them was shown. Each roll follows from the secret and all these numbers, so nobody could choose the dice. Your browser has just computed every roll again.",
      ),
    ),
    make("p.fingerprint", _("Fingerprint: {text}", { text: replay.commitment })),
    make("p.fingerprint", _("Secret: {text}", { text: replay.secret ?? "" })),
  );
}
