/**
 * The page's end of the rooms of this device. A worker runs the same rooms as a server; it starts
 * with the first request, or earlier if a page asks for that.
 */

import { site } from "../shared/site.js";

/** @typedef {import("./worker.js").ToPage} ToPage */
/** @typedef {import("./worker.js").ToWorker} ToWorker */
/** @typedef {{share: number, isReady: boolean, hasFailed: boolean}} Progress */

/** Browsers with Trusted Types accept the worker's address only from this policy. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("pickomino-worker", {
  createScriptURL: (/** @type {string} */ address) => address,
});

/** @type {Worker | null} */
let worker = null;
let lastNumber = 0;
/** @type {Map<number, (response: Response) => void>} */
const requests = new Map();
/** @type {Map<number, RoomSocket>} */
const sockets = new Map();

/**
 * Dispatches `progress` while Python loads, `networks` while a network loads, `loaded` with the
 * address of a file that the bots have loaded, `missing` if a network cannot be loaded, `unkept`
 * when games cannot be stored any more, and `share`, with a detail from 0 to 1, while a long
 * request is being answered.
 */
export const status = new EventTarget();
/** @type {Progress} */
export const progress = { share: 0, isReady: false, hasFailed: false };
/** How much of the networks is loaded, from 0 to 1; null if none is being loaded. */
export const networks = { share: /** @type {number | null} */ (null) };
/** Why games are not kept; empty if they are. */
export const storage = { problem: /** @type {"" | "blocked" | "full"} */ ("") };

/** Start the worker, unless it runs. */
export function startWorker() {
  if (worker || !site) return;
  const address = new URL("worker.js", import.meta.url).href;
  worker = new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", () => fail());
  const runtime = new URL(site.runtime, document.baseURI).href;
  const files = new URL(site.networks, document.baseURI).href;
  post({ type: "start", site: { ...site, runtime, networks: files } });
  void import("./loading.js");
}

/** @param {ToWorker} message */
function post(message) {
  startWorker();
  worker?.postMessage(message);
}

/** @param {ToPage} message */
function receive(message) {
  if (message.type === "progress") {
    Object.assign(progress, { share: message.share, isReady: message.share === 1 });
    status.dispatchEvent(new Event("progress"));
  } else if (message.type === "failed") fail();
  else if (message.type === "networks") {
    networks.share = message.share < 1 ? message.share : null;
    status.dispatchEvent(new Event("networks"));
  } else if (message.type === "unkept") {
    storage.problem = message.reason;
    status.dispatchEvent(new Event("unkept"));
  } else if (message.type === "answer") {
    const { number, code, body } = message;
    requests.get(number)?.(new Response(body, { status: code }));
    requests.delete(number);
  } else if (message.type === "missing") status.dispatchEvent(new Event("missing"));
  else if (message.type === "loaded")
    status.dispatchEvent(new CustomEvent("loaded", { detail: message.address }));
  else if (message.type === "share")
    status.dispatchEvent(new CustomEvent("share", { detail: message.share }));
  else sockets.get(message.socket)?.receive(message);
}

/** Python could not be loaded: every request fails, as without a server. */
function fail() {
  progress.hasFailed = true;
  stopWorker();
  status.dispatchEvent(new Event("progress"));
}

/** Stop what the worker does; open requests fail, and the next one starts it again. */
export function stopWorker() {
  worker?.terminate();
  worker = null;
  for (const answer of requests.values()) answer(Response.error());
  requests.clear();
}

/**
 * Send a request to the rooms, like `fetch`.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function fetchApi(path, init) {
  if (progress.hasFailed) throw new TypeError("Python could not be loaded");
  const { method = "GET", headers = {}, body = "" } = init;
  if (method === "POST" && path === "/api/rooms") keepStorage().catch(() => undefined);
  const { Authorization = "" } = /** @type {Record<string, string>} */ (headers);
  lastNumber += 1;
  const number = lastNumber;
  const token = Authorization.replace("Bearer ", "");
  post({ type: "request", number, method, path, token, body: String(body) });
  const response = await new Promise((resolve) => requests.set(number, resolve));
  if (response.type === "error") throw new TypeError("the worker was stopped");
  return response;
}

/** Ask the browser not to delete games when it needs space. */
async function keepStorage() {
  const { storage: browserStorage } = navigator;
  if (await browserStorage?.persisted()) return;
  await browserStorage?.persist();
}

/** A live connection to a room, which behaves like a WebSocket. */
export class RoomSocket extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  #number;

  /** @param {string} code of the room */
  constructor(code) {
    super();
    lastNumber += 1;
    this.#number = lastNumber;
    sockets.set(this.#number, this);
    post({ type: "open", socket: this.#number, code });
  }

  /** @param {string} text */
  send(text) {
    post({ type: "send", socket: this.#number, text });
  }

  close() {
    if (!sockets.delete(this.#number)) return;
    this.readyState = WebSocket.CLOSED;
    post({ type: "close", socket: this.#number });
  }

  /** @param {Extract<ToPage, {socket: number}>} message */
  receive(message) {
    if (message.type === "opened") {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    } else if (message.type === "message") {
      this.dispatchEvent(new MessageEvent("message", { data: message.text }));
    } else {
      sockets.delete(this.#number);
      this.readyState = WebSocket.CLOSED;
      this.dispatchEvent(new CloseEvent("close", { code: message.code }));
    }
  }
}
