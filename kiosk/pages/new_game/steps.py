"""The steps of a new game; no Kivy."""

import msgspec

from kiosk.pages.new_game.draft import SetupDraft
from kiosk.ui.form import Button, Flow
from kiosk.ui.key_pages import Typing
from kiosk.words.language import _


class Players(msgspec.Struct, frozen=True):
    """Who plays, on which board; a chair (from 0) while its colour is chosen."""

    coloring: int | None = None


class Naming(msgspec.Struct, frozen=True):
    """The name of a chair (from 0) while it is typed."""

    chair: int
    typing: Typing


class Boards(msgspec.Struct, frozen=True):
    """All boards, page by page."""

    page: int = 0


class ReadBoard(msgspec.Struct, frozen=True):
    """Reading the board of that name off the cardboard, for the first time or anew."""

    name: str


class UnreadBoards(msgspec.Struct, frozen=True):
    """Which board files cannot be read, and why."""


class Seats(msgspec.Struct, frozen=True):
    """Who sits at which side of the screen."""


class BonusChips(msgspec.Struct, frozen=True):
    """Where the bonus chips lie."""


class LayingOut(msgspec.Struct, frozen=True):
    """What to lay out."""


class Unsaved(msgspec.Struct, frozen=True):
    """Why the game at hand must not be given up yet."""

    text: str


Step = Players | Naming | Boards | UnreadBoards | Seats | BonusChips | LayingOut | Unsaved
SetupFlow = Flow[SetupDraft, Step]


def new_flow(draft: SetupDraft) -> SetupFlow:
    """The beginning, with what is known of the players."""
    return Flow(draft, (Players(),))


def back_from(flow: SetupFlow) -> Button:
    """The way to the step before."""
    return Button("back", flow.back(), _("Back"))
