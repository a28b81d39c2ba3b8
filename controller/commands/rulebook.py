"""Shows the houses' books and checks a house's own: ``floorcall rulebook``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from controller import rulebooks
from controller.command_line import Argument, Group, Option
from controller.exits import BAD_INPUT, refuse
from controller.rulebooks import compare as comparing
from controller.rulebooks import coverage
from controller.table.kinds import KINDS
from controller.table.rulebook import Clause, KindCase, KindRule, Rulebook
from controller.toml_text import text_at, tree_of

app = Group(
    help="""The houses' rulebooks: what each rules, where they differ, and a house's own file.

    \b
    Examples:
      floorcall rulebook list
      floorcall rulebook show deltin "35A(1)"
      floorcall rulebook compare deltin upt
    """,
)

Book = Annotated[str, Argument(metavar="ID", help="A rulebook's id, or a house's own .toml file.")]


@app.takes("list")
def list_books() -> None:
    """List the rulebooks that ship.

    \b
    Example:
      floorcall rulebook list
    """
    table = _table("id", "house", "edition", "games", "clauses", "kinds ruled")
    for name in rulebooks.ids():
        book = _load(name)
        counts = f"{len(book.clauses)}", f"{len(book.kinds)} of {_ruled_by_houses()}"
        table.add_row(book.id, book.name, book.edition, " ".join(book.games), *counts)
    _print(table)


@app.takes("show")
def show(
    book: Book,
    what: Annotated[
        str | None,
        Argument(metavar="[CLAUSE|KIND]", help="A clause as it is cited, or a kind of finding."),
    ] = None,
    clauses: Annotated[bool, Option("--clauses", help="Every clause, in our own words.")] = False,
    covered: Annotated[
        bool, Option("--coverage", help="Which clauses the table applies, and which not and why.")
    ] = False,
) -> None:
    """Show a book: its parameters and what it does with each kind of finding; or one clause or kind.

    A star marks a reading of ours: the words leave it open, and the floor may choose otherwise.

    \b
    Examples:
      floorcall rulebook show deltin
      floorcall rulebook show upt "5 Holdem 1"
      floorcall rulebook show dpc bet.undercall
      floorcall rulebook show tda-2024 --coverage
    """
    held = _load(book)
    if covered:
        _show_coverage(held, what)
        return
    if what is not None:
        _show_one(held, what)
        return
    _say(f"{held.name} ({held.short}), {held.edition}; games: {', '.join(held.games)}")
    if clauses:
        for clause in held.clauses.values():
            _show_clause(clause)
        return
    table = _table("parameter", "rule")
    for key, text in comparing.parameters(held).items():
        table.add_row(comparing.LABELS[key], text)
    _print(table)
    _show_kinds(held, list(held.kinds))
    silent = [kind for kind in KINDS if KINDS[kind].by_house and kind not in held.kinds]
    _say("Silent, so the floor decides and nothing is cited: " + (", ".join(silent) or "nothing") + ".")


@app.takes("check")
def check(file: Annotated[Path, Argument(metavar="FILE", help="A rulebook's .toml file.")]) -> None:
    """Check a house's own book; with `extends`, say what it changes. All mistakes are told, not the first alone.

    \b
    Example:
      floorcall rulebook check our-house.toml
    """
    book, wrong = rulebooks.read(file)
    if book is None:
        for error in wrong:
            click.echo(f"floorcall: {error}", err=True)
        raise click.exceptions.Exit(BAD_INPUT)
    click.echo(
        f"{file}: good. {book.name} rules on {len(book.kinds)} kinds and has {len(book.clauses)} clauses."
    )
    base = tree_of(text_at(file)).get("extends")
    if base is not None:
        _show_changes(rulebooks.load(base), book)


@app.takes("compare")
def compare(
    books: Annotated[list[str], Argument(metavar="ID ID...", help="Two rulebooks or more, by id or file.")],
    cites: Annotated[bool, Option("--cites", help="Also where only the clauses have other numbers.")] = False,
) -> None:
    """Say where books differ: parameters first, then what they do with each kind of finding.

    \b
    Examples:
      floorcall rulebook compare deltin english-arabic
      floorcall rulebook compare deltin our-house.toml --cites
    """
    if len(books) < 2:
        refuse("compare needs two rulebooks or more, such as: floorcall rulebook compare deltin upt")
    held = [_load(name) for name in books]
    _show_differences(held, cites=cites)


def _load(name: str) -> Rulebook:
    try:
        return rulebooks.load(name)
    except rulebooks.RulebookError as error:
        refuse(error)


def _show_one(book: Rulebook, what: str) -> None:
    if what in KINDS:
        if what not in book.kinds:
            _say(f"{book.short} is silent on {what}: the floor decides and nothing is cited.")
            return
        _show_kinds(book, [what])
        rules: list[KindRule | KindCase] = [book.kinds[what], *book.kinds[what].cases.values()]
        for cite in dict.fromkeys(cite for rule in rules for cite in rule.cites):
            for clause in rulebooks.clauses_for(book, cite, what):
                _show_clause(clause)
        return
    found = rulebooks.clauses_for(book, rulebooks.cite_of(what))
    if not found:
        refuse(f"{book.id}: no clause and no kind of finding is called `{what}`")
    for clause in found:
        _show_clause(clause)


def _show_coverage(book: Rulebook, what: str | None) -> None:
    """Print how the table stands to each clause; ``what`` narrows it to a clause or a kind."""
    entries = coverage.of(book)
    if what is not None:
        entries = [entry for entry in entries if what in (entry.clause.ref, entry.clause.kind)]
        if not entries:
            refuse(f"{book.id}: no sensed or assisted clause is called `{what}`")
    table = _table("clause", "about", "kind", "", "shown by, or what it needs")
    for entry in entries:
        clause = entry.clause
        shown = ", ".join(test.rpartition("::")[2].removeprefix("test_") for test in entry.tests)
        table.add_row(clause.ref, clause.title, clause.kind, entry.state, shown or clause.needs or "")
    _print(table)
    count = coverage.counts(entries)
    for class_ in ("sensed", "assist"):
        states = {state: count[class_, state] for state in ("covered", "needs", "open")}
        of = ", ".join(f"{n} {state}" for state, n in states.items())
        _say(f"{class_}: {sum(states.values())} clauses, {of}")


def _show_clause(clause: Clause) -> None:
    about = f"{clause.class_}, {clause.kind}" if clause.kind else clause.class_
    _say(f"\n{clause.ref}  {clause.title}  [{about}]")
    _say(clause.says, indent=4)
    for scenario in clause.scenarios:
        _say(f"- {scenario}", indent=4)


def _show_kinds(book: Rulebook, kinds: list[str]) -> None:
    table = _table("kind", "case", "remedy", "level", "clauses", "options")
    for kind in (kind for kind in KINDS if kind in kinds):
        rule = book.kinds[kind]
        rows: list[tuple[str, KindRule | KindCase]] = [("", rule)] if rule.cites else []
        rows.extend(rule.cases.items())
        name = kind
        for case, ruled in rows:
            level = "floor" if ruled.remedy == "floor" else ruled.level or KINDS[kind].level
            star = "*" if ruled.our_reading else ""
            cites = ", ".join(ruled.cites) or comparing.SILENT
            table.add_row(name, case, ruled.remedy + star, level, cites, ", ".join(ruled.options))
            name = ""
    _print(table)


def _show_changes(base: Rulebook, book: Rulebook) -> None:
    _say(f"Against {base.short} it changes:")
    if not _show_differences([base, book], cites=True):
        _say("no parameter and no ruling.")
    new = [ref for ref, clause in book.clauses.items() if base.clauses.get(ref) != clause]
    if new:
        _say("Clauses of its own: " + ", ".join(new))


def _show_differences(books: list[Rulebook], *, cites: bool) -> bool:
    """Print the tables and say whether there was anything to print."""
    names = [book.short for book in books]
    parameters = comparing.parameter_differences(books)
    rulings = comparing.ruling_differences(books, cites=cites)
    for head, rows in (("parameter", parameters), ("kind and case", rulings)):
        if rows:
            table = _table(head, *names)
            for row in rows:
                table.add_row(comparing.LABELS.get(row.key, row.key), *row.texts)
            _print(table)
    if not parameters and not rulings:
        _say("They do not differ." if len(books) == 2 else "None of them differ.")
    return bool(parameters or rulings)


def _ruled_by_houses() -> int:
    return sum(kind.by_house for kind in KINDS.values())


def _table(*heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


def _print(table: Table) -> None:
    """Print ``table`` as wide as the terminal, or as it needs to be where the output is no terminal."""
    console = Console(markup=False, highlight=False)
    if console.is_terminal:
        console.print(table)
        return
    wide = Console(markup=False, highlight=False, width=200)
    with wide.capture() as captured:
        wide.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _say(text: str, indent: int = 0) -> None:
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        click.echo(" " * indent + text)
        return
    for line in Text(text).wrap(console, console.width - indent):
        console.print(" " * indent + line.plain)
