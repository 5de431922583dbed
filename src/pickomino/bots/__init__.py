"""Players that are programs: the protocol, the registry by name, and the levels."""
