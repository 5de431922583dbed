"""A running game: the board, its table, the lobby before and the result after it."""
