from pathlib import Path

from msgspec.structs import replace

from companion.state import Phase
from kiosk import routes
from kiosk.idle_timer import ScreenBrightness
from tests.kiosk.laid_games import app_state_with_game, beginning, left_game
from tests.kiosk.touch import Touchscreen, needs_drawing, route, says

ENTER, KEYPAD_ENTER, ESCAPE, SPACE, BACKSPACE = 13, 271, 27, 32, 8
UP, DOWN, RIGHT, LEFT = 273, 274, 275, 276


def at_the_roll(folder: Path) -> Touchscreen:
    app_state = app_state_with_game(folder, beginning(2), 30, back_to=Phase.ROLL)
    touch = Touchscreen(folder, app_state=app_state, at="table")
    touch.wait(2)
    return touch


def test_a_game_is_begun_with_keys_alone(started: Touchscreen) -> None:
    reach(started, "new_game")
    started.press(ENTER)
    assert started.name == "new_game"
    started.press(ENTER, KEYPAD_ENTER)
    assert started.shows("bonus.lay")
    reach(started, "bonus.lay")
    started.press(ENTER)
    reach(started, "next")
    started.press(ENTER, ENTER)
    assert started.name == "table"
    assert started.app_state.required_session.state.phase is Phase.PLACING


def reach(touch: Touchscreen, key: str) -> None:
    kind, _dot, number = key.partition(".")
    where = touch.board.field_center(int(number)) if kind == "field" else touch.place(key).center
    for _step in range(60):
        focus = touch.keyboard.focused_name
        if focus in (key, f"{key}/0"):
            return
        here = touch.keyboard._ringed.center if focus else None
        if here is None:
            touch.press(DOWN, seconds=0.05)
            continue
        x, y = where[0] - here[0], where[1] - here[1]
        arrow = (RIGHT if x > 0 else LEFT) if abs(x) > abs(y) else (UP if y > 0 else DOWN)
        touch.press(arrow, seconds=0.05)
        if touch.keyboard.focused_name == focus:
            other = (UP if y > 0 else DOWN) if abs(x) > abs(y) else (RIGHT if x > 0 else LEFT)
            touch.press(other, seconds=0.05)
    raise AssertionError(f"no way to {key}: {touch.keyboard.focused_name}")


def test_a_name_is_typed_put_right_and_done_and_escape_leaves_it_as_it_was(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        touch.tap("seat.0.name")
        touch.type("Zoë Q")
        touch.press(BACKSPACE, BACKSPACE)
        touch.type(" ß!")
        assert says(touch, "Zoë ß!")
        touch.press(ENTER)
        assert touch.page.flow.draft.seats[0].name == "Zoë ß!"
        touch.tap("seat.1.name")
        touch.type("a" * 50)
        assert says(touch, "No more than 40 characters fit.")
        touch.press(ESCAPE)
        assert touch.page.flow.draft.seats[1].name is None
        assert touch.shows("seat.1.name")
        touch.press(ESCAPE)
        assert touch.name == "start"


def test_escape_does_what_back_does_and_enter_what_the_one_main_answer_does_if_there_is_one(
    tmp_path,
):
    left_game(tmp_path, beginning(3), 20)
    with Touchscreen(tmp_path, at="start") as touch:
        settings = touch.app_state.settings
        for page in ("rules", "people", "settings"):
            touch.navigator.go(route(page))
            touch.press(*[ENTER, SPACE] * (page == "settings"))
            assert (touch.name, touch.app_state.settings) == (page, settings)
            touch.press(ESCAPE)
            assert touch.name == "start"
        touch.hold_key(ENTER, 40)
        assert touch.name == "board_check", "a key that is held decides only once"
        touch.press(ENTER)
        assert touch.name == "table"


def test_space_rolls_once_where_a_tap_on_the_apps_die_would(tmp_path):
    with at_the_roll(tmp_path) as touch:
        session = touch.app_state.required_session
        steps = session.steps
        touch.navigator.go(routes.Log())
        touch.press(SPACE, seconds=2)
        assert session.steps == steps
        touch.navigator.go(routes.Table())
        touch.hold_key(SPACE, 40)
        touch.press(SPACE, SPACE, seconds=2)
        assert len(session.steps) == len(steps) + 1
        touch.tap("undo")
        touch.app_state.set_settings(replace(touch.app_state.settings, app_die=False))
        touch.navigator.go(routes.Table())
        touch.press(SPACE, seconds=2)
        assert session.steps == steps


def test_a_ring_shows_where_one_is_once_an_arrow_was_pressed_and_not_before(
    started: Touchscreen,
) -> None:
    assert started.keyboard.focused_name is None
    started.draw()
    started.wait(2)
    assert not needs_drawing()
    started.press(DOWN)
    first = started.keyboard.focused_name
    assert first is not None
    started.press(DOWN)
    assert started.keyboard.focused_name != first
    started.tap_at((2, 2))
    assert started.keyboard.focused_name is None


def test_every_button_is_reached_by_arrows(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="settings") as touch:
        seen, reached = {None}, []
        touch.press(DOWN, seconds=0.05)
        todo = [touch.keyboard.focused_name]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            reached.append(here)
            for arrow in (UP, DOWN, LEFT, RIGHT):
                touch.keyboard.focused_name = here
                touch.keyboard._move(
                    *{UP: (0, 1), DOWN: (0, -1), LEFT: (-1, 0), RIGHT: (1, 0)}[arrow]
                )
                todo.append(touch.keyboard.focused_name)
        assert {name.rpartition("/")[0] for name in reached} == set(touch.keys())


def test_a_field_is_pointed_at_by_keys_and_no_key_shows_what_only_a_finger_holds_open(tmp_path):
    with at_the_roll(tmp_path) as touch:
        names = {target.name for target in touch.keyboard._targets()}
        assert {"field.1", "plain.wood"} <= names
        touch.keyboard.focused_name = "field.5"
        touch.press(ENTER)
        assert touch.board.picture.touched_field == 5
        touch.tap("menu", "menu.hands")
        holds = [tap.key for tap in touch.taps() if type(tap).__name__ == "HoldButton"]
        assert holds
        names = {target.name.partition("/")[0] for target in touch.keyboard._targets()}
        assert not names & set(holds)
        texts = touch.texts()
        for arrow in (DOWN, UP, LEFT, RIGHT) * 3:
            touch.press(arrow, seconds=0.05)
        touch.press(SPACE)
        assert touch.texts() == texts


def test_a_key_only_wakes_a_dark_screen(tmp_path):
    with Touchscreen(tmp_path, at="start", dim_after=10, dark_after=20) as touch:
        touch.wait(30)
        assert touch.idle_timer.brightness is ScreenBrightness.DARK
        touch.press(ENTER)
        assert (touch.name, touch.idle_timer.brightness) == ("start", ScreenBrightness.FULL)
        touch.press(ENTER)
        assert touch.name == "new_game"
