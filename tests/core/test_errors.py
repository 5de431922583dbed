"""Each package registers the error codes that it raises."""

import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import grimp
import pytest

import pickomino
from pickomino.core.errors import ALL_MESSAGES, MESSAGES, register_messages
from support.error_codes import MESSAGES_BY_PACKAGE

SOURCE = Path(pickomino.__file__).parent
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
ALWAYS_IMPORTED = ("core", "record")
RAISED = re.compile(r'(?:Error|InvalidNotation|IllegalAction|Problem|Refused)\(\s*"([a-z_]+)"')


@cache
def import_graph():
    return grimp.build_graph("pickomino", cache_dir=None)


def codes_after_importing(*modules):
    program = "; ".join(
        (*(f"import {module}" for module in modules), "from pickomino.core import errors")
    )
    command = [sys.executable, "-c", f"{program}; print(*errors.ALL_MESSAGES)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def raised_in(package):
    paths = (SOURCE / package).rglob("*.py")
    return {code for path in paths for code in RAISED.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("package", PACKAGES)
def test_raised_codes_are_registered_by_imports(package):
    upstream = import_graph().find_upstream_modules(f"pickomino.{package}", as_package=True)
    known = {*ALWAYS_IMPORTED, package, *(name.split(".")[1] for name in upstream if "." in name)}
    codes = {code for name in known for code in MESSAGES_BY_PACKAGE.get(name, {})}
    assert raised_in(package) <= codes


def test_search_finds_raised_codes():
    assert {"bad_action", "seat_range", "illegal_action"} <= raised_in("core")


def test_no_code_belongs_to_two_packages():
    for first, second in combinations(MESSAGES_BY_PACKAGE.values(), 2):
        assert not first.keys() & second.keys()


def test_importing_a_package_registers_its_codes():
    modules = [f"pickomino.{package}" for package in MESSAGES_BY_PACKAGE]
    own = {code for messages in MESSAGES_BY_PACKAGE.values() for code in messages}
    assert codes_after_importing(*modules) == own


def test_client_knows_every_code_a_server_sends():
    from pickomino.server.http.error_responses import STATUS
    from pickomino.server.http.locale import BROWSER_CODES, REVIEW_CODES

    sent = {*STATUS, *BROWSER_CODES, *REVIEW_CODES}
    sent |= raised_in("server") - MESSAGES_BY_PACKAGE["server"].keys()
    sent -= {"bad_key"}  # only /ready sends it, to operators
    assert sent <= codes_after_importing("pickomino.rooms")


def test_code_cannot_get_a_second_text():
    register_messages(MESSAGES)
    with pytest.raises(ValueError, match="tile_missing"):
        register_messages({"tile_missing": "another text"})
    assert ALL_MESSAGES["tile_missing"] == MESSAGES["tile_missing"]
