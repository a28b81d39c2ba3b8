"""Logs that a power loss cut short, compressed or not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from controller.sensorlog.reader import Entry, LogReader, Problem
from controller.sensorlog.source import LogFileError, find_logs, open_log
from controller.table.events import LogHeader, Tick

Read = Callable[..., list[tuple[int, Entry]]]
HEADER = b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\n'
TICKS = b"".join(b'{"t":%d.5,"type":"tick","noise":"%x"}\n' % (n, n**9) for n in range(20_000))


def read_file(path: Path) -> list[tuple[int, Entry]]:
    with open_log(str(path)) as source:
        return list(LogReader(source))


def test_every_cut_of_the_last_line_is_told_and_the_rest_counts(read: Read) -> None:
    last = b'{"t":2.0,"type":"tap","seat":3}'
    for cut in range(1, len(last)):
        entries = read(b'{"t":1.0,"type":"tick"}', last[:cut], end=b"")
        assert [type(entry) for _, entry in entries] == [LogHeader, Tick, Problem]
        problem = entries[-1][1]
        assert isinstance(problem, Problem)
        assert (problem.kind, problem.line, problem.t) == ("log.truncated", 3, 1.0)


def test_a_last_line_that_lacks_only_its_newline_counts(read: Read) -> None:
    entries = read(b'{"t":1.0,"type":"tick"}', b'{"t":2.0,"type":"tick"}', end=b"")
    assert entries[-1] == (3, Tick(t=2.0))


def test_a_whole_last_line_with_a_bad_value_is_no_cut(read: Read) -> None:
    (_, problem) = read(b'{"t":2.0,"type":"tap","seat":30}', end=b"")[-1]
    assert isinstance(problem, Problem)
    assert problem.kind == "log.bad_line"


def test_a_compressed_log_reads_like_a_plain_one(tmp_path: Path) -> None:
    plain, packed = tmp_path / "night.jsonl", tmp_path / "night.jsonl.zst"
    plain.write_bytes(HEADER + TICKS)
    packed.write_bytes(zstandard.compress(HEADER + TICKS))
    assert read_file(packed) == read_file(plain)


def test_a_compressed_log_may_come_in_several_frames(tmp_path: Path) -> None:
    packed = tmp_path / "night.jsonl.zst"
    half = len(TICKS) // 2
    frames = (HEADER, TICKS[:half], TICKS[half:])
    packed.write_bytes(b"".join(zstandard.compress(frame) for frame in frames))
    assert len(read_file(packed)) == 20_001


def test_frames_that_hold_nothing_are_passed_over(tmp_path: Path) -> None:
    packed = tmp_path / "night.jsonl.zst"
    for kind in (0x50, 0x5F):
        nothing = bytes([kind]) + b"\x2a\x4d\x18\x04\x00\x00\x00size"
        packed.write_bytes(nothing + zstandard.compress(HEADER) + nothing + zstandard.compress(TICKS[:400]))
        entries = [entry for _, entry in read_file(packed)]
        assert isinstance(entries[0], LogHeader)
        assert isinstance(entries[1], Tick)


def test_a_compressed_log_cut_in_its_first_block_is_cut_on_line_1(tmp_path: Path) -> None:
    log = tmp_path / "night.jsonl.zst"
    log.write_bytes(zstandard.compress(HEADER + TICKS[:400])[:60])
    ((line, problem),) = read_file(log)
    assert isinstance(problem, Problem)
    assert (line, problem.line, problem.kind, problem.header) == (1, 1, "log.truncated", True)
    assert problem.error == "the compressed data ends in the middle"


def test_a_compressed_log_cut_anywhere_says_so_and_keeps_what_was_whole(tmp_path: Path) -> None:
    whole = zstandard.compress(HEADER + TICKS)
    log = tmp_path / "night.jsonl.zst"
    for share in (0.5, 0.9, 0.999):
        log.write_bytes(whole[: int(len(whole) * share)])
        entries = read_file(log)
        cuts = [entry for _, entry in entries if isinstance(entry, Problem)]
        assert [problem.kind for problem in cuts] == ["log.truncated"]
        assert cuts[0] is entries[-1][1]
        assert len(entries) > 20_000 * (share - 0.45)


def test_a_frame_cut_between_two_lines_is_told_too(tmp_path: Path) -> None:
    packer = zstandard.ZstdCompressor().compressobj()
    flushed = packer.compress(HEADER + TICKS) + packer.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    log = tmp_path / "night.jsonl.zst"
    log.write_bytes(flushed)
    entries = read_file(log)
    assert entries[-2] == (20_001, Tick(t=19_999.5))
    problem = entries[-1][1]
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.error) == ("log.truncated", "the compressed data ends in the middle")


def test_damage_inside_a_compressed_log_ends_it_there(tmp_path: Path) -> None:
    packed = bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(HEADER + TICKS))
    packed[-2] ^= 0xFF
    log = tmp_path / "night.jsonl.zst"
    log.write_bytes(packed)
    with open_log(str(log)) as source:
        entries = list(LogReader(source))
        assert source.cut == "the compressed data is damaged from here on"
    problem = entries[-1][1]
    assert isinstance(problem, Problem)
    assert problem.kind == "log.truncated"


def test_a_file_that_only_says_it_is_compressed_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "night.jsonl.zst"
    log.write_bytes(HEADER)
    with pytest.raises(LogFileError, match=r"night\.jsonl\.zst: no zstandard data"):
        read_file(log)


def test_a_journal_that_is_given_for_a_log_says_how_its_logs_come_out(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"
    journal.write_bytes(b"SQLite format 3\0" + bytes(84))
    with pytest.raises(LogFileError, match=r"table\.db: is no log but a journal: floorcall journal export"):
        read_file(journal)


def test_a_folder_stands_for_its_logs_in_order(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl.zst", "c.txt", "c.jsonl"):
        (tmp_path / name).write_bytes(b"")
    assert [Path(log).name for log in find_logs([str(tmp_path)])] == ["a.jsonl.zst", "b.jsonl", "c.jsonl"]


def test_what_a_house_expects_of_its_logs_is_no_log_of_the_folder(tmp_path: Path) -> None:
    for name in ("night.jsonl", "night.expected.jsonl", "night.riverside.expected.jsonl"):
        (tmp_path / name).write_bytes(b"")
    assert [Path(log).name for log in find_logs([str(tmp_path)])] == ["night.jsonl"]


def test_a_folder_without_logs_and_a_log_that_is_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match=r"no \.jsonl or \.jsonl\.zst logs in this folder"):
        find_logs([str(tmp_path)])
    with pytest.raises(LogFileError, match=r"nowhere\.jsonl: no such log"):
        find_logs(["nowhere.jsonl"])
