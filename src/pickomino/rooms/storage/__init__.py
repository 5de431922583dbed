"""Stores for room logs: the interface, and a store with one file per room."""
