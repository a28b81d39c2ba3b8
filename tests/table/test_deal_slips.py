"""What a slip of the dealer leaves in the reads when some cards were read by nobody: three seats, two cards."""

from __future__ import annotations

import pytest

from controller.table.deal.fit import EXTRA, SHORT, Slip, clean, possible, slips

ORDER = [2, 5, 7]
FIRST, SEQUENCE, LEFT_OUT = "misdeal.wrong_first_seat", "misdeal.sequence", "misdeal.seat_dealt_out"


def test_a_course_is_possible_where_no_read_contradicts_it() -> None:
    assert possible([2, 5, 7], [2, None, 7])
    assert not possible([2, 5, 7], [2, None, 5])
    assert not possible([2, 5, 7], [2, 5])
    assert not possible([2, 5], [2, 5, 7])


@pytest.mark.parametrize(
    ("reads", "consecutive", "may_be_clean"),
    [
        ([2, 5, 7, 2, 5, 7], False, True),
        ([2, None, 7, None, 5, 7], False, True),
        ([2, 5, 2, 5, 7, 7], True, True),
        ([2, 5, 2, 5, 7, 7], False, False),
        ([2, 5, None, None, 7, 7], False, False),
        ([2, 5, None, None, 7, 7], True, True),
        ([5, 2, 7, 2, 5, 7], True, False),
        ([2, 5, 7, 2, 5], True, False),
    ],
)
def test_a_deal_may_have_been_clean(reads: list[int | None], consecutive: bool, may_be_clean: bool) -> None:
    assert clean(ORDER, 2, reads, button_consecutive=consecutive) is may_be_clean


@pytest.mark.parametrize(
    ("reads", "found"),
    [
        ([5, 7, 2, 5, 7, 2], [Slip(FIRST, 5)]),
        ([7, None, None, None, None, 5], [Slip(FIRST, 7)]),
        ([2, 7, 5, 2, 5, 7], [Slip(SEQUENCE, 5)]),
        ([2, 5, 2, 7, 5, 7], [Slip(SEQUENCE, 7)]),
        ([2, 5, 7, 2, 7, 5], [Slip(SEQUENCE, 5)]),
        ([5, 2, 7, 2, 5, 7], []),  # the first card is wrong, the rest is not turned with it
        ([2, None, None, None, 5, 7], [Slip(SEQUENCE, 5), Slip(SEQUENCE, 7)]),
        ([2, 5, 7, 2, 5, 7, 2], [Slip(EXTRA, 2)]),
        ([2, 5, 7, 2, 5, 7, None], [Slip(EXTRA, 2), Slip(EXTRA, 5), Slip(EXTRA, 7)]),
        ([2, 5, 7, 2, 5], [Slip(SHORT, 7)]),
        ([2, 7, 2, 5, 7], [Slip(SHORT, 5)]),
        ([5, 7, 2, 5, 7], [Slip(SHORT, 2)]),
        ([2, None, None, None, 7], [Slip(SHORT, 5), Slip(SHORT, 7), Slip(SHORT, 2)]),
        ([2, 7, 2, 7], [Slip(LEFT_OUT, 5)]),
        ([None, 7, None, 7], [Slip(LEFT_OUT, 2), Slip(LEFT_OUT, 5)]),
        ([2, 5, 7], []),
        ([2, 5, 7, 2, 5, 7, 2, 5], []),
        ([7, 5, 2, 2, 5, 7], []),
    ],
)
def test_the_single_slips_that_explain_the_reads(reads: list[int | None], found: list[Slip]) -> None:
    assert slips(ORDER, 2, reads) == found


def test_at_omaha_a_seat_left_out_lacks_four_cards() -> None:
    assert slips(ORDER, 4, [2, 7] * 4) == [Slip(LEFT_OUT, 5)]
