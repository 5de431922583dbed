"""Reinforcement-learning environments.

`actions` numbers every action and `encoding` turns a position into a vector; all environments share
both. `gymnasium` has one learner against bots, `pettingzoo` a learner in every seat, `openspiel`
the game tree with its chance nodes, and `vector` plays many games at once. `env_game` plays a
single game for the first two, with dice from a NumPy generator; `rendering` and `drawing` draw it.
Importing this package imports none of the libraries; each module imports the one that it needs.
"""
