/** Connects pages with their rooms: on a server, or on the static site in a worker. */

import { site } from "./site.js";

/**
 * What a live connection needs of a WebSocket.
 * @typedef {object} Socket
 * @property {WebSocket["addEventListener"]} addEventListener
 * @property {(code?: number) => void} close
 * @property {number} readyState
 * @property {(text: string) => void} send
 */

const offline = site ? await import("../offline/rooms.js") : null;

/** Send a request, like `fetch`. @param {string} path @param {RequestInit} init */
export const fetchApi = (path, init) =>
  offline ? offline.fetchApi(path, init) : fetch(path, init);

/** Open a live connection to a room. @param {string} code @returns {Socket} */
export function openSocket(code) {
  if (offline) return new offline.RoomSocket(code);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(code)}/live`);
}
