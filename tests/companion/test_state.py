"""The parts of a state: the ring, who sits where, what stands where; and that nothing changes."""

import pytest
from msgspec.structs import replace

from companion.pieces import Rune
from companion.state import Field
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, chips, position


def test_a_field_that_nobody_has_read_has_no_price():
    unread, read = Field(None, None), Field((WOOD, STONE), Rune.EYE)
    assert (unread.is_known, read.is_known) == (False, True)
    assert read.printed_price == chips("1 wood 1 stone")
    with pytest.raises(ValueError, match="has no price"):
        _ = unread.printed_price


def test_after_the_game_it_is_nobody_s_turn():
    with pytest.raises(ValueError, match=r"^the game is over: it is nobody's turn$"):
        _ = replace(position(BLUE, GREEN, RED), active=None).whose_turn


def test_only_a_hut_has_a_hut_owner():
    table = position(BLUE, GREEN, RED, huts={RED: (1,)}, temples={RED: (8,)})
    assert table.hut_owner(1) == RED
    for field in (2, 8):
        with pytest.raises(ValueError, match=f"^there is no hut on field {field}$"):
            table.hut_owner(field)
