"""Draft of a correction, and the steps of its page (rule correct.table). Free of Kivy."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import astuple, replace

from companion import commands as do
from companion.evolution import apply_changes
from companion.game import check_number, number_limit
from companion.memory.amending import Edit
from companion.pieces import MATERIALS, RUNES, BuildingKind, Color
from companion.ruling import PaidCommand, changes_to_allow
from companion.state import Building, GameState, Phase
from kiosk.pages.table.draft import Draft, EmptyDraft
from kiosk.routes import CommandToAllow, ThingToCorrect
from kiosk.ui.form import Flow
from kiosk.ui.key_pages import Typing
from kiosk.words.language import _

ChangeT = TypeVar("ChangeT", bound=do.Change)
NumberChange = do.SetPoints | do.SetHand | do.SetSupply
NumberT = TypeVar("NumberT", bound=NumberChange)

_PRESENT: dict[type, Callable[[GameState, Any], Any]] = {
    do.SetPoints: lambda state, it: replace(it, points=state.player(it.color).points),
    do.SetHand: lambda state, it: replace(
        it, number=state.player(it.color).hand.number(it.material)
    ),
    do.SetSupply: lambda state, it: replace(it, number=state.supply.number(it.material)),
    do.SetStack: lambda state, it: replace(it, workers=state.stack(it.plain)),
    do.SetRune: lambda state, it: replace(it, holder=state.rune_holder(it.rune)),
    do.SetField: lambda state, it: replace(it, building=state.building(it.field)),
    do.SetBonus: lambda state, it: replace(it, bonus=state.bonus_on(it.field)),
    do.SetDruid: lambda state, _it: do.SetDruid(state.druid.stone, state.druid.field),
    do.SetActive: lambda state, it: replace(it, color=state.whose_turn),
    do.SetPrinted: lambda state, it: do.SetPrinted(it.field, *astuple(state.board.field(it.field))),
}
"""Kinds of changes in the order of a game record, with functions that return a change of the same
item with the value that the item now has."""
_KINDS = list(_PRESENT)
_PLACES: dict[object, int] = {
    piece: place for pieces in (Color, MATERIALS, RUNES) for place, piece in enumerate(pieces)
}


def sort_key(change: do.Change) -> tuple[int, ...]:
    """Return the sort key of a change; changes of the same item, e.g. a field, have equal keys."""
    values = 2 if isinstance(change, do.SetDruid | do.SetPrinted) else 1
    item = astuple(change)[:-values]
    return (_KINDS.index(type(change)), *(_PLACES.get(one, one) for one in item))


def change_with_present_value(state: GameState, about: ChangeT) -> ChangeT:
    """Return a copy of the change `about` with the value that its item now has in `state`."""
    present: ChangeT = _PRESENT[type(about)](state, about)
    return present


def change_with_number(change: NumberT, number: int) -> NumberT:
    """Return the change with another number. Raises RuleViolation if the number is out of range."""
    check_number(number, number_limit(change))
    part = "points" if isinstance(change, do.SetPoints) else "number"
    return replace(change, **{part: number})


class Correction(msgspec.Struct, frozen=True):
    """Draft of a correction: the changes so far, in the order of a game record, and the reason."""

    changes: tuple[do.Change, ...] = ()
    why: str = ""

    @property
    def command(self) -> do.Correct:
        return do.Correct(changes=self.changes, why=self.why)

    def after(self, state: GameState) -> GameState:
        """Return the corrected state, even if the rules make that state impossible."""
        return apply_changes(state, self.changes)

    def holds(self, about: do.Change) -> bool:
        """Return whether the correction has a change of the same item, e.g. field, as `about`."""
        return any(sort_key(change) == sort_key(about) for change in self.changes)

    def with_changes(self, state: GameState, *changes: do.Change) -> "Correction":
        """Return the correction with `changes` added.

        If a change sets a value that `state` already has, it is not added, and only the earlier
        change of the same item is removed.
        """
        draft = self
        for change in changes:
            kept = draft.without(change).changes
            if change_with_present_value(state, change) != change:
                kept = tuple(sorted((*kept, change), key=sort_key))
            draft = replace(draft, changes=kept)
        return draft

    def without(self, about: do.Change) -> "Correction":
        changes = tuple(change for change in self.changes if sort_key(change) != sort_key(about))
        return replace(self, changes=changes)

    def with_building(
        self, state: GameState, field: int, building: Building | None
    ) -> "Correction":
        """Return the correction with `building` on a field; None leaves the field empty.

        A new building removes the field's bonus chip from the game, as in play, but a druid chip
        stays under a hut (rule hut.bonus). Without a new building, the bonus chip stays on the
        field.
        """
        draft = self.with_changes(state, do.SetField(field, building))
        chip, gone = state.bonus_on(field), do.SetBonus(field, None)
        is_hut = building is not None and building.kind is BuildingKind.HUT
        is_new = building not in (None, state.building(field))
        if chip is not None and is_new and not (is_hut and chip.stays_under_hut):
            return draft.with_changes(state, gone)
        return draft.without(gone) if gone in draft.changes else draft

    def adds_a_building(self, state: GameState) -> bool:
        after = self.after(state)
        return any(
            after.number_built(color, kind) > state.number_built(color, kind)
            for color in state.colors
            for kind in BuildingKind
        )


def reason_against_correcting(state: GameState) -> str:
    """Return why corrections are impossible now, with advice; "" if they are possible."""
    match state.phase:
        case Phase.PLACING:
            return _(
                "The workers are still being placed. Place them all, then you can correct the "
                "app. A worker on a wrong plain: tap Undo."
            )
        case Phase.FINISHED:
            return _(
                "The game is over. Undo steps, to before the final circuit: then you can "
                "correct the app."
            )
        case _:
            return ""


class OverviewStep(msgspec.Struct, frozen=True):
    """Step of the correction page: choose a piece, a place or, with `druid`, the druid's hut."""

    druid: bool = False


