"""Several servers on one PostgreSQL: nodes, room leases and Redis pub/sub."""
