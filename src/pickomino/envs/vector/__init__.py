"""Thousands of games at once, in compiled code on all cores.

`VectorGames` plays bit for bit the games of `pickomino.core` for the same dice; `VectorPickomino`
puts Gymnasium's interface for vector environments on it. `tables` says how games lie in memory,
`chance`, `stacks`, `extrawurm` and `rules` play one game and `kernels` many, `bots` and `opponents`
are who plays against the agent, `observation` is the view of a seat, `conversion` turns games into
positions of the readable engine and back, `compiling` is how functions are compiled, `games` and
`environment` are what Python sees.
"""

from pickomino.envs.vector.environment import VectorPickomino
from pickomino.envs.vector.games import Rollout, VectorGames

__all__ = ["Rollout", "VectorGames", "VectorPickomino"]
