"""Saved games of every format that ever landed: all open, go on, and export the same for good."""

import shutil
from contextlib import closing

import pytest

from companion.errors import CompanionError
from companion.game import legal_commands
from companion.memory.boards import BoardShelf
from companion.memory.database import FORMAT
from companion.memory.journal import Journal
from companion.memory.people import People
from companion.memory.session import Session
from companion.state import Phase
from kiosk.cli import main
from tests.saved_games.row_format import difference, missing_in, told
from tests.saved_games.write import (
    ARCHIVED,
    FORMER_NAME,
    HERE,
    NEW_NAME,
    exported,
    open_line,
    state_line,
)

SETS = sorted(
    (folder for folder in HERE.iterdir() if folder.name.isdecimal()),
    key=lambda folder: int(folder.name),
)


def names(folder):
    """The games of a set in the order of their numbers."""
    return sorted(path.stem for path in folder.glob("*.record"))


GAMES = [
    pytest.param(folder, game, name, id=f"{folder.name}-{name}")
    for folder in SETS
    for game, name in enumerate(names(folder), start=1)
]
SURVEYED = "four-players-survey"

WHAT_TO_DO = """\
The format of the saved rows has changed: every game that people have saved would be lost.
If that was not meant, give tags, fields, their types and defaults their former names back.
If it was: give companion/memory/database.py the next FORMAT, read the former one as well, and add
its set of saved games by `python -m tests.saved_games.write` (tests/saved_games/README.txt says
how). The sets that are there stay as they are."""


@pytest.fixture
def data(tmp_path, request):
    """A copy of a set, as the data folder of an app."""
    return shutil.copytree(request.param, tmp_path / "data")


def resumed(journal, game):
    try:
        return Session.resume(journal, game)
    except CompanionError as error:
        pytest.fail(f"game {game} cannot be opened any more: {error}\n\n{WHAT_TO_DO}")


def whole_states(session):
    """The steps that count, and how the game stood before and after each."""
    return [(step, step.before, step.after) for step in session.steps]


def goes_on_as_it_was(data, game, name):
    """Open a game, undo all of it and do it again, play on, and open it once more."""

    def must_be_as_it_was():
        assert exported(session) == (data / f"{name}.record").read_bytes(), WHAT_TO_DO
        assert state_line(session) == (data / f"{name}.state").read_bytes(), WHAT_TO_DO

    with closing(Journal.open(data)) as journal:
        assert (journal.notice, journal.trouble) == (None, None)
        session = resumed(journal, game)
        must_be_as_it_was()
        assert open_line(session) == (data / f"{name}.open").read_bytes(), WHAT_TO_DO
        done = whole_states(session)
        while session.can_undo:
            session.undo()
        assert session.state == Session.begin(journal, session.setup).state
        while whole_states(session) != done:
            session.redo()  # fails where it did not lead there
        must_be_as_it_was()
        if session.state.phase is not Phase.FINISHED:
            step = session.apply(next(legal_commands(session.state)))
            session.undo()
            assert session.redo().added == (step,)
            session.undo()
        assert session.unsaved is None
    with closing(Journal.open(data)) as journal:
        session = resumed(journal, game)
        must_be_as_it_was()


def test_there_is_a_set_of_every_format():
    assert [folder.name for folder in SETS] == [str(number) for number in range(1, FORMAT + 1)], (
        WHAT_TO_DO
    )


def test_the_format_of_the_rows_is_that_of_the_newest_set():
    changed = difference((SETS[-1] / "format.txt").read_text(encoding="utf-8"), told())
    assert not changed, f"{WHAT_TO_DO}\n\n{changed}"


def test_every_tag_and_field_occurs_in_the_newest_set():
    try:
        missing = missing_in(SETS[-1])
    except CompanionError as error:
        pytest.fail(f"{error}\n\n{WHAT_TO_DO}")
    assert not missing, f"nothing in set {SETS[-1].name} has {missing}\n\n{WHAT_TO_DO}"


@pytest.mark.parametrize(("data", "game", "name"), GAMES, indirect=["data"])
def test_a_saved_game_opens_goes_on_and_exports_the_same(data, game, name):
    goes_on_as_it_was(data, game, name)


@pytest.mark.parametrize("data", SETS, indirect=True)
def test_an_export_tells_every_game_and_leaves_the_file_as_it_was_written(data, capfdbinary):
    before = (data / "games.db").read_bytes()
    for game, name in enumerate(names(data), start=1):
        assert main(["export", str(game), "--data", str(data)]) == 0, WHAT_TO_DO
        assert capfdbinary.readouterr().out == (data / f"{name}.record").read_bytes()
    assert (data / "games.db").read_bytes() == before


@pytest.mark.parametrize("data", SETS, indirect=True)
def test_the_boards_that_were_learnt_are_still_known(data):
    with closing(Journal.open(data)) as journal:
        surveyed = resumed(journal, names(data).index(SURVEYED) + 1).state.board
    shelf = BoardShelf(data)
    assert shelf.errors == []
    assert shelf.default_board(4) == surveyed


@pytest.mark.parametrize("data", SETS, indirect=True)
def test_who_was_renamed_and_what_was_archived_is_still_known(data):
    with closing(Journal.open(data)) as journal:
        assert [game.id for game in journal.games(archived=True)] == [ARCHIVED]
        assert People.from_journal(journal).find_or_raise(FORMER_NAME).name == NEW_NAME
