/** Keeps the view of a room up to date from messages, which omit what did not change. */

/** @import { Room, You } from "./messages.js" */
/** @typedef {import("./messages.js").SeatView & {is_yours: boolean}} Seat */
/** @typedef {Omit<Room, "seats"> & Omit<Required<You>, "seats"> & {seats: Seat[]}} RoomAndYou */
/** @typedef {Required<import("./messages.js").RoomView>} ViewMessage */
/** @typedef {"version" | "phase" | "deadline" | "now" | "highlights" | "digest"} MomentField */
/** @typedef {Pick<ViewMessage, MomentField>} Moment */
/** @typedef {RoomAndYou & Moment} View a room as the player on this device sees it */

/** @type {Required<Omit<You, "seats">>} */
const SPECTATOR = {
  is_host: false,
  is_your_turn: false,
  legal: [],
  commitments_wanted: [],
  nonces_wanted: [],
  can_undo: false,
  texts: {},
  previews: {},
  voteable: [],
  removable: [],
};

/**
 * @param {import("./messages.js").RoomView} message
 * @param {View | null} [before] the previous view
 * @returns {View}
 */
export function viewOf(
  { version, phase, room, deadline = null, now = 0, highlights = null, you = {}, digest = "" },
  before,
) {
  const known = /** @type {Room} */ (room ?? before);
  const { seats: own = [], ...yours } = you;
  const seats = known.seats.map((seat, index) => ({ ...seat, is_yours: own.includes(index) }));
  return {
    ...known,
    ...SPECTATOR,
    ...yours,
    version,
    phase,
    deadline,
    now,
    highlights,
    digest,
    seats,
  };
}
