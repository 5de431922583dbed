/** Contributes to the dice of an online game, and checks what the server does with them. */

import { MAX_FRAMES } from "../shared/constants.js";
import {
  evidenceOf,
  findBreak,
  hasSwappedSeats,
  newEvidence,
  nonceOf,
  otherGames,
  saveEvidence,
} from "./evidence.js";
import { boundSeats, validRounds } from "./rounds.js";
import { followGame, isUsualStart } from "./turns.js";
import { hasDiceTypes } from "./types.js";
import {
  commitmentOf,
  evidenceConflict,
  evidenceTerms,
  nonceCommitment,
  rollKey,
  rollsIn,
} from "./verify.js";

/** @import { Command, Event, Frame } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/** @import { Alarm, DiceEvidence } from "./evidence.js" */

/**
 * @typedef {object} Reports
 * @property {(alarm: Alarm) => void} onAlarm the server broke its promise
 * @property {(gameId: string) => void} onAbsence no nonce of this browser is in a game's dice
 * @property {(gameId: string, count: number) => void} onDeletions earlier games were deleted before
 *   their dice could be checked
 * @property {(gameId: string) => Promise<Alarm>} verify checks the record of an earlier game
 */

/**
 * Contributes nonces for the seats of this device, and checks that the server uses them.
 * docs/fair-dice.md lists what it checks. After an alarm, it reveals nothing more.
 */
export class DiceWatcher {
  /** Commands that have been sent. @type {Set<string>} */
  #sent = new Set();
  /** Earlier games that are being verified. @type {Set<string>} */
  #verifying = new Set();
  /** Whether the server has shown a lobby or a dice round of a game without practice dice. */
  #isPromised = false;
  #isAlarmed = false;
  /** @type {View | null} */
  #view = null;
  #code;
  #send;
  #reports;

  /**
   * @param {string} code of the room
   * @param {(command: Command) => Promise<boolean>} send
   * @param {Reports} reports
   */
  constructor(code, send, reports) {
    this.#code = code;
    this.#send = send;
    this.#reports = reports;
  }

  /**
   * @param {View} view
   * @param {readonly Event[]} events that led to the view
   * @param {readonly Frame[]} frames of the current game
   */
  follow(view, events, frames) {
    try {
      this.#follow(view, events, frames);
    } catch {
      // A view that cannot be checked must not be the way around the checks.
      this.#raise("bad_dice_rounds");
    }
  }

