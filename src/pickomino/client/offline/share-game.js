/** Shares a finished game as a link that holds its whole record. */

import { roomAddress } from "../shared/api.js";
import { _ } from "../shared/i18n.js";
import { copy, openShareSheet } from "../shared/share.js";
import { pageAddress } from "../shared/site.js";
import { fetchApi } from "../shared/transport.js";
import { encodeRecord } from "./record-link.js";

/**
 * Share a game; return what was done, if the browser does not show it.
 * @param {{code: string, game_id: string}} game
 * @param {string} text
 */
export async function shareGame({ code, game_id: id }, text) {
  const path = roomAddress(code, `/record?game=${encodeURIComponent(id)}&format=wgn`);
  const answer = await fetchApi(path, {}).catch(() => null);
  if (!answer?.ok) return _("The game could not be read.");
  const fragment = await encodeRecord(await answer.text());
  const url = new URL(`${pageAddress("/shared-game")}#${fragment}`, location.href).href;
  if (await openShareSheet({ text, url, picture: "" })) return "";
  if (await copy(`${text} ${url}`)) return _("The link has been copied. It holds the whole game.");
  return _("The link could not be copied.");
}
