"""The command line. Each command is a module that loads only when it is called."""

from pickomino.cli.app import main

__all__ = ["main"]
