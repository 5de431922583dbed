"""The public names: documented, typed, and imported when they are used."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs_site.api import PACKAGES

import pickomino

PLAIN_VALUES = {"CHANCE", "OVER", "__version__", "Entrant", "GameEvent"}
SOURCE = Path(pickomino.__file__)


@pytest.mark.parametrize("name", sorted(set(pickomino.__all__) - PLAIN_VALUES))
def test_every_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (getattr(pickomino, name).__doc__ or "")


def public_methods(name):
    """Yield the public methods of a class and the functions of its properties, with their names."""
    for member, raw in vars(getattr(pickomino, name)).items():
        function = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
        if inspect.isfunction(function) and not member.startswith("_"):
            yield member, function


CLASSES = [name for name in pickomino.__all__ if inspect.isclass(getattr(pickomino, name))]


@pytest.mark.parametrize("name", CLASSES)
def test_every_method_of_a_public_class_is_used_in_an_example(name):
    """In its own docstring or in that of the class."""
    of_class = inspect.getdoc(getattr(pickomino, name)) or ""
    unused = []
    for member, function in public_methods(name):
        text = f"{of_class}\n{function.__doc__}"
        code = "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) .*", text, re.MULTILINE))
        if not re.search(rf"(?:\.|def ){member}\b", code):
            unused.append(member)
    assert unused == []


DOCUMENTED = [
    f"{name}.{module}" for name, package in PACKAGES.items() for module in package.modules
]


@pytest.mark.parametrize("module", DOCUMENTED)
def test_everything_in_a_documented_module_has_an_example(module):
    """A class has it in its own docstring or in one of a method."""
    tree = ast.parse((SOURCE.parent / f"{module.replace('.', '/')}.py").read_text("utf-8"))
    kinds = ast.FunctionDef, ast.ClassDef
    public = [node for node in tree.body if isinstance(node, kinds) and node.name[0] != "_"]
    assert public
    assert [
        node.name for node in public if not any(">>>" in text for text in docstrings(node))
    ] == []


def docstrings(node):
    methods = node.body if isinstance(node, ast.ClassDef) else []
    documented = [node, *(method for method in methods if isinstance(method, ast.FunctionDef))]
    return [ast.get_docstring(part) or "" for part in documented]


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


def annotated():
    """Yield every public function and class, and the public methods and properties of classes."""
    for name in set(pickomino.__all__) - PLAIN_VALUES:
        value = getattr(pickomino, name)
        yield name, value
        for member, function in public_methods(name) if isinstance(value, type) else ():
            yield f"{name}.{member}", function


def test_every_class_in_a_public_signature_is_public():
    words = {
        (name, word, getattr(sys.modules[value.__module__], word, None))
        for name, value in annotated()
        for annotation in inspect.get_annotations(value).values()
        for word in re.findall(r"\w+", str(annotation))
    }
    classes = {(name, word) for name, word, value in words if is_ours(value)}
    private = {(name, word) for name, word in classes if word not in pickomino.__all__}
    assert private == {("MatchResult", "GroupResult")}, "its docstring says that it is private"


def is_ours(value):
    return isinstance(value, type) and value.__module__.startswith("pickomino")


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        pickomino.gmae  # noqa: B018 - the access is the test


def modules_after(code):
    command = [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_import_loads_no_module_that_is_not_used():
    loaded = modules_after("import pickomino") - modules_after("pass")
    assert loaded - {"__future__"} == {"pickomino", "pickomino._version"}


def test_version_loads_no_module_that_is_not_used():
    loaded = modules_after("from pickomino.cli.app import run; run(['--version'])")
    loaded -= modules_after("pass") | {pickomino.__version__}
    ours = {name for name in loaded if name.startswith("pickomino")}
    assert ours == {
        *("pickomino", "pickomino._version", "pickomino.core", "pickomino.core.errors"),
        *("pickomino.cli", "pickomino.cli.app", "pickomino.cli.errors"),
    }
    others = {name.partition(".")[0] for name in loaded - ours} - sys.stdlib_module_names
    assert others == {"attr", "attrs", "cyclopts", "rich"}
