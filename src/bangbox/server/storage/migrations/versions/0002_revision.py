"""Every match counts its changes, so that a process sees at a glance whether it knows them all."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the count."""
    op.add_column("matches", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Takes it away again."""
    with op.batch_alter_table("matches") as table:
        table.drop_column("revision")
