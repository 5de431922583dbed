/** The "Try again" page: the costly decisions of a game as questions. */

import { _ } from "../shared/i18n.js";
import { showReview } from "./review-loader.js";
import { TryAgain } from "./try-again.js";

await showReview(_("Try again"), new TryAgain());
