"""Measurements of players: matches, residuals, puzzle rollouts and the solver's speed."""
