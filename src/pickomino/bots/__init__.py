"""Computer players: the protocol they implement, the registry by name, and the bots themselves."""

from pickomino.bots.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
