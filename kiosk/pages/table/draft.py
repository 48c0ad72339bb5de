"""What somebody has pointed at but not yet decided, and the way back from it; knows no Kivy.

Nothing here looks at a hand. Source: SCREEN.md, 1, 2 and 6.
"""

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Offer
from companion.moves import Row
from companion.pieces import NO_CHIPS, BuildingKind, Chips, Color, Material, Rune
from companion.state import GameState, Phase
from companion.teaching.things import Thing
from kiosk.pages.table.notices import Announcement
from kiosk.rotation import Rotation
from kiosk.routes import Ruling
from kiosk.words.reasons import ReasonText


class Nothing(msgspec.Struct, frozen=True):
    """Nobody has pointed at anything."""


class Begun(msgspec.Struct, frozen=True):
    """The last turns or the final circuit have just begun, and people are told.

    `declared`: the table has ended the game.
    """

    declared: bool


class Site(msgspec.Struct, frozen=True):
    """A field of the ring that somebody has pointed at; `kind` is what might be built there.

    `builder` is whose building is thought of, None that of whoever decides; `under` is what was
    pondered when somebody pointed there. `more`: all else that can be done there is looked at.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    under: "Draft" = Nothing()
    more: bool = False


class Paying(msgspec.Struct, frozen=True):
    """A building or an offering that is paid with any mix of chips; `counted` chip by chip."""

    purpose: BuildHut | BuildTemple | Offer
    pay: Chips
    counted: bool = False


class Unpaid(msgspec.Struct, frozen=True):
    """A building or an offering whose payment did not work; `otherwise` is how to go on paying.

    `ruling` is what the table corrects where it accepts the payment.
    """

    purpose: BuildHut | BuildTemple | Offer
    otherwise: Paying
    ruling: Ruling


class StandIns(msgspec.Struct, frozen=True):
    """Whoever offers wants to pay with three chips in place of one, and says for what."""


class Mover(msgspec.Struct, frozen=True):
    """A worker to move; `level` is None while several of that plain could be meant."""

    plain: Material
    level: int | None


class OnPlain(msgspec.Struct, frozen=True):
    """A plain that somebody looks at while nothing is decided there; `under` is what it covers."""

    plain: Material
    under: "Draft" = Nothing()


class Aim(StrEnum):
    """What part 2 of a turn may be used for."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class Aiming(msgspec.Struct, frozen=True):
    """What somebody wants to do, before they point at where: what can be pointed at is lit."""

    aim: Aim


class Surveying(msgspec.Struct, frozen=True):
    """A field that is being read off the cardboard.

    `under` is what somebody was about to do there, to which they come back; None for nothing.
    """

    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None
    under: "Draft | None" = None


class Hands(msgspec.Struct, frozen=True):
    """Looking at hands and swapping chips, player by player; `under` is what that covers."""

    under: "Draft" = Nothing()


class Swapping(msgspec.Struct, frozen=True):
    """Three chips for one, by any player; `under` is what was pointed at before."""

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = Nothing()


class Ending(msgspec.Struct, frozen=True):
    """The table is about to declare the end."""


class Menu(msgspec.Struct, frozen=True):
    """Choosing where else to go; `under` is what that covers."""

    under: "Draft" = Nothing()


class InTray(msgspec.Struct, frozen=True):
    """What a player has to move, row by row, of which some are `ticked`; `under` is covered."""

    color: Color
    ticked: tuple[Row, ...] = ()
    under: "Draft" = Nothing()


class Stands(msgspec.Struct, frozen=True):
    """How a player stands; `under` is what that covers."""

    color: Color
    under: "Draft" = Nothing()


class Wondering(msgspec.Struct, frozen=True):
    """What something on the table is, None until it is tapped; `under` is what that covers.

    `asks`: each tap on the table asks what that is, until somebody goes back.
    """

    thing: Thing | None
    under: "Draft" = Nothing()
    asks: bool = False


Draft = (
    Nothing
    | Begun
    | Aiming
    | Site
    | Paying
    | Unpaid
    | StandIns
    | Mover
    | OnPlain
    | Surveying
    | Hands
    | Swapping
    | Ending
    | Menu
    | InTray
    | Stands
    | Wondering
)


Covering = Hands | Menu | InTray | Stands | Wondering
"""What is looked at above what somebody ponders."""


