"""Dialogs that any screen can open: help, a log, a prompt, a list of choices."""
