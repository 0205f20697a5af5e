"""Alembic runs this for every migration: over the connection it is handed, in one transaction."""

from alembic import context

from bangbox.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
