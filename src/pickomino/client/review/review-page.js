/** The page of a reviewed game. */

import { noteReview } from "../profile/game-log.js";
import { _ } from "../shared/texts.js";
import { showReview } from "./loading.js";
import { ReviewPanel } from "./review-panel.js";

const reviewed = await showReview(_("How did I play?"), new ReviewPanel());
if (reviewed) noteReview(reviewed);
