"""Cards on the felt: a face, a back or neither, how many, and who turned them."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.daemon.conftest import Table, wait_for
from tests.vision.conftest import (
    BLACK,
    MARKERS,
    OVER_THE_FELT,
    RED,
    Script,
    camera,
    filmed,
    grain,
    usual_profile,
)
from tests.vision.test_linked_camera import Stream, journal_of, linked
from vision import profile
from vision.cameras import watcher
from vision.cards import deck, enrol
from vision.cards.deck import POKER_MM, Back, Deck
from vision.cards.fitting import Lies, explained, filled
from vision.cards.reading import Lying
from vision.cards.sides import Judged
from vision.counting import chip_set
from vision.counting.chip_set import ChipSet
from vision.frames import pictures
from vision.frames.frame import Frame
from vision.geometry.camera import Picture, VisionError
from vision.geometry.place import Place
from vision.geometry.zones import Zone
from vision.motion.zone import Whose
from vision.profile import Profile
from vision.reading import Reader
from vision.settings import BadFile, Colour
from vision.training import arms, deck_art, script
from vision.training.arms import Arm
from vision.training.film import Film
from vision.training.render import developed
from vision.training.scene import Card, Pile, Scene
from vision.watch.card_events import CardsTurned, PlaceAccount

ART = deck_art.drawn(1)
SEAT = Place("seat:5", np.array([(-75.0, 20), (75, 20), (75, 150), (-75, 150)]))
BOARD = Place("board", np.array([(-150.0, -100), (150, -100), (150, 10), (-150, 10)]))
SKIN: Colour = (196, 146, 118)
FELT_GREEN: Colour = (22, 92, 60)
A_HAND = (Card(ART.faces["As"], "As", -8, 80, 8), Card(ART.faces["Kd"], "Kd", 10, 82, 4))
FACE_DOWN = tuple(replace(card, picture=ART.back, name="back") for card in A_HAND)
CARD_PX = 52.5, 73.3
A_ROW = (Lies(38, 50, 85.6), Lies(93, 48, 91.6), Lies(147, 50, 87.6), Lies(201, 47, 90.0))
"""As they lie on a board, a little turned to each other, edge at edge."""
HARDLY_APART = (Lies(38, 50, 88.0), Lies(42, 49, 88.0), Lies(96, 49, 90.0))
"""Two of which one shows by a few millimetres, and one beside them."""
FLOP = tuple(
    Card(ART.faces[name], name, -70.0 + 70 * at, -45, at - 1.0) for at, name in enumerate(("2h", "9c", "Qs"))
)


def taken(*cards: Card, piles: tuple[Pile, ...] = (), felt: Colour = FELT_GREEN, lit: float = 1.0) -> Picture:
    """Return what the camera sees of ``cards`` on the felt."""
    scene = Scene(MARKERS, piles, cards, felt, brightness=lit)
    return camera(1280, 720).draw(scene, OVER_THE_FELT, 3)


def under_a_hand(*cards: Card, skin: Colour = SKIN) -> Picture:
    """Return what the camera sees of ``cards`` with a player's hand on them."""
    scene = Scene(MARKERS, cards=cards)
    exposure = camera(1280, 720).expose(scene, OVER_THE_FELT)
    lens = camera(1280, 720).lens
    arm, tip = Arm((60, 750), skin, skin), np.array((5.0, 70, 12))
    arms.lay(exposure, arm, tip, lens, OVER_THE_FELT, np.array(scene.lamp), 0.5)
    return developed(exposure.light, np.zeros_like(exposure.light))


