"""Draw the icons of the web app: one SVG, and PNGs in the sizes that phones need.

Needs Chromium (`python scripts/icons.py`); the results are in the repository.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path("src/pickomino/client/icons")
CURL = "M4.2 17.3C3.2 10.5 8.8 7.4 11.6 11.7s7 5.3 7.2-2.4"
WORM = f"""
<g fill="none" stroke-linecap="round">
<path d="{CURL}" stroke="#2b1c13" stroke-width="8"/>
<circle cx="18.8" cy="8" r="4.8" fill="#2b1c13"/>
<path d="{CURL}" stroke="#e0703c" stroke-width="5.4"/>
<path d="M3.6 15.9c-.2-3.6 2-6 4.4-6.3" stroke="#f8ad7c" stroke-width="1.3"/>
<circle cx="18.8" cy="8" r="3.5" fill="#e0703c"/>
<circle cx="18" cy="7.6" r=".9" fill="#2b1c13"/>
<circle cx="20.7" cy="7.6" r=".9" fill="#2b1c13"/>
<path d="M18.3 9.7c.7.6 1.5.6 2.1 0" stroke="#2b1c13" stroke-width=".8"/>
</g>"""
DIE = f"""
<g transform="rotate(-8 256 250)" stroke="#2b1c13" stroke-width="12" stroke-linecap="round">
<rect x="110" y="122" width="292" height="282" rx="72" fill="#cbb48b"/>
<rect x="110" y="106" width="292" height="272" rx="72" fill="#f8efdb"/>
<path d="M134 296V188a58 58 0 0 1 58-58h118" fill="none" stroke="#fffaf0"/>
<g transform="translate(132 112) scale(10.3)" stroke="none">{WORM}</g>
</g>"""
EMBERS = """
<defs><radialGradient id="g" cx="50%" cy="96%" r="95%">
<stop offset="0" stop-color="#ffb03a"/><stop offset=".38" stop-color="#d4481a"/>
<stop offset=".75" stop-color="#4d2226"/><stop offset="1" stop-color="#221726"/>
</radialGradient></defs>"""


TURN = '<circle cx="398" cy="114" r="94" fill="#3b9d1e" stroke="#fff" stroke-width="24"/>'
"""The mark of a page on which it is the player's turn."""


def icon(radius: int, scale: float, mark: str = "") -> str:
    """Return the icon as SVG; a maskable one has no rounded corners and a smaller die."""
    shift = 256 * (1 - scale)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{EMBERS}'
        f'<rect width="512" height="512" rx="{radius}" fill="url(#g)"/>'
        f'<g transform="translate({shift} {shift}) scale({scale})">{DIE}</g>{mark}</svg>\n'
    )


def main() -> None:
    plain, maskable = icon(112, 1.1), icon(0, 0.86)
    (FOLDER / "icon.svg").write_text(plain)
    (FOLDER / "icon-turn.svg").write_text(icon(112, 1.1, TURN))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, picture, size in (
            ("icon-192", plain, 192),
            ("icon-512", plain, 512),
            ("maskable", maskable, 512),
        ):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{picture}")
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
