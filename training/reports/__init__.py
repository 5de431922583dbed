"""Tables and pictures for the docs, made from saved results; works without torch."""
