/** What servers promised about their dice, kept by this device to hold them to their word. */

import { keep, recall } from "../shared/storage.js";
import { toHex } from "./sha256.js";
import { brokenPromise, nonceCommitment, rollKey, rollsIn } from "./verify.js";

/** @import { Command, Event, Frame } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/**
 * Of one game, in the last of its rounds.
 * @typedef {object} DicePromise
 * @property {string} commitment
 * @property {string} rules with all that follows, what the server committed to
 * @property {string[]} names
 * @property {string} time empty for dice of version 1
 * @property {number} round
 * @property {string} [starter] who begins: a seat's letter or `lot`; nothing for the first seat
 * @property {Record<number, string>} nonces drawn by this device, by seat
 * @property {Record<number, "bound" | "given">} taken what the server has confirmed of them
 * @property {string[]} bound what all are bound to, as far as it was shown
 * @property {Record<string, string>} rolls as they were first seen
 */
/** @typedef {"commit_mismatch" | "own_number" | "other_number" | "called_silent"} Alarm */

const PROMISES = "pickomino.dice";
const MOST_PROMISES = 30;

/** The oldest first. @returns {[string, DicePromise][]} */
function promises() {
  return recall(PROMISES, []);
}

/**
 * What was promised for a game, or nothing where this device did not add to its dice.
 * @param {string} gameId
 * @returns {DicePromise | null}
 */
export function promiseOf(gameId) {
  return promises().find(([id]) => id === gameId)?.[1] ?? null;
}

/**
 * @param {string} gameId
 * @param {DicePromise} promise
 */
function keepPromise(gameId, promise) {
  const others = promises().filter(([id]) => id !== gameId);
  keep(PROMISES, [...others, [gameId, promise]].slice(-MOST_PROMISES));
}

/**
 * The nonce of a seat; this works on insecure origins too.
 * @param {DicePromise} promise
 * @param {number} seat
 */
function drawn(promise, seat) {
  const nonce = promise.nonces[seat] ?? toHex(crypto.getRandomValues(new Uint8Array(32)));
  promise.nonces[seat] = nonce;
  return nonce;
}

/** @param {View} view @returns {DicePromise} */
function promiseIn(view) {
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

/** Adds to the dice of a room for the own seats, and watches what becomes of that. */
export class DiceWatch {
  /** What is on its way. @type {Set<string>} */
  #sent = new Set();
  #send;
  #raise;

  /**
   * @param {(command: Command) => Promise<boolean>} send
   * @param {(alarm: Alarm) => void} raise
   */
  constructor(send, raise) {
    this.#send = send;
    this.#raise = raise;
  }

  /**
   * @param {View} view
   * @param {readonly Event[]} events that led to it
   * @param {readonly Frame[]} frames of the present game
   */
  follow(view, events, frames) {
    if (!view.commitment) return;
    const promise = promiseOf(view.game_id);
    if (promise && this.#isCalledSilent(view, events, promise)) this.#raise("called_silent");
    if (view.phase === "nonces") this.#add(view, promise);
    else if (promise) this.#compare(view.game_id, frames, promise);
  }

  /** @param {View} view @param {DicePromise | null} known */
  #add(view, known) {
    const isOld = known !== null && view.dice_round <= known.round;
    if (isOld && view.commitment !== known.commitment) {
      this.#raise("commit_mismatch");
      return;
    }
    const promise = isOld ? known : promiseIn(view);
    promise.bound = view.nonce_commitments;
    if (isOld) keepPromise(view.game_id, promise);
    for (const seat of view.commitments_wanted) this.#bind(view.game_id, seat, promise);
    for (const seat of view.nonces_wanted) this.#give(view, seat, promise);
  }

  /** @param {string} gameId @param {number} seat @param {DicePromise} promise */
  #bind(gameId, seat, promise) {
    const nonce = drawn(promise, seat);
    keepPromise(gameId, promise);
    const commitment = nonceCommitment(promise.commitment, seat, nonce);
    this.#once({ type: "CommitNonce", seat, commitment }, gameId, promise, "bound");
  }

  /** @param {View} view @param {number} seat @param {DicePromise} promise */
  #give(view, seat, promise) {
    const nonce = drawn(promise, seat);
    const bound = nonceCommitment(promise.commitment, seat, nonce);
    if (view.dice_time !== "" && view.nonce_commitments[seat] !== bound) {
      // Bound by another tab or device of this seat, unless the server has confirmed this one.
      if (promise.taken[seat]) this.#raise("own_number");
      return;
    }
    keepPromise(view.game_id, promise);
    this.#once({ type: "GiveNonce", seat, nonce }, view.game_id, promise, "given");
  }

  /**
   * Send what is not on its way yet, and note that the server has taken it.
   * @param {Extract<Command, {type: "CommitNonce" | "GiveNonce"}>} command
   * @param {string} gameId
   * @param {DicePromise} promise
   * @param {"bound" | "given"} taken
   */
  #once(command, gameId, promise, taken) {
    const { commitment } = promise;
    const key = JSON.stringify([commitment, command]);
    if (this.#sent.has(key)) return;
    this.#sent.add(key);
    const nonce = promise.nonces[command.seat] ?? "";
    void this.#send(command).then((isDone) => {
      const now = promiseOf(gameId);
      if (!isDone) this.#sent.delete(key);
      else if (now?.commitment === commitment) {
        // What the server has taken counts, though another tab may have drawn a nonce meanwhile.
        now.nonces[command.seat] = nonce;
        now.taken[command.seat] = taken;
        keepPromise(gameId, now);
      }
    });
  }

  /** @param {string} gameId @param {readonly Frame[]} frames @param {DicePromise} promise */
  #compare(gameId, frames, promise) {
    const start = frames[0]?.event;
    const isWhole = start?.type === "GameStarted";
    if (isWhole) {
      const { commitment = "", nonces = [] } = start;
      const problem = brokenPromise({ commitment, nonces }, promise);
      if (problem) this.#raise(/** @type {Alarm} */ (problem));
    }
    const rolls = rollsIn(frames);
    const cut = isWhole ? "" : rolls[0]?.turn;
    const news = rolls.filter((roll) => roll.turn !== cut && !promise.rolls[rollKey(roll)]);
    if (news.length === 0) return;
    for (const fallen of news) promise.rolls[rollKey(fallen)] = fallen.roll;
    keepPromise(gameId, promise);
  }

  /**
   * Whether the server says that a seat of this device did not add in time, which it has confirmed.
   * @param {View} view
   * @param {readonly Event[]} events
   * @param {DicePromise} promise
   */
  #isCalledSilent(view, events, promise) {
    return events.some((event) => {
      if (event.type !== "TakenOver" || event.reason !== "dice") return false;
      const { seat } = event;
      const taken = view.seats[seat]?.is_yours && promise.taken[seat];
      const isShown = events.some((each) => each.type === "NonceCommitted" && each.seat === seat);
      return taken === "given" || (taken === "bound" && !promise.bound[seat] && !isShown);
    });
  }
}
