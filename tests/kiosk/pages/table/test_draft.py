import pytest

from companion.commands import Offer, Survey
from companion.evolution import fold
from companion.game import decide
from companion.pieces import BuildingKind, Chips, Color, Give, Rune
from companion.state import Phase
from companion.teaching.things import Spot
from kiosk.pages.table.draft import (
    Aim,
    Aiming,
    Draft,
    Ending,
    Hands,
    Menu,
    Mover,
    Nothing,
    OnPlain,
    Paying,
    Pondering,
    Site,
    Stands,
    Surveying,
    Swapping,
    Wondering,
    back,
    beneath,
    draft_at_field,
    once_read,
    still_pondered,
)
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position, side_for_four
from tests.kiosk.pages.table.asking import ask


@pytest.mark.parametrize("cover", [Hands, Menu])
def test_the_way_back_from_hands_and_menu_leads_to_what_they_cover(cover) -> None:
    state = position(BLUE, GREEN, RED)
    swapping = Swapping(GREEN, Chips(wood=2))

    assert ask(state, cover(swapping)).back == swapping
    assert beneath(cover(swapping)) == swapping
    assert beneath(swapping) == swapping


PONDERED: tuple[Draft, ...] = (
    Nothing(),
    Swapping(GREEN, Chips(wood=2)),
    Paying(Offer(by=RED, give=Give.ONE), Chips(wood=1)),
)


@pytest.mark.parametrize("pondered", PONDERED, ids=lambda draft: type(draft).__name__)
@pytest.mark.parametrize("cover", [lambda draft: draft, Hands, Menu])
def test_after_a_look_at_fields_comes_back_what_was_begun(pondered: Draft, cover) -> None:
    state = position(BLUE, GREEN, RED)

    look = draft_at_field(state, 5, cover(pondered), lifted=False)
    further = draft_at_field(state, 6, look)

    assert further == Site(6, under=pondered)
    assert back(further) == pondered


def test_a_declared_end_is_not_half_said_after_a_look_at_a_field() -> None:
    assert draft_at_field(position(BLUE, GREEN, RED), 5, Ending()) == Site(5)


def test_another_field_is_looked_at_for_the_same_player_and_the_same_one_as_it_was() -> None:
    state = position(BLUE, GREEN, RED)
    look = Site(5, BuildingKind.TEMPLE, RED)

    assert draft_at_field(state, 5, look) == look
    assert draft_at_field(state, 6, look) == Site(6, builder=RED)


LOOKS: tuple[Draft, ...] = (
    Aiming(Aim.HUT),
    Mover(WOOD, 1),
    OnPlain(WOOD),
    Site(4),
    Site(4, under=OnPlain(WOOD, Aiming(Aim.HUT))),
    Site(4, under=Mover(WOOD, None)),
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "cover",
    [
        lambda look: look,
        lambda look: draft_at_field(position(BLUE, GREEN, RED), 9, look, lifted=False),
        lambda look: OnPlain(WOOD, look),
    ],
)
def test_one_way_back_closes_all_that_was_only_looked_at(look: Draft, cover) -> None:
    assert back(cover(look)) == Nothing()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "cover",
    [
        lambda look: Wondering(Spot.DIE, look),
        lambda look: Stands(RED, look),
        Menu,
        Hands,
    ],
)
def test_whoever_has_asked_what_something_is_has_the_same_field_and_building_before_them_again(
    look: Draft, cover
) -> None:
    assert back(cover(look)) == look


@pytest.mark.parametrize(
    ("wish", "comes"),
    [
        (Nothing(), Site(9)),
        (Site(9), Site(9)),
        (Aiming(Aim.HUT), Site(9, under=Aiming(Aim.HUT))),
        (Aiming(Aim.TEMPLE), Site(9, BuildingKind.TEMPLE, under=Aiming(Aim.TEMPLE))),
        (Site(3, builder=RED), Site(9, builder=RED)),
    ],
)
def test_whoever_reads_a_field_to_build_there_comes_back_to_that(wish: Draft, comes: Draft) -> None:
    unread = position(*Color, board=side_for_four())
    reading = draft_at_field(unread, 9, wish)
    assert isinstance(reading, Surveying)
    printed = Survey(field=9, needs=(WOOD, STONE), rune=Rune.SPROUT)
    read = fold(unread, decide(unread, printed))
    assert once_read(read, reading) == comes
    assert still_pondered(Pondering(unread, reading), read).draft == comes
    assert back(reading) == (Nothing() if wish == Site(9) else wish)


def test_whoever_reads_a_field_before_the_roll_is_asked_for_the_roll_again() -> None:
    unread = position(*Color, board=side_for_four(), phase=Phase.ROLL)
    looked_at = draft_at_field(unread, 9, lifted=False)
    assert isinstance(looked_at, Site)
    reading = draft_at_field(unread, 9, looked_at)
    printed = Survey(field=9, needs=(WOOD, STONE), rune=Rune.SPROUT)
    assert once_read(fold(unread, decide(unread, printed)), reading) == Nothing()
