"""Thousands of games at once, in compiled code on all cores.

With the same dice `VectorGames` plays exactly the games of `pickomino.core`; `VectorPickomino` is a
Gymnasium vector environment on top of it. `layout` defines how games are stored, `chance`,
`stacks`, `extrawurm` and `rules` play one game and `kernels` many. `bots` and `opponents` play
against the agent, `observation` encodes games for a seat, `conversion` converts games to positions
of the readable engine and back, and `compiling` compiles functions. `games` and `environment` are
the Python interface.
"""

from pickomino.envs.vector.environment import VectorPickomino
from pickomino.envs.vector.games import Rollout, VectorGames

__all__ = ["Rollout", "VectorGames", "VectorPickomino"]
