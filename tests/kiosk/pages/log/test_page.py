from pathlib import Path

import pytest

from companion.commands import BuildHut, Correct, GiveBackChip, TakeChip
from companion.state import Phase
from kiosk import routes
from kiosk.pages import log
from kiosk.pieces.picture import BoardPicture, board_picture
from kiosk.pieces.tray import TrayFace
from kiosk.settings import Settings
from kiosk.ui.form import Icon
from kiosk.ui.slider import Slider
from kiosk.words.reasons import reasons
from tests.companion.playing import luck, one_more
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.past_games import play
from tests.kiosk.touch import SIZES, UPRIGHT, WRITING, Touchscreen, says


def entries(touch: Touchscreen) -> list[str]:
    return [tap.key for tap in touch.taps() if tap.key.startswith("entry.")]


def pieces(picture: BoardPicture) -> tuple:
    return (picture.fields, picture.plains, picture.runes, picture.druid)


def test_all_rows_are_there_the_newest_first(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 80)
    app_state.session.undo()
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        found = entries(touch)
        while not says(touch, "These are the oldest."):
            touch.tap("older")
            found += [key for key in entries(touch) if key not in found]
        assert found == [f"entry.{number}" for number in range(80, 0, -1)]


def test_a_row_shows_the_board_and_the_standings_after_it(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 90)
    step = next(step for step in app_state.session.steps if isinstance(step.command, BuildHut))
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        touch.tap("oldest")
        while not touch.shows(f"entry.{step.number}"):
            touch.tap("newer")
        touch.tap(f"entry.{step.number}")

        assert pieces(touch.board.picture) == pieces(board_picture(step.after))
        assert touch.board.picture.touched_field == step.command.field
        shown = [standing for player in step.after.players for standing in (str(player.points),)]
        assert set(shown) <= set(touch.texts())


def test_a_row_leads_to_its_reasons_and_to_the_rows_before_and_after(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 40)
    steps = {step.number: step for step in app_state.session.steps}
    step = steps[35]
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        rows = touch.texts()
        whys = [tap.key for tap in touch.taps() if tap.key.startswith("why.")]
        assert whys == [key.replace("entry", "why") for key in entries(touch)]
        touch.tap("why.35")
        read = touch.texts()
        assert touch.keys() == ["back", "about"]
        assert pieces(touch.board.picture) == pieces(board_picture(step.after))
        assert {reason.heading for reason in reasons(step.before, step.events)} <= set(read)
        touch.tap("about", "back")
        assert (touch.name, touch.texts()) == ("log", read)
        touch.tap("back")
        assert touch.texts() == rows
        touch.tap("entry.35")
        whole = touch.texts()
        touch.tap("why", "about", "back", "back")
        assert touch.texts() == whole

        touch.tap("back", "entry.40")
        for number in range(39, 29, -1):
            touch.tap("earlier")
            assert pieces(touch.board.picture) == pieces(board_picture(steps[number].after))
        touch.tap("later")
        assert pieces(touch.board.picture) == pieces(board_picture(steps[31].after))
        touch.tap("back")
        assert touch.shows("entry.31")
        assert not touch.shows("entry.40")

        touch.tap("newest", "newer")
        assert "These are the newest." in touch.texts()
        touch.tap("oldest")
        assert "These are the newest." not in touch.texts()
        touch.tap("older")
        assert "These are the oldest." in touch.texts()


def test_a_step_shows_the_symbol_of_whoever_did_it_and_not_of_whose_turn_it_was(
    tmp_path: Path,
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 90)
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        entry = next(
            one
            for one in touch.page.log
            if isinstance(one.step.command, TakeChip | GiveBackChip)
            and one.step.command.by is not log.turn_heading(one).color
        )
        time = touch.page._card(entry).rows[0]

    assert [one.symbol for one in time.items if isinstance(one, Icon)] == [entry.step.command.by]


def test_only_rows_that_are_shown_are_put_into_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(4), 300)
    told = []
    monkeypatch.setattr(log, "entry_text", lambda entry: told.append(entry) or "something")
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        shown = len(entries(touch))
        assert shown <= len(told) <= shown + 1
        touch.tap("older")
        assert len(told) <= shown + len(entries(touch)) + 2


