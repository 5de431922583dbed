/** Marks as squares of our own: not every device has those that are shared. */

import { make } from "../shared/dom.js";
import { percentage } from "../shared/number-format.js";
import { band } from "./scores.js";

/** @param {number} cost */
export function markOf(cost) {
  return make("span", { class: `mark mark-${band(cost)}`, "aria-hidden": "true" });
}

/** The marks of a day; readers hear what each answer cost. @param {readonly number[]} costs */
export function marksOf(costs) {
  const said = costs.map(percentage).join(", ");
  return make("span.marks", { role: "img", "aria-label": said }, ...costs.map(markOf));
}
