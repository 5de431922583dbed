"""The error codes of every package."""

from importlib import import_module
from pathlib import Path

import pickomino

MESSAGES_BY_PACKAGE = {
    path.parent.name: import_module(f"pickomino.{path.parent.name}.errors").MESSAGES
    for path in sorted(Path(pickomino.__file__).parent.glob("*/errors.py"))
}
