"""Puts a signed head on the slip of a shift, for people: sixteen words, and a QR code.

The words are the first 176 bits of the head, eleven bits a word (the English list of BIP 39): they can be read
out, written down and typed in again. The QR code holds the head whole.
"""

from __future__ import annotations

import io

import msgspec
import segno
from mnemonic import Mnemonic

from controller.journal.signing import SignedHead, fingerprint

WORDS = 16
_BITS = 11


def words_of(head: str) -> list[str]:
    """Return the sixteen words of a head given in hexadecimal digits."""
    bits = int(head[: WORDS * _BITS // 4], 16)
    listed = Mnemonic("english").wordlist
    return [listed[bits >> _BITS * place & 2**_BITS - 1] for place in reversed(range(WORDS))]


def head_of(text: str) -> str:
    """Return the start of a head in hexadecimal digits, given so or as words. Raise ValueError for neither."""
    given = text.lower().split()
    if len(given) == 1 and all(digit in "0123456789abcdef" for digit in given[0]):
        return given[0]
    listed = Mnemonic("english").wordlist
    bits = 0
    for word in given:
        if word not in listed:
            raise ValueError(f"{word!r} is none of the list's words")
        bits = bits << _BITS | listed.index(word)
    if len(given) != WORDS:
        raise ValueError(f"a head is {WORDS} words, here are {len(given)}")
    return f"{bits:0{WORDS * _BITS // 4}x}"


def slip(table: str, head: SignedHead) -> str:
    """Return the slip of a shift as text, its QR code drawn in half blocks."""
    fields = msgspec.json.decode(head.signed)
    words = words_of(fields["head"])
    drawn = io.StringIO()
    segno.make(msgspec.json.encode(head), error="l").terminal(drawn, compact=True)
    rows = [" ".join(f"{word:<9}" for word in words[row : row + 4]).rstrip() for row in range(0, WORDS, 4)]
    return "\n".join(
        [
            f"Floorcall  table {table}",
            f"{fields['records']} records, signed {fields['at']}, build {fields['build']}",
            f"Journal {fields['journal']}, key {fingerprint(bytes.fromhex(head.key))}",
            f"Head {fields['head'][:32]}",
            f"     {fields['head'][32:]}",
            "",
            *rows,
            "",
            drawn.getvalue().rstrip("\n"),
        ]
    )


def drawn(head: SignedHead) -> str:
    """Return the QR code as SVG to stand in a page."""
    return segno.make(msgspec.json.encode(head), error="l").svg_inline(scale=3, border=4, light="white")


def picture(head: SignedHead) -> str:
    """Return the QR code as an SVG picture."""
    drawn = io.BytesIO()
    segno.make(msgspec.json.encode(head), error="l").save(drawn, kind="svg", scale=4)
    return drawn.getvalue().decode()
