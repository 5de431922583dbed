"""Builds the static site: the game as a folder of files that any web server can serve."""

from pickomino.core.errors import register_messages
from pickomino.site.errors import MESSAGES

register_messages(MESSAGES)
