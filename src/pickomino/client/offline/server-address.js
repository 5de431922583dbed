/**
 * What needs a server: a field for its address, which is remembered. With the attribute `code`, the
 * code of a table is asked for too. The attribute `path` names the page to open on the server.
 */

import { codeIn, codeInput } from "../home/join-table.js";
import { labelled, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { linkIn, serverIn } from "./server-link.js";

const KEY = "pickomino.server";

export class ServerAddress extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount) return;
    const address = make("input", {
      type: "url",
      autocomplete: "off",
      placeholder: "https://example.org",
    });
    address.value = String(loadItem(KEY, ""));
    const code = this.hasAttribute("code") ? codeInput() : null;
    const problem = make("p.problem", { role: "alert" });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = go(
        address.value,
        code?.value ?? null,
        this.getAttribute("path") ?? "/",
      );
    };
    this.append(
      make(
        "p",
        _("This needs a server, and this site has none. Enter the address of one that you know."),
      ),
      make(
        "form.join-form.wrap",
        { onsubmit, novalidate: true },
        code && labelled(_("Code or link"), code),
        labelled(_("Address of the server"), address),
        make("button.button.primary", _("Go to the server")),
        problem,
      ),
    );
  }
}

/**
 * Open the server, or return the problem.
 * @param {string} typed @param {string | null} table @param {string} path if there is no table
 */
function go(typed, table, path) {
  const link = table === null ? null : linkIn(table);
  if (link) {
    location.assign(link);
    return "";
  }
  const code = table === null ? "" : codeIn(table);
  if (code === null)
    return _("A code has 8 letters and digits, such as ABCD 2345, but never 0, 1, I or O.");
  const server = serverIn(typed);
  if (!server) return _("This is not the address of a server, such as https://example.org.");
  saveItem(KEY, server.origin);
  location.assign(server.origin + (code ? `/table/${code}` : path));
  return "";
}

customElements.define("pm-server-address", ServerAddress);
