"""The history of the database's shape, for alembic; `schema.upgrade` runs it."""
