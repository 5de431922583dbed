"""The scripts of continuous integration."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

AUDIT = Path(__file__).parents[1] / ".ci" / "audit"


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
