"""The lists for translators name what a picture shows."""

from scripts.picture_texts import SHOWN

PAGE = """
  <h1>Rules</h1> <p hidden>Privacy</p> <dialog><p>Preferences</p></dialog>
  <details><summary>More</summary><p>Small   print</p></details>
  <button aria-label="Help"></button> <button aria-label="Undo" hidden></button>
  <select><option>Classic</option></select>
"""


def test_only_visible_texts_are_listed_and_closed_details_are_opened(page):
    empty = page.context.new_page()  # our own pages forbid markup from scripts
    empty.set_content(PAGE)
    assert empty.evaluate(SHOWN) == ["Rules", "More", "Small print", "Classic", "Help"]
    assert empty.locator("details[open]").count() == 0
    empty.close()
