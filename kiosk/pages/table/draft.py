"""Drafts: what a player has selected or entered but not confirmed; the button “Back” discards it.

Imports no Kivy. No draft depends on a player's hand, since hands are secret. Source: SCREEN.md, 1,
2 and 6.
"""

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, MakeOffering
from companion.pieces import NO_CHIPS, BuildingKind, Chips, Color, Material, Rune
from companion.state import GameState, Phase
from companion.teaching.things import Thing
from kiosk.pages.table.notices import Announcement
from kiosk.rotation import Rotation
from kiosk.words.reasons import ReasonText


class EmptyDraft(msgspec.Struct, frozen=True): ...


_EMPTY = EmptyDraft()


class SelectedField(msgspec.Struct, frozen=True):
    """A field that a player has selected, for example to build there.

    `kind` is the building whose price and effects the card shows. `builder` is the player who would
    build it, or None for the player whose turn it is. `previous_draft` is the unfinished input
    before the field was selected. If `shows_more` is set, the card has buttons for other questions
    about the field instead, for example about the other kind of building.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    previous_draft: "Draft" = EmptyDraft()
    shows_more: bool = False


class PaymentDraft(msgspec.Struct, frozen=True):
    """Payment that a player is entering, because three other chips must replace each missing chip.

    `purpose` is the command to pay for, and `pay` has the chips entered so far. When a player taps
    a material, the app adds all chips that are still due in this material, not just one.
    `added_by_app` counts, by material, the chips beyond the first of each such tap. `after_refusal`
    is set if the payment began because the rules refused to let the player pay the plain price.
    """

    purpose: BuildHut | BuildTemple | MakeOffering
    pay: Chips
    added_by_app: Chips = NO_CHIPS
    after_refusal: bool = False


class SelectedWorker(msgspec.Struct, frozen=True):
    """A worker that a player has selected to move.

    `plain` is the high plain on which the worker stands. `level` is the worker's level in the stack
    there, counted from 1 at the bottom. It is None until the player has chosen one of several
    workers on the plain.
    """

    plain: Material
    level: int | None


class PlainExplanationDraft(msgspec.Struct, frozen=True):
    """State of the page while the card explains the high plain `plain`.

    `previous_draft` is the player's unfinished input before the plain was tapped.
    """

    plain: Material
    previous_draft: "Draft" = EmptyDraft()


class TurnOption(StrEnum):
    """Kinds of action that a player can choose in part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class SelectedOption(msgspec.Struct, frozen=True):
    """The kind of action that a player has chosen; the field or plain for it is not chosen yet."""

    option: TurnOption


class PrintedFieldDraft(msgspec.Struct, frozen=True):
    field: int
    rune: Rune | None = None
    first_icon: Material | None = None
    second_icon: Material | None = None
    previous_draft: "Draft | None" = None


class HandsDraft(msgspec.Struct, frozen=True):
    previous_draft: "Draft" = EmptyDraft()


class ChipSwapDraft(msgspec.Struct, frozen=True):
    """Chips that a player has entered so far, to swap three chips for one of any material.

    `color` is the player who swaps, and `pay` has the chips to give, as entered so far. For
    `added_by_app` see `PaymentDraft`. `previous_draft` is the unfinished input before the swap.
    """

    color: Color
    pay: Chips = NO_CHIPS
    previous_draft: "Draft" = EmptyDraft()
    added_by_app: Chips = NO_CHIPS


class EndDeclarationDraft(msgspec.Struct, frozen=True): ...


class DeclineOfferingsDraft(msgspec.Struct, frozen=True):
    """State of the page while the card asks whether players decline all offerings still to come.

    The question is asked only in the final circuit.
    """


class MenuDraft(msgspec.Struct, frozen=True):
    previous_draft: "Draft" = EmptyDraft()


class PlayerStatusDraft(msgspec.Struct, frozen=True):
    color: Color
    previous_draft: "Draft" = EmptyDraft()


