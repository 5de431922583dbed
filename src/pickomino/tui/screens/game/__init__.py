"""A running game: the board, its table, the lobby before the game and the result after it."""
