"""Makes sensor logs of what others recorded: ``floorcall log``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from controller.command_line import Argument, Group, Option
from controller.exits import refuse, refuse_over

app = Group(
    help="Sensor logs made of what others recorded.\n\n\b\n"
    "Example:\n  floorcall log from-phh night.phhs -o again.jsonl",
)


@app.takes("from-phh")
def from_phh(
    files: Annotated[list[Path], Argument(metavar="FILE...", help="Poker Hand History files.")],
    output: Annotated[Path, Option("-o", "--output", metavar="LOG", help="The log to write.")],
    rulebook: Annotated[str, Option(help="The house whose book the log names.")] = "tda-2024",
    table: Annotated[str, Option(help="The table's name in the log.")] = "1",
) -> None:
    """Tell hand histories again as a sensor log that `floorcall replay` reads.

    \b
    Example: floorcall log from-phh night.phhs -o again.jsonl
    """
    from controller import rulebooks
    from controller.histories.as_log import EQUIPMENT, Retelling
    from controller.histories.read_phh import HistoryError, read_hands
    from controller.sensorlog.writer import encode_event, encode_header
    from controller.table.events import LogHeader
    from controller.whole_file import whole_file

    refuse_over(output, *files, rulebook)
    try:
        rulebooks.load(rulebook)
        night = Retelling()
        told = [event for file in files for hand in read_hands(file) for event in night.hand(hand)]
    except (HistoryError, rulebooks.RulebookError) as error:
        refuse(error)
    started = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    header = LogHeader(version=1, table=table, started=started, rulebook=rulebook, equipment=EQUIPMENT)
    try:
        with whole_file(output) as out:
            out.write(encode_header(header))
            out.writelines(map(encode_event, told))
    except OSError as error:
        refuse(f"{output}: {error.strerror}")
