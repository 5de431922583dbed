/** Marks drawn as squares: not every device can show the emoji of the shared line. */

import { make } from "../shared/dom.js";
import { percentage } from "../shared/number-format.js";
import { band } from "./scores.js";

/** @param {number} cost */
export function markOf(cost) {
  return make("span", { class: `mark mark-${band(cost)}`, "aria-hidden": "true" });
}

/**
 * Draw the marks of a day; the label lists the cost of each answer.
 * @param {readonly number[]} costs
 */
export function marksOf(costs) {
  const label = costs.map(percentage).join(", ");
  return make("span.marks", { role: "img", "aria-label": label }, ...costs.map(markOf));
}
