"""With seats set the table turns to whoever decides: between two questions, under no finger."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import Chips
from companion.state import Phase
from companion.telling.moves import ChipsTaken
from kiosk import routes
from kiosk.pages.table.facing import movers_side
from kiosk.pages.table.question import Moved
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.latest_moves import LatestMoves, Section
from kiosk.words.moves import move_rows
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import beginning
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import SIZES, Touchscreen

CALM = 0.5
"""Seconds after which the screen has turned where nothing moves."""
RECOVERED = 0.6
"""Seconds after a turn in which touches do nothing."""
SIDES = tuple(zip((seat.color for seat in beginning(3).players), Rotation, strict=False))


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """The first player in front, the others at the right and behind; the roll is asked."""
    with Touchscreen(tmp_path, app_state=seated_app_state(tmp_path, Phase.ROLL)) as touch:
        touch.navigator.go(routes.Table())
        touch.wait(CALM)
        say_done(touch)
        touch.wait(RECOVERED)
        yield touch


def seated_app_state(folder: Path, phase: Phase, settings: Settings | None = None):
    return app_state_at(folder, phase, settings or Settings(motion=False, sides=SIDES))


def turned(touch: Touchscreen) -> Rotation:
    return touch.rotated_view.rotation


def decider_s_side(touch: Touchscreen) -> Rotation:
    return touch.app_state.settings.facing(touch.app_state.session.state.decider)


def play_until_it_would_turn(touch: Touchscreen) -> None:
    """Let decisions happen until the next one is of somebody at another side, and no list waits."""
    from tests.companion.playing import commands  # noqa: PLC0415

    session = touch.app_state.session
    made = len(session.steps)
    for number, command in enumerate(commands(session.setup, 2000)):
        if number < made:
            continue
        touch.step()
        touch.page.decide(command)
        if decider_s_side(touch) is not turned(touch) and not waits(touch):
            return
        touch.wait(CALM)
        while waits(touch):
            touch.page.take(Moved())
            touch.wait(CALM)


def say_done(touch: Touchscreen) -> None:
    """Where a list of moves stands before the question, see all of it and say that it is done."""
    touch.wait(RECOVERED)
    while touch.shows("moves.more"):
        touch.tap("moves.more")
    if touch.shows("moves.done"):
        touch.tap("moves.done")
    touch.wait(CALM)


def play_until_a_list_is_for_another(touch: Touchscreen) -> Rotation:
    """Let decisions happen until a list waits for somebody at another side; returns theirs."""
    from tests.companion.playing import commands  # noqa: PLC0415

    session = touch.app_state.session
    for command in list(commands(session.setup, 2000))[len(session.steps) :]:
        touch.step()
        touch.page.decide(command)
        sides = {touch.app_state.settings.facing(color) for color in touch.page._latest.movers}
        others = not sides & {turned(touch), decider_s_side(touch)}
        if touch.shows("moves.done") and len(sides) == 1 and others:
            return sides.pop()
        touch.wait(CALM)
        say_done(touch)
    raise AssertionError("nobody else ever has most to move")


def test_it_faces_whoever_decides(touch: Touchscreen) -> None:
    assert turned(touch) is decider_s_side(touch)
    for _handing_over in range(6):
        play_until_it_would_turn(touch)
        touch.wait(CALM)
        say_done(touch)
        assert turned(touch) is decider_s_side(touch)
        assert touch.navigator.box[2:] == turned(touch).size(*SIZES[0])
        touch.wait(RECOVERED)


def test_a_list_of_moves_faces_whoever_must_move_most_and_then_the_question_its_decider(
    touch: Touchscreen,
) -> None:
    side = play_until_a_list_is_for_another(touch)
    touch.wait(CALM)
    assert turned(touch) is side is not decider_s_side(touch)
    say_done(touch)
    assert turned(touch) is decider_s_side(touch)


def test_a_list_of_moves_stays_as_the_screen_is_where_the_table_sets_that(
    touch: Touchscreen,
) -> None:
    side = play_until_a_list_is_for_another(touch)
    touch.app_state.set(replace(touch.app_state.settings, moves_turn=False))
    touch.page.refresh()
    before = turned(touch)
    touch.wait(5)
    assert turned(touch) is before is not side
    say_done(touch)
    assert turned(touch) is decider_s_side(touch)


def test_a_step_turns_it_once_and_its_done_once_though_another_side_has_other_room(
    touch: Touchscreen,
) -> None:
    from tests.companion.playing import commands  # noqa: PLC0415

    session = touch.app_state.session
    seen = []
    for command in list(commands(session.setup, 2000))[len(session.steps) :][:40]:
        sides = [turned(touch)]
        touch.step()
        touch.page.decide(command)
        for _look in range(4):
            touch.wait(CALM)
            sides.append(turned(touch))
        say_done(touch)
        sides.append(turned(touch))
        assert sum(one is not other for one, other in pairwise(sides[:-1])) <= 1
        assert sides[-1] is decider_s_side(touch)
        seen.append(sides[-2] is not sides[-1])
    assert True in seen


def test_a_list_beside_the_question_is_no_card_once_the_screen_has_turned(
    touch: Touchscreen,
) -> None:
    from tests.companion.playing import commands  # noqa: PLC0415

    session = touch.app_state.session
    stood_beside = []
    for command in list(commands(session.setup, 2000))[len(session.steps) :][:60]:
        touch.step()
        touch.page.decide(command)
        before, beside = turned(touch), not waits(touch)
        touch.wait(CALM)
        assert not (beside and waits(touch))
        stood_beside.append(beside and turned(touch) is not before)
        say_done(touch)
    assert True in stood_beside


def waits(touch: Touchscreen) -> bool:
    """Whether a list of moves stands before the question."""
    return touch.shows("moves.done") or touch.shows("moves.more")


def test_a_list_stays_where_one_of_those_with_most_to_move_sits_or_nobody_has_any() -> None:
    settings = Settings(sides=((BLUE, Rotation.QUARTER), (RED, Rotation.HALF)))
    taken = (ChipsTaken((BLUE, RED), Chips(wood=1)), ChipsTaken((GREEN,), Chips(wool=1)))
    state = position(BLUE, GREEN, RED)
    some, none = (LatestMoves((Section("", move_rows(state, rows)),), ()) for rows in (taken, ()))
    assert movers_side(some, settings, Rotation.HALF) is None
    assert movers_side(some, settings, Rotation.THREE_QUARTERS) is Rotation.QUARTER
    assert movers_side(none, settings, Rotation.HALF) is None


def test_it_never_turns_under_a_resting_finger(touch: Touchscreen) -> None:
    before = turned(touch)
    with touch.held_at((5, 5)):
        play_until_it_would_turn(touch)
        touch.wait(5)
        assert turned(touch) is before
    touch.wait(CALM)
    assert turned(touch) is decider_s_side(touch) is not before


def test_a_tap_that_comes_with_the_turn_does_nothing(touch: Touchscreen) -> None:
    play_until_it_would_turn(touch)
    touch.wait(0.35)
    assert turned(touch) is decider_s_side(touch)
    touch.tap_at_once("menu")
    assert not touch.shows("menu.settings")
    touch.wait(RECOVERED)
    touch.tap("menu")
    assert touch.shows("menu.settings")


def test_it_waits_until_somebody_has_looked_at_something_else(touch: Touchscreen) -> None:
    before = turned(touch)
    play_until_it_would_turn(touch)
    touch.tap_at_once("menu")
    touch.wait(5)
    assert turned(touch) is before
    touch.tap("menu.settings")
    touch.wait(5)
    assert turned(touch) is before
    touch.tap("back")
    touch.wait(CALM)
    assert turned(touch) is decider_s_side(touch) is not before


def test_what_moves_comes_to_its_end_first(tmp_path: Path) -> None:
    app_state = seated_app_state(tmp_path, Phase.ROLL, Settings(motion=True, sides=SIDES))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        side = decider_s_side(touch)
        touch.tap("moves.done")
        touch.wait(0.9)
        assert turned(touch) is Rotation.NONE
        touch.wait(0.4)
        assert turned(touch) is side is not Rotation.NONE


def test_a_die_that_tumbles_is_not_lost_to_a_turn(tmp_path: Path) -> None:
    app_state = seated_app_state(tmp_path, Phase.ROLL, Settings(motion=True, sides=SIDES))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        made = len(app_state.session.steps)
        touch.wait(0.8)
        touch.step()
        touch.page.roll()
        touch.wait(3)
        assert len(app_state.session.steps) == made + 1


def test_the_start_screen_is_for_whoever_sits_in_front(touch: Touchscreen) -> None:
    play_until_it_would_turn(touch)
    touch.wait(CALM + RECOVERED)
    touch.navigator.go(routes.Start())
    touch.wait(CALM)
    assert turned(touch) is Rotation.NONE


def test_the_board_lies_as_the_cardboard_whoever_looks_at_it(touch: Touchscreen) -> None:
    seen = set()
    while len(seen) < 3:
        seen.add(turned(touch))
        assert direction(touch, touch.board.field_center(1)) == pytest.approx(
            (-0.85, 0.53), abs=0.02
        )
        right, up = direction(touch, touch.board.plain_center("wood"))
        assert right < 0 < up
        play_until_it_would_turn(touch)
        touch.wait(CALM + RECOVERED)


def direction(touch: Touchscreen, point: tuple[float, float]) -> tuple[float, float]:
    """Where a point of the board lies from its middle, as the display lies: right and up."""
    x, y = touch.navigator.to_window(*touch.board.box.center)
    there_x, there_y = touch.navigator.to_window(*point)
    far = hypot(there_x - x, there_y - y)
    return ((there_x - x) / far, (there_y - y) / far)


def test_a_cardboard_that_lies_otherwise_is_shown_so(tmp_path: Path) -> None:
    settings = Settings(motion=False, river=Rotation.HALF)
    app_state = seated_app_state(tmp_path, Phase.ROLL, settings)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        assert direction(touch, touch.board.field_center(1)) == pytest.approx(
            (0.85, -0.53), abs=0.02
        )


def test_without_seats_it_never_turns(tmp_path: Path) -> None:
    app_state = seated_app_state(tmp_path, Phase.ROLL, Settings(motion=False))
    with Touchscreen(tmp_path, rotation=Rotation.HALF, app_state=app_state, at="table") as touch:
        for _handing_over in range(3):
            touch.wait(2)
            assert turned(touch) is Rotation.HALF
