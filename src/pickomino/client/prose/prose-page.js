/** Pages of text: pictures, and a way to a table where one is missing. */

import "./example.js";
import "../home/join-table.js";
import "./picture.js";
