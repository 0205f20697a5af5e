"""What guests make of puzzles of the day; invitations to play again, and whose are not wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "attempts",
        sa.Column("date", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("attempts_by_guest", "attempts", ["guest", "date"])
    op.create_table(
        "invitations",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("invitations_by_match", "invitations", ["match"])
    op.create_table(
        "mutes",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("mutes", "invitations", "attempts"):
        op.drop_table(table)
