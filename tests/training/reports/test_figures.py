"""The docs show what was saved."""

from xml.etree import ElementTree as ET

from training.reports import figures
from training.reports.game_figures import classes


def test_tables_and_pictures_of_the_docs_are_those_of_the_saved_results():
    made = figures.made()
    names = {path.name for path in made}
    assert {"the-game.md", "training.md", "solved.md", "game-tiles.svg"} <= names
    for path, text in made.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run `make figures`"
        if path.suffix == ".svg":
            assert "prefers-color-scheme:dark" in ET.fromstring(text).findtext("{*}style")  # noqa: S314 - our own


def test_costly_decisions_are_sorted_by_kind():
    decisions = {
        "faces": [
            {"chosen": 5, "best": 6, "often": 0.5, "cost": 0.02},
            {"chosen": 4, "best": 6, "often": 0.25, "cost": 0.04},
            {"chosen": 5, "best": 4, "often": 0.1, "cost": 0.03},
        ],
        "stops": [{"kind": "early", "dice": 5, "worms": 1, "often": 1.0, "cost": 0.01}],
    }
    found = classes(decisions)
    assert found["left the worms and took a number"] == (0.75, 0.02)
    assert set(found) == {
        "left the worms and took a number",
        "took the higher of two numbers",
        "stopped with four dice or more left",
    }
