"""The import contracts of pyproject.toml hold."""

import subprocess
import sys

import grimp
import pytest

# In a process of its own, because import-linter reconfigures logging and the standard streams.
LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports as lint; sys.exit(lint(no_cache=True))"
)


def test_imports_follow_the_contracts():
    lint = subprocess.run([sys.executable, "-c", LINT_IMPORTS], capture_output=True, check=False)
    assert lint.returncode == 0, lint.stdout.decode()


@pytest.mark.parametrize("layer", ["pickomino.core", "pickomino.record"])
def test_rules_need_only_the_standard_library(layer):
    graph = grimp.build_graph("pickomino", include_external_packages=True, cache_dir=None)
    modules = {layer, *graph.find_descendants(layer)}
    imported = set().union(*map(graph.find_modules_directly_imported_by, modules))
    packages = {name.partition(".")[0] for name in imported}
    assert packages <= sys.stdlib_module_names | {"pickomino"}
