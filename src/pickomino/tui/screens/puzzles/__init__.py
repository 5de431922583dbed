"""Puzzles and lessons on the board."""
