"""`pickomino completion`: commands and options completed by the shell."""

from __future__ import annotations

from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish"], /) -> int:
    """Print the completion script of a shell.

    Parameters
    ----------
    shell
        The shell that should complete.
    """
    from pickomino.cli.app import app

    print(app.generate_completion(shell=shell), end="")
    return 0
