"""What the trainings with other libraries run, and that they can fail; the suite itself is long."""

import re
import tomllib

import pytest

from soak.suites.libraries import ROOT, TRAININGS, check_output, recipes

GROUPS = sorted({training.group for training in TRAININGS.values()})


def pinned(group):
    lock = (ROOT / f"requirements-{group}.lock").read_text("utf-8")
    return re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)


@pytest.mark.parametrize("group", GROUPS)
def test_lock_files_pin_what_the_groups_name(group):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = {re.match(r"[\w-]+", name)[0] for name in project["dependency-groups"][group]}
    assert named <= set(pinned(group))


@pytest.mark.parametrize("group", GROUPS)
def test_no_lock_file_pins_torch(group):
    """Its packages for GPUs have gigabytes, and the right build depends on the machine."""
    assert not [name for name in pinned(group) if name == "torch" or name.startswith("nvidia")]


@pytest.mark.parametrize("name", TRAININGS)
def test_programs_of_trainings_exist(name):
    assert (ROOT / TRAININGS[name].command[0]).is_file()


def test_code_of_the_recipes_runs_where_the_library_is_installed():
    assert {name: len(recipes(name)) for name in ("SuperSuit", "Shimmy")} == {
        "SuperSuit": 1,
        "Shimmy": 1,
    }


def test_result_must_rise():
    assert check_output("RLlib", "Wins: 2% before, 30% after 20 updates", 5) == 20
    with pytest.raises(AssertionError, match="RLlib learned nothing: : 2% before, 4% after 20"):
        check_output("RLlib", "Wins: 2% before, 4% after 20 updates", 5)


def test_result_must_be_printed():
    with pytest.raises(AssertionError, match="Shimmy printed no result"):
        check_output("Shimmy", "", 0.1)
