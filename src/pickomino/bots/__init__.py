"""Players that are programs: the protocol, the registry by name, and the levels."""

from pickomino.bots.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
