/** The position editor page. */

import "./position-editor.js";
