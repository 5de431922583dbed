"""The rules of Pickomino as pure functions over immutable values; needs only the standard library.

- `rules`: rule sets and their options
- `tiles`, `roll`, `actions`: tiles, dice and actions
- `position`: the position of a game
- `play`: legal actions, and the positions that follow
- `turns`: the end of a turn
- `extrawurm`: the expansion
- `wfen`, `problems`: positions as text, and checks for impossible ones
- `dice`: sources of rolls
- `errors`: error classes and messages
"""
