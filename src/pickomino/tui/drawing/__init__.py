"""Tiles, dice and the logo as characters: pure functions from values to Textual's `Content`.

Most come in several sizes, for the terminals of `ViewSize`; `palette` holds the colours.
"""
