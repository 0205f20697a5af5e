"""A series needs no row of its own: its matches know its length, and their seats who plays."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drops the table."""
    op.drop_table("series")


def downgrade() -> None:
    """Makes it anew, empty."""
    op.create_table(
        "series",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
    )
