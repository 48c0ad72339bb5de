"""Drafts: a player's selection before a decision, and the way back from it.

Free of Kivy. Hands are secret and not used. Source: SCREEN.md, 1, 2 and 6.
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
    """Draft while nothing is selected."""


class EndNews(msgspec.Struct, frozen=True):
    """Draft that announces the last turns or the final circuit.

    `declared`: the table ended the game.
    """

    declared: bool


class SelectedField(msgspec.Struct, frozen=True):
    """Draft to build on a selected field; `kind` is the building being considered.

    `builder` is its owner, None for the player who decides. `under` is the draft from before the
    field was selected. `more`: the card shows the other options.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    under: "Draft" = Nothing()
    more: bool = False


class PaymentDraft(msgspec.Struct, frozen=True):
    """Draft of a payment with three other chips for each missing one.

    After a refusal, `ruling` is the correction by which the table can accept the payment. `filled`
    are the chips of `pay` that came with the tap on another one of their material.
    """

    purpose: BuildHut | BuildTemple | Offer
    pay: Chips
    ruling: Ruling | None = None
    filled: Chips = NO_CHIPS


class SelectedWorker(msgspec.Struct, frozen=True):
    """Draft to move a worker; `level` is None while several workers of the plain are possible."""

    plain: Material
    level: int | None


class SelectedPlain(msgspec.Struct, frozen=True):
    """Draft to look at a high plain; `under` is the draft to return to."""

    plain: Material
    under: "Draft" = Nothing()


class TurnOption(StrEnum):
    """Kinds of action in part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class SelectedOption(msgspec.Struct, frozen=True):
    """Draft after the kind of action is chosen, before its field or plain is."""

    aim: TurnOption


class FieldReading(msgspec.Struct, frozen=True):
    """Draft to enter the print of a field; `under` is the draft to return to, or None."""

    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None
    under: "Draft | None" = None


class Hands(msgspec.Struct, frozen=True):
    """Draft to look at hands and to swap chips; `under` is the draft to return to."""

    under: "Draft" = Nothing()


class SwapDraft(msgspec.Struct, frozen=True):
    """Draft to swap three chips for one, for any player; `under` is the draft to return to.

    `filled` as in `PaymentDraft`.
    """

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = Nothing()
    filled: Chips = NO_CHIPS


class EndDeclaration(msgspec.Struct, frozen=True):
    """Draft to declare the end of the game."""


class Menu(msgspec.Struct, frozen=True):
    """Draft while the menu is open; `under` is the draft to return to."""

    under: "Draft" = Nothing()


class PlayerStatus(msgspec.Struct, frozen=True):
    """Draft to look at a player's status; `under` is the draft to return to."""

    color: Color
    under: "Draft" = Nothing()


class ThingInfo(msgspec.Struct, frozen=True):
    """Draft to explain a piece or place; `under` is the draft to return to.

    `thing` is None until one is tapped. `asks`: taps on the table ask about things, until the
    player goes back.
    """

    thing: Thing | None
    under: "Draft" = Nothing()
    asks: bool = False


