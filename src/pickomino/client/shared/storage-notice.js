/** Says once what is not remembered when the browser blocks storage. */

import { make } from "./dom.js";
import { _ } from "./i18n.js";
import { iconButton } from "./icon-button.js";

const notice = make(
  "div.storage-notice",
  { role: "status" },
  make(
    "p",
    _(
      "This browser does not let the page store anything. You can play, but your name, settings, results and seats are forgotten when you close this tab.",
    ),
  ),
  iconButton("close", _("Close"), () => notice.remove()),
);
document.querySelector("#main")?.before(notice);
