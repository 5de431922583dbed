"""What every page must pass: no accessibility problem, nothing wider than the screen."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

THEMES = ("dusk", "daylight")
PREFERENCES = "pickomino.preferences"
AXE = Axe().axe_script
PROBLEMS = """async ([themes, selector]) => {
  const root = document.documentElement;
  const chosen = [...document.querySelectorAll(selector || "dialog:modal")];
  const before = root.dataset.theme ?? "";
  const found = [];
  // Contrasts of what is transparent are not checked.
  const show = (opacity) =>
    globalThis.unseen?.cssRules[0].style.setProperty("opacity", opacity, "important");
  show(1);
  const look = async (options) => {
    // Colours that are on their way are not what anybody reads.
    for (const motion of document.getAnimations())
      if (motion instanceof CSSTransition) motion.finish();
    const where = chosen.length ? chosen : document;
    const { violations } = await axe.run(where, {
      resultTypes: ["violations"],
      preload: { assets: ["media"] },
      ...options,
    });
    for (const { id, help, nodes } of violations)
      found.push([root.dataset.theme, id, help, ...nodes.map(({ html }) => html)].join("\\n"));
  };
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms = 0, ...more) =>
    ms > 1 ? later(run, ms, ...more) : queueMicrotask(() => run(...more));
  const drawings = [...document.querySelectorAll("svg[aria-hidden=true]:not(:has(text))")];
  const parts = drawings.map((drawing) => [...drawing.childNodes]);
  for (const drawing of drawings) drawing.replaceChildren();
  await look({});
  for (const theme of themes.filter((theme) => theme !== before)) {
    root.dataset.theme = theme;
    await look({ runOnly: ["color-contrast"] });
  }
  if (before) root.dataset.theme = before;
  else delete root.dataset.theme;
  drawings.forEach((drawing, number) => drawing.replaceChildren(...parts[number]));
  globalThis.setTimeout = later;
  show(0);
  return found;
}"""
"""What axe finds: in a dialog, where one is open, because nobody can reach what is behind it. Nine
tenths of a page are parts of drawings that say nothing: they are put away meanwhile, or it would
take ten times as long. Axe does not wait between its rules: the page would be painted meanwhile,
and nobody looks. Style sheets are loaded once more only for a rule that is not asked for."""

OUTSIDE = """() => [...document.querySelectorAll(`.seat, .place, .turn-title, .turn-hint,
    .slot, .sum, pm-dice .die, pm-dice button, pm-actions button, .lesson-text p,
    .lesson-buttons > *`)]
  .filter((each) => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return width > 0 && !isInside;
  }).map((each) => each.className)"""
"""What a turn needs but the screen does not show."""


def use_theme(page, theme="dusk"):
    """Choose a theme as the preferences do, before any page loads."""
    text = f'{{"theme":"{theme}","speed":"instant"}}'
    page.add_init_script(f"localStorage.setItem('{PREFERENCES}', JSON.stringify({text}))")


def assert_accessible(page, parts=""):
    """Let axe look at the page as it is, and at its contrasts in every theme.

    Parts of it are enough where all the rest is as on a page that another test looks at.
    """
    for part in parts.split(", ") if parts else ():
        expect(page.locator(part)).to_be_visible()
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    problems = page.evaluate(PROBLEMS, [THEMES, parts])
    assert not problems, "\n\n".join(problems)


def assert_fits(page):
    """Nothing makes the page scroll sideways."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
