"""Small games of two players solved exactly, and what a player loses in them."""
