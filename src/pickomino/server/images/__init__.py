"""Images for sharing and for link previews: results, reviews and daily puzzles."""