class ThingExplanationDraft(msgspec.Struct, frozen=True):
    """State of the page while the card explains a piece or a place.

    `thing` is that piece or place, or None until a player taps one. `previous_draft` is the
    player's unfinished input before the explanation. If `explains_taps` is set, a tap on any piece
    or place explains it, until the player goes back.
    """

    thing: Thing | None
    previous_draft: "Draft" = EmptyDraft()
    explains_taps: bool = False


Draft = (
    EmptyDraft
    | SelectedOption
    | SelectedField
    | PaymentDraft
    | SelectedWorker
    | PlainExplanationDraft
    | PrintedFieldDraft
    | HandsDraft
    | ChipSwapDraft
    | EndDeclarationDraft
    | DeclineOfferingsDraft
    | MenuDraft
    | PlayerStatusDraft
    | ThingExplanationDraft
)


BoardDraft = EmptyDraft | SelectedOption | SelectedField | PlainExplanationDraft | SelectedWorker
"""Drafts during which a tap or a drag on the board can answer the question."""
Covering = HandsDraft | MenuDraft | PlayerStatusDraft | ThingExplanationDraft
"""Drafts whose card is shown over another draft, to which “back” returns."""


def draft_after_back(draft: Draft, phase: Phase) -> Draft | None:  # noqa: PLR0911 - one flat case a draft
    """Return the draft (the player's unfinished input) after “back”, or None if `draft` is empty.

    `phase` is the phase of the game.

    - From the menu and other cards shown over a draft, “back” leads to the draft below.
    - If a selected field shows buttons for other questions (`shows_more`), “back” shows the
      building again.
    - If a building for another player (`builder`) was selected during somebody's turn, “back” leads
      to the same building for the player whose turn it is.
    - From any other selected field, or from the explanation of a plain, “back” leads to the draft
      before it. If that draft is only a chosen kind of action or a selected worker, “back” leads to
      the empty draft.
    - From the payment for a building, “back” leads to the selected field; from a swap, to the card
      with the hands. While a player enters the icons printed on a field, “back” removes the icon
      entered last.
    - From any other draft, and from a payment that began with a refusal, “back” leads to the empty
      draft.
    """
    match draft:
        case EmptyDraft():
            return None
        case PaymentDraft(BuildHut(field=field), after_refusal=False):
            return SelectedField(field)
        case PaymentDraft(BuildTemple(field=field), after_refusal=False):
            return SelectedField(field, BuildingKind.TEMPLE)
        case ChipSwapDraft(previous_draft=previous):
            return HandsDraft(previous)
        case SelectedField(shows_more=True):
            return replace(draft, shows_more=False)
        case SelectedField(builder=Color()) if phase is Phase.ACTION:
            return replace(draft, builder=None)
        case SelectedField() | PlainExplanationDraft():
            while isinstance(draft, SelectedField | PlainExplanationDraft):
                draft = draft.previous_draft
            # “Back” also undoes the choice of an action or a worker before this selection.
            return EmptyDraft() if isinstance(draft, SelectedOption | SelectedWorker) else draft
        case (
            HandsDraft(previous)
            | MenuDraft(previous)
            | PlayerStatusDraft(previous_draft=previous)
            | ThingExplanationDraft(previous_draft=previous)
        ):
            return previous
        case PrintedFieldDraft(first_icon=Material() as first, second_icon=second):
            return replace(draft, first_icon=None if second is None else first, second_icon=None)
        case PrintedFieldDraft(previous_draft=previous) if previous is not None:
            return previous
        case _:
            return EmptyDraft()


def uncovered_draft(draft: Draft) -> Draft:
    """Return the unfinished input without the menu or another card that covers it.

    The drafts of such cards are those in `Covering`. Any other `draft` is returned unchanged.
    """
    return draft.previous_draft if isinstance(draft, Covering) else draft


