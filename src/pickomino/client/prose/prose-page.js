/** Pages of text: pictures, and a way to a table where one is missing. */

import "./elements/example.js";
import "./elements/join.js";
import "./elements/picture.js";
