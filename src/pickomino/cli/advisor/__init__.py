"""Advice at a physical table: setup questions, entries, and the record."""
