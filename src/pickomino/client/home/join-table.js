/** Opens a table by its code or by a pasted link. */

import { ApiError, getView, problemText } from "../shared/api.js";
import { CODE_ALPHABET, CODE_LENGTH } from "../shared/constants.js";
import { labelled, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { openPage } from "../shared/site.js";

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

export class JoinTable extends HTMLElement {
  connectedCallback() {
    const input = codeInput();
    const problem = make("p.problem", { role: "alert" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = await go(input.value);
      if (problem.textContent) input.focus();
    };
    const button = make("button.button.primary", _("Go to the table"));
    const field = labelled(_("Code or link"), input);
    this.replaceChildren(make("form.join-form.wrap", { onsubmit }, field, button, problem));
  }
}

/** Create a field for the code of a table, or a link to it. */
export function codeInput() {
  return make("input", {
    type: "text",
    class: "code-input",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "ABCD 2345",
    maxlength: 200,
  });
}

/** Open a table, or return the problem. @param {string} typed */
async function go(typed) {
  const code = codeIn(typed);
  if (!code)
    return _("A code has 8 letters and digits, such as ABCD 2345, but never 0, 1, I or O.");
  try {
    // Without a token: a stored one may be invalid, and the code alone gives access.
    await getView(code, null);
  } catch (error) {
    const isMissing = error instanceof ApiError && error.refused.code === "unknown_room";
    return isMissing ? _("There is no table with this code.") : problemText(error);
  }
  await openPage(`/table/${code}`);
  return "";
}

/** Find the code in typed or pasted text. @param {string} typed @returns {string | null} */
export function codeIn(typed) {
  const last = /table\/([^/?#]+)/.exec(typed)?.[1] ?? typed;
  const code = last.toUpperCase().replace(/[\s-]/g, "");
  return CODE.test(code) ? code : null;
}

customElements.define("pm-join", JoinTable);
