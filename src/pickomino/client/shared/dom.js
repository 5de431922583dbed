/** Helpers that build elements. User input only ever becomes text nodes, never markup. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * The element type for a name such as "p" or "p.coach-reason".
 * @template {string} Name
 * @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name]
 *   : Name extends `${infer Tag}.${string}` ? ElementOf<Tag> : never} ElementOf
 */

/**
 * Create an element from a tag name with classes, optional properties, and children.
 * Functions whose names start with "on" become listeners, booleans toggle attributes, and all
 * other properties become attributes. A button with a click listener does not submit forms.
 * @template {string} Name
 * @param {Name} name
 * @param {[(Record<string, unknown> | Child)?, ...Child[]]} parts
 * @returns {ElementOf<Name>}
 */
export function make(name, ...parts) {
  const [tag = "", ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  const [first, ...others] = parts;
  const hasProperties = first && typeof first === "object" && !(first instanceof Node);
  const properties = hasProperties ? first : {};
  if (tag === "button" && "onclick" in properties) element.setAttribute("type", "button");
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else if (value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  put(element, ...(hasProperties ? others : /** @type {Child[]} */ (parts)));
  return /** @type {ElementOf<Name>} */ (element);
}

/**
 * Create a button with a click listener.
 * @param {string} look additional classes, such as "primary"
 * @param {() => void} onclick
 * @param {...Child} children
 */
export function button(look, onclick, ...children) {
  return make("button", { class: `button ${look}`.trim(), onclick }, ...children);
}

/**
 * Replace the children of an element, skipping null, undefined and false.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  const shown = children.filter((child) => child instanceof Node || typeof child === "string");
  element.replaceChildren(.../** @type {(Node | string)[]} */ (shown));
}

/** The serialized data that each object was last drawn from. @type {WeakMap<object, string>} */
const lastData = new WeakMap();

/** Return whether an object must be redrawn. @param {object} drawn @param {unknown} data */
export function hasChanged(drawn, data) {
  const text = JSON.stringify(data);
  const isDifferent = lastData.get(drawn) !== text;
  lastData.set(drawn, text);
  return isDifferent;
}

/** @type {Set<string>} */
const loadedStyles = new Set();

/** Load a style sheet on demand. @param {URL} address */
export async function loadStyle({ href }) {
  if (loadedStyles.has(href)) return;
  loadedStyles.add(href);
  await new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/**
 * Create a section with a heading.
 * @param {string} id
 * @param {string} title
 * @param {...Child} content
 */
export function panel(id, title, ...content) {
  return make(
    "section.panel.card",
    { "aria-labelledby": id },
    make("h2", { id }, title),
    ...content,
  );
}

/**
 * Create a select from pairs of value and text.
 * @param {Iterable<readonly [string | number, string]>} options
 * @param {string | number} chosen
 * @param {(value: string) => void} change
 * @param {Record<string, unknown>} [properties]
 */
export function select(options, chosen, change, properties = {}) {
  const texts = Array.from(options, ([value, text]) => make("option", { value }, text));
  const element = make("select", properties, ...texts);
  element.value = String(chosen);
  element.addEventListener("change", () => change(element.value));
  return element;
}

/** Wrap a field in a label. @param {string} text @param {HTMLElement} field */
export function labelled(text, field) {
  return make("label.field", make("span", text), field);
}

/** @param {HTMLInputElement} box @param {string} title @param {string} explanation */
export function switchRow(box, title, explanation) {
  return make(
    "label.switch",
    box,
    make("span", make("strong", title), " ", make("small", explanation)),
  );
}
