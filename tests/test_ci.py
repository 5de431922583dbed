"""The scripts of continuous integration."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
AUDIT = ROOT / ".ci" / "audit"


def test_hooks_run_the_tools_of_make_lint():
    lint = re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    tools = re.findall(r"(?:\$\(BIN\)|node_modules/\.bin)/([\w-]+)", lint[1])
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    entries = [hook["entry"].split() for hook in repository["hooks"]]
    assert {Path(entry[0]).name for entry in entries} == {*tools, "make"}
    checks = re.findall(r"python (scripts/\w+\.py)", lint[1])
    assert checks == [entry[1] for entry in entries if Path(entry[0]).name == "python"]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_audit_that_cannot_be_made_fails(tmp_path):
    """Without a network the audit once passed."""
    offline = tmp_path / "python"
    offline.write_text(f'#!/bin/sh\n[ "$1" = -m ] && exit 1\nexec {sys.executable} "$@"\n')
    offline.chmod(0o755)

    def audit(**environment):
        command = [str(AUDIT), str(offline)]
        kept = {name: value for name, value in os.environ.items() if name != "AUDIT_OFFLINE"}
        return subprocess.run(
            command, env=kept | environment, capture_output=True, text=True, check=False
        )

    failed, excused = audit(), audit(AUDIT_OFFLINE="no route to the service")
    assert failed.returncode == 1
    assert "NOT AUDITED" in failed.stdout
    assert "AUDIT_OFFLINE" in failed.stderr
    assert excused.returncode == 0
    assert "NOT AUDITED: no route to the service" in excused.stdout


SKIPPED, SAFE = {"skip_reason": "not found"}, {"version": "1", "vulns": []}
VULNERABLE = {"version": "1", "vulns": [{"id": "CVE-1"}]}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize(
    ("libraries", "known", "mirror", "result"),
    [
        ([SAFE, SAFE], [VULNERABLE], "", (0, "2 of 2 libraries audited, 0 vulnerable")),
        ([SAFE, VULNERABLE], [VULNERABLE], "a mirror", (1, "some 1 CVE-1")),
        ([SAFE, SKIPPED], [VULNERABLE], "a mirror", (1, "NOT AUDITED: some")),
        ([SAFE, SKIPPED], [SKIPPED], "a mirror", (1, "NOT AUDITED: some")),
        ([SKIPPED, SKIPPED], [SKIPPED], "", (1, "NOT AUDITED: some, some")),
        ([SKIPPED, SKIPPED], [VULNERABLE], "a mirror", (1, "NOT AUDITED: some, some")),
        ([SKIPPED, SKIPPED], [], "a mirror", (1, "NOT AUDITED: some, some")),
        ([SKIPPED, SKIPPED], [SKIPPED], "a mirror", (0, "NOT AUDITED: a mirror")),
        ([SAFE, SAFE], [SAFE], "a mirror", (1, "does not even know")),
    ],
)
def test_audit_without_data_needs_a_reason(tmp_path, libraries, known, mirror, result):
    """With data on none of 152 libraries, the audit once passed."""
    python = tmp_path / "python"
    for name, found in (("locked", libraries), ("known", known)):
        report = {"dependencies": [{"name": "some"} | library for library in found]}
        (tmp_path / name).write_text(json.dumps(report))
    python.write_text(
        "#!/bin/sh\n"
        '[ "$1" = -m ] || exec ' + sys.executable + ' "$@"\n'
        'while [ "$1" != --output ]; do shift; done\n'
        f'cp {tmp_path}/"$(basename "$2")" "$2"\n'
    )
    python.chmod(0o755)
    environment = os.environ | {"AUDIT_MIRROR": mirror, "AUDIT_OFFLINE": ""}
    done = subprocess.run(
        [AUDIT, python], env=environment, capture_output=True, text=True, check=False
    )
    code, line = result
    assert (done.returncode, line in done.stdout + done.stderr) == (code, True), done


def test_github_must_audit():
    """Its runners reach the service, so nothing excuses them."""
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    (excuse,) = [line for line in lines if "AUDIT" in line]
    assert excuse.startswith("[[ -n ${GITHUB_ACTIONS:-} ]] || export AUDIT_MIRROR=")
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    assert not any("AUDIT_" in workflow.read_text() for workflow in workflows)
