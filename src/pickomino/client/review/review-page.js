/** The review page of a game. */

import { _ } from "../shared/i18n.js";
import { showReview } from "./review-loader.js";
import { ReviewPanel } from "./review-panel.js";

await showReview(_("How did I play?"), new ReviewPanel());
