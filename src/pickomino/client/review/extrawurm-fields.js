/** The fields of the position editor for the expansion: specialists, Bratwurms, the golden die. */

import { faceName, specialistName } from "../board/names.js";
import { parseDice } from "../board/position.js";
import { specialistSvg } from "../shared/art.js";
import { BRATWURMS, GOLDEN_FACES, WAITING } from "../shared/constants.js";
import { labelled, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { sum } from "../shared/number-format.js";
import { field, numberOptions, playerName } from "./editor-fields.js";
import { tilesOf } from "./position-draft.js";

/** @import { Draft, DraftExtrawurm, GoldenDie } from "./position-draft.js" */

const GOLDEN_DIE = 4;

/**
 * @param {Draft} draft
 * @param {DraftExtrawurm} extrawurm
 * @param {(draft: Draft) => void} change
 */
export function extrawurmFields(draft, extrawurm, change) {
  const update = (/** @type {Partial<DraftExtrawurm>} */ part) =>
    change({ ...draft, extrawurm: { ...extrawurm, ...part } });
  const holdsGolden = extrawurm.places[GOLDEN_DIE] === draft.seat;
  return make(
    "fieldset",
    make("legend", _("Extrawurm")),
    make("ul.editor-specialists", ...specialists(draft, extrawurm, update)),
    make("div.editor-row", ...bratwurms(extrawurm, update)),
    holdsGolden && goldenDie(draft, extrawurm, update),
  );
}

/**
 * @param {Draft} draft
 * @param {DraftExtrawurm} extrawurm
 * @param {(part: Partial<DraftExtrawurm>) => void} update
 */
function specialists(draft, { places }, update) {
  /** @type {[number, string][]} */
  const choices = [
    [WAITING, _("beside the grill")],
    ...draft.stacks.map(
      (_stack, seat) => /** @type {[number, string]} */ ([seat, playerName(seat)]),
    ),
    ...tilesOf(draft).map((tile) => /** @type {[number, string]} */ ([tile, String(tile)])),
  ];
  return places.map((place, specialist) =>
    make(
      "li",
      make("span.editor-specialist", specialistSvg(specialist)),
      labelled(
        specialistName(specialist),
        field(`specialist-${specialist}`, choices, place, (value) =>
          update({ places: places.with(specialist, Number(value)) }),
        ),
      ),
    ),
  );
}

/** @param {DraftExtrawurm} extrawurm @param {(part: Partial<DraftExtrawurm>) => void} update */
function bratwurms({ bratwurms: counts }, update) {
  const left = BRATWURMS - sum(counts);
  return counts.map((count, seat) =>
    labelled(
      _("Bratwurms of {name}", { name: playerName(seat) }),
      field(`bratwurms-${seat}`, numberOptions(0, count + left), count, (value) =>
        update({ bratwurms: counts.with(seat, Number(value)) }),
      ),
    ),
  );
}

/**
 * @param {Draft} draft
 * @param {DraftExtrawurm} extrawurm
 * @param {(part: Partial<DraftExtrawurm>) => void} update
 */
function goldenDie(draft, { golden }, update) {
  const kind = draft.rules.includes("golden=plain") ? "plain" : "111www";
  const dice = [...new Set(GOLDEN_FACES[kind])];
  const parts = Object.entries({ setAside: _("Set aside"), rolled: _("Rolled") });
  /** @type {[string, string][]} */
  const choices = [
    ["", "–"],
    ...parts.flatMap(([part, title]) =>
      dice.map((die) => {
        const symbol = faceName(parseDice(die)[0]?.face ?? 0);
        const text = _("{title}: {symbol}", { title, symbol });
        return /** @type {[string, string]} */ ([`${part} ${die}`, text]);
      }),
    ),
  ];
  const chosen = golden ? `${golden.part} ${golden.die}` : "";
  const choose = (/** @type {string} */ value) => {
    const [part, die = ""] = value.split(" ");
    update({ golden: value ? { part: /** @type {GoldenDie["part"]} */ (part), die } : null });
  };
  return labelled(specialistName(GOLDEN_DIE), field("golden", choices, chosen, choose));
}
