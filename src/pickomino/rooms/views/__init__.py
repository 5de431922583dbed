"""What clients are sent: room views, replays and lessons, built from room states."""
