"""Logs, metrics and housekeeping."""
