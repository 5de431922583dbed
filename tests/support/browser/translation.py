"""Shows a page that is already open in every language: loading it seven times takes much longer."""

import re
from functools import cache

from babel.messages.pofile import read_po

from pickomino.i18n import CATALOGS, LANGUAGES

TRANSLATED = [language for language in LANGUAGES if language != "en"]
_PLACEHOLDER = re.compile(r"\{(\w*)\}")


@cache
def messages():
    """Return every text as an English pattern, the order of its values, and its translations."""
    translations = {}
    for language in TRANSLATED:
        with (CATALOGS / language / "LC_MESSAGES/pickomino.po").open("rb") as file:
            for message in read_po(file, locale=language):
                for english, text in _forms(message):
                    translations.setdefault(english, {})[language] = text
    # Texts that are all values, such as "{name}: {action}", would match every text.
    wordy = [english for english in translations if re.search("[a-z]{2}", "".join(_split(english)))]
    longest = sorted(wordy, key=len, reverse=True)
    return [[_pattern(english), _names(english), translations[english]] for english in longest]


def _forms(message):
    if not message.id or not isinstance(message.id, tuple):
        return [(message.id, message.string)] if message.id else []
    return [(message.id[0], message.string[0]), (message.id[-1], message.string[-1])]


def _names(text):
    return _PLACEHOLDER.findall(text)


def _pattern(english):
    fixed = [re.sub(r"[.*+?^${}()|[\]\\/]", r"\\\g<0>", part) for part in _split(english)]
    return "^" + "(.+?)".join(fixed) + "$"


def _split(english):
    return _PLACEHOLDER.split(english)[::2]


LEARN = """(messages) => {
  const known = messages.map(([pattern, names, texts]) => ({
    pattern: new RegExp(pattern, "su"), names, texts }));
  const matches = new Map();
  window.matchOf = (text) => {
    if (!matches.has(text)) matches.set(text, known.find(({ pattern }) => pattern.test(text)));
    return matches.get(text);
  };
}"""
"""Give the page the messages; patterns are compiled, and texts looked up, once per page."""
SHOW_EVERY_LANGUAGE = """([languages, names, unusable]) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data.trim().replace(/\\s+/g, " ");
    if (text.length < 2 || node.parentElement.closest("script, style, template, option, svg"))
      continue;
    const match = matchOf(text);
    if (!match) continue;
    const [, ...values] = match.pattern.exec(text);
    const value = Object.fromEntries(match.names.map((name, at) => [name, values[at]]));
    found.push({ node, data: node.data, value, texts: match.texts });
  }
  const right = (element) => element.getBoundingClientRect().right;
  const widest = (part) => [...part.querySelectorAll("*")]
    .filter((element) => element.checkVisibility())
    .reduce((a, b) => (right(b) >= right(a) ? b : a)).outerHTML.slice(0, 200);
  const clipping = [...document.body.querySelectorAll("*")].filter((element) => {
    const { overflowX } = getComputedStyle(element);
    return overflowX !== "visible" && element.clientWidth > 1 && !element.matches(names)
      && element.textContent.trim() && element.checkVisibility();
  });
  const cut = () => clipping
    .filter((element) => element.scrollWidth > element.clientWidth
      || (getComputedStyle(element).webkitLineClamp !== "none"
        && element.scrollHeight > element.clientHeight))
    .map((element) => `cut at ${element.clientWidth} × ${element.clientHeight} of `
      + `${element.scrollWidth} × ${element.scrollHeight} px: ${element.outerHTML.slice(0, 200)}`);
  const before = document.documentElement.lang;
  const problems = [];
  for (const language of languages) {
    document.documentElement.lang = language.replace("_", "-");
    for (const { node, value, texts } of found)
      node.data = texts[language].replace(/\\{(\\w*)\\}/g, (_, name) => value[name] ?? "");
    const wide = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => `${part.localName} is ${part.scrollWidth} px wide: ${widest(part)}`);
    for (const problem of [...wide, ...cut(), ...unusable()])
      problems.push(`${language}: ${problem}`);
  }
  document.documentElement.lang = before;
  for (const { node, data } of found) node.data = data;
  return { problems, translated: found.length };
}"""
"""Translate all text nodes in place, and return what does not fit."""
MAY_BE_CUT = ".seat-name, .reaction-choices, .scrolling"
"""Names of players, which may be long, and what is meant to be scrolled."""


def problems_in_every_language(page, buttons):
    """Return what overflows in any language, and how many texts were translated.

    `buttons` is a script that returns all visible buttons with `text`, `lines` and `isWider`.
    """
    unusable = f"""() => ({buttons})()
      .filter(({{ lines, isWider }}) => lines > 2 || isWider)
      .map(({{ text, lines }}) => `${{text}}: too wide, or ${{lines}} lines`)"""
    script = f"(data) => ({SHOW_EVERY_LANGUAGE})([...data, {unusable}])"
    if not page.evaluate("() => 'matchOf' in window"):
        page.evaluate(LEARN, messages())
    shown = page.evaluate(script, [TRANSLATED, MAY_BE_CUT])
    return shown["problems"], shown["translated"]
