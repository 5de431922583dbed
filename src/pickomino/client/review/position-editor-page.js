/** The page of the position editor. */

import "./position-editor.js";
