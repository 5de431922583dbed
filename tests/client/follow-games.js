// Reads games as JSON and writes what the browser's check of their turns finds in each.
import { text } from "node:stream/consumers";

import { followGame } from "../../src/pickomino/client/fair-dice/turns.js";

const games = JSON.parse(await text(process.stdin));
const courses = games.map((/** @type {any} */ { frames, rules }) => followGame(frames, rules));
process.stdout.write(JSON.stringify(courses));
