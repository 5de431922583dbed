"""The commands of `pickomino`, one module each; loaded when called."""
