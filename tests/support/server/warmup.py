"""Loaded by the process that servers are forked from: what each would make, it makes once.

A server that is put together here and never opened leaves templates, texts, the client's files and
what libraries learn of our types: without them a start takes twice as long.
"""

import gc

from pickomino.server.app import create_app, warm
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState

warm(create_app(ServerState(ServerSettings())))
gc.freeze()  # what all share is not copied because somebody looks for garbage in it
