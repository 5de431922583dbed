"""Computer players: the protocol they implement, a registry of their names, and the bots."""

from pickomino.bots.errors import MESSAGES
from pickomino.core.errors import register_messages

register_messages(MESSAGES)
