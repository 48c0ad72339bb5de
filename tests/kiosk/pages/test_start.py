from contextlib import closing
from pathlib import Path

import pytest
from kivy.metrics import dp

from companion.commands import PlaceWorker
from companion.errors import JournalError
from companion.memory.database import DISK_FULL
from companion.memory.journal import UNREADABLE_GAME, Journal
from companion.memory.session import Session
from companion.sentence import Sentence
from companion.state import Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.start import SEARCHED_GAMES, find_start_offers
from kiosk.words.language import languages, use_language
from tests.companion.memory.data_folders import unreadable_game
from tests.companion.memory.sessions import played
from tests.companion.playing import two_players
from tests.companion.positions import PURPLE, WOOD
from tests.kiosk.laid_games import app_state_with_game, beginning, left_game
from tests.kiosk.touch import SIZES, UPRIGHT, WRITING, Size, Touchscreen


def begun(journal: Journal) -> Session:
    session = Session.begin(journal, two_players())
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    return session


def ended(journal: Journal, seed: int = 1) -> Session:
    session = played(Session.begin(journal, two_players()), 5000, seed)
    assert session.state.phase is Phase.FINISHED
    return session


@pytest.mark.parametrize("code", languages())
def test_buttons_below_each_other_are_equally_wide(tmp_path: Path, code: str) -> None:
    use_language(code)
    with Touchscreen(tmp_path, at="start") as touch:
        places = [touch.place(key) for key in ("rules", "games", "statistics", "settings")]
    assert [(place.x, place.width) for place in places[:2]] == [
        (place.x, place.width) for place in places[2:]
    ]


def test_the_unfinished_game_that_was_played_last_waits_as_it_stands(journal: Journal) -> None:
    first, second = begun(journal), begun(journal)
    again = Session.resume(journal, first.game_id)
    again.undo()

    found = find_start_offers(journal).unfinished_game

    assert found.saved_game.id == first.game_id != second.game_id
    assert found.state == again.state


def test_only_a_game_that_ended_later_is_offered_beside_the_unfinished_one(
    journal: Journal,
) -> None:
    older, played = begun(journal), ended(journal)
    found = find_start_offers(journal)
    assert found.unfinished_game.saved_game.id == older.game_id
    assert found.last_finished_game.id == played.game_id
    begun(journal)
    assert find_start_offers(journal).last_finished_game is None


def test_an_end_that_was_taken_back_waits_again(journal: Journal) -> None:
    session = ended(journal)
    session.undo()
    taken_back = find_start_offers(journal)
    session.redo()
    done_again = find_start_offers(journal)

    assert taken_back.unfinished_game.state == session.steps[-1].before
    assert taken_back.last_finished_game is None
    assert done_again.unfinished_game is None


def test_a_game_that_many_later_ones_were_played_after_is_on_no_table(journal: Journal) -> None:
    begun(journal)
    for _ in range(SEARCHED_GAMES):
        ended(journal)

    assert find_start_offers(journal).unfinished_game is None


def test_a_game_that_cannot_be_read_is_told_and_the_next_one_waits(journal: Journal) -> None:
    good = begun(journal)
    journal.add_game(unreadable_game())

    found = find_start_offers(journal)

    assert found.unfinished_game.saved_game.id == good.game_id
    assert len(found.error_texts) == 1
    assert "is missing here" in found.error_texts[0]
    assert "damaged" in found.error_texts[0]


def test_games_that_ended_are_not_read_again(journal: Journal, monkeypatch) -> None:
    for seed in range(3):
        ended(journal, seed)
    find_start_offers(journal)
    monkeypatch.setattr(journal, "game_rows", lambda _number: pytest.fail("read again"))

    assert find_start_offers(journal).last_finished_game.id == 3


def test_a_left_game_is_shown_with_its_players_and_points(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 40)
    points = [str(player.points) for player in app_state.session.state.players]
    turn = app_state.session.state.turn
    app_state.close()

    with Touchscreen(tmp_path, at="start") as touch:
        texts = touch.texts()

    assert {"Bo", "Ria", "Gus", f"Turn {turn}", *points} <= set(texts)


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT])
def test_on_its_card_all_begins_below_the_heading_and_resume_stands_within_its_bar(
    tmp_path: Path, size: Size
) -> None:
    left_game(tmp_path, beginning(4), 40)
    with Touchscreen(tmp_path, size, at="start") as touch:
        written = {one.text: one.text_box for one in touch.written_texts()}
        heading = written["The game on the table"]
        played = next(box for text, box in written.items() if text.startswith("last played"))
        turn = next(box for text, box in written.items() if text.startswith("Turn"))
        assert written["Resume"].x - heading.x >= dp(6)
        assert turn.right - played.right >= dp(6)
        assert written["Ria"].x - heading.x <= dp(44), "a badge and the gap beside it"


