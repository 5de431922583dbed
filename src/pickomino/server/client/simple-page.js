/** Pages of text: pictures, and a way to a table where one is missing. */

import "./elements/join.js";
import "./elements/picture.js";
