"""Thousands of games at once, in compiled code on all cores.

Given the same dice, `VectorGames` plays exactly as `pickomino.core` does; `VectorPickomino` is a
Gymnasium vector environment built on it. `layout` defines how games are stored; `chance`, `stacks`,
`extrawurm` and `rules` play one game, and `kernels` plays many. `bots` and `opponents` play against
the agent, `observation` encodes games from a seat's perspective, `conversion` converts games to
positions of `pickomino.core` and back. `games` and `environment` are the Python interface.
"""

from pickomino.envs.vector.environment import VectorPickomino
from pickomino.envs.vector.games import Rollout, VectorGames

__all__ = ["Rollout", "VectorGames", "VectorPickomino"]
