"""Bytes from outside, as they are kept in the corpus and changed by chance: taken or refused, never a fault."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.corpus import MOST_BYTES, kept
from tests.fuzz.targets import TARGETS


@st.composite
def changed(draw: st.DrawFn, inputs: list[bytes]) -> bytes:
    """Return an input of the corpus with pieces cut out, put in from others, doubled and overwritten."""
    content = bytearray(draw(st.sampled_from(inputs)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(content)))
        size = draw(st.integers(0, 16))
        other = draw(st.sampled_from(inputs))
        start = draw(st.integers(0, len(other)))
        piece = draw(
            st.sampled_from((b"", bytes(other[start : start + 64]), bytes(content[at : at + size]) * 2))
        )
        content[at : at + size] = piece or draw(st.binary(max_size=4))
    return bytes(content[:4096])


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_breaks_nothing(target: str) -> None:
    inputs = kept(target)
    assert len(inputs) > 5
    assert sum(map(len, inputs)) <= MOST_BYTES
    for content in inputs:
        TARGETS[target](content)


@pytest.mark.soak
@pytest.mark.parametrize("target", TARGETS)
def test_changes_by_chance_break_nothing(target: str, long_proof) -> None:
    @settings(max_examples=long_proof(40, 600))
    @given(content=changed(kept(target)))
    def holds(content: bytes) -> None:
        TARGETS[target](content)

    holds()
