/** The page of "Try again": the costly decisions of a game as questions. */

import { _ } from "../shared/texts.js";
import { showReview } from "./loading.js";
import { TryAgain } from "./try-again.js";

await showReview(_("Try again"), new TryAgain());
