"""`pickomino help`: the help of the program or of one command."""

from __future__ import annotations


def help_(command: str = "", /) -> int:
    """Show the help for a command.

    Parameters
    ----------
    command
        The command; without one, all commands are listed.
    """
    from pickomino.cli.app import run

    return run([command, "--help"] if command else ["--help"])
