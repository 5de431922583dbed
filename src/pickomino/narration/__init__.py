"""Sentences about a game, as lines that do not depend on a language.

A `Line` is a key with arguments. This package alone decides which lines describe a game. User
interfaces look up the keys in the table of `i18n.lines` and fill in names and numbers.
"""
