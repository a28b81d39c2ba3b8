"""Makes the documents' site: docs/ and the pages that live beside their code, in the order in which to read them.

    python setup/site.py [FOLDER]         FOLDER is build/site where it is not given

Needs no network. A page that no menu has, a link that leads nowhere and an anchor that is not there are errors.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from controller import rulebooks
from controller.rulebooks import coverage

ROOT: Final = Path(__file__).resolve().parents[1]
MENU: Final[dict[str, dict[str, str]]] = {
    "Start here": {"Start here": "docs/start.md", "What it is": "README.md"},
    "Build a table": {
        "Wiring": "hw/wiring.md",
        "First power-on": "hw/first-power-on.md",
        "Boards": "firmware_bridge/firmware/README.md",
        "Tag readers": "firmware_bridge/readers/README.md",
        "The camera": "vision/README.md",
    },
    "Run a night": {
        "The dealer's card": "docs/dealers-card.md",
        "Practice": "docs/practice.md",
        "The floor's card": "docs/floors-card.md",
        "The display's keys": "docs/display.md",
        "The floor's own work": "docs/floor.md",
        "Seats, levels": "docs/seats.md",
        "Reports": "docs/reports.md",
        "Languages": "docs/languages.md",
    },
    "The room": {
        "Tables and floor": "docs/room.md",
        "Monitoring": "docs/monitoring/README.md",
        "Who may do what": "docs/access.md",
        "Threats": "docs/threats.md",
        "The journal": "docs/journal.md",
        "Reliability": "docs/reliability.md",
        "Packages": "docs/packages.md",
        "The Pi image": "docs/pi-image.md",
        "Releases": "docs/releases.md",
    },
    "Rules": {
        "Rulebooks": "docs/rulebooks.md",
        "Your own tests": "docs/house-tests.md",
        "Coverage": "docs/coverage.md",
    },
    "Reference": {
        "Commands": "docs/commands.md",
        "Configuration": "docs/configuration.md",
        "The floor's configuration": "docs/floor-configuration.md",
        "The sensor log": "docs/sensor-log.md",
        "Kinds of findings": "docs/findings.md",
        "Who sends what": "docs/senders.md",
        "Hands for others": "docs/hands.md",
        "The device link": "firmware_bridge/PROTOCOL.md",
    },
    "Design and figures": {
        "The way of an event": "docs/design.md",
        "Figures": "docs/figures.md",
        "Sensing": "docs/sensing.md",
        "Testing": "docs/testing.md",
        "The benchmark of irregularities": "benchmarks/irregularities/README.md",
        "Its figures": "benchmarks/irregularities/FIGURES.md",
        "The benchmark of counting": "benchmarks/counting/README.md",
        "Figures of counting": "benchmarks/counting/FIGURES.md",
        "Speed": "docs/speed.md",
    },
}
PAGES: Final = {page: title for part in MENU.values() for title, page in part.items()}
LINK: Final = re.compile(r"(!?\[[^\]]*\]\()([^)#:\s]+)((?:#[^)]*)?\))")
NAMED: Final = re.compile(r"(?<!\[)`((?:docs|hw|firmware_bridge|vision)/[\w/.-]+\.md)`(?!\])")
FENCE: Final = re.compile(r"(^```.*?^```$)", re.M | re.S)
SETTINGS: Final = {
    "project": "Floorcall",
    "extensions": ["myst_parser"],
    "html_theme": "furo",
    "html_title": "Floorcall",
    "html_show_copyright": False,
    "html_static_path": ["_static"],
    "html_css_files": ["print.css"],
    "myst_heading_anchors": 3,
    "suppress_warnings": ["myst.header", "misc.highlighting_failure"],  # our own examples are marked `frame`
}
"""Settings of Sphinx, whose warnings are errors here."""
ON_PAPER: Final = "@page{margin:15mm}@media print{footer{display:none}}\n"
"""What a page that is printed leaves out, so that each card is one sheet."""


def unlisted() -> list[str]:
    """Return the pages of docs/ that no menu has."""
    return sorted(
        str(page.relative_to(ROOT))
        for page in (ROOT / "docs").rglob("*.md")
        if str(page.relative_to(ROOT)) not in PAGES
    )


def place(page: str) -> str:
    """Return where a page lies in the site."""
    return page


def gather(source: Path) -> None:
    """Copy every page and what it shows; pages named in code marks become links."""
    for page in PAGES:
        to = source / place(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        parts = FENCE.split((ROOT / page).read_text(encoding="utf-8"))
        text = "".join(p if p.startswith("```") else _linked(p, page, source) for p in parts)
        to.write_text(text + MORE.get(page, str)(), encoding="utf-8")


def clauses() -> str:
    """Return the clauses of every house as a table with a field to search it by; all of it where no script runs."""
    rows = [
        (
            house,
            entry.clause.ref,
            entry.clause.title,
            entry.clause.kind,
            entry.clause.class_,
            entry.state,
            tests,
        )
        for house in rulebooks.ids()
        for entry in coverage.of(rulebooks.load(house))
        for tests in [
            "\n".join(test.removeprefix("tests/") for test in entry.tests) or entry.clause.needs or ""
        ]
    ]
    cells = ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
    field = '<input id="clause-words" type="search" placeholder="house, number, words or kind" aria-label="Search clauses" hidden>'
    heads = ("house", "clause", "about", "kind", "class", "state", "shown by, or what it needs")
    return "\n".join(
        [
            "\n```{raw} html",
            f'{field}<p id="clause-count" role="status"></p><table id="clauses"><thead><tr>',
            *(f"<th>{head}</th>" for head in heads),
            "</tr></thead><tbody>",
            *(f"<tr>{row}</tr>" for row in cells),
            "</tbody></table>",
            f"<style>{STYLE}</style>",
            f"<script>{(ROOT / 'setup' / 'clauses.js').read_text(encoding='utf-8')}</script>",
            "```",
            "",
        ]
    )


STYLE: Final = "#clauses td{vertical-align:top;padding:.2rem .5rem;white-space:pre-line;overflow-wrap:anywhere}#clause-words{width:100%}"
MORE: Final = {"docs/coverage.md": clauses}
"""What a page has in the site beyond its file."""


def _linked(text: str, page: str, source: Path) -> str:
    """Lead the links of a page to where things lie in the site; what has no page there stays plain words."""
    here = (ROOT / page).parent
    there = Path(place(page)).parent

    def lead(found: re.Match[str]) -> str:
        target = (here / found[2]).resolve()
        if not target.exists() or not target.is_relative_to(ROOT):
            return found[0]  # the check below names it
        name = str(target.relative_to(ROOT))
        if (target.suffix == ".md" and name not in PAGES) or target.is_dir():
            return f"`{name}`"
        if target.suffix != ".md":
            copy = source / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, copy)
        return f"{found[1]}{os.path.relpath(place(name), there)}{found[3]}"

    def name(found: re.Match[str]) -> str:
        if found[1] not in PAGES:
            return found[0]
        return f"[{PAGES[found[1]].lower()}]({os.path.relpath(place(found[1]), there)})"

    return NAMED.sub(name, LINK.sub(lead, text))


def front() -> str:
    """Return the front page: the menu, part by part."""
    lines = ["# Floorcall", "", "The documents, in the order in which to read them.", ""]
    for part, pages in MENU.items():
        entries = [f"{title} </{place(page)}>" for title, page in pages.items()]
        lines += ["```{toctree}", ":maxdepth: 1", f":caption: {part}", "", *entries, "```", ""]
    return "\n".join(lines)


def main() -> int:
    """Make the site and say where it is; 1 where something leads nowhere."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "site"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if left_out := unlisted():
        sys.stderr.write(f"site.py: no menu has {', '.join(left_out)}\n")
        return 1
    gather(folder / "pages")
    (folder / "pages" / "conf.py").write_text(
        "".join(f"{key} = {value!r}\n" for key, value in SETTINGS.items())
    )
    (folder / "pages" / "index.md").write_text(front(), encoding="utf-8")
    (folder / "pages" / "_static").mkdir()
    (folder / "pages" / "_static" / "print.css").write_text(ON_PAPER)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    made = subprocess.run([*command, folder / "pages", folder / "html"], check=False)
    if made.returncode == 0:
        links = sum(len(LINK.findall(page.read_text("utf-8"))) for page in (folder / "pages").rglob("*.md"))
        sys.stdout.write(
            f"{folder / 'html' / 'index.html'}: {len(PAGES)} pages, {links} links, none leads nowhere\n"
        )
    return made.returncode


if __name__ == "__main__":
    sys.exit(main())
