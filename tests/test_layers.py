"""The import contracts of pyproject.toml hold."""

import sys

import grimp
import pytest
from importlinter.cli import lint_imports


def test_imports_follow_the_contracts(capsys):
    assert lint_imports(no_cache=True) == 0, capsys.readouterr().out


@pytest.mark.parametrize("layer", ["pickomino.core", "pickomino.record"])
def test_rules_need_only_the_standard_library(layer):
    graph = grimp.build_graph("pickomino", include_external_packages=True, cache_dir=None)
    modules = {layer, *graph.find_descendants(layer)}
    imported = set().union(*map(graph.find_modules_directly_imported_by, modules))
    packages = {name.partition(".")[0] for name in imported}
    assert packages <= sys.stdlib_module_names | {"pickomino"}
