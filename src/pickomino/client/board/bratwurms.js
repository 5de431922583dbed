/** Extrawurm: shows how many Bratwurms a seat has. */

import { bratwurmSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { render } from "../shared/lines.js";

/** @param {number} seat @param {import("./position.js").Position} position */
export function bratwurms(seat, { extrawurm }) {
  const count = extrawurm?.bratwurms[seat] ?? 0;
  if (count === 0) return false;
  const text = render(["bratwurms", { count }], []);
  return make(
    "span.bratwurms",
    { title: text },
    bratwurmSvg(),
    make("span", { "aria-hidden": "true" }, String(count)),
    make("span.visually-hidden", text),
  );
}
