import sqlite3
from contextlib import closing

import msgspec
import pytest

from companion.commands import PlaceWorker
from companion.memory.boards import BoardShelf
from companion.memory.journal.chain import DAMAGED_END
from companion.memory.journal.database import FILE_NAME
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from companion.state import Phase
from kiosk.pages.start.view import LOOKED_THROUGH, waiting
from kiosk.pages.unfinished import unfinished_page
from tests.companion.memory.data_folders import changed
from tests.companion.playing import commands, two_players
from tests.companion.positions import PURPLE, WOOD


@pytest.fixture
def journal(tmp_path) -> Journal:
    return Journal.open(tmp_path)


def begun(journal: Journal) -> Session:
    session = Session.begin(journal, two_players())
    session.apply(PlaceWorker(by=PURPLE, plain=WOOD))
    return session


def ended(journal: Journal, seed: int = 1) -> Session:
    session = Session.begin(journal, two_players())
    for command in commands(two_players(), 5000, seed):
        session.apply(command)
    assert session.state.phase is Phase.FINISHED
    return session


def test_an_empty_journal_has_nothing_waiting(journal: Journal) -> None:
    found = waiting(journal)

    assert (found.unfinished, found.finished, found.troubles) == (None, None, ())


def test_the_unfinished_game_that_was_played_last_waits_as_it_stands(journal: Journal) -> None:
    first, second = begun(journal), begun(journal)
    first.undo()

    found = waiting(journal).unfinished

    assert found.saved.id == first.game_id != second.game_id
    assert found.state == first.state


def test_the_game_at_hand_is_not_read_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(journal)
    monkeypatch.setattr(journal, "rows", lambda _game: pytest.fail("read again"))

    found = waiting(journal, session).unfinished

    assert (found.saved.id, found.state) == (session.game_id, session.state)


def test_a_game_that_ended_later_is_offered_beside_the_unfinished_one(journal: Journal) -> None:
    older, played = begun(journal), ended(journal)

    found = waiting(journal)

    assert found.unfinished.saved.id == older.game_id
    assert found.finished.id == played.game_id


def test_a_game_that_ended_before_the_unfinished_one_was_played_is_history(
    journal: Journal,
) -> None:
    ended(journal)
    begun(journal)

    assert waiting(journal).finished is None


def test_of_several_games_that_ended_the_last_one_is_offered(journal: Journal) -> None:
    ended(journal, seed=1)
    last = ended(journal, seed=2)

    assert waiting(journal).finished.id == last.game_id


def test_an_end_that_was_taken_back_waits_again(journal: Journal) -> None:
    session = ended(journal)
    session.undo()
    taken_back = waiting(journal)
    session.redo()
    done_again = waiting(journal)

    assert taken_back.unfinished.state == session.steps[-1].before
    assert taken_back.finished is None
    assert done_again.unfinished is None


def test_a_game_that_many_later_ones_were_played_after_is_on_no_table(journal: Journal) -> None:
    begun(journal)
    for _ in range(LOOKED_THROUGH):
        ended(journal)

    assert waiting(journal).unfinished is None


def test_a_damaged_game_is_told_and_the_next_one_waits(journal: Journal, tmp_path) -> None:
    good = begun(journal)
    bad = begun(journal)
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        file.execute("DROP TRIGGER steps_stay_on_update")
        file.execute("UPDATE steps SET command = '{' WHERE game = ?", (bad.game_id,))
        file.commit()

    found = waiting(Journal.open(tmp_path))

    assert found.unfinished.saved.id == good.game_id
    assert len(found.troubles) == 1
    assert "is left out" in found.troubles[0]
    assert "damaged" in found.troubles[0]


def test_a_game_whose_end_is_damaged_waits_as_it_stood_before(journal: Journal, tmp_path) -> None:
    session = Session.begin(journal, two_players())
    for command in commands(two_players(), 4):
        session.apply(command)
    journal.close()
    changed(tmp_path, "UPDATE steps SET time = '2027' WHERE number = 3")

    with closing(Journal.open(tmp_path)) as again:
        found = waiting(again)

    assert found.unfinished.state == session.steps[1].after
    assert found.troubles == (str(DAMAGED_END),)


def test_looking_through_the_games_leaves_them_as_they_are(journal: Journal, tmp_path) -> None:
    begun(journal)
    before = [(game.head, journal.rows(game.id)) for game in journal.games()]

    waiting(journal)

    assert [(game.head, journal.rows(game.id)) for game in journal.games()] == before
    assert BoardShelf(tmp_path).errors == ()


def test_games_that_ended_are_not_read_again(journal: Journal, monkeypatch) -> None:
    for seed in range(3):
        ended(journal, seed)
    waiting(journal)
    read = []
    monkeypatch.setattr(journal, "rows", read.append)

    assert waiting(journal).finished.id == 3
    assert read == []


def test_however_many_games_have_ended_no_others_wait(journal: Journal) -> None:
    played = ended(journal)
    head, rows = journal.head(played.game_id), journal.rows(played.game_id)
    for number in range(LOOKED_THROUGH):
        journal.add(msgspec.structs.replace(head, key=f"copy {number}"), rows)
    unfinished_page(journal, None, 1)  # all are summed up

    assert not waiting(journal).others
    begun(journal)
    assert not waiting(journal).others
    begun(journal)
    assert waiting(journal).others
