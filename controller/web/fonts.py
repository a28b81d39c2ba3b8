"""Serves the pages' fonts: Debian's own files, never the net.

A browser at the table finds them installed under their PostScript names; a phone is given the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from controller.web.problems import Problem

_INTER: Final = Path("/usr/share/fonts/opentype/inter")
_NOTO: Final = Path("/usr/share/fonts/truetype/noto")

FACES: Final = {
    "Inter-Medium": ("Inter", 500, _INTER / "Inter-Medium.otf"),
    "Inter-SemiBold": ("Inter", 600, _INTER / "Inter-SemiBold.otf"),
    "Inter-Bold": ("Inter", 700, _INTER / "Inter-Bold.otf"),
    "InterDisplay-SemiBold": ("Inter Display", 600, _INTER / "InterDisplay-SemiBold.otf"),
    "InterDisplay-Bold": ("Inter Display", 700, _INTER / "InterDisplay-Bold.otf"),
    "NotoSansArabic-Regular": ("Noto Sans Arabic", 500, _NOTO / "NotoSansArabic-Regular.ttf"),
    "NotoSansArabic-Bold": ("Noto Sans Arabic", 700, _NOTO / "NotoSansArabic-Bold.ttf"),
}
"""Name -> family, weight and the file of the packages fonts-inter and fonts-noto-core."""

_TYPES: Final = {".otf": "font/otf", ".ttf": "font/ttf"}


def font_faces() -> str:
    """Return the style sheet that names every font whose file is here."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:block;'
        f'src:local("{name}"),url("/fonts/{name}") format("{"opentype" if path.suffix == ".otf" else "truetype"}")}}\n'
        for name, (family, weight, path) in FACES.items()
        if path.is_file()
    )


def missing_packages() -> list[str]:
    """Return the Debian packages whose fonts are not here."""
    packages = {_INTER: "fonts-inter", _NOTO: "fonts-noto-core"}
    return [
        name
        for folder, name in packages.items()
        if not all(path.is_file() for *_, path in FACES.values() if path.parent == folder)
    ]


async def fonts_route(request: Request) -> Response:
    """Answer with the style sheet, or with one font."""
    name = request.path_params.get("name")
    if name is None:
        return Response(font_faces(), media_type="text/css")
    if name not in FACES or not FACES[name][2].is_file():
        raise Problem("path", f"there is no font {name!r} here", 404)
    path = FACES[name][2]
    return FileResponse(path, media_type=_TYPES[path.suffix])
