"""Training the champion: batched games and exact turns with torch, on a GPU or slowly without.

`tables` plays the rules on many tables at once, `turns` solves a turn exactly for each of them
(`turn_kernel` is the same in Triton), `play` rolls dice by such a solution, `networks` and
`learning` fit the values, `responses` looks ahead to beat a player that stays as it is, `matches`
compares players, `small_games` and `response` solve small games exactly and tell what a trained
player loses there. Rules and features come from `pickomino`.
"""
