"""What every page must pass: no accessibility problem, nothing wider than the screen."""

from axe_playwright_python.sync_playwright import Axe

THEMES = ("dusk", "daylight")
PREFERENCES = "pickomino.preferences"
SWITCH = """(theme) => theme
  ? document.documentElement.setAttribute("data-theme", theme)
  : document.documentElement.removeAttribute("data-theme")"""


def use_theme(page, theme="dusk"):
    """Choose a theme as the preferences do, before any page loads."""
    text = f'{{"theme":"{theme}","speed":"instant"}}'
    page.add_init_script(f"localStorage.setItem('{PREFERENCES}', JSON.stringify({text}))")


def assert_accessible(page):
    """Let axe look at the page as it is, and at its contrasts in every theme."""
    _assert_no_violations(page)
    before = page.evaluate("document.documentElement.dataset.theme")
    for theme in (*THEMES, before):
        page.evaluate(SWITCH, theme)
        if theme != before:
            _assert_no_violations(page, runOnly=["color-contrast"])


def _assert_no_violations(page, **options):
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    assert found.violations_count == 0, found.generate_report()


def assert_fits(page):
    """Nothing makes the page scroll sideways."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
