"""A correction while the table puts it together: what is set so far, and its steps; no Kivy.

What is set is set, even to what the app had already: the changes are those of the command, in
the order in which a record holds them (correct.table).
"""

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion.evolution import corrected
from companion.game import check_number, number_limit
from companion.memory.session import Session
from companion.pieces import MATERIALS, RUNES, BuildingKind, Color, Give
from companion.ruling import changes_after_offer, changes_for
from companion.state import Building, Finale, GameState, Phase
from kiosk.routes import DruidPlace, Plain, Ruling, Runes, Thing, Turn, WholeField
from kiosk.ui.form import Flow
from kiosk.ui.key_pages import Typing
from kiosk.words.language import _
from kiosk.words.texts import short_name

ChangeT = TypeVar("ChangeT", bound=do.Change)
NumberChange = do.SetPoints | do.SetHand | do.SetSupply
NumberT = TypeVar("NumberT", bound=NumberChange)

_ABOUT: dict[type[do.Change], tuple[str, ...]] = {
    do.SetPoints: ("color",),
    do.SetHand: ("color", "material"),
    do.SetSupply: ("material",),
    do.SetStack: ("plain",),
    do.SetRune: ("rune",),
    do.SetField: ("field",),
    do.SetBonus: ("field",),
    do.SetDruid: (),
    do.SetActive: (),
    do.SetPrinted: ("field",),
}
"""All that can be set, in the order of a record, and which of its parts say what it is about."""
_KINDS = list(_ABOUT)
_PLACES: dict[object, int] = {
    piece: place for pieces in (Color, MATERIALS, RUNES) for place, piece in enumerate(pieces)
}


def subject(change: do.Change) -> tuple[int, ...]:
    """What a change is about, as its place in a record; two about the same exclude each other."""
    kind = type(change)
    about = (getattr(change, part) for part in _ABOUT[kind])
    return (_KINDS.index(kind), *(_PLACES.get(one, one) for one in about))


def present(state: GameState, about: ChangeT) -> ChangeT:
    """What a state has of what a change is about, as a change that changes nothing.

    Raises ValueError where nobody has read what is printed on a field.
    """
    return replace(about, **_present(state, about))


def _present(state: GameState, about: do.Change) -> dict[str, object]:
    match about:
        case do.SetPoints(color):
            return {"points": state.player(color).points}
        case do.SetHand(color, material):
            return {"number": state.player(color).hand.number(material)}
        case do.SetSupply(material):
            return {"number": state.supply.number(material)}
        case do.SetStack(plain):
            return {"workers": state.stack(plain)}
        case do.SetRune(rune):
            return {"holder": state.rune_holder(rune)}
        case do.SetField(field):
            return {"building": state.building(field)}
        case do.SetBonus(field):
            return {"bonus": state.bonus_on(field)}
        case do.SetDruid():
            return {"stone": state.druid.stone, "field": state.druid.field}
        case do.SetActive():
            return {"color": state.whose_turn}
        case do.SetPrinted(field):
            printed = state.board.field(field)
            if not printed.known:
                raise ValueError(f"nobody has read field {field}: that is no correction")
            return {"needs": printed.needs, "rune": printed.rune}
        case _:
            assert_never(about)


def number_of(change: NumberChange) -> int:
    """The number that is set."""
    return change.points if isinstance(change, do.SetPoints) else change.number


def numbered(change: NumberT, number: int) -> NumberT:
    """The same with another number. Raises RuleViolation below 0 or above what can be."""
    check_number(number, number_limit(change))
    part = "points" if isinstance(change, do.SetPoints) else "number"
    return replace(change, **{part: number})


