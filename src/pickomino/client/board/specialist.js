/** Extrawurm: a specialist on a tile or with a player; pressing it explains what it does. */

import { specialistSvg } from "../shared/art.js";
import { closeButton, showDialog } from "../shared/dialogs.js";
import { make } from "../shared/dom.js";
import { specialistName, specialistPower } from "./names.js";

/** @param {number} specialist @param {"on-tile" | "held"} where */
export function specialistButton(specialist, where) {
  const [name, power] = [specialistName(specialist), specialistPower(specialist)];
  const explain = () => {
    const picture = make("span.specialist-picture", specialistSvg(specialist));
    void showDialog(name, [picture, make("p", power)], [closeButton()]);
  };
  return make(
    "button",
    {
      class: `specialist-${where}`,
      title: `${name}: ${power}`,
      "aria-label": `${name}: ${power}`,
      onclick: explain,
    },
    specialistSvg(specialist),
  );
}
