"""Shell completion, set up as documented."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.cli_runner import pickomino

SHELLS = ("bash", "zsh", "fish", "powershell")
PAGE = Path(__file__).parents[2] / "docs/terminal.md"
ASKED = {
    "rep": "replay",
    "play --rules cl": "classic",
    "play --bots cha": "champion",
    "arena strat": "strategist",
    "play --starter l": "lot",
    "odds --aim wi": "win",
    "una": "unarchive",
}
ZSH = """
_arguments() { print -r -- "$@"; state=args line=(arena) words=(arena strat) CURRENT=2 }
fpath=($PWD $fpath); autoload -Uz _pickomino; _pickomino
"""
"""What the loaded function asks of zsh: for the command, then for what follows `arena`."""


@pytest.fixture(scope="module")
def scripts():
    return {shell: pickomino("completion", shell)[1] for shell in SHELLS}


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_list_commands_and_values(scripts, shell):
    for word in ("play", "replay", "completion", "extrawurm", "join", "strategist", "classic"):
        assert word in scripts[shell]


def test_bash_completion_works(scripts):
    require_shell("bash")
    for words, completed in {**ASKED, "verify gam": ""}.items():
        place = len(words.split())
        ask = f"COMP_WORDS=(pickomino {words}); COMP_CWORD={place}; _pickomino"
        assert run("bash", f"{scripts['bash']}\n{ask}; echo ${{COMPREPLY[@]}}").strip() == completed
    assert "complete -o bashdefault -o default -F" in scripts["bash"], (
        "file names where nothing fits"
    )


def test_zsh_completion_loads(scripts, tmp_path):
    assert '_cyclopts_pickomino "$@"' in scripts["zsh"]
    bots = re.search(r"'\*:Two to seven bots.*:\((.*)\)'", scripts["zsh"])
    assert "strategist" in bots[1].split()
    assert re.search(r"'1:Records in WGN or JSON.*:_files'", scripts["zsh"])
    require_shell("zsh")
    (tmp_path / "_pickomino").write_text(scripts["zsh"])
    asked = run("zsh", ZSH, cwd=tmp_path)
    assert "->cmds" in asked
    assert bots[0].strip("'") in asked


def test_fish_completion_works(scripts, tmp_path):
    assert "using_command arena' -f -a" in scripts["fish"]
    require_shell("fish")
    asks = "\n".join(f"complete -C'pickomino {words}'" for words in ASKED)
    completed = run("fish", f"{scripts['fish']}\n{asks}", cwd=tmp_path)
    assert [line.partition("\t")[0] for line in completed.splitlines()] == list(ASKED.values())


POWERSHELL = """
foreach ($words in %s) {
    $line = "pickomino $words"
    (TabExpansion2 $line $line.Length).CompletionMatches[0].CompletionText
}
"""


def test_powershell_completion_works(scripts, tmp_path):
    script = scripts["powershell"]
    assert script.count("{") == script.count("}")
    assert "'--aim' = @('worms', 'win')" in script
    assert "'--extrawurm' = $false" in script
    assert "'completion' = @('bash', 'zsh', 'fish', 'powershell')" in script
    require_shell("pwsh")
    asks = ", ".join(f"'{words}'" for words in ASKED)
    program = tmp_path / "ask.ps1"
    program.write_text(f"{script}\n{POWERSHELL % asks}")
    done = run("pwsh", f"& '{program}'")
    assert done.split() == list(ASKED.values())


def test_documented_install_lines_create_folders(scripts, tmp_path):
    require_shell("bash")
    block = PAGE.read_text(encoding="utf-8").partition("## Completion")[2]
    lines = re.search(r"```sh\n(.*?)```", block, re.DOTALL)[1].splitlines()
    assert all(re.match("mkdir|pickomino", line) for line in lines)
    assert not any("#" in line for line in lines), "zsh takes a typed # for an argument"
    for shell, script in scripts.items():
        (tmp_path / shell).write_text(script)
    command = f'pickomino() {{ [ "$1" = completion ] && cat "{tmp_path}/$2"; }}'
    (tmp_path / "home").mkdir()
    run("bash", "\n".join(["set -e", command, *lines]), HOME=str(tmp_path / "home"))
    written = {file.name: file.read_text() for file in (tmp_path / "home").rglob("*pickomino*")}
    names = {"bash": "pickomino", "zsh": "_pickomino", "fish": "pickomino.fish"}
    assert written == {name: scripts[shell] for shell, name in names.items()}


def require_shell(name):
    """Skip where a shell is missing; CI has all but PowerShell, which is no Debian package."""
    if shutil.which(name) is None:
        assert name == "pwsh" or not os.environ.get("CI"), f"install {name}"
        pytest.skip(f"{name} is not installed")


def run(shell, text, cwd=None, **environment):
    options = {
        "bash": [],
        "zsh": ["-f"],
        "fish": ["--no-config"],
        "pwsh": ["-NoProfile"],
    }[shell]
    done = subprocess.run(
        [shutil.which(shell), *options, "-c", text],
        capture_output=True,
        text=True,
        check=True,
        cwd=cwd,
        env=os.environ | environment,
    )
    return done.stdout
