"""A server that cheats with its dice, against the real clients of players who do not trust it."""
