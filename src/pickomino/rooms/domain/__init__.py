"""The pure part of a room: its state, and how commands become events."""