def back(draft: Draft) -> Draft | None:
    """Where the way back leads from a draft: a look ends for good, however many came before it.

    Only what somebody has begun to count, to read or to tell comes back from below it. What lay
    over all else, as the menu does, leaves what it covered as it was.
    """
    match draft:
        case Nothing() | Begun():
            return None
        case Paying(purpose) | Unpaid(purpose):
            return unpaid_for(purpose)
        case Swapping(under=under):
            return Hands(under)
        case Site(more=True):
            return replace(draft, more=False)
        case Site(under=under) | OnPlain(under=under):
            return back_to(under)
        case Hands(under) | Menu(under) | InTray(under=under):
            return under
        case Stands(under=under) | Wondering(under=under):
            return under
        case Surveying(under=under) if under is not None:
            return under
        case _:
            return Nothing()


def back_to(under: Draft) -> Draft:
    """What of that comes back once a look at something above it ends."""
    match under:
        case Site(under=lower) | OnPlain(under=lower):
            return back_to(lower)
        case Aiming() | Mover():
            return Nothing()
        case _:
            return under


def unpaid_for(purpose: BuildHut | BuildTemple | Offer) -> Draft:
    """What a payment is for, before anybody pays."""
    match purpose:
        case BuildHut(field=field):
            return Site(field)
        case BuildTemple(field=field):
            return Site(field, BuildingKind.TEMPLE)
        case Offer():
            return Nothing()


def beneath(draft: Draft) -> Draft:
    """What somebody ponders below hands, the menu or a tray; else the draft itself."""
    return draft.under if isinstance(draft, Covering) else draft


def draft_at_field(
    state: GameState, field: int, before: Draft | None = None, *, lifted: bool = True
) -> Draft:
    """What pointing at a field begins: reading it where nobody has, else looking at it.

    Nothing is read before the finger has `lifted`. What was pondered `before` comes back after a
    look; the same field is looked at as it was, another one for the same builder.
    """
    if lifted and not state.board.field(field).known and state.in_play:
        return Surveying(field, under=_wish(state, field, beneath(before or Nothing())))
    match beneath(before or Nothing()):
        case Site(field=same) as site if same == field:
            return site
        case Site(builder=builder, under=under):
            return Site(field, _aimed_at(under), builder=builder, under=under)
        case Ending():
            return Site(field)
        case pondered:
            return Site(field, _aimed_at(pondered), under=pondered)


def _wish(state: GameState, field: int, before: Draft) -> Draft | None:
    """What somebody wants who taps an unread field; None: to have it read, and no more.

    Where the finger came down it was looked at already.
    """
    if isinstance(before, Site) and before.field == field:
        before = before.under
    if isinstance(before, Aiming | Site):
        return before
    return Nothing() if state.phase is Phase.ACTION else None


def _aimed_at(draft: Draft) -> BuildingKind:
    """What is looked at on a field: a temple only where somebody aims at one."""
    return BuildingKind.TEMPLE if draft == Aiming(Aim.TEMPLE) else BuildingKind.HUT


# What stays while another page is looked at


class Pondering(NamedTuple):
    """In which state of the game somebody had pointed at what, or counted it out.

    `reading` names what was read in the question's place, `refused` says why the last tap did
    nothing. `side` is how far from home the card was turned to whoever looked at that.
    """

    state: GameState
    draft: Draft
    reading: str = ""
    refused: ReasonText | None = None
    side: Rotation = Rotation.NONE


def pondered(
    state: GameState, draft: Draft, reading: str, refused: ReasonText | None, side: Rotation
) -> Pondering | None:
    """What is to be kept; looking at hands, the menu and the end is not, unless one reads why.

    What all are told stays until the next tap, though the screen turns meanwhile.
    """
    if reading or isinstance(refused, Announcement):
        return Pondering(state, draft, reading, refused, side)
    kept = draft if isinstance(draft, InTray) else beneath(draft)
    if kept == Nothing() or isinstance(kept, Ending):
        return None
    return Pondering(state, kept, side=side)


def still_pondered(kept: object, state: GameState) -> Pondering:
    """What was kept, unless the game has moved on since; fields may have been read meanwhile."""
    if not isinstance(kept, Pondering):
        return Pondering(state, Nothing())
    if kept.state == state:
        return kept
    if replace(kept.state, board=state.board) == state:
        return Pondering(state, once_read(state, kept.draft), side=kept.side)
    return Pondering(state, Nothing())


def once_read(state: GameState, draft: Draft) -> Draft:
    """What somebody comes back to once the field is read at which they wanted to do something."""
    match draft:
        case Surveying(field, under=under) if under is not None:
            return draft_at_field(state, field, under)
        case _:
            return Nothing()
