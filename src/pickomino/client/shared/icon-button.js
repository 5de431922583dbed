/** Buttons that show only an icon; their label is for screen readers and the tooltip. */

import { iconSvg } from "./art.js";
import { make } from "./dom.js";

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [more] properties
 */
export function iconButton(icon, label, onclick, more = {}) {
  const properties = { title: label, "aria-label": label, onclick, ...more };
  return make("button.button.quiet.icon-only", properties, iconSvg(icon));
}
