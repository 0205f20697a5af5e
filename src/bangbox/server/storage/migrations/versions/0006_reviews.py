"""The review of a match is made once and kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drops it: reviews can be made again."""
    op.drop_table("reviews")
