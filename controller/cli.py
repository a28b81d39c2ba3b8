"""``floorcall``: one program, its commands each in a module of ``controller.commands``.

A command's module exposes either a Typer app called ``app`` or a function of the module's own name.
Only the module of the command that is called is imported, so that a replay does not wait for the web
server's imports.
"""

from __future__ import annotations

import os
import pkgutil
import sys
import traceback
from importlib import import_module
from typing import Annotated

import typer

import controller.commands
from controller.exits import NOT_THERE, WELL

HELP = """Floorcall watches a sensor-equipped poker table and says what the house's book says.

\b
Examples:
  floorcall demo
  floorcall replay night.jsonl --text
"""
FIRST = ("demo", "run", "replay", "rulebook", "journal")


def command_names() -> list[str]:
    """Return the commands there are, those a newcomer wants first."""
    found = {module.name for module in pkgutil.iter_modules(controller.commands.__path__)}
    found = {name for name in found if not name.startswith("_")}
    return [name for name in FIRST if name in found] + sorted(found.difference(FIRST))


def build(arguments: list[str]) -> typer.Typer:
    """Return the program with the command that ``arguments`` call, or with all of them where they call none."""
    app = typer.Typer(
        name="floorcall",
        help=HELP,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    # With a callback the program stays a group even where a single command is registered.
    app.callback(help=HELP)(_program)
    names = command_names()
    for name in arguments[:1] if arguments[:1] and arguments[0] in names else names:
        module = import_module(f"controller.commands.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(getattr(module, name))
    return app


def _say_what_runs(asked: bool) -> None:
    if asked:
        from controller.build import described

        typer.echo(described())
        raise typer.Exit(WELL)


def _program(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_what_runs, is_eager=True, help="Say what runs, and on what."),
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def main() -> None:
    """Run the command line and exit. Whatever goes wrong, the user reads a line and no traceback."""
    try:
        build(sys.argv[1:])(prog_name="floorcall")
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WELL)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as fault:
        _report(fault)
        sys.exit(NOT_THERE)


def _report(fault: Exception) -> None:
    """Say where the program failed, without the values that it held: they may be somebody's cards."""
    if os.environ.get("FLOORCALL_TRACEBACK"):
        traceback.print_exc()
        return
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    sys.stderr.write(
        f"floorcall: a fault of the program itself ({type(fault).__name__} at {where}); "
        "set FLOORCALL_TRACEBACK=1 to see all of it\n"
    )


if __name__ == "__main__":
    main()
