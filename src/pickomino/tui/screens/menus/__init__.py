"""The main menu and the screens it opens before a game: forms, online tables, the profile."""
