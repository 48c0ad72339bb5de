"""The table's first picture, drawn before anybody goes there."""

from collections.abc import Iterator
from contextlib import closing

from companion.pieces import Face
from companion.state import GameState
from companion.trays import Tray
from kiosk.pages.table.column import RightColumn, seats, table_bar
from kiosk.pages.table.draft import Nothing
from kiosk.pages.table.moment import Moment, contents_of, picture_of
from kiosk.pages.table.places import places
from kiosk.pieces import board
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.surface import Box
from kiosk.words.latest_moves import LatestMoves


def draw_ahead(
    box: Box,
    state: GameState,
    latest: LatestMoves,
    settings: Settings,
    lie: Rotation,
    trays: tuple[Tray, ...],
    face: Face | None,
) -> Iterator[None]:
    """Draw, in short steps, what a table of that size will show at first; its board lies so.

    The widgets are thrown away; their texts, the pictures of their pieces and the framebuffers on
    which they are drawn are kept.
    """
    where = places(box, len(state.players))
    moment = Moment(state, Nothing(), latest, frozenset(), trays, face=face)
    yield from board.draw_ahead(where.board, picture_of(moment), lie)
    column = RightColumn(
        box, where, table_bar(settings.sound), lambda _action: None, seats(state, settings)
    )
    with closing(column):  # also where a touch comes before all is drawn
        yield from column.draw_ahead(column.arranged(contents_of(moment, settings)))
