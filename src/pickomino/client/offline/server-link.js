/** Reads the addresses of servers and tables that players type or paste. */

/** Return the link to a table in a pasted text. @param {string} text */
export function linkIn(text) {
  const url = parse(text.trim());
  return url && isWeb(url) && /^\/table\/[^/]+$/.test(url.pathname) ? url.href : null;
}

/** Return the address in a typed text; the scheme may be left out. @param {string} text */
export function serverIn(text) {
  const typed = text.trim();
  const url = typed ? parse(typed.includes("://") ? typed : `https://${typed}`) : null;
  return url && isWeb(url) ? url : null;
}

/** Chromium takes spaces for part of a host's name. @param {string} text */
const parse = (text) => (!/\s/.test(text) && URL.canParse(text) ? new URL(text) : null);

/** @param {URL} url */
const isWeb = ({ protocol }) => protocol === "https:" || protocol === "http:";
