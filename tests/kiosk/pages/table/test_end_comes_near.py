"""The end announces itself: at the last two buildings of anybody, and on the card of the last."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.pieces import BuildingKind
from companion.state import GameState
from kiosk import routes
from kiosk.pages.table.draft import SelectedField
from kiosk.pages.table.question import SetDraft
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import SIZES, Size, Touchscreen, says


def left(state: GameState) -> int:
    """How many buildings the decider has left."""
    assert state.decider is not None
    return sum(state.buildings_left(state.decider, kind) for kind in BuildingKind)


def play_to(touch: Touchscreen, wanted: int) -> BuildHut | BuildTemple:
    """Play on until somebody builds who has so many buildings left; that is not done yet."""
    session = touch.app_state.session or touch.app_state.begin(beginning(3))
    for command in [*commands(beginning(3), 2000)][len(session.steps) :]:
        if isinstance(command, BuildHut | BuildTemple) and left(session.state) == wanted:
            touch.navigator.go(routes.Table())
            touch.step()
            return command
        session.apply(command)
    raise AssertionError("nobody comes so far")


@every_size
def test_whoever_has_few_buildings_left_is_told_to_all_and_the_card_of_the_last_one_says_so(
    tmp_path: Path, size: Size
) -> None:
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set_settings(
            replace(touch.app_state.settings, large_letters=True, motion=False)
        )
        touch.navigator.apply_letter_size()
        for wanted, news in ((3, "2 left to build"), (2, "1 left to build")):
            command = play_to(touch, wanted)
            assert not says(touch, "left to build")
            touch.page.decide(command)
            assert says(touch, news)
            assert faults(touch) == []
            touch.tap("undo")
            assert not says(touch, "left to build")
        command = play_to(touch, 1)
        kind = BuildingKind.HUT if isinstance(command, BuildHut) else BuildingKind.TEMPLE
        touch.page.perform(SetDraft(SelectedField(command.field, kind=kind)))
        touch.step()
        assert says(touch, "Ends the game: then ")
        assert faults(touch) == []


@pytest.mark.parametrize("before", [4, 2])
def test_the_card_of_any_other_building_does_not(tmp_path: Path, before: int) -> None:
    with Touchscreen(tmp_path, SIZES[0]) as touch:
        command = play_to(touch, before)
        touch.page.perform(SetDraft(SelectedField(command.field)))
        touch.step()
        assert not says(touch, "Ends the game")
