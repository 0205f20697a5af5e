"""The first schema: people, matches, seats, events, notes, series."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("series", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("next", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("archive", sa.Text),
        sa.Column("due", sa.BigInteger),
        sa.Column("lease_by", sa.Text),
        sa.Column("lease_until", sa.BigInteger),
    )
    op.create_index("matches_by_status", "matches", ["status", "public", "changed"])
    op.create_index("matches_by_due", "matches", ["due"])
    op.create_index("matches_by_changed", "matches", ["changed"])
    op.create_index("matches_by_series", "matches", ["series"])
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("guest", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("contribution", sa.Text),
        sa.Column("muted", sa.Integer, nullable=False),
        sa.Column("seen", sa.BigInteger),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "events",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("data", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("data", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "series",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """There is nothing before the first schema."""
    for table in ("series", "notes", "events", "seats", "matches", "codes", "tokens", "guests"):
        op.drop_table(table)
