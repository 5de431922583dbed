import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from training.learning.settings import TrainingSettings

ROOT = Path(__file__).parents[3]
GOOD = {"players": 2, "steps": 10}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tabels": 64}, "unknown key tabels; the keys are players, steps, rules"),
        ({"players": 8}, "players cannot be 8; expected a whole number from 2 to 7"),
        ({"steps": 0}, "steps cannot be 0; expected a whole number from 1 on"),
        ({"tables": "many"}, "tables cannot be 'many'"),
        ({"tables": True}, "tables cannot be True"),
        ({"tiles": [17]}, "tiles cannot be .17.; expected a list of whole numbers from 1 to 16"),
        ({"tiles": []}, "tiles cannot be"),
        ({"rules": ["chess"]}, "rules cannot be"),
        ({"rules": "standard"}, "rules cannot be 'standard'; expected a list"),
        ({"exploring": 1.0}, "exploring cannot be 1.0; expected a number from 0 to less than 1"),
        ({"exploration": 1.5}, "exploration cannot be 1.5; expected a number from 0 to 1"),
        ({"hidden": [64, 0]}, "hidden cannot be"),
    ],
)
def test_wrong_settings_are_rejected(values, message):
    with pytest.raises(ValueError, match=message):
        TrainingSettings.from_dict(GOOD | values)


def test_missing_key_is_reported():
    with pytest.raises(ValueError, match="the key players is missing"):
        TrainingSettings.from_dict({"steps": 10})


def test_all_problems_are_reported_at_once():
    with pytest.raises(ValueError, match=r"missing.*unknown key speed.*passes cannot be 0"):
        TrainingSettings.from_dict({"players": 2, "speed": 1, "passes": 0})


@pytest.mark.parametrize("path", sorted((ROOT / "training" / "configs").glob("*.toml")))
def test_configurations_are_valid(path):
    TrainingSettings.from_dict(tomllib.loads(path.read_text()))


def test_every_key_is_documented():
    page = (ROOT / "docs" / "training.md").read_text()
    documented = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert documented == {field.name for field in fields(TrainingSettings)}
    for field in fields(TrainingSettings):
        if isinstance(field.default, int | float):
            assert f"| `{field.name}` | {field.default:,} |".replace(",", "") in page.replace(
                ",", ""
            )
