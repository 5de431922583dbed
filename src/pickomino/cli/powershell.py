"""The completion script for PowerShell, which Cyclopts does not generate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cyclopts import App

_SCRIPT: Final = """\
Register-ArgumentCompleter -Native -CommandName pickomino -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    # For each command its options: $false takes no value, a list has the values to complete.
    $commands = @{
%s
    }
    # For some commands the values that are not options.
    $arguments = @{
%s
    }
    $words = @($commandAst.CommandElements | ForEach-Object { "$_" })
    if ($wordToComplete) { $words = @($words | Select-Object -SkipLast 1) }
    if ($words.Count -le 1) {
        $candidates = $commands.Keys
    } else {
        $command = $words[1]
        $options = $commands[$command]
        if (-not $options) { return }
        $value = $options[$words[-1]]
        if ($value -is [array] -and $words.Count -gt 2) {
            # Without candidates PowerShell completes file names.
            $candidates = $value
        } elseif ($wordToComplete -like '-*') {
            $candidates = $options.Keys
        } else {
            $candidates = $arguments[$command]
        }
    }
    $fitting = $candidates | Where-Object { $_ -and $_ -like "$wordToComplete*" }
    $fitting | Sort-Object | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
"""


def powershell_script(app: App, values: Mapping[str, str], bots: Sequence[str]) -> str:
    """Return the script; `values` has the values, separated by spaces, of some options."""
    commands = sorted(name for name in app if not name.startswith("-"))
    arguments = {"arena": list(bots), "help": commands}
    lines: list[str] = []
    for command in commands:
        options: list[str] = []
        for argument in app[command].assemble_argument_collection():
            choices = argument.get_choices() or ()
            if not argument.names[0].startswith("--"):
                if choices:
                    arguments[command] = list(choices)
                continue
            for name in argument.names:
                known = values.get(name.removeprefix("--"), "").split() or choices
                options.append(f"'{name}' = {'$false' if argument.hint is bool else _list(known)}")
        lines.append(f"        '{command}' = @{{ {'; '.join(options)} }}")
    others = [f"        '{command}' = {_list(found)}" for command, found in arguments.items()]
    return _SCRIPT % ("\n".join(lines), "\n".join(others))


def _list(values: Sequence[str]) -> str:
    quoted = ", ".join(f"'{value}'" for value in values)
    return f"@({quoted})"
