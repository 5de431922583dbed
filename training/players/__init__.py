"""Players that judge many tables at once: the network, the champion, a deviator, the strategist."""
