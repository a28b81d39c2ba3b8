"""Adds which parts each manifest names, so that old evidence is found without reading all of it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make it, and fill it from the manifests that are kept."""
    named = op.create_table(
        "room_evidence_part",
        sa.Column("alert", sa.String(300), primary_key=True),
        sa.Column("sha256", sa.String(64), primary_key=True),
    )
    op.create_index("room_evidence_part_sha256", "room_evidence_part", ["sha256"])
    for alert, body in op.get_bind().execute(sa.text("SELECT alert, body FROM room_evidence")).all():
        digests = {part["sha256"] for part in json.loads(body)["parts"]}
        op.bulk_insert(named, [{"alert": alert, "sha256": digest} for digest in sorted(digests)])


def downgrade() -> None:
    """Take it away."""
    op.drop_index("room_evidence_part_sha256", "room_evidence_part")
    op.drop_table("room_evidence_part")
