"""The command line. Each command is a module that loads only when it is called."""

from pickomino.cli.app import main
from pickomino.cli.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)

__all__ = ["main"]
