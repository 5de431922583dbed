"""Tiles, dice and the logo as characters: pure functions from values to Textual's `Content`.

Most come in several sizes, chosen by the app's `ViewSize`; `palette` holds the colours.
"""
