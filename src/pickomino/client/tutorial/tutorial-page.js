/** The page of the tutorial. */

import { ask } from "./api.js";
import { put } from "./dom.js";
import { Tutorial } from "./elements/tutorial.js";
import { load } from "./loading.js";
import { _ } from "./texts.js";

await load(_("Learn in five minutes"), async (main) => {
  const { steps } = await ask("/api/tutorial");
  const tutorial = new Tutorial();
  put(main, tutorial);
  tutorial.steps = steps;
});
