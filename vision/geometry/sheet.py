"""Draws the sheet of markers: held up in one piece for the lens, then cut up and laid on the felt."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fpdf import FPDF, ViewerPreferences

from vision.geometry import markers
from vision.geometry.camera import Array

SIDE_MM: Final = 45.0
GAP_MM: Final = 18.0
"""White between two markers; each keeps half of it when it is cut out."""
COLUMNS: Final = 3
ROWS: Final = 4
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
RULER_MM: Final = 100.0
_TOP_MM: Final = 34.0
_STEP_MM: Final = SIDE_MM + GAP_MM


def layout(side_mm: float = SIDE_MM) -> dict[int, Array]:
    """Return the corners, (4, 3) in mm, of the sheet's markers about its middle; ``side_mm`` as printed."""
    scale = side_mm / SIDE_MM
    held = {}
    for number in range(COLUMNS * ROWS):
        row, column = divmod(number, COLUMNS)
        centre = (column - (COLUMNS - 1) / 2) * _STEP_MM, ((ROWS - 1) / 2 - row) * _STEP_MM
        held[number] = markers.square(centre, SIDE_MM) * scale
    return held


def write(target: Path, paper: str = "a4") -> None:
    """Write the sheet as a PDF of true millimetres. ``paper`` is one of ``PAPERS``."""
    width, height = PAPERS[paper]
    pdf = FPDF(unit="mm", format=(width, height))
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    pdf.set_title("Floorcall markers")
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    _explain(pdf, width)
    for number, corners in layout().items():
        left, top = width / 2 + corners[0, 0], _TOP_MM + (ROWS * _STEP_MM - GAP_MM) / 2 - corners[0, 1]
        _draw(pdf, number, left, top)
    pdf.output(str(target))


def _explain(pdf: FPDF, width: float) -> None:
    left = (width - COLUMNS * _STEP_MM + GAP_MM) / 2
    pdf.set_font("helvetica", size=9)
    pdf.text(
        left, 10, "Floorcall markers. Print at 100 %. First hold the sheet flat before the camera, in one"
    )
    pdf.text(
        left, 14, "piece and at many angles; then cut along the grey lines and lay the markers on the felt."
    )
    pdf.set_line_width(0.2)
    pdf.line(left, 21, left + RULER_MM, 21)
    for at in (0, RULER_MM / 2, RULER_MM):
        pdf.line(left + at, 19.5, left + at, 22.5)
    pdf.text(left + RULER_MM + 3, 22, f"{RULER_MM:.0f} mm when printed right")


def _draw(pdf: FPDF, number: int, left: float, top: float) -> None:
    """Draw a marker with its upper left corner at ``left`` and ``top`` in mm, its cut line and its number."""
    rim = GAP_MM / 2
    pdf.set_draw_color(190)
    pdf.rect(left - rim, top - rim, SIDE_MM + GAP_MM, SIDE_MM + GAP_MM, style="D")
    pdf.set_draw_color(0)
    cell = SIDE_MM / markers.CELLS
    pdf.set_fill_color(0)
    pdf.rect(left, top, SIDE_MM, SIDE_MM, style="F")
    pdf.set_fill_color(255)
    for row, cells in enumerate(markers.pattern(number)):
        for column, level in enumerate(cells):
            if level:
                pdf.rect(left + column * cell, top + row * cell, cell, cell, style="F")
    pdf.set_font("helvetica", size=6)
    pdf.text(left, top + SIDE_MM + rim - 1, str(number))
