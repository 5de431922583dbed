"""Builds what clients are sent: room views, replays and lessons."""
