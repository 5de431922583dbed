"""Checks for every page: no accessibility problem, nothing wider than the screen."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

THEMES = ("dusk", "daylight")
PREFERENCES = "pickomino.preferences"
AXE = Axe().axe_script
PROBLEMS = """async ([themes, selector]) => {
  const root = document.documentElement;
  const chosen = [...document.querySelectorAll(selector || "dialog:modal")];
  const before = root.dataset.theme ?? "";
  const problems = [];
  // Axe does not check the contrast of transparent elements.
  const show = (opacity) =>
    globalThis.unseen?.cssRules[0].style.setProperty("opacity", opacity, "important");
  show(1);
  const look = async (options) => {
    // Finish colour transitions first: users read the final colours.
    for (const motion of document.getAnimations())
      if (motion instanceof CSSTransition) motion.finish();
    const where = chosen.length ? chosen : document;
    const { violations } = await axe.run(where, {
      resultTypes: ["violations"],
      preload: { assets: ["media"] },
      ...options,
    });
    for (const { id, help, nodes } of violations)
      problems.push([root.dataset.theme, id, help, ...nodes.map(({ html }) => html)].join("\\n"));
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
  return problems;
}"""
"""Axe's violations; only in the open dialog if there is one, since the rest is inert.

Nine tenths of a page are parts of decorative drawings: removing them meanwhile makes axe ten times
as fast. Timers between rules run at once: they exist only to let the page paint. Preloading style
sheets is only needed for a rule that is not used."""

OUTSIDE = """() => [...document.querySelectorAll(`.seat, .place, .turn-title, .turn-hint,
    .slot, .sum, pm-dice .die, pm-dice button, pm-actions button, .lesson-text p,
    .lesson-buttons > *`)]
  .filter((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return width > 0 && !isInside;
  }).map((element) => element.className)"""
"""Elements needed for a turn that are outside the screen."""


def use_theme(page, theme="dusk"):
    """Set the theme preference before any page loads."""
    text = f'{{"theme":"{theme}","speed":"instant"}}'
    page.add_init_script(f"localStorage.setItem('{PREFERENCES}', JSON.stringify({text}))")


def assert_accessible(page, parts=""):
    """Run axe on the page, and its contrast rule in every theme.

    `parts` restricts it where another test already checks the rest of the page.
    """
    for part in parts.split(", ") if parts else ():
        expect(page.locator(part)).to_be_visible()
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    problems = page.evaluate(PROBLEMS, [THEMES, parts])
    assert not problems, "\n\n".join(problems)


def assert_fits(page):
    """Assert that the page does not scroll sideways."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]


SCROLLED = "document.documentElement.scrollHeight - innerHeight"


def assert_no_scroll_gap(page):
    """Check at several widths that the page fits the screen, or continues well below it."""
    for width, height in ((600, 960), (1440, 900), (1600, 1000), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page)
        assert not 0 < page.evaluate(SCROLLED) < height / 10


def assert_nothing_is_suggested(page, action):
    """Check that a question offers an action, and fills no button as if it were the answer."""
    expect(page.locator(f"pm-actions [data-action={action}]")).to_be_visible()
    expect(page.locator("pm-actions .primary")).to_have_count(0)
