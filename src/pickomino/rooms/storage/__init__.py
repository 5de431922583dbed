"""Stores of room logs: the interface, and one file per room."""
