"""The README's "Run a table" on virtual hardware: its configuration and each of its commands.

    umockdev-wrapper python -m tests.night.run_a_table FOLDER

The panel's pins are gpiozero's mock pins. Prints what each command said, as one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

from tests.night.walk import SEES_IN_S, Walk

README = Path(__file__).parents[2] / "README.md"


async def run_a_table(folder: Path) -> dict[str, str]:
    """Run the section's commands in their order, the daemon between doctor and uninstall."""
    section = README.read_text(encoding="utf-8").partition("## Run a table")[2].partition("\n## ")[0]
    run, *_ = commands = re.findall(r"^(?:sudo |\.venv/bin/)*(floorcall [^#\n]*?) *(?:#.*)?$", section, re.M)
    (toml,) = re.findall(r"```toml\n(.*?)```", section, re.S)
    walker, said = Walk(folder), {}
    await walker.before_power()
    watching = asyncio.create_task(walker.display.watch())
    try:
        for n, cable in enumerate(walker.cables[:2]):
            cable.plug(n)
        for command in commands[1:5]:
            if command == "floorcall uninstall":
                walker.daemon.command = [*walker.finger.command, "run", "--config", str(walker.config)]
                await walker.daemon.start()
                up = await walker.display.shows(lambda: names(walker) == set(), SEES_IN_S)
                said[run] = "every device is up" if up else json.dumps(walker.display.state)
                await walker.daemon.stop()
            walker.said = ""
            await walker.command(f".venv/bin/{command}".replace("table.toml", str(walker.config)))
            said[command] = walker.said
            if command == "floorcall install":
                here = walker.here(toml).replace("8700", str(walker.port))
                walker.config.write_text(here, encoding="utf-8")
                (folder / "var" / "lib" / "floorcall").mkdir(parents=True)  # StateDirectory= of the unit
    finally:
        watching.cancel()
        await walker.put_away()
    return said


def names(walker: Walk) -> set[str]:
    """Return the devices that the display names, as they are in trouble."""
    return {device["name"] for device in walker.display.state.get("devices", [{"name": ""}])}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(run_a_table(Path(sys.argv[1])))) + "\n")