@pytest.fixture(scope="module")
def at_the_table(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """A camera that knows the deck: its back was enrolled from one picture."""
    return knows(ART, tmp_path_factory.mktemp("cards"))


def knows(art: deck_art.Art, folder: Path) -> Profile:
    pictures.write(folder / "felt.png", taken())
    held = replace(usual_profile(folder / "felt.png"), lens=camera(1280, 720).lens)
    back = Card(art.back, "back", 20, 60, 31)
    deck.save(enrol.enrol([("back.jpg", taken(back))], held, "ours", POKER_MM), folder / "cards.toml")
    held = replace(held, places=(SEAT, BOARD), deck=folder / "cards.toml")
    profile.save(held, folder / "camera.toml")
    return profile.load(folder / "camera.toml")


def told(held: Profile, picture: Picture) -> dict[str, tuple[int | None, int | None]]:
    cards = Reader(held).read("picture", picture).cards
    return {zone: (lying.up, lying.down) for zone, lying in cards.items()}


def test_faces_and_backs_are_told_with_their_number(at_the_table):
    chips = (Pile(72, 62, (RED, BLACK)),)
    assert told(at_the_table, taken()) == {"seat:5": (0, 0), "board": (0, 0)}
    assert told(at_the_table, taken(*A_HAND, *FLOP)) == {"seat:5": (2, 0), "board": (3, 0)}
    assert told(at_the_table, taken(*FACE_DOWN, piles=chips)) == {"seat:5": (0, 2), "board": (0, 0)}
    assert told(at_the_table, taken(FACE_DOWN[0], lit=0.5))["seat:5"] == (0, 1)


@pytest.mark.parametrize(
    ("what", "judged", "side"),
    [
        (
            "a court whose frame runs along its rim",
            Judged(1.51, 1.13, 0.0, 0.38, 0.64, 0.55, 1.04, 5246),
            "up",
        ),
        (
            "a court that its colours fill to a narrow rim",
            Judged(1.09, 0.42, 0.0, 0.16, 0.77, 0.751, 1.07, 3366),
            "up",
        ),
        (
            "a strip of a face where the back is nearly white",
            Judged(0.14, 0.16, 0.0, 0.96, 1.0, 0.034, 1.17, 1334),
            "up",
        ),
        ("a face whose rim a shadow crosses", Judged(0.4, 0.33, 0.034, 0.89, 0.78, 0.065, 1.08, 5246), "up"),
        ("a corner of a face with no ink", Judged(0.63, 0.66, 0.0, 1.0, 1.0, 0.002, 1.04, 551), "up"),
        ("as white a thing as large as a card", Judged(0.63, 0.66, 0.0, 1.0, 1.0, 0.002, 1.04, 5246), None),
        (
            "a strip of white, where the back has a fifth less",
            Judged(0.23, 0.198, 0.001, 0.983, 1.0, 0.011, 1.08, 879),
            "up",
        ),
        ("a face on cream paper", Judged(1.384, 1.533, 0.0, 0.796, 1.0, 0.17, 1.31, 5246), "up"),
        (
            "as yellow a thing whose rim is not white",
            Judged(1.384, 1.533, 0.0, 0.796, 0.9, 0.17, 1.31, 5246),
            None,
        ),
        (
            "a strip of a nearly white back, not where it should be",
            Judged(0.092, 0.149, 0.037, 0.723, 1.0, 0.137, 1.0, 886),
            None,
        ),
        ("a strip of a nearly white back", Judged(0.037, 0.091, 0.0, 0.846, 1.0, 0.082, 1.01, 758), "down"),
        ("a strip of a back with its border", Judged(0.03, 0.1, 0.0, 0.86, 1.0, 0.132, 1.01, 697), "down"),
        ("a back of fine print", Judged(0.28, 0.62, 0.011, 0.21, 0.98, 0.719, 1.16, 5246), "down"),
        ("a back without white", Judged(0.34, 1.5, 0.0, 0.21, 0.45, 0.641, 4.61, 5246), "down"),
        ("a corner that shows no ink", Judged(1.08, 1.09, 0.0, 0.97, 0.93, 0.011, 1.02, 1680), "up"),
        ("a hand over a face", Judged(0.63, 0.58, 0.0, 0.45, 0.53, 0.41, 1.08, 1780), None),
        ("a strip of a back's white border", Judged(0.1, 0.11, 0.0, 0.97, 0.95, 0.002, 1.02, 600), None),
        ("a back", Judged(0.07, 1.08, 0.0, 0.12, 0.49, 0.77, 2.0, 5246), "down"),
    ],
)
def test_a_side_is_told_by_how_it_compares_with_the_back_and_with_paper(what, judged, side):
    assert judged.side == side, what


def in_a_shadow(card: Card, *, edge_px: int, soft_px: int) -> Picture:
    """Return what the camera sees of ``card`` while somebody stands in the light of what is right of ``edge_px``."""
    exposure = camera(1280, 720).expose(Scene(MARKERS, cards=(card,)), OVER_THE_FELT)
    right = 1 / (1 + np.exp((edge_px - np.arange(1280)) / soft_px))
    lit = (1 - 0.62 * right).astype(np.float32)[None, :, None]
    return developed(exposure.light * lit, np.zeros_like(exposure.light))


@pytest.mark.matrix(("edge_px", [600, 620, 640]), ("soft_px", [8, 15, 25]), part=3)
def test_a_card_that_lies_half_in_a_shadow_shows_the_side_that_it_shows(tmp_path, edge_px, soft_px):
    art = deck_art.drawn(420000)  # of which the back is as white as red
    held = knows(art, tmp_path)
    for picture, seen in ((art.back, (0, 1)), (art.faces["As"], (1, 0)), (art.faces["Kd"], (1, 0))):
        card = Card(picture, "card", -8, 80, 8)
        assert told(held, in_a_shadow(card, edge_px=edge_px, soft_px=soft_px))["seat:5"] == seen


def fanned(number: int, step_mm: float, turn_deg: float, rise_mm: float = 0.0) -> tuple[Card, ...]:
    """Return so many faces on each other, as a player spreads them, each farther away by ``rise_mm``."""
    names = ("As", "Kd", "7c", "2h")[:number]
    middle = (number - 1) / 2
    return tuple(
        Card(
            ART.faces[name],
            name,
            step_mm * (at - middle),
            85.0 + rise_mm * (at - middle),
            turn_deg * (at - middle),
        )
        for at, name in enumerate(names)
    )


FAN = fanned(4, 13.0, 5.0, 2.0)


def turned_over(*cards: Card) -> tuple[Card, ...]:
    """Return ``cards`` face down."""
    return tuple(replace(card, picture=ART.back, name="back") for card in cards)


@pytest.mark.parametrize(
    ("hand", "up", "down"),
    [
        (FAN, 4, 0),
        (fanned(4, 11.0, 9.0), 4, 0),
        (fanned(4, 13.0, 4.0), 4, 0),
        (FAN[::-1], 4, 0),
        (turned_over(*FAN), 0, 4),
        ((*FAN[:1], *turned_over(FAN[1]), *FAN[2:]), 3, 1),
    ],
    ids=[
        "spread",
        "spread wide",
        "in small steps",
        "the first on top",
        "face down",
        "one of them turned over",
    ],
)
def test_a_fan_of_four_is_told_by_what_shows_of_each_card(at_the_table, hand, up, down):
    assert told(replace(at_the_table, hand=4), taken(*hand))["seat:5"] == (up, down)


def test_of_a_fan_of_three_nobody_sees_whether_the_fourth_lies_beneath(at_the_table):
    assert told(replace(at_the_table, hand=4), taken(*FAN[:3]))["seat:5"] == (None, None)


def latticed() -> Picture:
    """Return a back of fine lines that cross from edge to edge, without a border."""
    down, right = np.indices(deck_art.SIZE[::-1])
    back = np.full((*down.shape, 3), (150, 70, 40), np.uint8)
    back[((right + down) % 10 < 3) | ((right - down) % 10 < 3)] = (215, 220, 215)
    return back


def test_a_fan_of_backs_without_a_border_has_its_number_though_no_seam_shows(tmp_path):
    back = latticed()
    held = replace(knows(replace(ART, back=back), tmp_path), hand=4)
    fan = tuple(replace(card, picture=back, name="back") for card in FAN)
    assert told(held, taken(*fan))["seat:5"] == (0, 4)
    assert told(held, taken(*fan[:2], *FAN[2:]))["seat:5"] in ((2, 2), (None, None))


@pytest.mark.parametrize(
    ("step_mm", "names", "laid"),
    [
        (63.97, "9c Qc Jc Kh 4c", ((2.4, -0.8), (2.6, 0.1), (2.7, -0.1), (1.3, 0.8), (3.0, -0.3))),
        (63.63, "6s Ks 3s 4c 7d", ((1.0, 0.9), (0.7, 1.1), (1.0, -1.2), (0.5, 0.8), (0.5, -0.6))),
        (63.7, "Ac 8h As Kc Td", ((0.3, 0.3), (2.1, -0.4), (2.1, -0.4), (1.8, -1.2), (1.0, -1.2))),
    ],
)
def test_a_board_laid_card_to_card_has_five(at_the_table, step_mm, names, laid):
    """``laid`` is by how many mm each card lies lower, and how it is turned."""
    board = tuple(
        Card(ART.faces[name], name, step_mm * (at - 2), -45 - low, turn)
        for at, (name, (low, turn)) in enumerate(zip(names.split(), laid, strict=True))
    )
    assert told(at_the_table, taken(*board))["board"] == (5, 0)


@pytest.mark.parametrize(("laid", "many"), [(A_ROW[:2], 2), (A_ROW[:3], 3), (A_ROW, 4), (HARDLY_APART, 3)])
def test_cards_that_touch_and_whose_edges_are_blurred_are_no_more_than_they_are(laid, many):
    drawn = cv2.dilate(filled((105, 260), laid, CARD_PX), np.ones((2, 2), np.uint8)) > 0
    held = explained(drawn, np.ones_like(drawn), CARD_PX)
    assert (len(held.cards), held.sure) == (many, True)


def test_hands_that_touch_are_told_each_by_itself(at_the_table):
    held = replace(at_the_table, places=(Place("seat:4", SEAT.polygon - (150, 0)), SEAT))
    picture = taken(*(replace(card, x_mm=card.x_mm - 90) for card in FACE_DOWN), *A_HAND)
    assert told(held, picture) == {"seat:4": (0, 2), "seat:5": (2, 0)}
    of_four = told(replace(held, hand=4), picture)  # each may hide cards, however many the other has
    assert of_four == {"seat:4": (None, None), "seat:5": (None, None)}


def test_a_hand_that_is_fanned_over_its_places_line_lies_in_it_whole(at_the_table):
    fan = [replace(card, x_mm=x_mm) for card, x_mm in zip(A_HAND, (62.0, 80.0), strict=True)]
    assert told(at_the_table, taken(*fan))["seat:5"] == (2, 0)


def test_of_cards_on_each_other_the_place_into_which_they_reach_is_not_said_to_be_bare(at_the_table):
    fan = [replace(card, x_mm=x_mm) for card, x_mm in zip(A_HAND, (70.0, 88.0), strict=True)]
    assert told(at_the_table, taken(*fan))["seat:5"] == (None, None)


def test_fans_of_four_that_touch_have_no_number_but_their_own(at_the_table):
    held = replace(at_the_table, hand=4, places=(Place("seat:4", SEAT.polygon - (150, 0)), SEAT))
    lies = (-148.6, 49.9, 217.0), (-134.8, 55.9, 225.9), (-121.1, 61.9, 54.9), (-107.3, 67.9, 63.9)
    lies += (-15.2, 84.7, 47.0), (-5.4, 90.0, 47.0), (4.5, 95.2, 227.0), (14.4, 100.5, 47.0)
    cards = [
        Card(ART.faces[name], name, *at)
        for name, at in zip(["Ac", "4s", "Qs", "Kh", "2h", "3c", "7d", "9s"], lies, strict=True)
    ]
    found = told(held, taken(*cards))
    assert found["seat:4"] in ((4, 0), (None, None))
    assert found["seat:5"] in ((4, 0), (None, None))


@pytest.mark.matrix(
    (
        "off_mm,chips",
        [
            ((3.0, 1.0), ()),
            ((0.5, 3.0), ()),
            ((4.0, 7.0), ()),
            ((12.0, 1.0), ()),
            ((12.0, 1.0), (Pile(20.0, 24.0, (RED,) * 5),)),
        ],
    ),
    part=2,
)
def test_two_cards_that_lie_hardly_apart_are_not_told_as_one(at_the_table, off_mm, chips):
    under, over = (replace(card, x_mm=0.0, y_mm=90.0, turn_deg=8.0) for card in A_HAND)
    under = replace(under, x_mm=-off_mm[0], y_mm=90.0 + off_mm[1])
    assert told(at_the_table, taken(under, over, piles=chips))["seat:5"] in ((2, 0), (None, None))


def test_cards_of_two_places_that_lie_on_each_other_are_not_told(at_the_table):
    held = replace(at_the_table, places=(Place("seat:4", SEAT.polygon - (150, 0)), SEAT))
    theirs, ours = (replace(card, x_mm=x_mm) for card, x_mm in zip(A_HAND, (-95.0, -60.0), strict=True))
    assert told(held, taken(theirs, ours)) == {"seat:4": (None, None), "seat:5": (None, None)}


def test_more_cards_on_each_other_than_a_hand_has_are_not_told(at_the_table):
    assert told(at_the_table, taken(*fanned(3, 40.0, 9.0)))["seat:5"] == (None, None)


def test_what_is_not_clear_beside_a_place_leaves_the_place_clear(at_the_table):
    beside = Place("seat:4", np.array([(-170.0, 20), (-78, 20), (-78, 150), (-170, 150)]))
    held = replace(at_the_table, places=(beside, SEAT, BOARD))
    cards = (Card(ART.faces["7c"], "7c", 25, 85, 2), Card(ART.faces["2h"], "2h", -105, 85, 80))
    cloth = Pile(-125, 95, (BLACK,) * 3)
    assert told(held, taken(*cards, piles=(cloth,)))["seat:5"] == (1, 0)


@pytest.mark.matrix(("skin", [(SKIN,), (FELT_GREEN,)]), part=1)
def test_a_hand_over_the_cards_is_no_answer(at_the_table, skin):
    assert told(at_the_table, under_a_hand(*A_HAND, skin=skin))["seat:5"] == (None, None)
    assert told(at_the_table, under_a_hand(FACE_DOWN[0], skin=skin))["seat:5"] == (None, None)


def test_chips_alone_are_no_cards(at_the_table):
    piles = (Pile(-30, 70, (RED,) * 4), Pile(20, 80, (BLACK,) * 7))
    assert told(at_the_table, taken(piles=piles))["seat:5"] == (0, 0)


def test_what_cannot_be_enrolled_is_named(at_the_table):
    def refused(*cards: Card, **scene) -> str:
        with pytest.raises(VisionError) as problem:
            enrol.enrol([("back.jpg", taken(*cards, **scene))], at_the_table, "ours", POKER_MM)
        return str(problem.value)

    assert refused() == (
        "back.jpg: 0 things of a card's size are seen: lay one card, face down and alone, on the bare felt. "
        "One that is not seen at all has the felt's colour: another deck is needed, or another light"
    )
    green = np.full_like(ART.back, (60, 92, 22))
    assert "has the felt's colour" in refused(Card(green, "back", 20, 60, 31))
    white = np.full_like(ART.back, 240)
    assert "nearly as white as a face" in refused(Card(white, "back", 20, 60, 31))
    assert "is no single card of 63 x 88 mm" in refused(*FACE_DOWN)


def test_of_a_place_that_the_picture_does_not_wholly_show_nothing_is_told(at_the_table):
    wide = replace(BOARD, polygon=BOARD.polygon * (2.2, 1))
    held = replace(at_the_table, places=(SEAT, wide))
    lying = Reader(held).read("picture", taken(*A_HAND, *FLOP)).cards
    assert (lying["seat:5"].up, lying["seat:5"].down) == (2, 0)
    assert (lying["board"].up, lying["board"].down) == (None, None)
    assert re.fullmatch(r"\d+ mm of the zone lie beyond the picture's lower edge", lying["board"].why)


def test_a_deck_of_another_size_is_named(tmp_path):
    pictures.write(tmp_path / "back.png", ART.back)
    text = 'name = "ours"\nwidth_mm = 88\nheight_mm = 63\n[[back]]\npicture = "back.png"\npaper = "#f0f0f0"\n'
    (tmp_path / "cards.toml").write_text(text)
    with pytest.raises(BadFile, match="must be the short side, under height_mm"):
        deck.load(tmp_path / "cards.toml")


def test_a_deck_is_read_as_it_was_written(tmp_path):
    ours = Deck("ours", POKER_MM, (Back(np.full((176, 126, 3), 90, np.uint8), (230, 231, 229)),))
    deck.save(ours, tmp_path / "cards.toml")
    (back,) = deck.load(tmp_path / "cards.toml").backs
    assert (back.paper, back.picture.shape) == ((230, 231, 229), (176, 126, 3))


def test_a_place_that_is_nobody_s_is_named(at_the_table, tmp_path):
    text = (at_the_table.deck.parent / "camera.toml").read_text().replace("seat:5", "seat:11")
    (tmp_path / "camera.toml").write_text(text.replace('empty = "', f'empty = "{at_the_table.deck.parent}/'))
    with pytest.raises(BadFile, match='must be "seat:1" to "seat:10", "board" or "muck", not "seat:11"'):
        profile.load(tmp_path / "camera.toml")


def test_only_what_is_turned_is_told():
    seat = PlaceAccount("seat:5")
    assert seat.told(Lying(0, 2), Whose.DEALER, 1.0) == []
    assert seat.told(Lying(None, None, "a hand"), Whose.OWN, 2.0) == []
    assert seat.told(Lying(2, 0), Whose.OWN, 3.0) == [CardsTurned(3.0, "seat:5", "up", 2, "player")]
    assert seat.told(Lying(2, 0), None, 4.0) == []
    assert seat.told(Lying(0, 2), Whose.OTHER, 5.0) == [CardsTurned(5.0, "seat:5", "down", 2, "unknown")]
    assert seat.told(Lying(0, 0), Whose.DEALER, 6.0) == []


def the_turn(frames: Sequence[Frame], profile: Profile) -> CardsTurned:
    """Return the one turn of cards that a camera tells which sees ``frames``."""
    watched = watcher(Script(frames), profile, None)
    news = []
    while not watched.ended:
        news += watched.step()
    (told,) = [one for one in news if isinstance(one, CardsTurned)]
    return told


def test_a_turned_hand_is_told_soon_after_it_lies_still(at_the_table):
    frames = [*filmed(taken(*FACE_DOWN), 0, 1), *filmed(taken(*A_HAND), 1, 2)]
    turned = the_turn(frames, at_the_table)
    assert turned.as_json() == {
        "t": turned.t, "type": "card.face", "zone": "seat:5", "face": "up", "by": "unknown", "count": 2,
    }  # fmt: skip
    assert 1.0 < turned.t <= 1.3


def turned(profile: Profile, cards: Sequence[Card], *, by_dealer: bool = False) -> CardsTurned:
    """Return what is told of a film in which a hand lays cards open before a seat and is drawn back, 1.0 s to 1.5 s."""
    player = script.Seat(Zone(5, SEAT.polygon), Arm((40, 750)), (20.0, 190.0, 14.0))
    dealer = script.Seat(player.zone, Arm((100, -850)), (60.0, -250.0, 40.0))
    play = script.Script([player], np.random.default_rng(1), (RED,), dealer)
    play.rest(0.5)
    play.turn_up(5, cards, 0.5, 0.5, by_dealer=by_dealer)
    play.rest(0.6)
    film = Film(camera(1280, 720).lens, OVER_THE_FELT, Scene(MARKERS), finer=1)
    times = [number / 10 for number in range(round(play.t * 10))]
    frames = [Frame(t, f"frame {n}", picture=film.picture(play.moment(t), n)) for n, t in enumerate(times)]
    return the_turn(frames, profile)


@pytest.mark.matrix(("aside_mm,by", [(0.0, "player"), (48.0, "player"), (48.0, "dealer")]), part=1)
def test_a_hand_laid_open_over_its_places_line_is_told_soon_and_by_whom(at_the_table, aside_mm, by):
    cards = [replace(card, x_mm=card.x_mm + aside_mm, y_mm=115.0) for card in A_HAND]
    told = turned(at_the_table, cards, by_dealer=by == "dealer")
    assert (told.zone, told.face, told.count, told.by) == ("seat:5", "up", 2, by)
    assert told.t <= 1.8


@pytest.fixture
def stream(at_the_table) -> Iterator[Stream]:
    made = Stream()
    made.shown = grain(taken(*FACE_DOWN), 1)
    yield made
    made.close()


def test_a_hand_tabled_before_the_camera_reaches_the_daemon(
    table: Table, stream: Stream, at_the_table, tmp_path
):
    chip_set.save(ChipSet("ours", 39.0, 3.3, (RED,)), tmp_path / "chips.toml")
    profile.save(replace(at_the_table, chips=tmp_path / "chips.toml"), tmp_path / "camera.toml")
    link = table.folder / "chips"
    eye = linked(stream.url, tmp_path / "camera.toml", link)
    try:
        table.start()
        wait_for(lambda: table.device_state("chips")["state"] == "up", "the camera to be up")
        stream.shown = taken(*A_HAND)
        wait_for(lambda: 'type="card.face"} 1' in table.get("/metrics"), "the cards to be told", 60.0)
    finally:
        eye.send_signal(signal.SIGTERM)
        _, err = eye.communicate(timeout=20)
    assert err == b""
    table.stop()
    (turned,) = [event for event in journal_of(table) if event["type"] == "card.face"]
    assert (turned["zone"], turned["face"], turned["count"]) == ("seat:5", "up", 2)
    assert turned["device"]


def test_a_back_is_enrolled_and_read_as_somebody_types_it(floorcall, at_the_table, tmp_path):
    folder = at_the_table.deck.parent
    pictures.write(tmp_path / "back.png", taken(Card(ART.back, "back", 20, 60, 31)))
    pictures.write(tmp_path / "hand.png", taken(*A_HAND))
    call = ("calibrate", "cards", str(tmp_path / "back.png"), "--profile", str(folder / "camera.toml"))
    made = floorcall(*call, "-o", str(tmp_path / "blue.toml"))
    assert (made.exit_code, 'name it in the profile: [cards] deck = "blue.toml"' in made.stdout) == (0, True)
    wrong = floorcall(*call, "-o", str(tmp_path / "blue.toml"), "--size-mm", "88x63")
    assert (wrong.exit_code, "--size-mm: the short side and the long one" in wrong.stderr) == (2, True)

    placed = tmp_path / "camera.toml"
    felt = (
        "calibrate",
        "camera",
        str(folder / "felt.png"),
        "--lens",
        str(folder / "camera.toml"),
        "--seats",
        "5",
    )
    made = floorcall(
        *felt, "--place", "seat:5=-75,20,75,150", "--cards", str(tmp_path / "blue.toml"), "-o", str(placed)
    )
    assert made.exit_code == 0, made.output
    assert [place.zone for place in profile.load(placed).places] == ["seat:5"]
    wide = floorcall(*felt, "--place", "board=-330,-100,330,10", "-o", str(tmp_path / "wide.toml"))
    assert re.search(r"cards, board: \d+ mm of the zone lie beyond .* no card is told there", wide.stdout)
    anew = floorcall(*felt[:-4], "--lens", str(placed), "--seats", "5", "-o", str(placed))
    assert "where cards lie is not taken over: say --place" in anew.stdout
    assert profile.load(placed).deck == tmp_path / "blue.toml"
    seen = floorcall("chips", str(tmp_path / "hand.png"), "--profile", str(folder / "camera.toml"))
    assert "cards, seat:5: 2 face up, 0 face down" in seen.stdout
    line = floorcall(
        "chips", str(tmp_path / "hand.png"), "--profile", str(folder / "camera.toml"), "--json"
    ).stdout
    assert json.loads(line)["places"][0] == {"zone": "seat:5", "up": 2, "down": 0}
    for text in ("seat:11=0,0,50,50", "board=0,0,5,50", "board=0,0,5.0.0,50", "muck"):
        assert floorcall(*felt, "--place", text, "-o", str(placed)).exit_code == 2
