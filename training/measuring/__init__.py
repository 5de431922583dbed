"""Measurements of players: matches, residuals and puzzle rollouts."""
