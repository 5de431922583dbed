"""The commands of `python -m training`."""
