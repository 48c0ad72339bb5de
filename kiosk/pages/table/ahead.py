"""The table's first picture, drawn part by part before anybody goes there.

Its widgets are thrown away; their texts and the pictures of their pieces are kept.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from companion.state import GameState
from kiosk.pages.table.arrangement import Arranger, Ears
from kiosk.pages.table.bar import bar_buttons
from kiosk.pages.table.draft import Nothing
from kiosk.pages.table.moment import Moment, contents_of, picture_of
from kiosk.pages.table.places import places
from kiosk.pieces import board
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.surface import Box
from kiosk.words.latest_moves import LatestMoves


def draw_ahead(
    box: Box, state: GameState, latest: LatestMoves, settings: Settings, lie: Rotation
) -> Iterator[None]:
    """Draw, in short steps, what a screen of that size will show; the board is turned by `lie`."""
    where = places(box)
    moment = Moment(state, Nothing(), latest, frozenset())
    yield from board.draw_ahead(where.board, picture_of(moment), lie)
    bar = bar_buttons(defaultdict(lambda: _unheard))
    ears = Ears(*[_unheard] * len(Ears._fields))
    contents = contents_of(moment, settings)
    shown = Arranger(where.column, bar, ears, where.players).arranged(contents)
    answers = (answer.recipe for answer in shown.answers)
    for recipe in chain(shown.tiles, shown.papers, shown.buttons, answers):
        recipe.made().dismantle()
        yield


def _unheard(*_what: object) -> None:
    """What is thrown away before it is shown cannot be tapped."""
