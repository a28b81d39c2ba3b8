"""Makes the first store: tables, messages, alerts, orders, notes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    _heard()
    _answered()


def _heard() -> None:
    name = sa.String(64)
    op.create_table(
        "room_table",
        sa.Column("site", name, primary_key=True),
        sa.Column("name", name, primary_key=True),
        sa.Column("series", name, nullable=False),
        sa.Column("high", sa.BigInteger, nullable=False),
        sa.Column("missing", sa.Text, nullable=False),
        sa.Column("health", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("heard_at", sa.Float, nullable=False),
    )
    op.create_table(
        "room_message",
        sa.Column("site", name, primary_key=True),
        sa.Column("name", name, primary_key=True),
        sa.Column("series", name, primary_key=True),
        sa.Column("n", sa.BigInteger, primary_key=True),
        sa.Column("topic", sa.String(16), nullable=False),
        sa.Column("log", sa.Integer, nullable=False),
        sa.Column("hand", sa.Integer, nullable=True),
        sa.Column("finding", sa.String(120), nullable=True),
        sa.Column("heard_at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("room_message_finding", "room_message", ["site", "name", "finding"])
    op.create_index("room_message_heard", "room_message", ["topic", "heard_at"])


def _answered() -> None:
    name = sa.String(64)
    op.create_table(
        "room_alert",
        sa.Column("id", sa.String(300), primary_key=True),
        sa.Column("site", name, nullable=False),
        sa.Column("name", name, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("cites", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("person", sa.String(40), nullable=True),
        sa.Column("found_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("room_alert_found", "room_alert", ["found_at"])
    op.create_table(
        "room_order",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("site", name, nullable=False),
        sa.Column("name", name, nullable=False),
        sa.Column("topic", sa.String(16), nullable=False),
        sa.Column("alert", sa.String(300), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("sent_at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=True),
    )
    op.create_table(
        "room_note",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take everything away."""
    for table in ("room_note", "room_order", "room_alert", "room_message", "room_table"):
        op.drop_table(table)
