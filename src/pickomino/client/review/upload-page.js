/** The page to upload a game record. */

import "./upload-game.js";
