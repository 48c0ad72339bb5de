"""Drafts: what a player has selected or entered before a decision. “Back” undoes these entries.

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
    """Draft to build on a selected field.

    `kind` is the building that the card shows. `builder` is the player who would build, or None for
    the player whose turn it is. `under` is the draft before the field was selected. If `more` is
    set, the card shows further options.
    """

    field: int
    kind: BuildingKind = BuildingKind.HUT
    builder: Color | None = None
    under: "Draft" = EmptyDraft()
    more: bool = False


class PaymentDraft(msgspec.Struct, frozen=True):
    """Draft of a payment in which each missing chip is replaced by three other chips.

    `purpose` is the command to pay for. `pay` has the chips entered so far. After a tap on a
    material, the app adds all chips that are still due in this material. `filled` has the chips
    that the app added beyond the first.
    """

    purpose: BuildHut | BuildTemple | MakeOffering
    pay: Chips
    filled: Chips = NO_CHIPS


class SelectedWorker(msgspec.Struct, frozen=True):
    """Draft to move a worker; `level` is None until the player chooses one of several workers."""

    plain: Material
    level: int | None


class PlainExplanationDraft(msgspec.Struct, frozen=True):
    """Draft while the card explains a selected high plain; `under` is the draft to return to."""

    plain: Material
    under: "Draft" = EmptyDraft()


class TurnOption(StrEnum):
    """Kinds of action that a player can choose in part 2 of a turn."""

    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"


class SelectedOption(msgspec.Struct, frozen=True):
    """Draft after a player has chosen a kind of action, but no field or plain yet."""

    aim: TurnOption


class PrintedFieldDraft(msgspec.Struct, frozen=True):
    field: int
    rune: Rune | None = None
    first: Material | None = None
    second: Material | None = None
    under: "Draft | None" = None


class HandsDraft(msgspec.Struct, frozen=True):
    under: "Draft" = EmptyDraft()


class ChipSwapDraft(msgspec.Struct, frozen=True):
    """Draft to swap three of a player's chips for one; `under` is the draft to return to.

    `filled` has the chips in `pay` that the app added, as in `PaymentDraft`.
    """

    color: Color
    pay: Chips = NO_CHIPS
    under: "Draft" = EmptyDraft()
    filled: Chips = NO_CHIPS


class EndDeclarationDraft(msgspec.Struct, frozen=True): ...


class DeclineOfferingsDraft(msgspec.Struct, frozen=True):
    """Draft of the decision whether to decline all remaining offerings of the final circuit."""


class MenuDraft(msgspec.Struct, frozen=True):
    under: "Draft" = EmptyDraft()


class PlayerStatusDraft(msgspec.Struct, frozen=True):
    color: Color
    under: "Draft" = EmptyDraft()


class ThingExplanationDraft(msgspec.Struct, frozen=True):
    """Draft to explain a piece or a place; `under` is the draft to return to.

    `thing` is the piece or place, or None until the player taps one. If `asks` is set, every tap on
    the page selects another thing to explain, until the player goes back.
    """

    thing: Thing | None
    under: "Draft" = EmptyDraft()
    asks: bool = False


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
    - From any other draft, “back” leads to the empty draft.
    """
    match draft:
        case EmptyDraft():
            return None
        case PaymentDraft(BuildHut(field=field)):
            return SelectedField(field)
        case PaymentDraft(BuildTemple(field=field)):
            return SelectedField(field, BuildingKind.TEMPLE)
        case ChipSwapDraft(under=under):
            return HandsDraft(under)
        case SelectedField(more=True):
            return replace(draft, more=False)
        case SelectedField(builder=Color()) if phase is Phase.ACTION:
            return replace(draft, builder=None)
        case SelectedField() | PlainExplanationDraft():
            while isinstance(draft, SelectedField | PlainExplanationDraft):
                draft = draft.under
            # The selection ends a chosen kind of action or a selected worker, too.
            return EmptyDraft() if isinstance(draft, SelectedOption | SelectedWorker) else draft
        case (
            HandsDraft(under)
            | MenuDraft(under)
            | PlayerStatusDraft(under=under)
            | ThingExplanationDraft(under=under)
        ):
            return under
        case PrintedFieldDraft(first=Material() as first, second=second):
            return replace(draft, first=None if second is None else first, second=None)
        case PrintedFieldDraft(under=under) if under is not None:
            return under
        case _:
            return EmptyDraft()