def test_a_game_in_which_nothing_was_done_has_an_empty_log(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 0)
    with Touchscreen(tmp_path, app_state=app_state, at="log") as touch:
        assert touch.keys() == ["back"]
        assert "Nothing has been done yet." in touch.texts()


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_what_people_have_typed_is_told_to_the_end_where_it_is_no_longer_than_a_ruling(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The end of a ruling's reason tells what was ruled."""
    app_state = app_state_with_game(tmp_path, beginning(2), 30, back_to=Phase.ACTION)
    session = app_state.required_session
    ruling = "We play it differently: 2 others stand in for a missing chip"
    session.apply(Correct(changes=(), why=ruling))
    session.apply(Correct(changes=(), why="somebody knocked the table over " * 6))
    with Touchscreen(tmp_path, size, app_state=app_state, at="log") as touch:
        assert f"Correction: {ruling}" in touch.texts()
        (cut,) = [text for text in touch.texts() if text.startswith("Correction: somebody")]
        assert cut.endswith("…")
        whole = f"Correction: {'somebody knocked the table over ' * 6}"
        assert whole.startswith(f"{cut[:-1]} "), "no word is cut"
        touch.tap(entries(touch)[0])


def opened(touch, game=1):
    touch.app_state.wait_for_writes(WRITING)
    touch.navigator.go(routes.Games())
    touch.tap(f"game.{game}", "past_board")
    touch.wait(1)  # a tap at once, where the button was, would bounce
    return next(widget for widget in touch.widgets() if isinstance(widget, Slider))


def test_the_end_is_shown_first_and_the_board_follows_a_finger_that_is_not_lifted(touch):
    play(touch, beginning(3))
    steps = touch.app_state.session.steps
    slider = opened(touch)
    assert pieces(touch.board.picture) == pieces(board_picture(steps[-1].after))
    with touch.held_at(slider.handle_center(len(steps) - 1)):
        touch._finger("move", slider.handle_center(10))
        touch.step()
        assert pieces(touch.board.picture) == pieces(board_picture(steps[10].after))


def test_only_steps_that_count_are_there_and_none_can_be_changed(touch):
    session = touch.app_state.begin_game(beginning(3))
    chance = luck(4)
    for _ in range(80):
        one_more(session, chance)
    assert len(session.steps) < len(session.log)
    slider = opened(touch)
    for place in (0, 5, len(session.steps) - 1):
        touch.tap_at(slider.handle_center(place))
        assert pieces(touch.board.picture) == pieces(board_picture(session.steps[place].after))
        assert not touch.shows("change")
    touch.tap("later")
    assert says(touch, "This is the newest.")
    touch.tap_at(slider.handle_center(0))
    touch.tap("earlier")
    assert says(touch, "This is the first.")


def test_who_comes_back_to_a_game_finds_the_step_where_they_left_and_not_in_another_game(touch):
    play(touch, beginning(2), 30)
    steps = touch.app_state.session.steps
    play(touch, beginning(2), 40)
    others = touch.app_state.session.steps
    touch.tap_at(opened(touch, 1).handle_center(5))
    touch.tap("back", "past_board")
    assert pieces(touch.board.picture) == pieces(board_picture(steps[5].after))
    read = touch.texts()
    touch.tap("why", "about", "back", "back")
    assert touch.texts() == read
    opened(touch, 2)
    assert pieces(touch.board.picture) == pieces(board_picture(others[-1].after))


@pytest.mark.parametrize(
    ("players", "size"), [(2, UPRIGHT[0]), (3, SIZES[0]), (4, UPRIGHT[0])], ids=str
)
def test_a_table_that_plays_openly_sees_everybodys_chips_of_then(touch, players):
    touch.app_state.set_settings(Settings(open_chips=True))
    play(touch, beginning(players))
    end = touch.app_state.session.state
    opened(touch)
    faces = [widget for widget in touch.widgets() if isinstance(widget, TrayFace)]
    assert len(faces) == players
    for face in faces:
        hand = [str(number) for number in end.player(face.tray.color).hand.counts]
        shown = [one.text for one in face.written_texts if one.text.isdigit()]
        assert shown[-len(hand) :] == hand
