/** Extrawurm: a specialist that stands somewhere; who touches it reads what it does. */

import { specialistSvg } from "../shared/art.js";
import { closeButton, showDialog } from "../shared/dialogs.js";
import { make } from "../shared/dom.js";
import { specialistName, specialistPower } from "./names.js";

/**
 * @param {number} specialist
 * @param {"stands" | "held"} where on a tile, or with a player
 */
export function specialistButton(specialist, where) {
  const [name, power] = [specialistName(specialist), specialistPower(specialist)];
  const tell = () => {
    const picture = make("span.specialist-picture", specialistSvg(specialist));
    void showDialog(name, [picture, make("p", power)], [closeButton()]);
  };
  return make(
    "button",
    {
      class: where,
      title: `${name}: ${power}`,
      "aria-label": `${name}: ${power}`,
      onclick: tell,
    },
    specialistSvg(specialist),
  );
}
