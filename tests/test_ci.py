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


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize(
    ("library", "code", "line"),
    [
        ({"skip_reason": "not found"}, 0, "NOT AUDITED: this mirror has data on none of 1"),
        ({"version": "1", "vulns": []}, 0, "1 of 1 libraries audited, 0 vulnerable"),
        ({"version": "1", "vulns": [{"id": "CVE-1"}]}, 1, "some 1 CVE-1"),
    ],
)
def test_audit_reports_what_was_found(tmp_path, library, code, line):
    report = json.dumps({"dependencies": [{"name": "some", **library}]})
    known = tmp_path / "python"
    known.write_text(
        "#!/bin/sh\n"
        '[ "$1" = -m ] || exec ' + sys.executable + ' "$@"\n'
        'while [ "$1" != --output ]; do shift; done\n'
        f"echo '{report}' > \"$2\"\n"
    )
    known.chmod(0o755)
    done = subprocess.run([AUDIT, known], capture_output=True, text=True, check=False)
    assert (done.returncode, line in done.stdout) == (code, True), done.stdout
