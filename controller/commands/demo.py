"""``floorcall demo``: a virtual table through the real daemon."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from controller import rulebooks
from controller.demo import DemoFault
from controller.demo.mishaps import MISHAPS
from controller.demo.night import Options, run_night
from controller.exits import NOT_THERE, refuse


def demo(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the pages are served.")] = 8700,
    rulebook: Annotated[
        str, typer.Option(metavar="ID", help="The house's rulebook, by id or file.")
    ] = "deltin",
    speed: Annotated[
        float, typer.Option(min=0.1, max=50.0, help="1 is as the hands were played, 2 twice as fast.")
    ] = 1.5,
    patience: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="How long the demo's floor lets you rule first.")
    ] = 12.0,
    seed: Annotated[
        int | None, typer.Option(help="Mix the order of hands and mishaps by this number.")
    ] = None,
    mishap: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=f"Show only these: {', '.join(MISHAPS)}.")
    ] = None,
    hands: Annotated[int, typer.Option(min=0, help="Stop after this many hands; 0 plays until Ctrl-C.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the dealer's display.")] = False,
) -> None:
    """Play real hands at a virtual table, with mishaps, and show what the house's book says.

    A virtual shoe, antennas, chip counter and panel, each a process on a pty of its own, speak the
    device protocol to the real daemon. No hardware is needed.

    \b
    Examples:
      floorcall demo
      floorcall demo --mishap string-bet --mishap four-card-flop
      floorcall demo --rulebook tda-2024 --port 9000 --speed 3
    """
    try:
        book = rulebooks.load(rulebook)
    except rulebooks.RulebookError as problem:
        refuse(problem)
    file = Path(rulebook)
    options = Options(
        book=book,
        rulebook=str(file.absolute()) if file.is_file() else rulebook,
        port=port,
        speed=speed,
        patience_s=patience,
        seed=seed,
        mishaps=_known(mishap or []),
        hands=hands,
        open_browser=open_browser,
    )
    try:
        asyncio.run(run_night(options, lambda line: typer.echo(line)))
    except DemoFault as problem:
        refuse(problem, NOT_THERE)


def _known(names: list[str]) -> list[str]:
    for name in names:
        if name not in MISHAPS:
            refuse(f"--mishap: must be one of {', '.join(MISHAPS)}, is {name!r}")
    return names
