"""The rules of Pickomino as pure functions over immutable values; only the standard library.

`rules` names the variants, `tiles` and `roll` the material, `position` what lies on the table,
`play` what may be done and what follows, `turns` how a turn ends, `extrawurm` the expansion,
`wfen` positions as text, `problems` what makes one impossible, `dice` where rolls come from,
`errors` what can go wrong.
"""
