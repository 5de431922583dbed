/** Small helpers to build elements; text given by people only ever becomes text. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * The element that a name such as "p" or "p.coach-why" makes.
 * @template {string} Name
 * @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name]
 *   : Name extends `${infer Tag}.${string}` ? ElementOf<Tag> : never} ElementOf
 */

/**
 * Make an element: its name with its classes, its properties where it has any, its children.
 * Properties that are functions and start with "on" become listeners, booleans switch attributes
 * on and off, all else becomes attributes. A button that listens to clicks sends no form.
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
 * A button that does something.
 * @param {string} look more classes, such as "primary"
 * @param {() => void} onclick
 * @param {...Child} children
 */
export function button(look, onclick, ...children) {
  return make("button", { class: `button ${look}`.trim(), onclick }, ...children);
}

/**
 * Fill an element with children, in place of what it has.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  const shown = children.filter((child) => child instanceof Node || typeof child === "string");
  element.replaceChildren(.../** @type {(Node | string)[]} */ (shown));
}

/** What each thing shows. @type {WeakMap<object, string>} */
const shown = new WeakMap();

/** Whether something has to be drawn anew. @param {object} drawn @param {unknown} from */
export function isNews(drawn, from) {
  const text = JSON.stringify(from);
  const isOther = shown.get(drawn) !== text;
  shown.set(drawn, text);
  return isOther;
}

/** @type {Set<string>} */
const styled = new Set();

/** Load a style sheet that a page needs only later. @param {URL} address */
export async function loadStyle({ href }) {
  if (styled.has(href)) return;
  styled.add(href);
  await new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/** A headed section. @param {string} id @param {string} title @param {...Child} content */
export function panel(id, title, ...content) {
  return make(
    "section.panel.card",
    { "aria-labelledby": id },
    make("h2", { id }, title),
    ...content,
  );
}

/**
 * A select of values with their texts.
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

/**
 * A label above its field.
 * @param {string} text
 * @param {HTMLElement} field
 */
export function labelled(text, field) {
  return make("label.field", make("span", text), field);
}
/**
 * @param {HTMLInputElement} box
 * @param {string} title
 * @param {string} explained
 */
export function switchRow(box, title, explained) {
  return make(
    "label.switch",
    box,
    make("span", make("strong", title), " ", make("small", explained)),
  );
}
