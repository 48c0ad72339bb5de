"""A data folder with a saved game, and journals that are closed again."""

import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from tests.companion.memory.data_folders import small_game


@pytest.fixture
def folder():
    """A data folder that others may read, so that permissions can be removed from it."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made / "data"
    shutil.rmtree(made)


@pytest.fixture
def opened():
    """Opens journals and closes them after the test."""
    journals = []

    def open_journal(folder, way=Journal.open):
        journals.append(way(folder))
        return journals[-1]

    yield open_journal
    for journal in journals:
        journal.close()


@pytest.fixture
def saved(folder):
    """A game of five steps, saved as number 1."""
    with closing(Journal.open(folder)) as journal:
        game = small_game()
        assert journal.save(game.rows) == 1
    return game
