"""Whole games through the screen by touches alone, exported as they were given.

Each is played once, in one size: what differs between the sizes is the layout, which every
screen's own tests look at. Two of them are played beside the panel, by `test_play_with_panel`; the
one here on a screen that turns to whoever decides.
"""

from pathlib import Path

from kiosk.rotation import Rotation
from tests.companion.playthrough_facts import everything, facts
from tests.kiosk.recorded_games import GAMES, record_of, script
from tests.kiosk.touch import UPRIGHT
from tests.kiosk.whole_game import play_whole_game


def test_a_whole_game_goes_through_the_screen_and_comes_out_the_same(tmp_path: Path) -> None:
    played = play_whole_game(
        record_of(4), tmp_path, UPRIGHT[0], rotation=Rotation.QUARTER, seated=True
    )

    assert played.count(b"\n") > 100


def test_the_games_have_every_command_and_every_way_to_pay_and_to_offer() -> None:
    shown = frozenset[str]().union(*(facts(script(players)) for players in GAMES))

    assert shown > {fact for fact in everything() if fact.startswith(("command", "ended"))}
    assert shown > {fact for fact in everything() if fact.endswith((" offered", "chip used"))}
    assert shown > {"swaps in a hut's price", "swaps in an offering"}
