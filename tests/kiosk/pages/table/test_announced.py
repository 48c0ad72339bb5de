"""What the river scores is told to all as the druid crosses it, until the next tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.events import PointsScored, RiverCrossed
from companion.game import decide
from companion.history import Step
from companion.pieces import MATERIALS
from companion.state import PointSource
from kiosk import routes
from kiosk.pages.table.draft import TurnOption
from tests.companion.playing import commands
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import lay_table
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen, says

LINE = "River: "


def play_to_the_river(touch: Touchscreen, players: int = 4) -> Step:
    """A game of so many until the druid crosses, which was decided at the table."""
    session = touch.app_state.begin(beginning(players))
    touch.app_state.set_settings(replace(touch.app_state.settings, motion=False))
    for command in commands(beginning(players), 2000):
        if any(isinstance(event, RiverCrossed) for event in decide(session.state, command)):
            break
        session.apply(command)
    touch.navigator.go(routes.Table())
    touch.step()
    touch.page.decide(command)
    return session.steps[-1]


def target_text(step: Step) -> str:
    """What the line says of that crossing."""
    names = {player.color: player.name for player in step.before.players}
    scored = [
        f"{names[one.color]} +{one.points}"
        for one in step.events
        if isinstance(one, PointsScored) and one.source is PointSource.INTERIM_RUNES
    ]
    return LINE + ", ".join(scored)


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, (1024, 600)) as touch:
        yield touch


def test_the_line_stands_beside_the_question(touch: Touchscreen) -> None:
    step = play_to_the_river(touch)
    assert says(touch, target_text(step))
    assert touch.page.column.answerable_question is not None


def test_the_next_tap_takes_it_away_and_it_does_not_come_back(touch: Touchscreen) -> None:
    play_to_the_river(touch)
    touch.tap("menu")
    assert not says(touch, LINE)
    touch.tap("back")
    assert not says(touch, LINE)


def test_a_tap_on_the_line_tells_all_of_it(touch: Touchscreen) -> None:
    play_to_the_river(touch)
    touch.tap("told")
    assert says(touch, "Over the river, a point for each rune stone: ")
    touch.tap("back")
    assert not says(touch, LINE)
    assert touch.page.column.answerable_question is not None


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_that_nobody_gets_a_material_is_told_once_until_the_next_tap(
    tmp_path: Path, size: Size
) -> None:
    with Touchscreen(tmp_path, size) as touch:
        lay_table(touch, beginning(4))
        state = touch.app_state.game.state
        bare = next(plain for plain in MATERIALS if not state.stack(plain))
        touch.tap(f"face.{bare}")
        line = f"Nobody gets {bare}"
        assert [text for text in touch.texts() if line in text] == [line]
        assert faults(touch) == []
        options = [touch.place(f"aim.{option}") for option in TurnOption]
        for keys in (("told", "back"), ("menu", "back"), ("aim.hut",)):
            touch.tap(*keys)
            assert not says(touch, line)
            assert [touch.place(f"aim.{option}") for option in TurnOption] == options