  /**
   * @param {View} view
   * @param {readonly Event[]} events
   * @param {readonly Frame[]} frames
   */
  #follow(view, events, frames) {
    if (!hasDiceTypes(view)) {
      this.#raise("bad_dice_rounds");
      return;
    }
    this.#view = view;
    const isWaiting = view.phase === "lobby" || view.phase === "nonces";
    const problem = this.#downgrade(view, isWaiting) || this.#problem(view, events, frames);
    if (problem) this.#raise(problem);
    const isChecked = isWaiting || view.commitment === "" || hasOwnNonce(view.game_id);
    // A server could otherwise show a player as a spectator.
    const isPlayer = view.seats.some((seat) => seat.is_yours) || evidenceOf(view.game_id) !== null;
    const deleted = otherGames(view).filter(([, { isDeleted }]) => isDeleted).length;
    if (isPlayer && !isChecked) this.#reports.onAbsence(view.game_id);
    else if (deleted > 0 && !isWaiting) this.#reports.onDeletions(view.game_id, deleted);
    for (const id of unverifiedGames(view)) void this.#verifyEarlier(id);
    this.#contribute(view);
  }

  /** @param {Alarm} alarm */
  #raise(alarm) {
    this.#isAlarmed = true;
    this.#reports.onAlarm(alarm);
  }

  /**
   * Return an alarm if a new game has weaker dice than those of version 4.
   * @param {View} view
   * @param {boolean} isWaiting
   * @returns {Alarm}
   */
  #downgrade(view, isWaiting) {
    const isWeak = view.dice_game === 0 || view.commitment === "";
    if (isWaiting && !view.settings.practice) this.#isPromised = true;
    if (view.phase === "nonces") return isWeak && view.commitment ? "order_unproven" : "";
    if (isWaiting || !isWeak) return "";
    const known = evidenceOf(view.game_id);
    if (known) return known.number ? "order_unproven" : "";
    return this.#isPromised || otherGames(view).length > 0 ? "order_unproven" : "";
  }

  /**
   * @param {View} view
   * @param {readonly Event[]} events
   * @param {readonly Frame[]} frames
   * @returns {Alarm}
   */
  #problem(view, events, frames) {
    if (!view.commitment) return "";
    if (view.code !== this.#code) return "bad_dice_rounds";
    if (otherGames(view).some(([, { number }]) => number >= view.dice_game))
      return "bad_dice_rounds";
    const [known, later] = [evidenceOf(view.game_id), newEvidence(view)];
    if (view.dice_game && !validRounds(later)) return "bad_dice_rounds";
    if (!known) return "";
    if (isFalselySilent(view, events, known)) return "called_silent";
    const problem = (known.number && findBreak(known, later)) || seatProblem(view, known);
    if (problem || view.phase === "nonces") return problem;
    const evidence = known.round === later.round ? known : later;
    evidence.rolls = known.rolls;
    evidence.hasRevealed = known.hasRevealed;
    if (!evidence.isFrozen) evidence.bound = later.bound;
    return compare(view, frames, evidence, evidence !== known);
  }

  /** Verify an earlier game, before adding to other dice. @param {string} gameId */
  async #verifyEarlier(gameId) {
    if (this.#verifying.has(gameId)) return;
    this.#verifying.add(gameId);
    const alarm = await this.#reports.verify(gameId);
    if (alarm) this.#raise(alarm);
    if (this.#view) this.#contribute(this.#view);
  }

  /** @param {View} view */
  #contribute(view) {
    const isAsked = view.phase === "nonces" && view.commitment !== "" && !this.#isAlarmed;
    if (!isAsked || unverifiedGames(view).length > 0) return;
    const known = evidenceOf(view.game_id);
    const isOld = known !== null && known.round === view.dice_round;
    const evidence = isOld ? known : newEvidence(view);
    evidence.hasRevealed = known?.hasRevealed ?? false;
    if (!evidence.isFrozen) evidence.bound = view.nonce_commitments;
    if (isOld) saveEvidence(view.game_id, evidence);
    for (const seat of view.commitments_wanted) this.#commitNonce(view.game_id, seat, evidence);
    if (view.nonces_wanted.length > 0 && boundSeats(evidence.bound) !== evidence.seats) {
      this.#raise("asked_early");
      return;
    }
    for (const seat of view.nonces_wanted) this.#revealNonce(view.game_id, seat, evidence);
  }

  /** @param {string} gameId @param {number} seat @param {DiceEvidence} evidence */
  #commitNonce(gameId, seat, evidence) {
    const nonce = nonceOf(evidence, seat);
    saveEvidence(gameId, evidence);
    const commitment = nonceCommitment(evidence.commitment, seat, nonce);
    this.#sendOnce({ type: "CommitNonce", seat, commitment }, gameId, evidence, "bound");
  }

  /**
   * Freeze all hashes, and reveal a nonce.
   * @param {string} gameId
   * @param {number} seat
   * @param {DiceEvidence} evidence
   */
  #revealNonce(gameId, seat, evidence) {
    const nonce = nonceOf(evidence, seat);
    if (evidence.bound[seat] !== nonceCommitment(evidence.commitment, seat, nonce)) {
      // Committed by another tab or device with this seat, unless the server has confirmed ours.
      if (evidence.taken[seat]) this.#raise("own_number");
      return;
    }
    evidence.isFrozen = true;
    evidence.hasRevealed = true;
    saveEvidence(gameId, evidence);
    this.#sendOnce({ type: "GiveNonce", seat, nonce }, gameId, evidence, "given");
  }

  /**
   * Send a command unless it was already sent, and note when the server has accepted it.
   * @param {Extract<Command, {type: "CommitNonce" | "GiveNonce"}>} command
   * @param {string} gameId
   * @param {DiceEvidence} evidence
   * @param {"bound" | "given"} taken
   */
  #sendOnce(command, gameId, evidence, taken) {
    const { commitment } = evidence;
    const key = JSON.stringify([commitment, command]);
    if (this.#sent.has(key)) return;
    this.#sent.add(key);
    const nonce = evidence.nonces[command.seat] ?? "";
    void this.#send(command).then((isDone) => {
      const now = evidenceOf(gameId);
      if (!isDone) this.#sent.delete(key);
      else if (now?.commitment === commitment) {
        // The accepted nonce counts, even if another tab has drawn one in the meantime.
        now.nonces[command.seat] = nonce;
        now.taken[command.seat] = taken;
        saveEvidence(gameId, now);
      }
    });
  }
}