Draft = (
    Nothing
    | EndNews
    | SelectedOption
    | SelectedField
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
"""Drafts that cover another draft."""


def back(draft: Draft) -> Draft | None:
    """Return the draft after a tap on “back”, or None if there is no way back.

    Other looks at the board are skipped; the menu and other covering drafts restore theirs.
    """
    match draft:
        case Nothing() | EndNews():
            return None
        case PaymentDraft(purpose):
            return before_paying(purpose)
        case SwapDraft(under=under):
            return Hands(under)
        case SelectedField(more=True):
            return replace(draft, more=False)
        case SelectedField(under=under) | SelectedPlain(under=under):
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
    """Return the draft to show after a look at a field or plain ends.

    It is `under`, or the first draft below it of another kind.
    """
    match under:
        case SelectedField(under=lower) | SelectedPlain(under=lower):
            return back_to(lower)
        case SelectedOption() | SelectedWorker():
            return Nothing()
        case _:
            return under


def before_paying(purpose: BuildHut | BuildTemple | Offer) -> Draft:
    """Return the draft in which the player chose `purpose`, before any payment."""
    match purpose:
        case BuildHut(field=field):
            return SelectedField(field)
        case BuildTemple(field=field):
            return SelectedField(field, BuildingKind.TEMPLE)
        case Offer():
            return Nothing()


def draft_below(draft: Draft) -> Draft:
    """Return the draft that hands, menu or the like cover, or `draft` itself."""
    return draft.under if isinstance(draft, Covering) else draft


def draft_at_field(
    state: GameState, field: int, before: Draft | None = None, *, lifted: bool = True
) -> Draft:
    """Return the draft after a tap on `field`: to enter its print if unknown, or to build on it.

    Entering the print waits until the finger is `lifted`. `before` is the draft to return to; if it
    is about another field, its builder stays selected.
    """
    if lifted and not state.board.field(field).known and state.in_play:
        return FieldReading(
            field, under=_after_reading(state, field, draft_below(before or Nothing()))
        )
    match draft_below(before or Nothing()):
        case SelectedField(field=same) as site if same == field:
            return replace(site, more=False)
        case SelectedField(builder=builder, under=under):
            return SelectedField(field, _aimed_at(under), builder=builder, under=under)
        case EndDeclaration():
            return SelectedField(field)
        case draft_to_save:
            return SelectedField(field, _aimed_at(draft_to_save), under=draft_to_save)


def _after_reading(state: GameState, field: int, before: Draft) -> Draft | None:
    """Return the draft to continue with once the print of `field` is entered, or None.

    A selection of the same field is skipped, as the finger made it by coming down there.
    """
    if isinstance(before, SelectedField) and before.field == field:
        before = before.under
    if isinstance(before, SelectedOption | SelectedField):
        return before
    return Nothing() if state.phase is Phase.ACTION else None


def _aimed_at(draft: Draft) -> BuildingKind:
    """Return the building to consider on a field: a temple only if that option was chosen."""
    return BuildingKind.TEMPLE if draft == SelectedOption(TurnOption.TEMPLE) else BuildingKind.HUT


# Drafts kept while another page is shown


class SavedDraft(NamedTuple):
    """Draft kept while another page is shown.

    `state` is the game when the page was left. `reading` names the text that replaced the question,
    `refused` says why the last tap did nothing, `side` is the card's rotation from the front.
    """

    state: GameState
    draft: Draft
    reading: str = ""
    refused: ReasonText | None = None
    side: Rotation = Rotation.NONE


def draft_to_save(
    state: GameState, draft: Draft, reading: str, refused: ReasonText | None, side: Rotation
) -> SavedDraft | None:
    """Return what the page keeps while another page is shown, or None.

    A menu, hands and the end's declaration are kept only while their reasons are read. An
    announcement to all players stays until the next tap, even if the screen turns.
    """
    if reading or isinstance(refused, Announcement):
        return SavedDraft(state, draft, reading, refused, side)
    kept = draft_below(draft)
    if kept == Nothing() or isinstance(kept, EndDeclaration):
        return None
    return SavedDraft(state, kept, side=side)


def restored_draft(kept: object, state: GameState) -> SavedDraft:
    """Return `kept` if it still fits `state`, or an empty draft; fields may have become known."""
    if not isinstance(kept, SavedDraft):
        return SavedDraft(state, Nothing())
    if kept.state == state:
        return kept
    if replace(kept.state, board=state.board) == state:
        return SavedDraft(state, draft_after_reading(state, kept.draft), side=kept.side)
    return SavedDraft(state, Nothing())


def draft_after_reading(state: GameState, draft: Draft) -> Draft:
    """Return the draft to continue with after the print of a field was entered."""
    match draft:
        case FieldReading(field, under=under) if under is not None:
            return draft_at_field(state, field, under)
        case _:
            return Nothing()
