"""Games that were played before: the list, replay and review."""
