import pytest

from companion.commands import Offer
from companion.pieces import BuildingKind, Chips, Give
from companion.teaching.things import Spot
from kiosk.pages.table.draft import (
    Aim,
    Aiming,
    Draft,
    Ending,
    Hands,
    InTray,
    Menu,
    Mover,
    Nothing,
    OnPlain,
    Paying,
    Site,
    Stands,
    Swapping,
    Wondering,
    back,
    beneath,
    draft_at_field,
)
from tests.companion.positions import BLUE, GREEN, RED, WOOD, position
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
        lambda look: Wondering(Spot.DIE, look),
        lambda look: Stands(RED, look),
        lambda look: InTray(RED, under=look),
        Menu,
        Hands,
    ],
)
def test_one_way_back_closes_all_that_was_only_looked_at(look: Draft, cover) -> None:
    assert back(cover(look)) == Nothing()
