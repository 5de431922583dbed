/** Pages of text: pictures, and a way to a table where one is missing. */

import "./example.js";
import "../home/join.js";
import "./picture.js";
