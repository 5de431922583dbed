"""The parts of screens: they draw what they are given and post messages for what players do."""
