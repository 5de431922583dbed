"""`pickomino completion`: completion of commands, options, bots, rule sets and file names."""

from __future__ import annotations

import re
from typing import Final, Literal

from pickomino.analysis.advice import WIN, WORMS
from pickomino.bots.registry import BOTS
from pickomino.core.dice import BY_LOT
from pickomino.core.rules import PRESETS

_VALUES: Final = {
    "bots": " ".join(BOTS),
    "rules": " ".join(PRESETS),
    "aim": f"{WORMS} {WIN}",
    "starter": f"1 2 {BY_LOT}",
}
"""The values to complete for options that Cyclopts treats as plain text."""


_ZSH_START: Final = """
if [[ $funcstack[1] == _pickomino ]]; then
  _cyclopts_pickomino "$@"
else
  compdef _cyclopts_pickomino pickomino
fi
"""
"""Works both as a file in `$fpath` and with `source`."""


def completion(shell: Literal["bash", "zsh", "fish", "powershell"], /) -> int:
    """Print the completion script for a shell.

    Parameters
    ----------
    shell
        The shell to print the script for.
    """
    from pickomino.cli.app import app

    if shell == "powershell":
        from pickomino.cli.powershell import powershell_script

        print(powershell_script(app, _VALUES, list(BOTS)), end="")
        return 0
    complete = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]
    print(complete(app.generate_completion(shell=shell)), end="")
    return 0


def _bash(script: str) -> str:
    """Add `_VALUES` to a bash script, and complete file names for all other options."""
    for option, values in _VALUES.items():
        reply = f'COMPREPLY=($(compgen -W "{values}" -- "$cur"))'
        script = re.sub(
            rf"(--{option}\)\n +)COMPREPLY=\(\)",
            lambda match, reply=reply: match[1] + reply,
            script,
        )
    bots = f'COMPREPLY=($(compgen -W "{_VALUES["bots"]}" -- "$cur"))'
    before, arena, after = script.partition('"arena")\n')
    after = re.sub(r"(\*\)\n +)COMPREPLY=\(\)", lambda match: match[1] + bots, after, count=1)
    script = before + arena + after
    return script.replace("complete -F ", "complete -o bashdefault -o default -F ")


def _zsh(script: str) -> str:
    """Add `_VALUES` and file names to a zsh script, and make the script autoloadable."""
    for option, values in _VALUES.items():
        script = re.sub(rf"(--{option}\[.*\]:{option})'", rf"\1:({values})'", script)
    before, arena, after = script.partition("        arena)\n")
    after = re.sub(r"('\*:.*)' \\", rf"\1:({_VALUES['bots']})' \\", after, count=1)
    script = re.sub(
        r"^( +'(?:\d|\*):(?:[^:]|\\:)+|.*\]:[\w-]+)' \\$",
        r"\1:_files' \\",
        before + arena + after,
        flags=re.MULTILINE,
    )
    return script + _ZSH_START


def _fish(script: str) -> str:
    for option, values in _VALUES.items():
        script = script.replace(f"-l {option} -r ", f"-l {option} -r -a '{values}' ")
    command = "complete -c pickomino -n '__fish_pickomino_using_command arena'"
    return f"{script}{command} -f -a '{_VALUES['bots']}'\n"
