"""The page on access has the table that the code goes by."""

from __future__ import annotations

from pathlib import Path

from controller.ruling_cards import words_in
from controller.web.roles import MAY, ROLES


def test_the_page_has_the_table_of_roles(request) -> None:
    rows = ["| | " + " | ".join(ROLES) + " |", "| --- |" + " --- |" * len(ROLES)]
    for doing in MAY:
        says = words_in("en").word("doing", doing)
        marks = ("yes" if role in MAY[doing] else "" for role in ROLES)
        rows.append(f"| {says} | " + " | ".join(marks) + " |")
    page = (Path(request.config.rootpath) / "docs" / "access.md").read_text()
    assert "\n".join(rows) in page, "docs/access.md must hold:\n" + "\n".join(rows)
