"""Whole games with every roll and decision recorded: self-play, data sets and statistics."""
