"""Alembic migrations of the database; `schema.upgrade` runs them."""
