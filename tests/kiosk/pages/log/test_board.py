"""The board of a past game at any of its steps: a finger on the slider moves through it."""

import pytest

from kiosk import routes
from kiosk.pieces.picture import board_picture
from kiosk.pieces.tray import TrayFace
from kiosk.settings import Settings
from kiosk.ui.slider import Slider
from tests.companion.playing import luck, one_more
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import play
from tests.kiosk.touch import SIZES, UPRIGHT, WRITING, Touchscreen, says


def opened(touch, game=1):
    touch.app_state.wait_for_writes(WRITING)
    touch.navigator.go(routes.Games())
    touch.tap(f"game.{game}", "past_board")
    touch.wait(1)  # a tap at once, where the button was, would bounce
    return next(widget for widget in touch.widgets() if isinstance(widget, Slider))


def lies(touch):
    """What lies on the board that is shown."""
    picture = touch.board.picture
    return picture.fields, picture.plains, picture.runes, picture.druid


def laid(state):
    picture = board_picture(state)
    return picture.fields, picture.plains, picture.runes, picture.druid


def test_the_end_is_shown_first_and_a_finger_goes_to_any_step(tmp_path):
    with Touchscreen(tmp_path) as touch:
        play(touch, beginning(3))
        steps = touch.app_state.session.steps
        slider = opened(touch)
        assert lies(touch) == laid(steps[-1].after)
        for place in (0, len(steps) // 2, len(steps) - 1, 7):
            touch.tap_at(slider.point(place))
            assert lies(touch) == laid(steps[place].after)


def test_the_board_follows_a_finger_that_is_not_lifted(tmp_path):
    with Touchscreen(tmp_path) as touch:
        play(touch, beginning(3))
        steps = touch.app_state.session.steps
        slider = opened(touch)
        with touch.held_at(slider.point(len(steps) - 1)):
            touch._finger("move", slider.point(10))
            touch.step()
            assert lies(touch) == laid(steps[10].after)


def test_only_steps_that_count_are_there_and_none_can_be_changed(tmp_path):
    with Touchscreen(tmp_path) as touch:
        session = touch.app_state.begin(beginning(3))
        chance = luck(4)
        for _ in range(80):
            one_more(session, chance)
        assert len(session.steps) < len(session.log)
        slider = opened(touch)
        for place in (0, 5, len(session.steps) - 1):
            touch.tap_at(slider.point(place))
            assert lies(touch) == laid(session.steps[place].after)
            assert not touch.shows("change")
        touch.tap("later")
        assert says(touch, "This is the newest.")
        touch.tap_at(slider.point(0))
        touch.tap("earlier")
        assert says(touch, "This is the first.")


def test_who_comes_back_to_a_game_finds_the_step_where_they_left_and_not_in_another_game(tmp_path):
    with Touchscreen(tmp_path) as touch:
        play(touch, beginning(2), 30)
        steps = touch.app_state.session.steps
        play(touch, beginning(2), 40)
        others = touch.app_state.session.steps
        touch.tap_at(opened(touch, 1).point(5))
        touch.tap("back", "past_board")
        assert lies(touch) == laid(steps[5].after)
        read = touch.texts()
        touch.tap("why", "about", "back", "back")
        assert touch.texts() == read
        opened(touch, 2)
        assert lies(touch) == laid(others[-1].after)


@pytest.mark.parametrize("size", [*SIZES[:1], *UPRIGHT[:1]])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_that_plays_openly_sees_everybodys_chips_of_then(tmp_path, size, players):
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set_settings(Settings(open_chips=True))
        play(touch, beginning(players))
        end = touch.app_state.session.state
        opened(touch)
        faces = [widget for widget in touch.widgets() if isinstance(widget, TrayFace)]
        assert len(faces) == players
        for face in faces:
            hand = [str(number) for number in end.player(face.tray.color).hand.counts]
            shown = [one.text for one in face.inscriptions if one.text.isdigit()]
            assert shown[-len(hand) :] == hand
