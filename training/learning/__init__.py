"""Fitted value iteration: the training loop, its optimizers, checkpoints and export."""
