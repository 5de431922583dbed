/** What is known of a room: views bring only what differs from the view before, or from nothing. */

/** @import { Room, You } from "./messages.js" */
/** @typedef {import("./messages.js").SeatView & {is_yours: boolean}} Seat */
/** @typedef {Omit<Room, "seats"> & Omit<Required<You>, "seats"> & {seats: Seat[]}} RoomAndYou */
/** @typedef {Required<import("./messages.js").RoomView>} Told */
/** @typedef {Pick<Told, "version" | "phase" | "deadline" | "now" | "highlights">} Moment */
/** @typedef {RoomAndYou & Moment} View a room for whoever holds this device */

/** @type {Required<Omit<You, "seats">>} */
const NOBODY = {
  is_host: false,
  is_your_turn: false,
  legal: [],
  commitments_wanted: [],
  nonces_wanted: [],
  can_undo: false,
  previews: [],
};

/**
 * @param {import("./messages.js").RoomView} told by the server
 * @param {View | null} [before] what was known
 * @returns {View}
 */
export function viewOf(
  { version, phase, room, deadline = null, now = 0, highlights = null, you = {} },
  before,
) {
  const known = /** @type {Room} */ (room ?? before);
  const { seats: own = [], ...yours } = you;
  const seats = known.seats.map((seat, index) => ({ ...seat, is_yours: own.includes(index) }));
  return { ...known, ...NOBODY, ...yours, version, phase, deadline, now, highlights, seats };
}
