"""Research environments: the game for programs that learn.

`actions` numbers every action and `encoding` turns a position into a vector; both are shared by
all environments here. `gymnasium` has one learner against bots, `pettingzoo` a learner in every
seat, `openspiel` the game tree with its chance nodes; `vector` plays many games at once. `table`
plays a game with NumPy's dice for the first two, `rendering` and `drawing` show it. Each module
loads its library only when it is imported itself.
"""
