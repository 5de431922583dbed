"""A second, deliberately naive implementation of the game, to check the real engine against.

It follows docs/rules.md sentence by sentence, with mutable state and plain loops, and shares no
code with the engine. Section numbers in comments are those of docs/rules.md.

- `rules`, `extrawurm`, `scoring`: the game, the expansion, the winners
- `wfen`: positions as text
- `setups`: random valid positions
"""
