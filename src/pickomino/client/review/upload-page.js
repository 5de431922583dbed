/** The page on which a record of any game is brought. */

import "./upload-game.js";
