"""Imported by the process that servers are forked from, to fill its caches once.

It assembles a server that is never opened: templates, texts, the client's files and what libraries
cache about our types stay in memory. Without them a start takes twice as long.
"""

import gc

from pickomino.server.app import create_app, warm
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState

warm(create_app(ServerState(ServerSettings())))
gc.freeze()  # garbage collection in a child must not copy the shared pages
