/** The only place where the client turns text into elements. */

/**
 * Browsers with Trusted Types accept markup only from this policy, which the server's content
 * security policy allows by its name.
 * @type {{createHTML: (markup: string) => string} | undefined}
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("pickomino-svg", {
  createHTML: (/** @type {string} */ markup) => markup,
});

/**
 * Parse our own markup, a whole SVG document. Never pass user input.
 * @param {string} markup
 * @returns {SVGSVGElement}
 */
export function parseSvg(markup) {
  const trusted = policy ? policy.createHTML(markup) : markup;
  const root = new DOMParser().parseFromString(trusted, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}
