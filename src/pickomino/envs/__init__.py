"""Reinforcement-learning environments.

`actions` numbers every action and `encoding` turns a position into a vector; all environments share
both. `gymnasium` has one learner against bots, `pettingzoo` a learner in every seat, `openspiel`
the game tree with its chance nodes, and `vector` plays many games at once. `env_game` plays a game
with NumPy's dice for the first two; `rendering` and `drawing` draw it. Importing this package
imports none of the libraries; each module imports its own.
"""
