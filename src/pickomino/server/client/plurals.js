/**
 * The plural rule of a gettext catalog, a C expression such as `(n != 1)`, read without `eval`.
 *
 * The browser's own Intl.PluralRules choose other forms than gettext for some languages, so the
 * catalog's rule travels with it.
 */

/** @typedef {(n: number) => number} Rule */

/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATORS = {
  "||": (a, b) => Number(a !== 0 || b !== 0),
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<=": (a, b) => Number(a <= b),
  ">=": (a, b) => Number(a >= b),
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
};
const LEVELS = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]];

/**
 * Read a plural rule: the number of the form for a count.
 * @param {string} text
 * @returns {Rule}
 */
export function pluralRule(text) {
  const tokens = text.match(/\d+|n|\|\||&&|[=!<>]=|\S/g) ?? [];
  let place = 0;

  /** @param {string} token */
  function expect(token) {
    if (tokens[place] !== token) throw new SyntaxError(`${token} expected in ${text}`);
    place += 1;
  }

  /** @returns {Rule} */
  function choice() {
    const condition = binary(0);
    if (tokens[place] !== "?") return condition;
    place += 1;
    const yes = choice();
    expect(":");
    const no = choice();
    return (n) => (condition(n) ? yes(n) : no(n));
  }

  /**
   * @param {number} level
   * @returns {Rule}
   */
  function binary(level) {
    const names = LEVELS[level];
    if (!names) return single();
    let left = binary(level + 1);
    for (let token = tokens[place]; token && names.includes(token); token = tokens[place]) {
      place += 1;
      const [a, b, apply] = [left, binary(level + 1), OPERATORS[token]];
      if (apply) left = (n) => apply(a(n), b(n));
    }
    return left;
  }

  /** @returns {Rule} */
  function single() {
    const token = tokens[place] ?? "";
    place += 1;
    if (token === "n") return (n) => n;
    if (/^\d+$/.test(token)) return () => Number(token);
    if (token === "!") {
      const inner = single();
      return (n) => Number(inner(n) === 0);
    }
    if (token !== "(") throw new SyntaxError(`${token} not expected in ${text}`);
    const inner = choice();
    expect(")");
    return inner;
  }

  const rule = choice();
  if (place !== tokens.length) throw new SyntaxError(`${text} goes on`);
  return rule;
}
