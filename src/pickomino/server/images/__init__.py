"""Images to share and link previews: results, reviews and daily puzzles."""