def draft_after_field_tap(
    state: GameState, field: int, before: Draft = _EMPTY, *, lifted: bool = True
) -> Draft:
    """Return the draft (the player's unfinished input) after a tap on a field.

    `before` is the draft before the tap. Usually the result selects the field. If another field was
    selected in `before`, the player who would build stays the same. If the game is going on and the
    app does not know the icons printed on the field, the result instead asks for them. It does so
    only if `lifted` is set, that is, if the finger has left the screen.
    """
    before = uncovered_draft(before)
    builder: Color | None = None
    if lifted and not state.board.field(field).is_known and state.is_in_play:
        if isinstance(before, SelectedField) and before.field == field:
            before = before.previous_draft  # the same tap selected the field before the lift
        if isinstance(before, SelectedOption | SelectedField):
            return PrintedFieldDraft(field, previous_draft=before)
        previous = EmptyDraft() if state.phase is Phase.ACTION else None
        return PrintedFieldDraft(field, previous_draft=previous)
    if isinstance(before, SelectedField):
        if before.field == field:
            return replace(before, shows_more=False)
        builder, before = before.builder, before.previous_draft
    elif isinstance(before, EndDeclarationDraft):
        before = EmptyDraft()
    wants_temple = before == SelectedOption(TurnOption.TEMPLE)
    kind = BuildingKind.TEMPLE if wants_temple else BuildingKind.HUT
    return SelectedField(field, kind, builder=builder, previous_draft=before)


# Drafts kept while another page is shown


class SavedDraft(NamedTuple):
    """A player's unfinished input on the table's page, saved while the players are on another page.

    `draft` is the input, and `state` is the state of the game when the players left the page.
    `card_text_key` is the key of the text that the card showed instead of the question, or "".
    `refusal_or_news` is the refusal or announcement that was shown. `card_rotation` is the card's
    rotation relative to the front of the table.
    """

    state: GameState
    draft: Draft
    card_text_key: str = ""
    refusal_or_news: ReasonText | None = None
    card_rotation: Rotation = Rotation.NONE


def draft_to_save(
    state: GameState,
    draft: Draft,
    card_text_key: str,
    refusal_or_news: ReasonText | None,
    card_rotation: Rotation,
) -> SavedDraft | None:
    """Return the input to save while another page is open, or None if there is nothing to save.

    If the card shows a text (its key is `card_text_key`), or if `refusal_or_news` is an
    announcement, the result has all arguments. Otherwise it has no text, refusal or announcement,
    and `draft` is saved without the menu or another card that covers it.
    """
    if card_text_key or isinstance(refusal_or_news, Announcement):
        return SavedDraft(state, draft, card_text_key, refusal_or_news, card_rotation)
    kept = uncovered_draft(draft)
    if kept == EmptyDraft() or isinstance(kept, EndDeclarationDraft | DeclineOfferingsDraft):
        return None
    return SavedDraft(state, kept, card_rotation=card_rotation)


def restore_draft(saved_draft: object, state: GameState) -> SavedDraft:
    """Return the saved input if it is still valid in `state`, otherwise an empty input.

    The input is valid if the game is still in the state in which the input was saved. Only the
    icons printed on the board may have been entered since.
    """
    if isinstance(saved_draft, SavedDraft):
        if saved_draft.state == state:
            return saved_draft
        if replace(saved_draft.state, board=state.board) == state:
            draft = draft_after_printed_field(state, saved_draft.draft)
            return SavedDraft(state, draft, card_rotation=saved_draft.card_rotation)
    return SavedDraft(state, EmptyDraft())


def draft_after_printed_field(state: GameState, draft: Draft) -> Draft:
    """Return the draft (the player's unfinished input) after the icons on a field are entered.

    `draft` is the draft with which a player entered the icons. If the player did so in order to
    build on the field, the result selects the field. Otherwise it is the empty draft.
    """
    if isinstance(draft, PrintedFieldDraft) and draft.previous_draft is not None:
        return draft_after_field_tap(state, draft.field, draft.previous_draft)
    return EmptyDraft()
