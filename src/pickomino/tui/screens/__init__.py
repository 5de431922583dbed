"""What fills the terminal: home, new game, table, lobby, end, saved games, replay, and overlays."""