def uncovered_draft(draft: Draft) -> Draft:
    """Return the draft below the menu, or below any other draft shown over it.

    If `draft` is not shown over another draft, it is returned unchanged.
    """
    return draft.under if isinstance(draft, Covering) else draft


def draft_after_field_tap(
    state: GameState, field: int, before: Draft = _EMPTY, *, lifted: bool = True
) -> Draft:
    """Return the draft after a tap on a field.

    Usually the result is a draft to build on the field. If the icons printed on the field are
    unknown during a game, the result is a draft to enter the icons. This happens only when the
    finger is lifted (`lifted`), not while it touches the field. `before` is the draft before the
    tap. If `before` has a builder for another field, the new draft keeps that builder.
    """
    before = uncovered_draft(before)
    builder: Color | None = None
    if lifted and not state.board.field(field).is_known and state.is_in_play:
        if isinstance(before, SelectedField) and before.field == field:
            before = before.under  # skip the selection of this field by the same tap
        if isinstance(before, SelectedOption | SelectedField):
            return PrintedFieldDraft(field, under=before)
        under = EmptyDraft() if state.phase is Phase.ACTION else None
        return PrintedFieldDraft(field, under=under)
    if isinstance(before, SelectedField):
        if before.field == field:
            return replace(before, more=False)
        builder, before = before.builder, before.under
    elif isinstance(before, EndDeclarationDraft):
        before = EmptyDraft()
    wants_temple = before == SelectedOption(TurnOption.TEMPLE)
    kind = BuildingKind.TEMPLE if wants_temple else BuildingKind.HUT
    return SelectedField(field, kind, builder=builder, under=before)


# Drafts kept while another page is shown


class SavedDraft(NamedTuple):
    """Draft to restore when the player comes back from another page.

    `state` is the state of the game when the player left. `card_text_key` names the text that
    replaced the question, if any. `refused` explains why the last tap did nothing. `side` is the
    card's rotation relative to the front of the table.
    """

    state: GameState
    draft: Draft
    card_text_key: str = ""
    refused: ReasonText | None = None
    side: Rotation = Rotation.NONE


def draft_to_save(
    state: GameState, draft: Draft, card_text_key: str, refused: ReasonText | None, side: Rotation
) -> SavedDraft | None:
    """Return the draft to keep while another page is open, or None if there is nothing to keep.

    If the card shows a text (`card_text_key`) or an announcement (`refused`), the text, the
    announcement and the whole draft are kept. Otherwise only the draft below the menu or another
    covering draft is kept.
    """
    if card_text_key or isinstance(refused, Announcement):
        return SavedDraft(state, draft, card_text_key, refused, side)
    kept = uncovered_draft(draft)
    if kept == EmptyDraft() or isinstance(kept, EndDeclarationDraft | DeclineOfferingsDraft):
        return None
    return SavedDraft(state, kept, side=side)


def restore_draft(kept: object, state: GameState) -> SavedDraft:
    """Return the saved draft if it is still valid in `state`, otherwise an empty draft.

    The draft is valid if the game has not changed since the draft was saved. Entering the icons
    printed on the board does not count as a change.
    """
    if isinstance(kept, SavedDraft):
        if kept.state == state:
            return kept
        if replace(kept.state, board=state.board) == state:
            return SavedDraft(state, draft_after_printed_field(state, kept.draft), side=kept.side)
    return SavedDraft(state, EmptyDraft())


def draft_after_printed_field(state: GameState, draft: Draft) -> Draft:
    """Return the draft with which to continue once the icons on a field have been entered."""
    if isinstance(draft, PrintedFieldDraft) and draft.under is not None:
        return draft_after_field_tap(state, draft.field, draft.under)
    return EmptyDraft()
