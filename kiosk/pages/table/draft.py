"""What a player has selected but not decided, and the way back from it. Free of Kivy.

Nothing here looks at a hand. Source: SCREEN.md, 1, 2 and 6.
"""

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Offer
from companion.pieces import NO_CHIPS, BuildingKind, Chips, Color, Material, Rune
from companion.state import GameState, Phase
from companion.teaching.things import Thing
from kiosk.pages.table.notices import Announcement
from kiosk.rotation import Rotation
from kiosk.routes import Ruling
from kiosk.words.reasons import ReasonText


class Nothing(msgspec.Struct, frozen=True):
    """Nothing is selected."""


class Begun(msgspec.Struct, frozen=True):
    """News: the last turns or the final circuit begin. `declared`: the table ended the game."""

    declared: bool


class Site(msgspec.Struct, frozen=True):
    """A selected field; `kind` is the building being considered.

    `builder` is its owner, None for the player who decides; `under` is the draft before the field
    was selected. `more`: the other options are shown.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    under: "Draft" = Nothing()
    more: bool = False


class Paying(msgspec.Struct, frozen=True):
    """A building or an offering, paid with three others for each missing chip.

    After a refusal, `ruling` is what the table corrects to accept the payment.
    """

    purpose: BuildHut | BuildTemple | Offer
    pay: Chips
    ruling: Ruling | None = None


class Mover(msgspec.Struct, frozen=True):
    """A worker to move; `level` is None while several of that plain could be meant."""

    plain: Material
    level: int | None


class OnPlain(msgspec.Struct, frozen=True):
    """A plain being looked at; `under` is the draft below."""

    plain: Material
    under: "Draft" = Nothing()


class Aim(StrEnum):
    """Options for part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class Aiming(msgspec.Struct, frozen=True):
    """An option for part 2, before its place is selected; possible places are lit."""

    aim: Aim


class Surveying(msgspec.Struct, frozen=True):
    """A field being read off the board. `under` is the draft to return to, or None."""

    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None
    under: "Draft | None" = None


class Hands(msgspec.Struct, frozen=True):
    """Looking at hands and swapping chips; `under` is the draft below."""

    under: "Draft" = Nothing()


class Swapping(msgspec.Struct, frozen=True):
    """Three chips for one, by any player; `under` is the draft below."""

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = Nothing()


class Ending(msgspec.Struct, frozen=True):
    """Declaring the end of the game."""


class Menu(msgspec.Struct, frozen=True):
    """The menu; `under` is the draft below."""

    under: "Draft" = Nothing()


class Stands(msgspec.Struct, frozen=True):
    """A player's status; `under` is the draft below."""

    color: Color
    under: "Draft" = Nothing()


class Wondering(msgspec.Struct, frozen=True):
    """What a thing is, None until one is tapped; `under` is the draft below.

    `asks`: each tap on the table asks about a thing, until the player goes back.
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
    | Mover
    | OnPlain
    | Surveying
    | Hands
    | Swapping
    | Ending
    | Menu
    | Stands
    | Wondering
)


Covering = Hands | Menu | Stands | Wondering
"""Drafts that cover another one."""


def back(draft: Draft) -> Draft | None:
    """Return the draft of the way back; looks at other things end for good.

    Only counting, reading and explaining come back. The menu and the like restore the
    draft they covered.
    """
    match draft:
        case Nothing() | Begun():
            return None
        case Paying(purpose):
            return before_paying(purpose)
        case Swapping(under=under):
            return Hands(under)
        case Site(more=True):
            return replace(draft, more=False)
        case Site(under=under) | OnPlain(under=under):
            return back_to(under)
        case Hands(under) | Menu(under):
            return under
        case Stands(under=under) | Wondering(under=under):
            return under
        case Surveying(under=under) if under is not None:
            return under
        case _:
            return Nothing()


def back_to(under: Draft) -> Draft:
    """Return the draft that remains when one above it ends."""
    match under:
        case Site(under=lower) | OnPlain(under=lower):
            return back_to(lower)
        case Aiming() | Mover():
            return Nothing()
        case _:
            return under


def before_paying(purpose: BuildHut | BuildTemple | Offer) -> Draft:
    """Return the draft of a purpose before anything is paid."""
    match purpose:
        case BuildHut(field=field):
            return Site(field)
        case BuildTemple(field=field):
            return Site(field, BuildingKind.TEMPLE)
        case Offer():
            return Nothing()


def beneath(draft: Draft) -> Draft:
    """Return the draft below hands or menu, or the draft itself."""
    return draft.under if isinstance(draft, Covering) else draft


def draft_at_field(
    state: GameState, field: int, before: Draft | None = None, *, lifted: bool = True
) -> Draft:
    """Return the draft for a selected field: reading it if it is unread, otherwise looking at it.

    Reading waits until the finger is `lifted`. `before` comes back after a look; another field
    keeps its builder.
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
    """Return what to do after reading a tapped field; None if nothing.

    Where the finger came down, it was already looked at.
    """
    if isinstance(before, Site) and before.field == field:
        before = before.under
    if isinstance(before, Aiming | Site):
        return before
    return Nothing() if state.phase is Phase.ACTION else None


def _aimed_at(draft: Draft) -> BuildingKind:
    """Return the building to consider on a field: a temple only if that option was chosen."""
    return BuildingKind.TEMPLE if draft == Aiming(Aim.TEMPLE) else BuildingKind.HUT


# Drafts kept while another page is shown


class Pondering(NamedTuple):
    """The state and draft when the page was left.

    `reading` names the text that replaced the question, `refused` says why the last tap did
    nothing, `side` is the card's rotation from the front.
    """

    state: GameState
    draft: Draft
    reading: str = ""
    refused: ReasonText | None = None
    side: Rotation = Rotation.NONE


def pondered(
    state: GameState, draft: Draft, reading: str, refused: ReasonText | None, side: Rotation
) -> Pondering | None:
    """Return what to keep; looks at hands, the menu and the end only while their reasons are read.

    News for all stays until the next tap, even if the screen turns.
    """
    if reading or isinstance(refused, Announcement):
        return Pondering(state, draft, reading, refused, side)
    kept = beneath(draft)
    if kept == Nothing() or isinstance(kept, Ending):
        return None
    return Pondering(state, kept, side=side)


def still_pondered(kept: object, state: GameState) -> Pondering:
    """Return the kept draft if the game has not moved on; fields may have been read."""
    if not isinstance(kept, Pondering):
        return Pondering(state, Nothing())
    if kept.state == state:
        return kept
    if replace(kept.state, board=state.board) == state:
        return Pondering(state, once_read(state, kept.draft), side=kept.side)
    return Pondering(state, Nothing())


def once_read(state: GameState, draft: Draft) -> Draft:
    """Return the draft to continue after a field was read."""
    match draft:
        case Surveying(field, under=under) if under is not None:
            return draft_at_field(state, field, under)
        case _:
            return Nothing()
