"""Whoever sits at a side of a lying screen has a narrow card: it has room for every question."""

from pathlib import Path

import pytest

from kiosk import routes
from kiosk.pages.table.draft import EmptyDraft
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import drafts
from tests.kiosk.touch import SIZES, Size, Touchscreen

SEEN, AFTER = 2, 12
"""How often each kind of question is looked at, and after how many others of its kind."""


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.usefixtures("longest_words")
def test_every_question_fits_below_the_trays_and_names_who_is_asked(
    tmp_path: Path, size: Size
) -> None:
    start = beginning(4)
    seated = [
        (seat.color, Rotation(90 + number % 2 * 180)) for number, seat in enumerate(start.players)
    ]
    found, seen = set[str](), dict[object, int]()
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set_settings(Settings(motion=False, sides=tuple(seated)))
        session = touch.app_state.begin_game(start)
        touch.navigator.go(routes.Table())
        for command in commands(start, 200):
            if touch.page.draft != EmptyDraft():
                touch.page.set_draft(EmptyDraft())
            session.apply(command)
            number = seen[session.state.phase] = seen.get(session.state.phase, 0) + 1
            if len(session.state.deciders) != 1 or number % AFTER or number > SEEN * AFTER:
                continue
            touch.navigator.go(routes.Table())
            for draft in drafts(touch.page.state):
                touch.page.set_draft(draft)
                asked = touch.page.column.answerable_question
                if asked is None or asked.color is None:
                    continue
                found |= {f"{draft}: {fault}" for fault in faults(touch)}
                name = session.state.player(asked.color).name
                if touch.texts().count(name) < 2:  # one is on the tray
                    found.add(f"{draft}: no name")
    assert sorted(found) == []
