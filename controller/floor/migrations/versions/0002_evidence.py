"""Adds evidence, who opened it, and rulings found by their kind."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make what holds evidence."""
    op.create_table(
        "room_evidence",
        sa.Column("alert", sa.String(300), primary_key=True),
        sa.Column("heard_at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "room_part",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("heard_at", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "room_opening",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("alert", sa.String(300), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("room_opening_alert", "room_opening", ["alert"])
    op.create_index("room_alert_kind", "room_alert", ["site", "kind", "found_at"])


def downgrade() -> None:
    """Take it away."""
    op.drop_index("room_alert_kind", "room_alert")
    for table in ("room_opening", "room_part", "room_evidence"):
        op.drop_table(table)
