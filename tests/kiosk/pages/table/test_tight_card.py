"""A card that lacks a few pixels sets its words closer: the players' tiles stay above it."""

from pathlib import Path

import pytest
from kivy.metrics import dp

from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.card import card_height
from kiosk.pages.table.draft import Paying, Site
from kiosk.pieces.standings import PlayerTile, tiles_height
from kiosk.settings import Settings
from kiosk.ui.theme import GAP
from kiosk.words.language import use_language
from tests.companion.playing import commands
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import drafts
from tests.kiosk.touch import SIZES, Size, Touchscreen

PLAYERS = 4
FEW = 3
"""So many cards of a game are set closer at least."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_players_give_way_to_no_card_that_would_fit_below_them_with_its_words_closer(
    tmp_path: Path, size: Size
) -> None:
    use_language("fr")
    with Touchscreen(tmp_path, size) as touch:
        touch.app_state.set(Settings(motion=False, large_letters=True))
        session = touch.app_state.begin(beginning(PLAYERS))
        touch.navigator.go(routes.Table())
        closer = 0
        for number, command in enumerate(commands(beginning(PLAYERS), 250, seed=7)):
            session.apply(command)
            if session.state.phase is Phase.ACTION and number % 5 == 0:
                closer += sum(map(int, closer_cards(touch)))
        assert closer >= FEW


def closer_cards(touch: Touchscreen) -> list[bool]:
    """Of each field and payment that can be looked at: whether its card is set closer."""
    found = []
    for draft in drafts(touch.page.state):
        if isinstance(draft, Site | Paying):
            touch.page.point(draft)
            found.append(is_closer(touch))
    return found


def is_closer(touch: Touchscreen) -> bool:
    tiles = [widget for widget in touch.widgets() if isinstance(widget, PlayerTile)]
    asked = touch.page._column.asked
    if asked is None or asked.fills:
        return False
    card = touch.page._column.card_box
    tight = card_height(asked, card.width, close=True)
    above = tiles_height(PLAYERS, card.width, hands=False) + dp(GAP)
    assert tiles or card.height < tight + above
    assert faults(touch) == []
    return bool(tiles) and card.height < card_height(asked, card.width) - 1
