"""The logo."""

import pytest

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.drawing.logo import logo
from pickomino.tui.drawing.palette import DUSK


@pytest.mark.parametrize("language", LANGUAGES)
def test_logo_has_a_tile_for_every_letter(language):
    name = texts_in(language).gettext("Pickomino")
    letters = name.split()[0].upper()
    lines = logo(name, 90, DUSK).plain.split("\n")
    assert {len(line) for line in lines} == {8 * len(letters) - 1}
    assert " ".join(letters) in logo(name, 60, DUSK).plain


def test_letter_m_has_a_middle():
    lines = logo("Pickomino", 80, DUSK).plain.split("\n")
    start = 8 * "PICKOMINO".index("M")
    assert [line[start : start + 7].strip() for line in lines[1:4]] == ["█▄ ▄█", "█ ▀ █", "▀   ▀"]
