/** Whether the first game of this device is explained while it is played, and which one that is. */

import { keep, recall } from "../shared/storage.js";

const KEY = "pickomino.guided";

/** Let a game be explained. @param {string} code of its room */
export const guideThrough = (code) => keep(KEY, code);

/** Nothing is explained any more. */
export const noteGuided = () => keep(KEY, "");

/** @param {string} code */
export const isGuided = (code) => recall(KEY, "") === code;
