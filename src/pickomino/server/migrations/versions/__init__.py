"""One file a change, in the order of their numbers."""