def test_whoever_looks_at_a_game_and_goes_back_finds_the_first_page_as_it_was(
    tmp_path: Path,
) -> None:
    left_game(tmp_path, beginning(3), 40)
    left_game(tmp_path, beginning(2), 5000)
    with Touchscreen(tmp_path, at="start") as touch:
        keys = touch.keys()
        assert {"resume", "rematch", "last_score"} <= set(keys)
        before = [game.last_played for game in touch.app_state.journal.games()]
        for way in (("resume", "back"), ("last_score", "back"), ("resume", "back")):
            touch.tap(*way)
            assert touch.keys() == keys
        assert [game.last_played for game in touch.app_state.journal.games()] == before
    with Touchscreen(tmp_path, at="start") as touch:
        assert touch.keys() == keys


def test_resuming_goes_on_with_what_the_screen_has_read_unless_others_went_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(3), 40)
    with Touchscreen(tmp_path, at="start") as touch, monkeypatch.context() as patch:
        patch.delattr(Journal, "game_rows")
        touch.tap("resume")
        assert touch.name == "board_check"
        assert len(touch.app_state.session.steps) == 40
    with Touchscreen(tmp_path, at="start") as touch:
        with closing(Journal.open(tmp_path)) as elsewhere:
            Session.resume(elsewhere, 1).undo()
        touch.tap("resume")
        assert len(touch.app_state.session.steps) == 39


def test_a_game_that_cannot_be_saved_is_said_and_goes_on_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), 20)
    monkeypatch.setattr(Journal, "save", lambda *_rows: DISK_FULL)
    app_state.session.undo()
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        session = app_state.session
        touch.navigator.go(routes.Start())
        touch.step()
        assert str(DISK_FULL) in touch.texts()
        touch.tap("resume")

        assert touch.app_state.session is session


def test_a_game_that_cannot_be_read_is_said_and_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(2), 20)

    def refuse(_app_state: AppState, _game: object, _read: object) -> None:
        raise JournalError(UNREADABLE_GAME)

    with Touchscreen(tmp_path, at="start") as touch:
        monkeypatch.setattr(AppState, "resume_game", refuse)
        touch.tap("resume")

        assert touch.name == "start"
        assert str(UNREADABLE_GAME) in touch.texts()
        assert touch.app_state.session is None


def test_a_game_that_ended_while_the_disk_was_full_keeps_its_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2))
    session = app_state.session
    session.undo()
    monkeypatch.setattr(Journal, "save", lambda *_rows: DISK_FULL)
    session.redo()
    with Touchscreen(tmp_path, app_state=app_state, at="start") as touch:
        assert not touch.shows("resume")
        touch.tap("last_score")

        assert touch.name == "game_result"
        assert app_state.session is session


def test_notices_are_put_away_one_after_the_other(tmp_path: Path) -> None:
    app_state = AppState(tmp_path)
    app_state.notices += [Sentence("First."), Sentence("Second.")]
    with Touchscreen(tmp_path, app_state=app_state, at="start") as touch:
        assert "First." in touch.texts()
        touch.tap("notice.dismiss")
        assert "First." not in touch.texts()
        assert "Second." in touch.texts()
        touch.tap("notice.dismiss")

        ways = ["first_game", "games", "new_game", "rules", "settings", "statistics"]
        assert sorted(touch.keys()) == ways
        assert app_state.notices == []


def test_that_a_damaged_file_was_repaired_during_play_is_told_once(tmp_path: Path) -> None:
    left_game(tmp_path, beginning(2), 20)
    app_state = app_state_with_game(tmp_path, beginning(3), 20)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        app_state.journal.close()
        app_state.writer.submit(Journal.close, "{reason}")
        app_state.wait_for_writes(WRITING)
        (tmp_path / "games.db").write_bytes(b"\xa5" * 8192)
        app_state.session.undo()
        touch.navigator.go(routes.Start())
        touch.step()
        kept = next(tmp_path.glob("games.damaged-*.db")).name
        assert any(kept in text for text in touch.texts())
        touch.tap("notice.dismiss")
        touch.navigator.go(routes.Start())

        assert not any(kept in text for text in touch.texts())
