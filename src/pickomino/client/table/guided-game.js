/** Which game, if any, shows the hints for beginners. */

import { loadItem, saveItem } from "../shared/storage.js";

const KEY = "pickomino.guided";

/** @param {string} code of the room */
export const startGuidedGame = (code) => saveItem(KEY, code);

export const endGuidedGame = () => saveItem(KEY, "");

/** @param {string} code */
export const isGuidedGame = (code) => loadItem(KEY, "") === code;
