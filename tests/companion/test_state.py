"""The parts of a state: the ring, who sits where, what stands where; and that nothing changes."""

import inspect

import msgspec
import pytest

from companion import commands, events, pieces, preview, state
from companion.pieces import Rune
from companion.rules import consistency, setup
from companion.state import Field
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, chips, position

STRUCTS = sorted(
    {
        struct
        for module in (commands, events, pieces, preview, state, consistency, setup)
        for _, struct in inspect.getmembers(module, inspect.isclass)
        if issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct
    },
    key=lambda struct: struct.__qualname__,
)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_nothing_that_a_game_is_made_of_can_be_changed(struct: type[msgspec.Struct]):
    assert struct.__struct_config__.frozen


def test_a_field_that_nobody_has_read_has_no_price():
    unread, read = Field(None, None), Field((WOOD, STONE), Rune.EYE)
    assert (unread.known, read.known) == (False, True)
    assert read.price == chips("1 wood 1 stone")
    with pytest.raises(ValueError, match="has no price"):
        _ = unread.price


def test_only_a_hut_has_a_hut_owner():
    table = position(BLUE, GREEN, RED, huts={RED: (1,)}, temples={RED: (8,)})
    assert table.hut_owner(1) == RED
    for field in (2, 8):
        with pytest.raises(ValueError, match=f"^no hut stands on field {field}$"):
            table.hut_owner(field)
