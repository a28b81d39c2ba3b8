"""The device links under load: random bytes, twenty antennas at ten reads a second, and what an acknowledgement takes.

    python -m benchmarks.links --bytes 100000000 --seconds 20

The decoder runs alone; the reads come from a device's process over a pty into the real daemon with its journal.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.latency import Table, percentile
from firmware_bridge.frames import BadFrame, Frame, FrameDecoder

ANTENNAS = 20
READS_PER_S = 10
CHUNK = 65_536


def random_bytes(size: int) -> dict[str, Any]:
    """Feed ``size`` random bytes to the decoder; say what it took for frames, and the most that it held."""
    chance, decoder, found, held = random.Random(1), FrameDecoder(), Counter[str](), 0
    tracemalloc.start()
    decoder.feed(chance.randbytes(CHUNK))
    before = tracemalloc.get_traced_memory()[0]
    started = time.perf_counter()
    for start in range(0, size, CHUNK):
        for result in decoder.feed(chance.randbytes(min(CHUNK, size - start))):
            found["refused" if isinstance(result, BadFrame) else "accepted"] += isinstance(
                result, BadFrame | Frame
            )
        held = max(held, decoder.held)
    took_s = time.perf_counter() - started
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return {
        "bytes": size, "accepted": found["accepted"], "refused": found["refused"], "most_held_bytes": held,
        "grown_bytes": grown, "mb_per_s": round(size / took_s / 1e6, 1),
    }  # fmt: skip


def twenty_antennas(table: Table, seconds: float) -> dict[str, Any]:
    """Let one board report 20 antennas with 10 changes a second each; say what arrived and what it cost."""
    per_s, device = ANTENNAS * READS_PER_S, table._devices["antennas"]
    before, (_, cpu_before) = table.acked("antennas"), table.usage()
    times: list[float] = []
    started = time.perf_counter()
    for number in range(int(seconds * per_s)):
        due = started + number / per_s
        if (early := due - time.perf_counter()) > 0:
            time.sleep(early)
        zone, here = f"seat:{number % ANTENNAS % 10 + 1}", number // ANTENNAS % 2 == 0
        event = {
            "type": "card.seen" if here else "card.gone",
            "tag": f"E0040{number % ANTENNAS:03}",
            "zone": zone,
        }
        device.stdin.write(json.dumps({"event": event}).encode() + b"\n")  # type: ignore[union-attr]
        device.stdin.flush()  # type: ignore[union-attr]
        times.append(time.perf_counter())
    sent, sent_s = len(times), time.perf_counter() - started
    waiter = threading.Event()
    while table.acked("antennas") < before + sent and time.perf_counter() - started < seconds + 60:
        waiter.wait(0.01)
    took_s = time.perf_counter() - started
    resident_mb, cpu = table.usage()
    return {
        "sent": sent, "acknowledged": table.acked("antennas") - before, "reads_per_s": round(sent / sent_s),
        "behind_s": round(took_s - sent_s, 3), "daemon_percent_of_a_core": round(100 * (cpu - cpu_before) / took_s, 1),
        "daemon_mb": round(resident_mb, 1),
    }  # fmt: skip


def acknowledgements(table: Table, count: int) -> dict[str, Any]:
    """Sense one event after the other; say how long each took until its device could forget it."""
    took_ms = []
    for number in range(count):
        began = time.perf_counter()
        table.sense("shoe", type="card.draw", tag=f"E00401{number:06}", face="down")
        took_ms.append((time.perf_counter() - began) * 1000)
    return {
        "events": count,
        "p50_ms": round(percentile(took_ms, 0.5), 2),
        "p99_ms": round(percentile(took_ms, 0.99), 2),
    }


def main() -> int:
    """Measure and print one JSON object a line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bytes", type=int, default=100_000_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--acks", type=int, default=1000)
    options = parser.parse_args()
    print(json.dumps({"random bytes": random_bytes(options.bytes)}), flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        try:
            for name, found in (
                ("acknowledged", acknowledgements(table, options.acks)),
                ("20 antennas", twenty_antennas(table, options.seconds)),
            ):
                print(json.dumps({name: found}), flush=True)  # noqa: T201
        finally:
            table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
