"""A second, deliberately naive implementation of the game, to check the real engine against.

It follows the rules document sentence by sentence, with mutable state and plain loops, and shares
no code with the engine: `rules` plays, `extrawurm` adds the expansion, `scoring` finds the winners,
`wfen` reads and writes positions, `setups` makes random valid positions, `checks` says
what always holds, and the tests here check these by themselves. Section numbers in comments are
those of the rules document.
"""
