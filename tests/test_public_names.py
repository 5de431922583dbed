"""The public names: documented, typed, and imported when they are used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pickomino

PLAIN_VALUES = {"CHANCE", "OVER", "__version__", "Entrant", "GameEvent"}
SOURCE = Path(pickomino.__file__)


@pytest.mark.parametrize("name", sorted(set(pickomino.__all__) - PLAIN_VALUES))
def test_every_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (getattr(pickomino, name).__doc__ or "")


def test_every_public_name_is_declared_for_type_checkers():
    (block,) = (node for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.If))
    declared = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in block.body
        for alias in node.names
    }
    assert {*declared, "__version__"} == set(pickomino.__all__) == set(dir(pickomino))
    for name, (module, original) in declared.items():
        imported = getattr(__import__(module, fromlist=[original]), original)
        assert getattr(pickomino, name) is imported


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        pickomino.gmae  # noqa: B018 - the access is the test


def modules_after(code):
    command = [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_import_loads_no_module_that_is_not_used():
    loaded = modules_after("import pickomino") - modules_after("pass")
    assert loaded == {"pickomino", "pickomino._version", "__future__"}
