"""A room's Prometheus from Debian: it reads a table, keeps its rules, and says when the table is silent."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ports import port_nobody_has

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "docs" / "monitoring"
RULES = SHIPPED / "floorcall.rules.yml"
OF_PROMETHEUS = {"up"}


class Prometheus:
    """Prometheus on a port of its own, with the shipped rules, reading one table."""

    def __init__(self, folder: Path, table_port: int) -> None:
        self.port = port_nobody_has()
        shutil.copy(RULES, folder)
        config = folder / "prometheus.yml"
        config.write_text(
            "global: {scrape_interval: 200ms, scrape_timeout: 200ms, evaluation_interval: 200ms}\n"
            f"rule_files: [{RULES.name}]\n"
            "scrape_configs:\n  - job_name: floorcall\n    static_configs:\n"
            f'      - targets: ["127.0.0.1:{table_port}"]\n        labels: {{table: "7"}}\n'
        )
        command = [
            "prometheus",
            f"--config.file={config}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{self.port}",
        ]
        with (folder / "prometheus.log").open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def ask(self, path: str, **query: str) -> Any:
        """Return the data of an answer; None while there is none."""
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return json.load(answer)["data"]
        except OSError:
            return None

    def value(self, expression: str) -> float | None:
        """Return the one value of an expression; None while there is none."""
        data = self.ask("query", query=expression)
        return float(data["result"][0]["value"][1]) if data and data["result"] else None

    def alerts(self) -> dict[str, str]:
        """Return the alerts that are waiting or ringing, with their labels' device or table."""
        data = self.ask("alerts")
        return {each["labels"]["alertname"]: each["state"] for each in (data or {"alerts": []})["alerts"]}


@pytest.fixture
def prometheus(tmp_path: Path) -> Iterator[Callable[[int], Prometheus]]:
    started: list[Prometheus] = []

    def start(port: int) -> Prometheus:
        started.append(Prometheus(tmp_path, port))
        return started[-1]

    yield start
    for each in started:
        each.process.terminate()
        each.process.wait(timeout=60)


def expressions() -> list[str]:
    """Return everything that rules and dashboard ask for."""
    board = json.loads((SHIPPED / "floorcall.dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    rules = re.findall(r"expr: (?:\|\n((?: {10}.*\n)+)|(.*))", RULES.read_text())
    return asked + ["".join(parts) for parts in rules]


def test_the_rules_ring_when_they_should_and_only_then(tmp_path) -> None:
    shutil.copy(RULES, tmp_path)
    shutil.copy(Path(__file__).with_name("rules.test.yml"), tmp_path)
    done = subprocess.run(
        ["promtool", "test", "rules", "rules.test.yml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_room_reads_a_table_and_hears_of_a_device_and_of_silence(running, hand, prometheus) -> None:
    room = prometheus(running.port)
    running.play([hand.deck(), *hand.events(6)])
    hand.wait_for(lambda: room.value("floorcall_hands_total") == 1, "the hand to be counted")
    assert room.value("floorcall_hand_live") == 0
    assert room.value('sum(floorcall_device_state{state="up"})') == len(running.devices)
    hand.wait_for(lambda: room.alerts() == {}, "a table that answered late on a busy machine to be forgiven")

    named = {
        name for asked in expressions() for name in re.findall(r"\b(?:floorcall|process)_\w+|\bup\b", asked)
    }
    known = set(room.ask("label/__name__/values")) | OF_PROMETHEUS
    assert named - known == set()
    for asked in expressions():
        assert room.ask("query", query=asked.replace("$table", ".*")) is not None, asked

    running.devices["shoe"].close()
    hand.wait_for(lambda: "DeviceDown" in room.alerts(), "the shoe to be missed")
    running.kill()
    hand.wait_for(lambda: "TableSilent" in room.alerts(), "the table to be missed")
