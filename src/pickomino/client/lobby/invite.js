/** How friends find a table: its link, code and QR code. The attribute `code` names the room. */

import { roomAddress } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { button, labelled, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { publicAddress } from "../shared/share.js";

export class Invite extends HTMLElement {
  connectedCallback() {
    const code = this.getAttribute("code") ?? "";
    const link = publicAddress(`/table/${code}`);
    const status = make("p.status", { role: "status" });
    const field = make("input", { type: "text", readonly: true, class: "link" });
    field.value = link;
    field.addEventListener("focus", () => field.select());
    this.replaceChildren(
      make("img.qr", {
        src: roomAddress(code, "/qr.svg"),
        alt: _("QR code of the link to this table"),
        width: 168,
        height: 168,
      }),
      make(
        "div.invite-text",
        make("p.explanation", _("Code")),
        make("p.code", make("span", code.slice(0, 4)), make("span", code.slice(4))),
        labelled(_("Link"), field),
        make("div.link-row", ...buttons(link, status)),
        status,
        isLocal(link) &&
          make(
            "p.explanation",
            ...unbroken(
              _(
                "This address only works on this device. Friends in your network can join if the server is started with the option “--lan”.",
              ),
            ),
          ),
      ),
    );
  }
}

/** Keep a command-line option within a text on one line. @param {string} text */
const unbroken = (text) =>
  text.split(/(\S*--\S*)/).map((part) => (part.includes("--") ? make("span.nowrap", part) : part));

/** @param {string} link */
const isLocal = (link) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);

/**
 * Create buttons to copy and share the link, which browsers support only in secure contexts.
 * @param {string} link
 * @param {HTMLElement} status
 */
function* buttons(link, status) {
  if ("clipboard" in navigator) {
    const onclick = async () => {
      await navigator.clipboard.writeText(link).then(
        () => (status.textContent = _("The link has been copied.")),
        () =>
          (status.textContent = _(
            "The link could not be copied for you; select it and copy it yourself.",
          )),
      );
    };
    yield button("", onclick, iconSvg("copy"), _("Copy link"));
  }
  if ("share" in navigator) {
    const onclick = () => {
      // Closing the share sheet is not an error.
      navigator
        .share({ title: _("Pickomino"), text: _("Come and play Pickomino!"), url: link })
        .catch(() => {});
    };
    yield button("", onclick, _("Share"));
  }
}

customElements.define("pm-invite", Invite);
