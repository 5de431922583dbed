"""Translators see on which picture a text stands."""

import asyncio
from types import SimpleNamespace

from scripts.app_pictures import Photographer
from scripts.picture_texts import PictureTexts


def pairs(*shown):
    return [(found.english, found.text) for found in PictureTexts("de").find(list(shown))]


def test_texts_of_a_page_are_found():
    assert ("Rules", "Regeln") in pairs("Regeln", "Ann")
    assert pairs("Ann", "24") == []


def test_values_of_placeholders_may_be_anything():
    assert ("Player {number}", "Spieler {number}") in pairs("Spieler 3")


def test_list_names_the_pictures_of_each_text_by_source_file(tmp_path):
    texts = PictureTexts("de")
    for name in ("lobby", "home"):
        texts.add(name, SimpleNamespace(evaluate=lambda _script: ["Datenschutz"]))
    texts.write(tmp_path / "texts.md")
    count, *files = (tmp_path / "texts.md").read_text("utf-8").split("\n\n# ")
    assert count.startswith("1 texts are on a picture, ")
    [file] = [file for file in files if "- Privacy\n" in file]
    assert file.startswith("src/pickomino/server/http/templates/")
    assert "- Privacy\n  → Datenschutz\n  (home, lobby)" in file
    assert "(on no picture)" in file


def test_pictures_of_the_terminal_are_in_the_language_and_listed(tmp_path):
    texts = PictureTexts("de")
    asyncio.run(Photographer(tmp_path, "de", texts).take_menus({"menu": ""}))
    assert "Beenden" in (tmp_path / "terminal-menu.svg").read_text("utf-8")
    texts.write(tmp_path / "texts.md")
    assert "- Replay a game\n  → Ein Spiel noch mal ansehen\n  (terminal-menu)\n" in (
        tmp_path / "texts.md"
    ).read_text("utf-8")