class ThingStep(msgspec.Struct, frozen=True):
    """Step of the correction page: change one piece or place.

    `before` is the correction before another page opened this step. It is None if the player chose
    the piece or place on the correction page.
    """

    thing: ThingToCorrect
    before: Correction | None = None


class ChooseReasonStep(msgspec.Struct, frozen=True): ...


class AllowCommandStep(msgspec.Struct, frozen=True):
    """Step of the correction page: show the changes that allow a refused command, and a reason.

    `rule` is the id of the rule that the players handle differently. If `refused` is a payment,
    `paid` is the payment to carry out together with the correction; otherwise `paid` is None.
    """

    refused: do.Command
    rule: str
    paid: PaidCommand | None = None


class ReasonEntryStep(msgspec.Struct, frozen=True):
    typing: Typing


class ReenterPastStep(msgspec.Struct, frozen=True):
    """Step of the correction page: enter an earlier step again, or a forgotten step.

    `place` is the number of the recorded step to replace or, if `inserts` is set, of the recorded
    step before which the new step is inserted. `edits` are the changes of the game already entered.
    `draft` is the unfinished answer. `goes_on` is true if a step was inserted, and another must
    follow before the next recorded step fits. `why` is true while the reasons for the question are
    shown.
    """

    place: int
    inserts: bool = False
    edits: tuple[Edit, ...] = ()
    draft: Draft = EmptyDraft()
    goes_on: bool = False
    why: bool = False


class OutcomeStep(msgspec.Struct, frozen=True):
    """Step of the correction page: show the consequences of the changes in `edits`.

    If `ends` is set, the game is cut off before its first impossible step.
    """

    edits: tuple[Edit, ...]
    ends: bool = False


PastStep = ReenterPastStep | OutcomeStep
Step = OverviewStep | ThingStep | ChooseReasonStep | AllowCommandStep | ReasonEntryStep | PastStep
CorrectFlow = Flow[Correction, Step]

NEW_FLOW: CorrectFlow = Flow(Correction(), (OverviewStep(),))
"""Initial flow, without changes."""


def flow_for_thing(flow: CorrectFlow, thing: ThingToCorrect) -> CorrectFlow:
    return replace(flow.without_message, steps=(ThingStep(thing, flow.draft),))


def flow_to_reopen(flow: CorrectFlow) -> CorrectFlow:
    """Return the part of `flow` to keep when the player leaves without correcting.

    Discarded are changes of a piece for which another page opened this one, changes meant to allow
    a refused command, changes of earlier steps, and a reason without any changes.
    """
    match flow.steps[0]:
        case ThingStep(before=Correction() as before):
            draft = before
        case AllowCommandStep():
            draft = Correction()
        case _:
            draft = flow.draft
    return NEW_FLOW.with_draft(draft) if draft.changes else NEW_FLOW


def flow_to_allow_command(state: GameState, ruling: CommandToAllow) -> CorrectFlow:
    """Return a flow that begins with the correction that allows a refused command, and its reason.

    A refused payment is carried out together with the correction. Any other command must be given
    again after the correction.
    """
    command = ruling.command
    changes = changes_to_allow(state, command, ruling.rule)
    paid = (
        command
        if changes and ruling.rule == "pay.swap" and isinstance(command, PaidCommand)
        else None
    )
    step = AllowCommandStep(command, ruling.rule, paid)
    flow: CorrectFlow = Flow(Correction(changes, ruling.why), (step,))
    if not changes or paid is not None:
        return flow
    return flow.with_remark(_("Once it is corrected, the step is possible: tap it again."))
