/** The page of the tutorial. */

import { ask } from "../shared/api.js";
import { put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { load } from "../shared/page-loader.js";
import { Tutorial } from "./tutorial.js";

await load(_("Learn in five minutes"), async (main) => {
  const { steps } = await ask("/api/tutorial");
  const tutorial = new Tutorial();
  put(main, tutorial);
  tutorial.steps = steps;
});
