"""Players that evaluate many tables at once: the network, champion, deviator and strategist."""
