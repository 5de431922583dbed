/**
 * The live connection to a room. It reconnects with growing delays, requests missed views, and
 * resolves every command with the server's answer or `lost_server`.
 */

import { BAD_HELLO, BAD_TOKEN, PROTOCOL, UNKNOWN_ROOM } from "../shared/constants.js";
import { openSocket } from "../shared/transport.js";

/** @import { Command, Done, Refused, RoomView } from "../shared/messages.js" */
/** @import { Socket } from "../shared/transport.js" */
/** @typedef {"connecting" | "open" | "lost" | "closed"} Status */

const IDLE_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;
const WAKE_TIMEOUT_MS = 2_000;
const BACKOFF_MS = [300, 700, 1_500, 3_000, 5_000, 10_000];
/** Close codes after which reconnecting is pointless. @type {Record<number, string>} */
const FINAL_CODES = { [BAD_HELLO]: "bad_protocol", [UNKNOWN_ROOM]: "unknown_room" };

export class Connection extends EventTarget {
  /** @type {Socket | null} */
  #socket = null;
  /** @type {Map<number, (answer: Done | Refused) => void>} */
  #waiting = new Map();
  #lastId = 0;
  #tries = 0;
  #timer = 0;
  #hasEnded = false;

  /**
   * @param {string} code of the room
   * @param {string | null} token of a seat; null for spectators
   */
  constructor(code, token) {
    super();
    this.code = code;
    this.token = token;
    /** @type {Status} */
    this.status = "connecting";
    /**
     * The last version seen; 0 at first, so that the first view contains all frames of the game.
     */
    this.since = 0;
    /** The digest of the log up to the last version seen. */
    this.digest = "";
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#onVisible();
    });
  }

  open() {
    clearTimeout(this.#timer);
    const socket = openSocket(this.code);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(
        JSON.stringify({ type: "Hello", protocol: PROTOCOL, token: this.token, since: this.since }),
      );
      this.#expectMessage(ANSWER_TIMEOUT_MS);
    });
    socket.addEventListener("message", (event) => this.#onMessage(socket, String(event.data)));
    socket.addEventListener("close", (event) => this.#onClose(socket, event.code));
  }

  close() {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  /**
   * Send a command.
   * @param {Command} command
   * @param {number | null} [expected] version of the room
   * @returns {Promise<Done | Refused>}
   */
  send(command, expected = null) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN || this.status !== "open") {
      return Promise.resolve({ type: "Refused", code: "lost_server", parameters: {}, id: 0 });
    }
    this.#lastId += 1;
    const id = this.#lastId;
    socket.send(JSON.stringify({ command, expected, id }));
    this.#expectMessage(ANSWER_TIMEOUT_MS);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** @param {Socket} socket @param {string} text */
  #onMessage(socket, text) {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text);
    if (message.type === "RoomView") {
      if (!this.#continuesLog(message)) {
        this.dispatchEvent(new Event("log-changed"));
        // What this view leaves out may have changed: connect again, and ask for all.
        [this.since, this.digest] = [0, ""];
        this.#onClose(socket, 0);
        return;
      }
      this.since = message.version;
      this.digest = message.digest ?? "";
      this.#tries = 0;
      this.#setStatus("open");
      this.dispatchEvent(new CustomEvent("view", { detail: message }));
    } else if (message.type === "Done" || message.type === "Refused") {
      if (message.token) this.token = message.token;
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
    this.#expectMessage(this.#waiting.size ? ANSWER_TIMEOUT_MS : IDLE_MS);
  }

  /**
   * Return whether a view continues the log that this page saw.
   * @param {RoomView} view
   */
  #continuesLog({ version, digest = "", digest_before: before = "" }) {
    if (version < this.since) return false;
    if (this.digest === "") return true;
    // A later view of a connection may leave out the digest before it.
    const isLeftOut = before === "" && this.status === "open";
    return digest !== "" && (isLeftOut || before === this.digest);
  }

  /**
   * Expect a message within `timeout`: after a long silence, send a ping; if that fails, reconnect.
   * @param {number} timeout
   */
  #expectMessage(timeout) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (timeout === IDLE_MS && this.#socket?.readyState === WebSocket.OPEN) {
        this.#socket.send(JSON.stringify({ type: "Ping" }));
        this.#expectMessage(ANSWER_TIMEOUT_MS);
      } else this.#onClose(this.#socket, 0);
    }, timeout);
  }

  /** @param {Socket | null} socket @param {number} code */
  #onClose(socket, code) {
    if (socket !== this.#socket || this.#hasEnded) return;
    this.#socket = null;
    clearTimeout(this.#timer);
    socket?.close();
    for (const answer of this.#waiting.values())
      answer({ type: "Refused", code: "lost_server", parameters: {}, id: 0 });
    this.#waiting.clear();
    if (code === BAD_TOKEN && this.token !== null) {
      this.#becomeSpectator(this.token);
      return;
    }
    const reason = FINAL_CODES[code];
    if (reason) {
      this.#hasEnded = true;
      this.#setStatus("closed", reason);
      return;
    }
    this.#setStatus("lost");
    const delay = BACKOFF_MS[Math.min(this.#tries, BACKOFF_MS.length - 1)] ?? 0;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), delay * (0.8 + Math.random() * 0.4));
  }

  /** Continue as a spectator after losing the seat. @param {string} lost token */
  #becomeSpectator(lost) {
    this.token = null;
    this.dispatchEvent(new CustomEvent("unseated", { detail: lost }));
    this.open();
  }

  /** Reconnect or, since a sleeping device loses its connection unnoticed, test the connection. */
  #onVisible() {
    this.#retryNow();
    if (this.status !== "open" || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "Ping" }));
    this.#expectMessage(WAKE_TIMEOUT_MS);
  }

  /** Reconnect immediately: the network is back, or the page became visible. */
  #retryNow() {
    if (this.status === "lost" && !this.#hasEnded && !this.#socket) this.open();
  }

  /** @param {Status} status @param {string} [reason] */
  #setStatus(status, reason = "") {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: { status, reason } }));
  }
}
