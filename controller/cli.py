"""Starts ``floorcall``: one program, its commands each in a module of ``controller.commands``.

A command's module exposes either a group of commands called ``app`` or a function of the module's own name.
Only the module of the command that is called is imported, so that a replay does not wait for the web
server's imports and ``--help`` waits for none of them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, Final

import click

from controller.command_line import Group, command_of
from controller.exits import BAD_INPUT, NOT_THERE, WELL, say_no_more
from controller.standard_streams import OutputLostError, make_fit

HELP = """Floorcall watches a sensor-equipped poker table and says what the house's book says.

\b
Examples:
  floorcall demo
  floorcall replay night.jsonl --text
"""
COMMANDS: Final = {
    "demo": "Play real hands at a virtual table, with mishaps, and show what the house's book says.",
    "run": "Watch a table: its devices in, dealer's display and floor's page out.",
    "replay": "Play recorded sensor logs again and print what the table makes of them.",
    "rulebook": "The houses' rulebooks: what each rules, where they differ, and a house's own file.",
    "journal": "A table's store: recorded hands out of it as sensor logs, its chain checked.",
    "assist": "The floor's sums by the house's book: races, rebuys, balancing, breaking and drawing seats, penalties.",
    "calibrate": "Make a camera ready: print the markers, take pictures of them, then one of the chips.",
    "chips": "Count the chips in the betting zones, and say what cannot be told.",
    "deck": "Decks with RFID tags: enrol one card by card, count one, and find tags that must not be together.",
    "devices": "Show the serial ports that something hangs on, and which device of the configuration each is.",
    "doctor": "Look at every part of a table: how it is, and what to do. Nothing is changed; a running daemon goes on.",
    "floor": "Show all tables of a house on one screen, keep what they say, and rule from there.",
    "install": "Put the service, the udev rules, the account and a first configuration in place; again to renew them.",
    "log": "Sensor logs made of what others recorded.",
    "release": "Signed releases: a manifest of each file in the wheel, and whether what is here is what was signed.",
    "report": "Write one page with each hand drawn, its findings with their evidence, and the figures of all of them.",
    "seats": "A table's seats as a sheet.",
    "uninstall": "Stop the service and take away what `floorcall install` placed; what somebody changed by hand stays.",
}
"""The commands there are, those a newcomer wants first, each with the first sentence of its own help."""


class Program(Group):
    """The program: it knows its commands by name and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands there are, those a newcomer wants first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"controller.commands.{cmd_name}")
        found = getattr(module, "app", None) or command_of(getattr(module, cmd_name), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Output that nobody reads any more is no fault; left to itself Click ends with 1 there."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            say_no_more()
            return WELL

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the line's first word names; a wrong word is told which is near it."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.exceptions.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what there is, from the table above: help waits for no command's imports."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _say_what_runs(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked:
        from controller.build import described

        click.echo(described())
        raise click.exceptions.Exit(WELL)


program: Final = Program(HELP)
program.name = "floorcall"
program.params.append(
    click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_say_what_runs,
        help="Say what runs, and on what.",
    )
)


def main() -> None:
    """Run the command line and exit. Whatever goes wrong, the user reads a line and no traceback."""
    make_fit()
    try:
        code = program.main(prog_name="floorcall", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else WELL)
    except BrokenPipeError:
        say_no_more()
        sys.exit(WELL)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt) as end:
        if isinstance(end.__cause__, EOFError):  # asked for something, and nothing to read it from
            sys.exit(BAD_INPUT)
        sys.exit(130)
    except OutputLostError as lost:
        say_no_more()
        sys.stderr.write(f"floorcall: standard output: {lost.strerror}\n")
        sys.exit(BAD_INPUT)
    except Exception as fault:
        _report(fault)
        sys.exit(NOT_THERE)


def _report(fault: Exception) -> None:
    """Say where the program failed, without the values that it held: they may be somebody's cards."""
    import traceback

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
