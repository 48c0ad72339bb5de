"""A monkey at the table sees no traceback, and what it leaves is saved; the command plays on."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import RuleViolation
from companion.game import play
from companion.history import carry_out
from companion.memory.clock import now
from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.companion.memory.watched_disk import why_not
from tests.companion.playing import WORKERS_PLACED, two_players
from tests.tools.monkey import Monkey, look
from tests.tools.monkey_hands import Hands

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))

GESTURES = 40
"""Enough to show that the tool works; it plays for as long as it is told to."""


@pytest.fixture
def monkey(tmp_path: Path) -> Iterator[Monkey]:
    yield Monkey(4, tmp_path)
    use_language(SOURCE_LANGUAGE)


def test_whatever_a_monkey_does_is_saved_and_by_the_rules(monkey: Monkey) -> None:
    monkey.play_round(GESTURES)
    assert monkey.faults == []
    assert monkey.gestures == GESTURES
    assert len(monkey.seen) > 2


def test_what_is_raised_at_the_table_counts_as_a_fault(
    monkey: Monkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(_hands: Hands) -> None:
        raise KeyError("a button")

    monkeypatch.setattr(Hands, "do_something", stumble)
    monkey.play_round(1)
    assert [type(fault) for fault in monkey.faults] == [KeyError]


def test_a_game_against_the_rules_would_be_noticed(tmp_path: Path) -> None:
    first, left_out, third, *_others = WORKERS_PLACED
    game = PlayedGame.begin(two_players())
    game.add(carry_out(game.state, first, now()))
    game.add(carry_out(play(game.state, left_out), third, now()))
    with closing(Journal.open(tmp_path)) as journal:
        journal.save(game.rows)
    with pytest.raises(RuleViolation):
        look(tmp_path)
