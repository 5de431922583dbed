"""Runs the migrations on the connection that `schema.upgrade` hands over."""

from alembic import context

from pickomino.server.storage.schema import metadata

# Whoever only reads this file, as the tests do, is in no migration.
if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
