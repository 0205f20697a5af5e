"""Every seat commits to its number for the dice before it shows it; those of old tables had shown theirs at once."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the commitment."""
    op.add_column("seats", sa.Column("commitment", sa.Text))


def downgrade() -> None:
    """Takes it away again."""
    with op.batch_alter_table("seats") as table:
        table.drop_column("commitment")
