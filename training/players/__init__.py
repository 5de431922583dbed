"""Players that evaluate many tables at once: the network, champion and deviator."""
