"""Between two questions nothing jumps: what a finger is over stays under it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.question import Question
from kiosk.settings import Settings
from tests.kiosk.inspection import every_size
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Point, Size, Touchscreen
from tests.legal_commands import legal_command
from tests.luck import Luck

DECISIONS = 30
KINDS = ("show.hut", "show.temple")


def centers(touch: Touchscreen, *keys: str) -> list[tuple[float, float]]:
    return [touch.place(key).center for key in keys]


@every_size
def test_answers_stand_where_they_stood_whatever_is_to_be_moved(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.begin(beginning(3))
        touch.navigator.go(routes.Table())
        lowest = centers(touch, "place.stone", "place.copper")
        for key in ("place.wood", "place.wool", "place.copper", "undo"):
            touch.tap(key)
            assert centers(touch, "place.stone", "place.copper") == lowest


@pytest.mark.parametrize(
    ("size", "app_die"),
    [((800, 480), False), ((480, 800), True), ((1024, 768), False)],
    ids=["lying, wooden die", "upright, app's die", "squarer, wooden die"],
)
def test_no_answer_jumps_when_steps_are_taken_back(
    tmp_path: Path, size: Size, *, app_die: bool
) -> None:
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set(Settings(motion=False, app_die=app_die))
        touch.app_state.begin(beginning(3))
        touch.navigator.go(routes.Table())
        stood: dict[tuple[int, Question], dict[str, Point]] = {}
        again = sum(look_again(touch, stood) for _step in walk_back_and_forth(touch, Luck(5)))
        assert again > DECISIONS / 4


def walk_back_and_forth(touch: Touchscreen, luck: Luck) -> Iterator[None]:
    """After every third decision two are taken back and done again."""
    session = touch.app_state.game
    for number in range(DECISIONS):
        touch.step()
        yield
        for key in ("undo", "undo", "redo", "redo") if number % 3 == 2 else ():
            touch.tap(key)
            yield
        asked = replace(session.state, pending=(luck.pick(session.state.asked),))
        touch.page.decide(legal_command(asked, luck))


def look_again(touch: Touchscreen, stood: dict[tuple[int, Question], dict[str, Point]]) -> bool:
    """Whether the same is asked as before: then its answers stand where they stood."""
    asked = touch.page._column.asked
    if asked is None:
        return False
    middles = {one.key: touch.place(one.key).center for one in asked.choices}
    places = {key: (round(x), round(y)) for key, (x, y) in middles.items()}
    key = (len(touch.app_state.game.steps), asked)
    assert stood.setdefault(key, places) == places
    return stood[key] is not places


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION], ids=str)
@every_size
def test_hut_and_temple_of_a_field_are_compared_without_a_jump(
    tmp_path: Path, size: Size, phase: Phase
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 60)
    while app_state.game.state.phase is not phase:
        app_state.game.undo()
    state = app_state.game.state
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        free = [one for one in range(1, len(state.board) + 1) if state.building(one) is None]
        for field in free[::4]:
            touch.tap_field(field)
            stood = centers(touch, "more", "back")
            touch.tap("more")
            other = centers(touch, "show.temple")
            touch.tap("show.temple")
            assert centers(touch, "more", "back") == stood
            touch.tap("more")
            assert centers(touch, "show.hut") == other
            touch.tap("show.hut")
        touch.tap("more", "what_if")
        assert_kinds_stay(touch)


def assert_kinds_stay(touch: Touchscreen) -> None:
    stood = centers(touch, *KINDS)
    for key in reversed(KINDS):
        touch.tap(key)
        assert centers(touch, *KINDS) == stood
