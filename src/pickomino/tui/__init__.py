"""The game in the terminal: a Textual app.

`app` is the program and its settings; `screens` are what fills the terminal, `widgets` the parts
of a screen, `drawing` turns positions into characters and knows nothing of Textual's widgets.
`story` follows a table's views and narrates them; `local` and `remote` are the kinds of table:
a room of `pickomino.rooms` in a folder, or one on a server. No rule is decided here. Importing
this package loads nothing: `start` is where the command line comes in.
"""
