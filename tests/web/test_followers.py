"""Places for the displays: nobody takes them all with pages of his own."""

from __future__ import annotations

import pytest

from controller.web.followers import MOST_STREAMS, Followers, Full


def test_whoever_has_most_pages_loses_the_oldest_of_them() -> None:
    followers = Followers()
    display = followers.enter("display")
    greedy = [followers.enter("somebody") for _ in range(MOST_STREAMS - 1)]
    late = followers.enter("floor")
    assert [one for one in (display, *greedy, late) if one.over] == [greedy[0]]
    again = followers.enter("somebody")
    assert not again.over
    assert greedy[1].over
    assert not display.over


def test_a_page_that_is_closed_gives_its_place_back() -> None:
    followers = Followers()
    pages = [followers.enter(str(number)) for number in range(MOST_STREAMS)]
    with pytest.raises(Full):
        followers.enter("one more")
    followers.leave(pages[3])
    followers.leave(pages[3])
    assert not followers.enter("one more").over
