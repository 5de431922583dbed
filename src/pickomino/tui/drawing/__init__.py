"""Tiles, dice, seats and bars made of characters: plain functions from values to `Content`.

Three sizes: small for 60 columns, medium for 80, large from 132 on; `palette` holds the colours.
"""