class Correction(msgspec.Struct, frozen=True):
    """What is set so far, in the order of a record, and why."""

    changes: tuple[do.Change, ...] = ()
    why: str = ""

    @property
    def command(self) -> do.Correct:
        """The command that it makes."""
        return do.Correct(changes=self.changes, why=self.why)

    def after(self, state: GameState) -> GameState:
        """The state as it would be, possible or not."""
        return corrected(state, self.changes)

    def holds(self, about: do.Change) -> bool:
        """Whether something is set about what that change is about."""
        return any(subject(change) == subject(about) for change in self.changes)

    def with_changes(self, *changes: do.Change) -> "Correction":
        """Set something, in place of what was set about it."""
        draft = self
        for change in changes:
            kept = (*draft.without(change).changes, change)
            draft = replace(draft, changes=tuple(sorted(kept, key=subject)))
        return draft

    def without(self, about: do.Change) -> "Correction":
        """Leave as it is what that change is about."""
        changes = tuple(change for change in self.changes if subject(change) != subject(about))
        return replace(self, changes=changes)

    def with_building(
        self, state: GameState, field: int, building: Building | None
    ) -> "Correction":
        """Set what stands on a field, and with it that the chip there goes into the box.

        So it is when somebody builds: only a druid chip stays, under a hut (hut.bonus). Where
        nothing new stands there, the chip is as the app has it; what is said of it otherwise stays.
        """
        draft = self.with_changes(do.SetField(field, building))
        lying = state.bonus_on(field)
        is_hut = building is not None and building.kind is BuildingKind.HUT
        is_new = building not in (None, state.building(field))
        if lying is not None and is_new and not (is_hut and lying.stays):
            return draft.with_changes(do.SetBonus(field, None))
        return draft.with_chip_back(field)

    def with_chip_back(self, field: int) -> "Correction":
        """Leave a chip as the app has it that would go into the box."""
        gone = do.SetBonus(field, None)
        return self.without(gone) if gone in self.changes else self

    def adds_a_building(self, state: GameState) -> bool:
        """Whether somebody has a building more than the app has."""
        after = self.after(state)
        return any(
            after.built(color, kind) > state.built(color, kind)
            for color in state.colors
            for kind in BuildingKind
        )


def hindrance(state: GameState) -> str | None:
    """Why nothing can be corrected at this moment, and what to do so that it can; else None."""
    decider = "" if state.decider is None else short_name(state.player(state.decider).name)
    match state.phase:
        case Phase.ROLL | Phase.ACTION:
            return None
        case Phase.PLACING:
            return _(
                "The workers are still being placed. Place them all, then you can correct the "
                "app. A worker on a wrong plain: tap Undo."
            )
        case Phase.TAKE | Phase.GIVE_BACK:
            return _(
                "{player} decides about a chip first. Once everybody has, you can correct the "
                "app. Undo takes back the roll.",
                player=decider,
            )
        case Phase.OFFERING:
            return _(
                "{player} decides about an offering first. After the offerings you can correct "
                "the app. Undo takes steps back.",
                player=decider,
            )
        case Phase.FINISHED:
            return _(
                "The game is over. Undo steps, to before the final circuit: then you can "
                "correct the app."
            )
        case _:
            assert_never(state.phase)


class Overview(msgspec.Struct, frozen=True):
    """What can be set, and what is."""


class EverybodysPoints(msgspec.Struct, frozen=True):
    """Everybody's points."""


class AllHands(msgspec.Struct, frozen=True):
    """Everybody's chips."""


class Number(msgspec.Struct, frozen=True):
    """A number is being typed; the first digit takes the place of a `fresh` one."""

    change: NumberChange
    fresh: bool = True


class Printed(msgspec.Struct, frozen=True):
    """What the cardboard shows on a field that was read wrongly."""

    field: int


class Quick(msgspec.Struct, frozen=True):
    """One thing, set right and given a reason in one page; `before` is what was set before it."""

    thing: Thing
    before: Correction = Correction()


class Reasons(msgspec.Struct, frozen=True):
    """All that is set, and why."""


