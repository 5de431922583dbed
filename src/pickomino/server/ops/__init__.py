"""Logs, metrics, housekeeping and CSP reports."""
