/** Puts the server's lines into words: a line is the key of a text, and the values to fill in. */

import { diceNames, faceName, specialistName } from "../board/names.js";
import { faceOf, parseDice } from "../board/position.js";
import { SHARES } from "./constants.js";
import { botTitle, interpolate, lineText, REACTIONS } from "./i18n.js";
import { percentage, roundedPercent } from "./number-format.js";

/** @import { Line } from "./messages.js" */
/** @typedef {Line[1][string]} Argument */

/** How the other arguments are shown. @type {Record<string, (value: any) => string>} */
const FORMATS = {
  dice: (roll) => diceNames(parseDice(roll)),
  symbol: (symbol) => faceName(faceOf(symbol)),
  specialist: specialistName,
  bot: botTitle,
  text: (reaction) => REACTIONS[reaction] ?? reaction,
};

/**
 * Return a line in the language of the page.
 * @param {Line} line
 * @param {readonly string[]} names of the players, by seat
 * @param {(share: number) => string} percent how to format shares; estimates have no decimals
 * @returns {string}
 */
export function render([key, args], names, percent = percentage) {
  const texts = Object.entries(args).map(([name, value]) => [
    name,
    format(name, value, names, percent),
  ]);
  return interpolate(lineText(key, Number(args["count"] ?? 0)), Object.fromEntries(texts));
}

/**
 * Return several lines as one text.
 * @param {readonly Line[]} lines
 * @param {readonly string[]} names
 */
export function renderAll(lines, names, separator = " ") {
  return lines.map((line) => render(line, names)).join(separator);
}

/** Return a number of worms in words. @param {number} count */
export const wormCount = (count) => render(["worms", { count }], []);

/**
 * @param {string} name
 * @param {Argument} value
 * @param {readonly string[]} names
 * @param {(share: number) => string} percent
 */
function format(name, value, names, percent) {
  if (Array.isArray(value))
    return value
      .map((line) => render(line, names, percent))
      .join(name === "claims" ? lineText("or", 1) : ", ");
  if (["name", "robbed", "other"].includes(name)) return names[Number(value)] ?? "";
  if (name === "about") return roundedPercent(Number(value));
  if (name === "percent") return percent(Number(value));
  if (SHARES.includes(name) && Number(value) <= 1) return percent(Number(value));
  return FORMATS[name]?.(value) ?? String(value);
}