/**
 * Return an alarm if the server gave this device another seat than the one that added to the dice.
 * @param {View} view
 * @param {DiceEvidence} known
 * @returns {Alarm}
 */
function seatProblem({ seats }, known) {
  const own = seats.flatMap((seat, index) => (seat.is_yours ? [index] : []));
  return hasSwappedSeats(known, own) ? "seat_swapped" : "";
}

/**
 * Return the earlier games of a room that this device has not verified. A server could otherwise
 * drop a game whose dice it dislikes.
 * @param {View} view
 */
function unverifiedGames(view) {
  return otherGames(view).flatMap(([id, { hasRevealed, hasEnded, number }]) =>
    hasRevealed && !hasEnded && number < view.dice_game ? [id] : [],
  );
}

/** @param {string} gameId */
function hasOwnNonce(gameId) {
  const evidence = evidenceOf(gameId);
  return evidence !== null && (evidence.isFrozen || Object.keys(evidence.taken).length > 0);
}

/**
 * Compare the game so far with the evidence, and store its rolls.
 * @param {View} view
 * @param {readonly Frame[]} frames
 * @param {DiceEvidence} evidence
 * @param {boolean} isNew
 * @returns {Alarm}
 */
function compare(view, frames, evidence, isNew) {
  const start = frames[0]?.event;
  const isWhole = start?.type === "GameStarted";
  const { commitment = "", nonces = [] } = isWhole ? start : {};
  /** @type {string} */
  let problem = isWhole ? evidenceConflict({ commitment, nonces }, evidence) : "";
  // The server hides with which nonces the game began.
  if (!isWhole && frames.length > 0 && frames.length < MAX_FRAMES) problem = "bad_dice_rounds";
  if (isWhole && !isPossible(frames, evidence)) problem ||= "impossible_turn";
  const rolls = rollsIn(frames);
  const cut = isWhole ? "" : rolls[0]?.turn;
  const fresh = rolls.filter((roll) => roll.turn !== cut && !evidence.rolls[rollKey(roll)]);
  for (const seen of fresh) evidence.rolls[rollKey(seen)] = seen.roll;
  const isEnd = view.phase === "over" && !evidence.hasEnded;
  if (!problem && isEnd) problem = secretProblem(view.game_id, frames, evidence);
  if (fresh.length > 0) evidence.log = [view.version, view.digest];
  if (isNew || fresh.length > 0) saveEvidence(view.game_id, evidence);
  return /** @type {Alarm} */ (problem);
}

/** @param {readonly Frame[]} frames @param {DiceEvidence} evidence */
function isPossible(frames, { rules, names }) {
  return isUsualStart(frames[0], rules, names.length) && !followGame(frames, rules).broken;
}

/**
 * Return what is wrong with the secret that the server reveals at the end.
 * @param {string} gameId
 * @param {readonly Frame[]} frames
 * @param {DiceEvidence} evidence
 * @returns {Alarm}
 */
function secretProblem(gameId, frames, evidence) {
  const end = frames.find((frame) => frame.event?.type === "GameEnded")?.event;
  const secret = (end?.type === "GameEnded" && end.secret) || "";
  if (!/^[0-9a-f]{64}$/.test(secret)) return "secret_withheld";
  const dice = { ...evidenceTerms(evidence), game_id: gameId, secret };
  return commitmentOf(dice) === evidence.commitment ? "" : "commit_mismatch";
}

/**
 * Return whether the server claims that a seat of this device did not contribute in time, even
 * though the server has confirmed the contribution.
 * @param {View} view
 * @param {readonly Event[]} events
 * @param {DiceEvidence} evidence
 */
function isFalselySilent(view, events, evidence) {
  const known = eventsOfRound(view, events, evidence.round);
  return known.some((event) => {
    if (event.type !== "TakenOver" || event.reason !== "dice") return false;
    const { seat } = event;
    const taken = evidence.taken[seat];
    const isShown = known.some((other) => other.type === "NonceCommitted" && other.seat === seat);
    return taken === "given" || (taken === "bound" && !evidence.bound[seat] && !isShown);
  });
}

/**
 * Return the events that belong to a dice round; each commitment of the server begins another.
 * @param {View} view
 * @param {readonly Event[]} events that led to the view
 * @param {number} round
 */
function eventsOfRound(view, events, round) {
  let number = view.dice_round - events.filter(({ type }) => type === "DiceCommitted").length;
  return events.filter(({ type }) => {
    if (type === "DiceCommitted") number += 1;
    return number === round;
  });
}
