"""Whole games through the screen by touches alone, exported as they were given.

Each is played once, in one layout. Two of them are played beside the panel, by
`test_play_with_panel`; the one here in another layout and language every day, on a screen that
turns to whoever decides. `python -m tests.kiosk.every_layout` plays them in all.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk.words.language import languages, use_language
from tests.companion.playthrough_facts import everything, facts
from tests.kiosk.every_layout import LAYOUTS, Layout, play, walk
from tests.kiosk.recorded_games import GAMES, script


@pytest.fixture
def layout() -> Layout:
    """The layout of the day, in which the app speaks the language of the day."""
    day = datetime.now(UTC).toordinal()
    known = languages()
    use_language(known[(day + day // len(LAYOUTS)) % len(known)])
    return list(LAYOUTS.values())[day % len(LAYOUTS)]


def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(
    tmp_path: Path, layout: Layout
) -> None:
    assert (layout.name, play(layout, tmp_path, 4, seated=True)) == (layout.name, [])


def test_every_screen_fits_in_the_layout_of_the_day(tmp_path: Path, layout: Layout) -> None:
    assert (layout.name, walk(layout, tmp_path)) == (layout.name, [])


def test_there_is_a_layout_for_each_size_and_turn_and_for_both_kinds_of_letters() -> None:
    assert len(LAYOUTS) == 6 * 4 * 2


def test_the_games_have_every_command_and_every_way_to_pay_and_to_offer() -> None:
    shown = frozenset[str]().union(*(facts(script(players)) for players in GAMES))

    assert shown > {fact for fact in everything() if fact.startswith(("command", "ended"))}
    assert shown > {fact for fact in everything() if fact.endswith((" offered", "chip used"))}
    assert shown > {"swaps in a hut's price", "swaps in an offering"}