class Ruled(msgspec.Struct, frozen=True):
    """What makes a refused step possible, and what the table says to that.

    `refused` is that step, `rule` the id of the rule that the table plays differently. `paid` is
    the step where it is done in one go with the correction: a building for other chips than the
    rules ask for.
    """

    refused: do.Command
    rule: str
    paid: do.BuildHut | do.BuildTemple | None = None


class Why(msgspec.Struct, frozen=True):
    """The reason while it is typed."""

    typing: Typing


Step = (
    Overview
    | EverybodysPoints
    | AllHands
    | Number
    | Plain
    | WholeField
    | Printed
    | Runes
    | DruidPlace
    | Turn
    | Quick
    | Reasons
    | Ruled
    | Why
)
CorrectFlow = Flow[Correction, Step]

FRESH: CorrectFlow = Flow(Correction(), (Overview(),))
"""Nothing is set."""


def pointed_at(flow: CorrectFlow, thing: Thing) -> CorrectFlow:
    """That thing at once, from the first step on."""
    return flow.from_start(Quick(thing, flow.draft))


def given_up(flow: CorrectFlow) -> CorrectFlow:
    """Nothing more set than before the thing was pointed at; what is built step by step stays.

    Of a ruling nothing stays, nor does a reason for nothing.
    """
    match flow.step:
        case Quick(before=before):
            return flow.from_start().entered(before)
        case Ruled():
            return FRESH
        case _:
            return flow if flow.draft.changes else FRESH


# The table plays a refused step otherwise


class WaitingRuling(msgspec.Struct, frozen=True):
    """A ruling at a moment when nothing can be corrected, and how the game stood then.

    `game` is the key of the game.
    """

    ruling: Ruling
    before: GameState
    game: str

    @property
    def can_be_kept(self) -> bool:
        """Whether the app can propose it later: what the druid did not take was offered to him.

        After the final circuit nothing can be corrected any more.
        """
        offers = isinstance(self.ruling.command, do.Offer) and self.ruling.rule == "pay.swap"
        return offers and self.before.finale is not Finale.CIRCUIT


def still_waits(waiting: WaitingRuling, session: Session) -> bool:
    """Whether a ruling is still about the game: while it is asked, and for a turn after that.

    Only where nothing was offered instead, and that counts still.
    """
    if waiting.game != session.game.key:
        return False
    if session.state == waiting.before:
        return True
    later = session.state.turn > waiting.before.turn + 1
    if later or not waiting.can_be_kept:
        return False
    instead = (step.command for step in session.steps if step.before == waiting.before)
    return any(isinstance(one, do.Offer) and one.give is Give.NONE for one in instead)


def ruled(flow: CorrectFlow, state: GameState, ruling: Ruling) -> CorrectFlow:
    """The correction after which the step can be done: all of it is set, and its reason given.

    A building is paid and put up with it, in one go; any other step is to be tapped again.
    """
    command = ruling.command
    changes = changes_for(state, command, ruling.rule)
    in_one_go = changes and ruling.rule == "pay.swap"
    paid = command if in_one_go and isinstance(command, do.BuildHut | do.BuildTemple) else None
    entered = flow.from_start(Ruled(command, ruling.rule, paid))
    entered = entered.entered(Correction(changes, ruling.why))
    if not changes or paid is not None:
        return entered
    return entered.with_note(_("Once it is corrected, the step is possible: tap it again."))


def ruled_later(flow: CorrectFlow, state: GameState, waiting: WaitingRuling) -> CorrectFlow:
    """The same where it had to wait: an offering counts as if it had been made."""
    command = waiting.ruling.command
    if not isinstance(command, do.Offer):
        return ruled(flow, state, waiting.ruling)
    changes = changes_after_offer(state, command, waiting.ruling.rule, waiting.before)
    entered = flow.from_start(Ruled(command, waiting.ruling.rule))
    entered = entered.entered(Correction(changes, waiting.ruling.why))
    return entered.with_note(_("Kept from the offering; nothing is corrected yet."))
