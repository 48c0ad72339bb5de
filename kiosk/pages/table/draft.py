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


class EndNews(msgspec.Struct, frozen=True):
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


class PaymentDraft(msgspec.Struct, frozen=True):
    """A building or an offering, paid with three others for each missing chip.

    After a refusal, `ruling` is what the table corrects to accept the payment.
    """

    purpose: BuildHut | BuildTemple | Offer
    pay: Chips
    ruling: Ruling | None = None


class SelectedWorker(msgspec.Struct, frozen=True):
    """A worker to move; `level` is None while several of that plain could be meant."""

    plain: Material
    level: int | None


class SelectedPlain(msgspec.Struct, frozen=True):
    """A plain being looked at; `under` is the draft below."""

    plain: Material
    under: "Draft" = Nothing()


class TurnOption(StrEnum):
    """Options for part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class SelectedOption(msgspec.Struct, frozen=True):
    """An option for part 2, before its place is selected; possible places are lit."""

    aim: TurnOption


class FieldReading(msgspec.Struct, frozen=True):
    """A field being read off the board. `under` is the draft to return to, or None."""

    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None
    under: "Draft | None" = None


class Hands(msgspec.Struct, frozen=True):
    """Looking at hands and swapping chips; `under` is the draft below."""

    under: "Draft" = Nothing()


class SwapDraft(msgspec.Struct, frozen=True):
    """Three chips for one, by any player; `under` is the draft below."""

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = Nothing()


class EndDeclaration(msgspec.Struct, frozen=True):
    """Declaring the end of the game."""


class Menu(msgspec.Struct, frozen=True):
    """The menu; `under` is the draft below."""

    under: "Draft" = Nothing()


class PlayerStatus(msgspec.Struct, frozen=True):
    """A player's status; `under` is the draft below."""

    color: Color
    under: "Draft" = Nothing()


class ThingInfo(msgspec.Struct, frozen=True):
    """What a thing is, None until one is tapped; `under` is the draft below.

    `asks`: each tap on the table asks about a thing, until the player goes back.
    """

    thing: Thing | None
    under: "Draft" = Nothing()
    asks: bool = False


Draft = (
    Nothing
    | EndNews
    | SelectedOption
    | Site
    | PaymentDraft
    | SelectedWorker
    | SelectedPlain
    | FieldReading
    | Hands
    | SwapDraft
    | EndDeclaration
    | Menu
    | PlayerStatus
    | ThingInfo
)


Covering = Hands | Menu | PlayerStatus | ThingInfo
"""Drafts that cover another one."""


def back(draft: Draft) -> Draft | None:
    """Return the draft of the way back; looks at other things end for good.

    Only counting, reading and explaining come back. The menu and the like restore the
    draft they covered.
    """
    match draft:
        case Nothing() | EndNews():
            return None
        case PaymentDraft(purpose):
            return before_paying(purpose)
        case SwapDraft(under=under):
            return Hands(under)
        case Site(more=True):
            return replace(draft, more=False)
        case Site(under=under) | SelectedPlain(under=under):
            return back_to(under)
        case Hands(under) | Menu(under):
            return under
        case PlayerStatus(under=under) | ThingInfo(under=under):
            return under
        case FieldReading(under=under) if under is not None:
            return under
        case _:
            return Nothing()


def back_to(under: Draft) -> Draft:
    """Return the draft that remains when one above it ends."""
    match under:
        case Site(under=lower) | SelectedPlain(under=lower):
            return back_to(lower)
        case SelectedOption() | SelectedWorker():
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


def draft_below(draft: Draft) -> Draft:
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
        return FieldReading(
            field, under=_after_reading(state, field, draft_below(before or Nothing()))
        )
    match draft_below(before or Nothing()):
        case Site(field=same) as site if same == field:
            return site
        case Site(builder=builder, under=under):
            return Site(field, _aimed_at(under), builder=builder, under=under)
        case EndDeclaration():
            return Site(field)
        case draft_to_save:
            return Site(field, _aimed_at(draft_to_save), under=draft_to_save)


def _after_reading(state: GameState, field: int, before: Draft) -> Draft | None:
    """Return what to do after reading a tapped field; None if nothing.

    Where the finger came down, it was already looked at.
    """
    if isinstance(before, Site) and before.field == field:
        before = before.under
    if isinstance(before, SelectedOption | Site):
        return before
    return Nothing() if state.phase is Phase.ACTION else None


def _aimed_at(draft: Draft) -> BuildingKind:
    """Return the building to consider on a field: a temple only if that option was chosen."""
    return BuildingKind.TEMPLE if draft == SelectedOption(TurnOption.TEMPLE) else BuildingKind.HUT


# Drafts kept while another page is shown


class SavedDraft(NamedTuple):
    """The state and draft when the page was left.

    `reading` names the text that replaced the question, `refused` says why the last tap did
    nothing, `side` is the card's rotation from the front.
    """

    state: GameState
    draft: Draft
    reading: str = ""
    refused: ReasonText | None = None
    side: Rotation = Rotation.NONE


def draft_to_save(
    state: GameState, draft: Draft, reading: str, refused: ReasonText | None, side: Rotation
) -> SavedDraft | None:
    """Return what to keep; looks at hands, the menu and the end only while their reasons are read.

    News for all stays until the next tap, even if the screen turns.
    """
    if reading or isinstance(refused, Announcement):
        return SavedDraft(state, draft, reading, refused, side)
    kept = draft_below(draft)
    if kept == Nothing() or isinstance(kept, EndDeclaration):
        return None
    return SavedDraft(state, kept, side=side)


def restored_draft(kept: object, state: GameState) -> SavedDraft:
    """Return the kept draft if the game has not moved on; fields may have been read."""
    if not isinstance(kept, SavedDraft):
        return SavedDraft(state, Nothing())
    if kept.state == state:
        return kept
    if replace(kept.state, board=state.board) == state:
        return SavedDraft(state, draft_after_reading(state, kept.draft), side=kept.side)
    return SavedDraft(state, Nothing())


def draft_after_reading(state: GameState, draft: Draft) -> Draft:
    """Return the draft to continue after a field was read."""
    match draft:
        case FieldReading(field, under=under) if under is not None:
            return draft_at_field(state, field, under)
        case _:
            return Nothing()
