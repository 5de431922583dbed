"""Understanding play.

`advice` tells the odds of a position and what each choice is worth. `review` tells luck apart from
skill in a whole game: `reviewed` is what it gives, `solved_turns` and `judging` where the chances
come from, `reasons` why a choice is better, `review_json` all of it for other programs, `summary`
and `means` many games at once, `luck` the luck alone, which the arena takes out of its results.
"""
