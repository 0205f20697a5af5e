"""Push messages: where browsers take them, and up to which event a seat's player was told."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds a table and a column."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_guest", "subscriptions", ["guest", "created"])
    op.add_column("seats", sa.Column("told", sa.Integer))


def downgrade() -> None:
    """Drops them."""
    op.drop_column("seats", "told")
    op.drop_table("subscriptions")
