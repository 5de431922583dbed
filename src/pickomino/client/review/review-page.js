/** The review page of a game. */

import { recordReview } from "../profile/game-log.js";
import { _ } from "../shared/i18n.js";
import { showReview } from "./review-loader.js";
import { ReviewPanel } from "./review-panel.js";

const reviewed = await showReview(_("How did I play?"), new ReviewPanel());
if (reviewed) recordReview(reviewed);
