"""The SQL store: SQLite or PostgreSQL, migrations, finished games, secrets and backups."""
