from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.companion.memory.watched_disk import why_not
from tests.tools.monkey import Monkey

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))

GESTURES = 10


@pytest.fixture
def monkey(tmp_path: Path) -> Iterator[Monkey]:
    yield Monkey(8, tmp_path)
    use_language(SOURCE_LANGUAGE)


def test_whatever_a_monkey_does_is_saved_and_by_the_rules(monkey: Monkey) -> None:
    monkey.play_round(GESTURES)
    assert monkey.faults == []
    assert monkey.gestures == GESTURES
    assert len(monkey.seen) > 2
