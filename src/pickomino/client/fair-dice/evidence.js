/** Stores what servers committed to and which rolls were seen, to verify the dice later. */

import { loadItem, saveItem } from "../shared/storage.js";
import { toHex } from "./sha256.js";
import { evidenceConflict, nonceCommitment, rollKey, rollsIn } from "./verify.js";

/** @import { Command, Event, Frame } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/**
 * The evidence about the dice of one game, from the last round of commitments.
 * @typedef {object} DiceEvidence
 * @property {string} commitment
 * @property {string} rules committed to by the server, as are names, time, round and starter
 * @property {string[]} names
 * @property {string} time empty for dice of version 1
 * @property {number} round
 * @property {string} [starter] a seat's letter or `lot`; empty for the first seat
 * @property {Record<number, string>} nonces drawn by this device, by seat
 * @property {Record<number, "bound" | "given">} taken what the server has confirmed, by seat
 * @property {string[]} bound the nonce commitments of all seats, as far as published
 * @property {Record<string, string>} rolls as they were first seen
 */
/** @typedef {"commit_mismatch" | "own_number" | "other_number" | "called_silent"} Alarm */

const KEY = "pickomino.dice";
const MAX_GAMES = 30;

/** Return the evidence about each game, oldest first. @returns {[string, DiceEvidence][]} */
function storedEvidence() {
  return loadItem(KEY, []);
}

/**
 * Return the evidence about a game, or null if this device did not contribute to its dice.
 * @param {string} gameId
 * @returns {DiceEvidence | null}
 */
export function evidenceOf(gameId) {
  return storedEvidence().find(([id]) => id === gameId)?.[1] ?? null;
}

/** @param {string} gameId @param {DiceEvidence} evidence */
function saveEvidence(gameId, evidence) {
  const others = storedEvidence().filter(([id]) => id !== gameId);
  saveItem(KEY, [...others, [gameId, evidence]].slice(-MAX_GAMES));
}

/**
 * Return the nonce of a seat, drawing one if needed; this also works on insecure origins.
 * @param {DiceEvidence} evidence
 * @param {number} seat
 */
function nonceOf(evidence, seat) {
  const nonce = evidence.nonces[seat] ?? toHex(crypto.getRandomValues(new Uint8Array(32)));
  evidence.nonces[seat] = nonce;
  return nonce;
}

/** @param {View} view @returns {DiceEvidence} */
function newEvidence(view) {
  return {
    commitment: view.commitment,
    rules: view.settings.rules,
    names: view.names,
    time: view.dice_time,
    round: view.dice_round,
    starter: view.dice_starter,
    nonces: {},
    taken: {},
    bound: [],
    rolls: {},
  };
}

/** Contributes nonces for the seats of this device, and checks that the server uses them. */
export class DiceWatcher {
  /** Commands that have been sent. @type {Set<string>} */
  #sent = new Set();
  #send;
  #onAlarm;

  /**
   * @param {(command: Command) => Promise<boolean>} send
   * @param {(alarm: Alarm) => void} onAlarm
   */
  constructor(send, onAlarm) {
    this.#send = send;
    this.#onAlarm = onAlarm;
  }

  /**
   * @param {View} view
   * @param {readonly Event[]} events that led to the view
   * @param {readonly Frame[]} frames of the current game
   */
  follow(view, events, frames) {
    if (!view.commitment) return;
    const evidence = evidenceOf(view.game_id);
    if (evidence && this.#isFalselySilent(view, events, evidence)) this.#onAlarm("called_silent");
    if (view.phase === "nonces") this.#contribute(view, evidence);
    else if (evidence) this.#compare(view.game_id, frames, evidence);
  }

  /** @param {View} view @param {DiceEvidence | null} known */
  #contribute(view, known) {
    const isOld = known !== null && view.dice_round <= known.round;
    if (isOld && view.commitment !== known.commitment) {
      this.#onAlarm("commit_mismatch");
      return;
    }
    const evidence = isOld ? known : newEvidence(view);
    evidence.bound = view.nonce_commitments;
    if (isOld) saveEvidence(view.game_id, evidence);
    for (const seat of view.commitments_wanted) this.#commitNonce(view.game_id, seat, evidence);
    for (const seat of view.nonces_wanted) this.#revealNonce(view, seat, evidence);
  }

  /** @param {string} gameId @param {number} seat @param {DiceEvidence} evidence */
  #commitNonce(gameId, seat, evidence) {
    const nonce = nonceOf(evidence, seat);
    saveEvidence(gameId, evidence);
    const commitment = nonceCommitment(evidence.commitment, seat, nonce);
    this.#sendOnce({ type: "CommitNonce", seat, commitment }, gameId, evidence, "bound");
  }

  /** @param {View} view @param {number} seat @param {DiceEvidence} evidence */
  #revealNonce(view, seat, evidence) {
    const nonce = nonceOf(evidence, seat);
    const bound = nonceCommitment(evidence.commitment, seat, nonce);
    if (view.dice_time !== "" && view.nonce_commitments[seat] !== bound) {
      // Committed by another tab or device with this seat, unless the server has confirmed ours.
      if (evidence.taken[seat]) this.#onAlarm("own_number");
      return;
    }
    saveEvidence(view.game_id, evidence);
    this.#sendOnce({ type: "GiveNonce", seat, nonce }, view.game_id, evidence, "given");
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

  /** @param {string} gameId @param {readonly Frame[]} frames @param {DiceEvidence} evidence */
  #compare(gameId, frames, evidence) {
    const start = frames[0]?.event;
    const isWhole = start?.type === "GameStarted";
    if (isWhole) {
      const { commitment = "", nonces = [] } = start;
      const problem = evidenceConflict({ commitment, nonces }, evidence);
      if (problem) this.#onAlarm(/** @type {Alarm} */ (problem));
    }
    const rolls = rollsIn(frames);
    const cut = isWhole ? "" : rolls[0]?.turn;
    const fresh = rolls.filter((roll) => roll.turn !== cut && !evidence.rolls[rollKey(roll)]);
    if (fresh.length === 0) return;
    for (const seen of fresh) evidence.rolls[rollKey(seen)] = seen.roll;
    saveEvidence(gameId, evidence);
  }

  /**
   * Return whether the server claims that a seat of this device did not contribute in time, even
   * though the server has confirmed the contribution.
   * @param {View} view
   * @param {readonly Event[]} events
   * @param {DiceEvidence} evidence
   */
  #isFalselySilent(view, events, evidence) {
    return events.some((event) => {
      if (event.type !== "TakenOver" || event.reason !== "dice") return false;
      const { seat } = event;
      const taken = view.seats[seat]?.is_yours && evidence.taken[seat];
      const isShown = events.some(
        (other) => other.type === "NonceCommitted" && other.seat === seat,
      );
      return taken === "given" || (taken === "bound" && !evidence.bound[seat] && !isShown);
    });
  }
}
