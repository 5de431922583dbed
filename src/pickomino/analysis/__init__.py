"""Understanding play: `advice` tells the odds of a position and what each choice is worth."""
