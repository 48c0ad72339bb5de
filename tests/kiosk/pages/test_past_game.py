from companion.state import Phase
from kiosk import routes
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import named
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.past_games import play
from tests.kiosk.touch import WRITING, says


def looked_at(touch, game):
    touch.navigator.go(routes.Games())
    touch.tap(f"game.{game}")


def test_a_game_that_has_ended_is_taken_up_at_its_end_where_it_can_be_undone(touch):
    play(touch, beginning(2))
    play(touch, beginning(3), 20)
    looked_at(touch, 1)
    touch.tap("table")
    assert (touch.name, touch.app_state.session.game_id) == ("table", 1)
    assert touch.app_state.viewed_game is None
    touch.tap("undo")
    assert touch.app_state.session.state.phase is not Phase.FINISHED


def test_on_a_full_disk_no_other_game_is_taken_up_and_the_reason_is_told(touch):
    play(touch, beginning(2))
    with full_disk():
        session = touch.app_state.begin_game(beginning(3))
        touch.app_state.wait_for_writes(WRITING)
        looked_at(touch, 1)
        touch.tap("table")
        assert says(touch, "would be lost")
    assert (touch.name, touch.app_state.session) == ("past_game", session)


def test_a_game_that_has_not_ended_is_gone_on_with(touch):
    play(touch, beginning(2), 40)
    state = touch.app_state.session.state
    play(touch, beginning(3))
    touch.navigator.go(routes.GameResult())
    touch.tap("games", "game.1")
    assert says(touch, "Not finished")
    assert not touch.shows("hand_over")
    assert says(touch, "now")
    touch.tap("go_on")
    assert (touch.name, touch.app_state.session.game_id) == ("board_check", 1)
    assert touch.app_state.session.state == state
    assert touch.app_state.viewed_game is None
    touch.tap("back")
    assert touch.name == "start"


def test_the_game_at_hand_is_gone_on_with_as_it_lies_there(touch):
    play(touch, beginning(2), 40)
    session = touch.app_state.session
    looked_at(touch, 1)
    touch.tap("go_on")
    assert touch.app_state.session is session
    session.undo()
    session.redo()
    assert len(touch.app_state.journal.game_rows(1).sessions) == 1
    touch.navigator.go(routes.Table())
    touch.tap("menu", "menu.log", "entry.40")
    assert touch.shows("change")


def test_a_game_of_which_no_turn_was_played_has_no_chart_and_without_a_step_no_board(touch):
    play(touch, beginning(2), 1)
    play(touch, beginning(2), 0)
    looked_at(touch, 1)
    assert says(touch, "Before the first turn")
    assert touch.shows("past_board")
    looked_at(touch, 2)
    assert not touch.shows("past_board")


def test_who_takes_the_newest_game_of_a_person_away_comes_back_to_that_persons_games(touch):
    play(touch, named(beginning(2), "Ada", "Bo"), 3)
    play(touch, named(beginning(2), "Cem", "Dora"), 3)
    play(touch, named(beginning(2), "Ada", "Bo"), 3)
    touch.navigator.go(routes.Games())
    touch.tap("people", "person.0", "game.3", "take_away", "back")
    assert touch.shows("game.1")
    assert not touch.shows("game.2")


def test_a_game_at_hand_that_was_taken_away_waits_on_no_start_screen(touch):
    play(touch, beginning(2), 40)
    looked_at(touch, 1)
    touch.tap("take_away")
    touch.navigator.go(routes.Start())
    assert not touch.shows("resume")
    assert touch.shows("new_game")
    touch.tap("games", "show.archived", "game.1", "bring_back")
    touch.navigator.go(routes.Start())
    assert touch.shows("resume")


def test_on_a_full_disk_nothing_is_taken_away_nor_brought_back_by_a_finger_that_trembles(touch):
    play(touch, beginning(2), 3)
    looked_at(touch, 1)
    with full_disk():
        touch.tap("take_away")
        assert says(touch, "nothing can be saved")
    touch.wait(1)
    place = touch.place("take_away").center
    touch.tap_at(place)
    touch.tap_at(place)
    assert touch.shows("bring_back")
    assert touch.app_state.journal.games() == ()
