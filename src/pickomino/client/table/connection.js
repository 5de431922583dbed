/**
 * The live connection to a room. It reconnects by itself with growing pauses, asks for what was
 * missed, and answers every command: by the server's word, or `lost_server`.
 */

import { BAD_HELLO, BAD_TOKEN, PROTOCOL, UNKNOWN_ROOM } from "../shared/constants.js";

/** @import { Command, Done, Refused } from "../shared/messages.js" */
/** @typedef {"connecting" | "open" | "lost" | "closed"} Status */

const QUIET_MS = 15_000;
const ANSWER_MS = 5_000;
const PAUSES_MS = [300, 700, 1_500, 3_000, 5_000, 10_000];
/** Closed for good: trying again would change nothing. @type {Record<number, string>} */
const FINAL = { [BAD_HELLO]: "bad_protocol", [UNKNOWN_ROOM]: "unknown_room" };

export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, (answer: Done | Refused) => void>} */
  #waiting = new Map();
  #lastId = 0;
  #tries = 0;
  #timer = 0;
  #hasEnded = false;

  /**
   * @param {string} code of the room
   * @param {string | null} token of a seat, none to watch
   */
  constructor(code, token) {
    super();
    this.code = code;
    this.token = token;
    /** @type {Status} */
    this.status = "connecting";
    /** The version seen last; from 0, so that the log of the game comes with the first view. */
    this.since = 0;
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#now();
    });
  }

  open() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.code)}/live`,
    );
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(
        JSON.stringify({ type: "Hello", protocol: PROTOCOL, token: this.token, since: this.since }),
      );
      this.#listen(ANSWER_MS);
    });
    socket.addEventListener("message", (event) => this.#heard(socket, String(event.data)));
    socket.addEventListener("close", (event) => this.#closed(socket, event.code));
  }

  close() {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  /**
   * Send a command made for a version of the room.
   * @param {Command} command
   * @param {number | null} [expected]
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
    this.#listen(ANSWER_MS);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** @param {WebSocket} socket @param {string} text */
  #heard(socket, text) {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text);
    if (message.type === "RoomView") {
      this.since = message.version;
      this.#tries = 0;
      this.#become("open");
      this.dispatchEvent(new CustomEvent("view", { detail: message }));
    } else if (message.type === "Done" || message.type === "Refused") {
      if (message.token) this.token = message.token;
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
    this.#listen(this.#waiting.size ? ANSWER_MS : QUIET_MS);
  }

  /**
   * Expect to hear something; when it is quiet for long, ask; when nothing comes, connect anew.
   * @param {number} wait
   */
  #listen(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (wait === QUIET_MS && this.#socket?.readyState === WebSocket.OPEN) {
        this.#socket.send(JSON.stringify({ type: "Ping" }));
        this.#listen(ANSWER_MS);
      } else this.#closed(this.#socket, 0);
    }, wait);
  }

  /** @param {WebSocket | null} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket || this.#hasEnded) return;
    this.#socket = null;
    clearTimeout(this.#timer);
    socket?.close();
    for (const answer of this.#waiting.values())
      answer({ type: "Refused", code: "lost_server", parameters: {}, id: 0 });
    this.#waiting.clear();
    if (code === BAD_TOKEN && this.token !== null) {
      this.#watch(this.token);
      return;
    }
    const reason = FINAL[code];
    if (reason) {
      this.#hasEnded = true;
      this.#become("closed", reason);
      return;
    }
    this.#become("lost");
    const pause = PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)] ?? 0;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), pause * (0.8 + Math.random() * 0.4));
  }

  /** A seat is lost: whoever held it may watch, and sit down again. @param {string} lost */
  #watch(lost) {
    this.token = null;
    this.dispatchEvent(new CustomEvent("unseated", { detail: lost }));
    this.open();
  }

  /** Try at once: the network is back, or somebody looks. */
  #now() {
    if (this.status === "lost" && !this.#hasEnded && !this.#socket) this.open();
  }

  /** @param {Status} status @param {string} [reason] */
  #become(status, reason = "") {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: { status, reason } }));
  }
}
