"""Tables are found by whoever has set them up: for every new one the host's others are counted."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the index."""
    op.create_index("matches_by_host", "matches", ["host", "status"])


def downgrade() -> None:
    """Takes it away again."""
    op.drop_index("matches_by_host", "matches")
