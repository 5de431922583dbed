"""Translators see on which picture a text stands."""

from types import SimpleNamespace

from scripts.picture_texts import PictureTexts


def pairs(*shown):
    return PictureTexts("de").find(list(shown))


def test_texts_of_a_page_are_found():
    assert ("Rules", "Regeln") in pairs("Regeln", "Ann")
    assert pairs("Ann", "24") == []


def test_values_of_placeholders_may_be_anything():
    assert ("Player {number}", "Spieler {number}") in pairs("Spieler 3")


def test_lists_name_texts_on_no_picture(tmp_path):
    texts = PictureTexts("de")
    texts.add("lobby", SimpleNamespace(evaluate=lambda _script: ["Regeln"]))
    texts.write(tmp_path / "texts.md")
    first, last = (tmp_path / "texts.md").read_text("utf-8").split("# On no picture")
    assert first == "# lobby\n\n- Rules\n  → Regeln\n\n"
    assert "- Privacy\n  → Datenschutz\n" in last
    assert "- Rules\n" not in last
