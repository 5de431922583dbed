/** The page of the tutorial. */

import { ask } from "../shared/api.js";
import { put } from "../shared/dom.js";
import { load } from "../shared/loading.js";
import { _ } from "../shared/texts.js";
import { Tutorial } from "./tutorial.js";

await load(_("Learn in five minutes"), async (main) => {
  const { steps } = await ask("/api/tutorial");
  const tutorial = new Tutorial();
  put(main, tutorial);
  tutorial.steps = steps;
});
