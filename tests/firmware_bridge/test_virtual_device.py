"""The virtual device as a program: what it takes, what it refuses, how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ends import comes

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "firmware_bridge.virtual_device"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "no JSON"),
        ("[]", "JSON, but no object"),
        ('{"jump":1}', "no order in ['jump']; one of event, raw, drop"),
        ('{"event":7}', "`event` is a JSON object"),
        ('{"event":{},"ago_ms":-3}', "`ago_ms` is a number of milliseconds, not -3"),
        ('{"event":{},"started_ago_ms":"x"}', "`started_ago_ms` is a number of milliseconds"),
        ('{"raw":3}', "`raw` is the text"),
        ('{"drop":-1}', "`drop` is true or a count, not -1"),
        ('{"protocol":256}', "`protocol` is 1 to 255, not 256"),
        ('{"raw":"' + "x" * 3201 + '"}', "event of 3201 bytes, at most 3200"),
    ],
)
def test_an_order_that_makes_no_sense_is_named_and_the_next_one_done(
    virtual: Any, line: str, error: str
) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        shoe.line(line)
        assert error in (await shoe.hears("error"))["error"]
        shoe.order(event={"type": "stub", "state": "dropped"})
        assert (await shoe.hears("sensed")) == {"sensed": 1}
        assert await shoe.ends() == 0

    asyncio.run(scene())


def test_an_endless_line_is_refused_and_not_kept(virtual: Any) -> None:
    async def scene() -> None:
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1")
        shoe.process.stdin.write(b"x" * 300_000 + b"\n")
        assert "line over" in (await shoe.hears("error"))["error"]
        shoe.order(event={"type": "stub", "state": "dropped"})
        await shoe.hears("sensed")
        assert await shoe.ends() == 0

    asyncio.run(scene())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_takes_its_link_away(virtual: Any, tmp_path: Path, how: signal.Signals) -> None:
    async def scene() -> None:
        link = tmp_path / "shoe"
        shoe = await virtual("--kind", "shoe", "--serial", "SHOE-1", "--link", str(link))
        assert os.readlink(link) == shoe.path
        shoe.process.send_signal(how)
        async with asyncio.timeout(60):
            assert await shoe.process.wait() == 0
        assert not link.is_symlink()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--kind", "toaster", "--serial", "X"], "invalid choice: 'toaster'"),
        (["--kind", "shoe"], "--serial"),
        (["--kind", "shoe", "--serial", "x" * 33], "serial"),
        (["--kind", "shoe", "--serial", "Schlitten ü"], "serial"),
        (["--kind", "shoe", "--serial", "X", "--ring", "0"], "--ring"),
        (["--kind", "shoe", "--serial", "X", "--boot-id", "0"], "--boot-id"),
        (["--kind", "shoe", "--serial", "X", "--link", "/no/such/folder/shoe"], "/no/such/folder"),
    ],
)
def test_bad_options_are_named_without_a_traceback(options: list[str], error: str) -> None:
    ended = subprocess.run(
        [*PROGRAM, *options],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    assert error in ended.stderr
    assert "Traceback" not in ended.stderr


def test_it_does_not_mind_that_nobody_listens_any_more() -> None:
    with subprocess.Popen(
        [*PROGRAM, "--kind", "shoe", "--serial", "X"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        with comes(process, "the device's pty"):
            process.stdout.readline()
        process.stdout.close()
        _, errors = process.communicate(b'{"event":{"type":"tap","seat":1}}\n' * 3, timeout=60)
        assert (process.returncode, errors) == (0, b"")
