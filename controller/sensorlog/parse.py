"""Makes of one line of a log a typed value, or words that say which field is wrong and how."""

from __future__ import annotations

import msgspec

from controller.sensorlog.line import Line

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def parse_line(raw: bytes) -> Line:
    """Return what a line says. Raise BadLineError where it says nothing we know."""
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        from controller.sensorlog.explain import explain  # needed only where a line is wrong

        raise explain(raw, error) from None


def parse_block(block: bytes) -> list[Line] | None:
    """Return what each line of a block says, all in one go; None where some line has to be read by itself.

    A value cannot hold ``}``, newline, ``{`` in this order: as many values as lines, each is one line.
    """
    lines = block.count(b"\n")
    if not block.startswith(b"{") or not block.endswith(b"}\n") or block.count(b"}\n{") != lines - 1:
        return None
    try:
        values = _decoder.decode_lines(block)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return values if len(values) == lines else None
