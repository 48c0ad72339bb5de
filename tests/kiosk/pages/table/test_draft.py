import pytest

from companion.pieces import Chips
from kiosk.pages.table.draft import Hands, Menu, Swapping, beneath
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask


@pytest.mark.parametrize("cover", [Hands, Menu])
def test_the_way_back_from_hands_and_menu_leads_to_what_they_cover(cover) -> None:
    state = position(BLUE, GREEN, RED)
    swapping = Swapping(GREEN, Chips(wood=2))

    assert ask(state, cover(swapping)).back == swapping
    assert beneath(cover(swapping)) == swapping
    assert beneath(swapping) == swapping
