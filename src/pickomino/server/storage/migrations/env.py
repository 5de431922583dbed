"""Runs the migrations on the connection of `schema.upgrade`."""

from alembic import context

from pickomino.server.storage.schema import metadata

# Without a configuration the file is only imported, as in tests.
if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
