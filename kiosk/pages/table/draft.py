"""Drafts: selections and entries of a player who has not decided yet; “Back” removes them.

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

    `kind` is the building that the card shows. `builder` is the player who would build, or None for
    the player whose turn it is. `previous_draft` is the player's unfinished input before the field
    was selected. If `shows_more` is set, the card shows further options for the field.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    previous_draft: "Draft" = EmptyDraft()
    shows_more: bool = False


class PaymentDraft(msgspec.Struct, frozen=True):
    """Draft of a payment in which each missing chip is replaced by three other chips.

    `purpose` is the command to pay for, and `pay` has the chips entered so far. One tap on a
    material enters all chips that are still due, in this material. `added_by_app` has all of these
    chips but the first, which the player entered. `after_refusal` is set if the draft began when
    the rules refused to let the player pay the price.
    """

    purpose: BuildHut | BuildTemple | MakeOffering
    pay: Chips
    added_by_app: Chips = NO_CHIPS
    after_refusal: bool = False


class SelectedWorker(msgspec.Struct, frozen=True):
    """Draft to move a worker; `level` is None until the player chooses one of several workers."""

    plain: Material
    level: int | None


class PlainExplanationDraft(msgspec.Struct, frozen=True):
    """Draft while the card explains a selected high plain."""

    plain: Material
    previous_draft: "Draft" = EmptyDraft()


class TurnOption(StrEnum):
    """Kinds of action that a player can choose in part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class SelectedOption(msgspec.Struct, frozen=True):
    """Draft after a player has chosen a kind of action, but no field or plain yet."""

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
    """Draft to swap three of a player's chips for one; `added_by_app` is as in `PaymentDraft`."""

    color: Color
    pay: Chips = NO_CHIPS
    previous_draft: "Draft" = EmptyDraft()
    added_by_app: Chips = NO_CHIPS


class EndDeclarationDraft(msgspec.Struct, frozen=True): ...


class DeclineOfferingsDraft(msgspec.Struct, frozen=True):
    """Draft while the card asks whether to decline all remaining offerings (final circuit)."""


class MenuDraft(msgspec.Struct, frozen=True):
    previous_draft: "Draft" = EmptyDraft()


class PlayerStatusDraft(msgspec.Struct, frozen=True):
    color: Color
    previous_draft: "Draft" = EmptyDraft()


class ThingExplanationDraft(msgspec.Struct, frozen=True):
    """State of the page while the card explains a piece or a place.

    `thing` is the piece or place, or None until the player taps one. `previous_draft` is the
    player's unfinished input before that. If `explains_taps` is set, every tap on the page selects
    another thing to explain, until the player goes back.
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
"""Drafts that are shown over another draft."""


def draft_after_back(draft: Draft, phase: Phase) -> Draft | None:  # noqa: PLR0911 - one flat case a draft
    """Return the draft after a tap on the “back” button, or None if `draft` is empty.

    - From a draft that is shown over another draft, such as the menu, “back” leads to the draft
      below.
    - From the further options of a selected field, “back” leads to the field without these options.
    - If a building for another player (`builder`) was selected during somebody's turn, “back”
      leads to the same building for the player whose turn it is.
    - From any other selected field, or from a plain, “back” leads to the draft before the
      selection. If that draft is only a chosen kind of action or a selected worker, “back” leads to
      the empty draft.
    - From the payment for a building, “back” leads to the selected field; from a swap, to the
      hands. While icons are entered, “back” removes the last icon.
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
    """Return the draft below the menu, or below any other draft shown over it.

    If `draft` is not shown over another draft, it is returned unchanged.
    """
    return draft.previous_draft if isinstance(draft, Covering) else draft


def draft_after_field_tap(
    state: GameState, field: int, before: Draft = _EMPTY, *, lifted: bool = True
) -> Draft:
    """Return the draft after a tap on a field; `before` is the draft before the tap.

    Usually the result is a draft to build on the field, by the same builder if `before` already had
    another field selected. If the icons printed on the field are unknown during a game, the result
    is a draft to enter the icons, but only once the finger is lifted (`lifted`).
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
    """Draft to restore when the player comes back from another page.

    `state` is the state of the game when the player left. `card_text_key` is the key of the text
    that the card showed instead of the question, or "". `refusal_or_news` is the refusal or the
    announcement that was shown. `card_rotation` is relative to the front of the table.
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
    """Return the draft to keep while another page is open, or None if there is nothing to keep.

    If the card shows a text (`card_text_key`) or an announcement (`refusal_or_news`), everything is
    kept. Otherwise only the draft is kept, without the menu or another draft shown over it.
    """
    if card_text_key or isinstance(refusal_or_news, Announcement):
        return SavedDraft(state, draft, card_text_key, refusal_or_news, card_rotation)
    kept = uncovered_draft(draft)
    if kept == EmptyDraft() or isinstance(kept, EndDeclarationDraft | DeclineOfferingsDraft):
        return None
    return SavedDraft(state, kept, card_rotation=card_rotation)


def restore_draft(saved_draft: object, state: GameState) -> SavedDraft:
    """Return the saved draft if it is still valid in `state`, otherwise an empty draft.

    The draft is valid if the game has not changed since the draft was saved. Entering the icons
    printed on the board does not count as a change.
    """
    if isinstance(saved_draft, SavedDraft):
        if saved_draft.state == state:
            return saved_draft
        if replace(saved_draft.state, board=state.board) == state:
            draft = draft_after_printed_field(state, saved_draft.draft)
            return SavedDraft(state, draft, card_rotation=saved_draft.card_rotation)
    return SavedDraft(state, EmptyDraft())


def draft_after_printed_field(state: GameState, draft: Draft) -> Draft:
    """Return the draft after the players have entered the icons on a field.

    It selects that field, if players had to enter the icons before they could build there.
    """
    if isinstance(draft, PrintedFieldDraft) and draft.previous_draft is not None:
        return draft_after_field_tap(state, draft.field, draft.previous_draft)
    return EmptyDraft()
