"""Every public name has a docstring with an example."""

from types import ModuleType

import pytest

import pickomino

PLAIN_VALUES = {"CHANCE", "OVER", "__version__", "GameEvent"}


@pytest.mark.parametrize("name", sorted(set(pickomino.__all__) - PLAIN_VALUES))
def test_every_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (getattr(pickomino, name).__doc__ or "")


def test_public_names_are_exactly_all():
    public = {
        name
        for name, value in vars(pickomino).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert public == set(pickomino.__all__) - {"__version__"}
