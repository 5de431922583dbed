/** Pages of text, such as rules and errors: pictures, and a form to join a table. */

import "./example.js";
import "../home/join-table.js";
import "./picture.js";
