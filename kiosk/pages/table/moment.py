"""What the table's screen shows at one moment: all that decides it, and what follows from that."""

from typing import NamedTuple

from companion.pieces import Face
from companion.state import GameState
from kiosk.pages.table.column import Contents
from kiosk.pages.table.draft import (
    Aiming,
    Begun,
    Draft,
    Nothing,
    Paying,
    Progress,
    Site,
    Surveying,
    Unpaid,
)
from kiosk.pages.table.moves import moves_shown
from kiosk.pages.table.notices import Notices
from kiosk.pages.table.turn import earnings, lit_fields, lit_plains
from kiosk.pages.table.view import question
from kiosk.pieces.picture import BoardPicture, board_picture
from kiosk.settings import Settings
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.reasons import Reason


class Moment(NamedTuple):
    """All that decides what is shown of a game.

    `latest` is what the last decision asked to move, `progress` how far people are with that.
    `refused` says why the last tap did nothing, `face` lies before the active player, `dim` are the
    keys of the bar that only tell why not, `unsaved` and `notice` what went wrong with saving.
    `swaps`: three chips are swapped for one at any time, not only in a payment.
    """

    state: GameState
    draft: Draft
    latest: LatestMoves
    dim: frozenset[str]
    progress: Progress = Progress.NEW
    refused: Reason | None = None
    face: Face | None = None
    unsaved: str = ""
    notice: str = ""
    swaps: bool = True


def picture_of(moment: Moment) -> BoardPicture:
    """What the board shows then."""
    state, draft = moment.state, moment.draft
    return board_picture(
        state,
        pointed=_pointed(draft),
        plains=lit_plains(state, draft),
        lit=lit_fields(state, draft),
        face=moment.face,
        earnings=earnings(state, draft),
    )


def contents_of(moment: Moment, settings: Settings) -> Contents:
    """What the right column shows then."""
    latest = moment.latest
    return Contents(
        moment.state,
        question(moment.state, moment.draft, app_die=settings.app_die, swaps=moment.swaps),
        Notices(
            moment.refused,
            latest.lines,
            latest.reasons,
            unsaved=moment.unsaved,
            notice=moment.notice,
        ),
        moves_shown(moment.state, latest, done=moment.progress is Progress.DONE),
        as_card=settings.moves_as_card or moment.progress is Progress.FIRST,
        pondering=ponders(moment.draft),
        open_chips=settings.open_chips,
        dim=moment.dim,
    )


def ponders(draft: Draft) -> bool:
    """Whether somebody looks at something before they answer."""
    return not isinstance(draft, Nothing | Begun | Aiming)


def _pointed(draft: Draft) -> int | None:
    match draft:
        case Site(field) | Surveying(field):
            return field
        case Paying(purpose) | Unpaid(purpose):
            return getattr(purpose, "field", None)
        case _:
            return None
