"""The table screen in every phase, with everything that can be pointed at.

Four players fill it most and are shown in every size.
"""

from itertools import product

import pytest

from companion.pieces import Chips
from companion.state import GameState, Phase
from kiosk.pages.table.draft import Draft, Ending, Nothing, Paying
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import drafts
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen

EVERY = 20
"""So many commands lie between two looks: over the numbers of players all is seen."""


def everything(state: GameState, turn: int) -> list[Draft]:
    """What somebody may point at, a part of it at each look, with the fullest payment."""
    found = drafts(state)
    payments = [replace_pay(draft) for draft in found if isinstance(draft, Paying)]
    endings = [Ending()] if state.phase in (Phase.ROLL, Phase.ACTION) else []
    return [*found[turn % 3 :: 3], *payments[:1], *endings]


def replace_pay(draft: Paying) -> Paying:
    return Paying(draft.purpose, Chips(18, 18, 18, 18))


@pytest.mark.parametrize(
    ("players", "size"),
    [*product((2, 3), (*SIZES, UPRIGHT[0])), *product((4,), (*SIZES, *UPRIGHT))],
    ids=lambda value: value if isinstance(value, int) else "x".join(map(str, value)),
)
def test_nothing_is_cut_overlaps_or_is_too_small(tmp_path, players: int, size: Size) -> None:
    start = beginning(players, longest=True)
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.begin(start)
        touch.navigator.go("table")
        for number, command in enumerate(commands(start, 5000, seed=players)):
            if touch.name != "table" or touch.page.state.phase is Phase.FINISHED:
                break
            if number % EVERY == players:
                look_at_everything(touch, number // EVERY)
            touch.page.session.apply(command)
        assert faults(touch) == []


def look_at_everything(touch: Touchscreen, turn: int) -> None:
    touch.app_state.set(Settings(motion=False, open_chips=turn % 2 == 0))
    # The step before this one is told, as after a decision.
    touch.navigator.go("table")
    assert faults(touch) == []
    read_through(touch, "told")
    read_through(touch, "why")
    for draft in everything(touch.page.state, turn):
        touch.page.point(draft)
        assert faults(touch) == [], draft
    touch.page.point(Nothing())
    if touch.page.session.can_undo:
        touch.tap("undo")
        assert faults(touch) == []
        touch.tap("redo")
        assert faults(touch) == []


def read_through(touch: Touchscreen, key: str) -> None:
    """Tap for an explanation, and look at each of its pages."""
    if not touch.shows(key):
        return
    touch.tap(key)
    assert faults(touch) == []
    if touch.shows("more"):
        touch.tap("more")
        assert faults(touch) == []
    touch.tap("back")
