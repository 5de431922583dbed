/** The tutorial page. */

import { request } from "../shared/api.js";
import { put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { Tutorial } from "./tutorial.js";

await loadPage(_("Learn in five minutes"), async (main) => {
  const { steps } = await request("/api/tutorial");
  const tutorial = new Tutorial();
  put(main, tutorial);
  tutorial.steps = steps;
});
