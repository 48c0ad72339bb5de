from collections import Counter
from pathlib import Path

import pytest

from kiosk import routes
from kiosk.pages.table.notice_view import Notice
from kiosk.pages.table.notices import announcement_of
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.latest_moves import moves_of_step
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Size, Touchscreen


@every_size
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.usefixtures("longest_words")
def test_the_longest_news_above_each_question_are_never_cut(
    tmp_path: Path, size: Size, players: int
) -> None:
    longest: Counter[object] = Counter()
    start = beginning(players, longest=True)
    sides = tuple(zip((seat.color for seat in start.players), Rotation, strict=False))
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set_settings(Settings(motion=False, large_letters=True, sides=sides))
        session = touch.app_state.begin(start)
        for command in commands(start, 2000):
            step = session.preview(command)
            news = announcement_of(step.after, moves_of_step(step, open_chips=False))
            if news is None or len(news.sum) <= longest[step.after.phase]:
                session.apply(command)
                continue
            longest[step.after.phase] = len(news.sum)
            touch.navigator.go(routes.Table())
            touch.step()
            touch.page.decide(command)
            if touch.name != "table":
                continue
            lines = [tap for tap in touch.taps() if isinstance(tap.block, Notice)]
            shown = [line.inscriptions[0].text for line in lines]
            # Without room, a list of corrections is left to the log.
            assert shown == [news.sum] or (not shown and news.sum.count("\n") > 1)
            assert faults(touch) == []
