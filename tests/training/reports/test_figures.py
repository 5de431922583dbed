import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from training.reports import bench_figures, figures
from training.reports.game_figures import group_mistakes


def test_docs_show_the_saved_results():
    rendered = figures.render()
    names = {path.name for path in rendered}
    assert {"the-game.md", "strength.md", "solved.md", "game-tiles.svg"} <= names
    for path, text in rendered.items():
        assert path.read_text("utf-8") == text, f"{path.name}: run `make figures`"


def test_pictures_have_colours_for_dark_pages():
    pictures = [text for path, text in figures.render().items() if path.suffix == ".svg"]
    for picture in pictures:
        assert "prefers-color-scheme:dark" in ET.fromstring(picture).findtext("{*}style")  # noqa: S314 - our own


def test_results_with_another_time_to_think_are_refused(tmp_path):
    saved = Path(__file__).parents[3] / "docs/results/bench/expert.json"
    expert = json.loads(saved.read_text("utf-8"))
    expert["results"][0]["is_standard"] = False
    (tmp_path / "expert.json").write_text(json.dumps(expert))
    with pytest.raises(ValueError, match="decisions-v1 was measured with another time to think"):
        bench_figures.tables(tmp_path)["bench"]()


def test_mistakes_are_grouped_by_kind():
    decisions = {
        "faces": [
            {"chosen": 5, "best": 6, "often": 0.5, "cost": 0.02},
            {"chosen": 4, "best": 6, "often": 0.25, "cost": 0.04},
            {"chosen": 5, "best": 4, "often": 0.1, "cost": 0.03},
        ],
        "stops": [{"kind": "early", "dice": 5, "worms": 1, "often": 1.0, "cost": 0.01}],
    }
    kinds = group_mistakes(decisions)
    assert kinds["left the worms and took a number"] == (0.75, 0.02)
    assert set(kinds) == {
        "left the worms and took a number",
        "took the higher of two numbers",
        "stopped with four dice or more left",
    }
