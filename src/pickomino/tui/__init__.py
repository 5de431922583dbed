"""The game in the terminal: a Textual app.

`start` is the entry point for the command line, `app` the application. `screens` fill the
terminal, `widgets` are their parts, and `drawing` turns positions into styled text without
Textual's widgets. The tables that screens play at are in `pickomino.tables`. No rule is decided
here. Importing this package loads nothing.
"""
