"""A correction while the table puts it together, change by change; no Kivy (correct.table).

What is set is set, even to what the app had already: the changes are those of the command, in
the order in which a record holds them.
"""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion.evolution import corrected
from companion.game import check_number, number_limit
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Color, Material, Rune
from companion.state import Building, GameState, Phase
from kiosk.words.language import _
from kiosk.words.narration import change_text
from kiosk.words.texts import short_name

NumberChange = do.SetPoints | do.SetHand | do.SetSupply
"""Changes that set a number."""

Subject = tuple[int, int, int]
"""What a change is about, as its place in the order of a record."""

_COLORS = tuple(Color)


def subject(change: do.Change) -> Subject:
    """What a change is about; two changes with the same subject exclude each other."""
    match change:
        case do.SetPoints(color):
            return (0, _COLORS.index(color), 0)
        case do.SetHand(color, material):
            return (1, _COLORS.index(color), MATERIALS.index(material))
        case do.SetSupply(material):
            return (2, MATERIALS.index(material), 0)
        case do.SetStack(plain):
            return (3, MATERIALS.index(plain), 0)
        case do.SetRune(rune):
            return (4, RUNES.index(rune), 0)
        case do.SetField(field):
            return (5, field, 0)
        case do.SetBonus(field):
            return (6, field, 0)
        case do.SetDruid():
            return (7, 0, 0)
        case do.SetActive():
            return (8, 0, 0)
        case do.SetPrinted(field):
            return (9, field, 0)
        case _:
            assert_never(change)


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

    def with_change(self, change: do.Change) -> "Correction":
        """Set something, in place of what was set about it."""
        others = self.without(change).changes
        return replace(self, changes=tuple(sorted((*others, change), key=subject)))

    def with_building(
        self, state: GameState, field: int, building: Building | None
    ) -> "Correction":
        """Set what stands on a field, and with it that the chip there goes into the box.

        So it is when somebody builds: only a druid chip stays, under a hut (hut.bonus). Where
        nothing new stands there, the chip is as the app has it; what is said of it otherwise stays.
        """
        draft = self.with_change(do.SetField(field, building))
        lying = state.bonus_on(field)
        is_hut = building is not None and building.kind is BuildingKind.HUT
        if (
            lying is None
            or (is_hut and lying is Bonus.DRUID)
            or building in (None, state.building(field))
        ):
            return draft.with_chip_back(field)
        return draft.with_change(do.SetBonus(field, None))

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

    def without(self, about: do.Change) -> "Correction":
        """Leave as it is what that change is about."""
        changes = tuple(change for change in self.changes if subject(change) != subject(about))
        return replace(self, changes=changes)


def hindrance(state: GameState) -> str | None:
    """Why nothing can be corrected at this moment, and what to do so that it can; else None."""
    match state.phase:
        case Phase.ROLL | Phase.ACTION:
            return None
        case Phase.PLACING:
            return _(
                "The workers are still being placed. Place them all, then the app can be "
                "corrected. A worker on a wrong plain: tap Undo."
            )
        case Phase.TAKE | Phase.GIVE_BACK:
            return _(
                "{player} decides about a chip first. When everybody has, the app can be "
                "corrected. Undo takes back the roll.",
                player=_decider(state),
            )
        case Phase.OFFERING:
            return _(
                "{player} answers the druid first. When the offerings are over, the app can be "
                "corrected. Undo takes steps back.",
                player=_decider(state),
            )
        case Phase.FINISHED:
            return _(
                "The game is over. Undo steps, to before the final circuit: then the app can be "
                "corrected."
            )
        case _:
            assert_never(state.phase)


def _decider(state: GameState) -> str:
    if state.decider is None:
        raise ValueError("nobody has to decide any more")
    return short_name(state.player(state.decider).name)


# What the state shows, as changes that change nothing


def present_points(state: GameState, color: Color) -> do.SetPoints:
    """A player's points."""
    return do.SetPoints(color, state.player(color).points)


def present_hand(state: GameState, color: Color, material: Material) -> do.SetHand:
    """How many chips of a material a player has."""
    return do.SetHand(color, material, state.player(color).hand.number(material))


def present_supply(state: GameState, material: Material) -> do.SetSupply:
    """How many chips lie on a plain."""
    return do.SetSupply(material, state.supply.number(material))


def present_stack(state: GameState, plain: Material) -> do.SetStack:
    """The workers on a plain."""
    return do.SetStack(plain, state.stack(plain))


def present_rune(state: GameState, rune: Rune) -> do.SetRune:
    """Who has a rune stone."""
    return do.SetRune(rune, state.rune_holder(rune))


def present_field(state: GameState, field: int) -> do.SetField:
    """What stands on a field."""
    return do.SetField(field, state.building(field))


def present_bonus(state: GameState, field: int) -> do.SetBonus:
    """Which bonus chip lies on a field."""
    return do.SetBonus(field, state.bonus_on(field))


def present_printed(state: GameState, field: int) -> do.SetPrinted | None:
    """What the app takes to be printed on a field; None where nobody has read it."""
    printed = state.board.field(field)
    if printed.needs is None or printed.rune is None:
        return None
    return do.SetPrinted(field, printed.needs, printed.rune)


def present_druid(state: GameState) -> do.SetDruid:
    """Where the druid stands."""
    return do.SetDruid(state.druid.stone, state.druid.field)


def present_turn(state: GameState) -> do.SetActive:
    """Whose turn it is. Raises ValueError when the game is over."""
    return do.SetActive(state.whose_turn)


def status_text(state: GameState, correction: Correction, present: do.Change) -> str:
    """How it stands with what `present` is about: what is set, or what the app has."""
    what = change_text(state, present)
    if correction.holds(present):
        return _("Set: {what}", what=what)
    return _("The app has: {what}", what=what)


# Numbers


class Entry(msgspec.Struct, frozen=True):
    """A number that is being typed; the first digit takes the place of a `fresh` one."""

    change: NumberChange
    fresh: bool = True

    @property
    def number(self) -> int:
        """The number so far."""
        change = self.change
        return change.points if isinstance(change, do.SetPoints) else change.number

    def with_digit(self, digit: int) -> "Entry":
        """One digit more. Raises RuleViolation where the number gets too high."""
        return self._with(digit if self.fresh else 10 * self.number + digit, fresh=False)

    def stepped(self, by: int) -> "Entry":
        """So much more, or less. Raises RuleViolation beyond 0 or the highest number."""
        return self._with(self.number + by, fresh=True)

    def cleared(self) -> "Entry":
        """Back to 0."""
        return self._with(0, fresh=True)

    def _with(self, number: int, *, fresh: bool) -> "Entry":
        check_number(number, number_limit(self.change))
        return Entry(_numbered(self.change, number), fresh)


def _numbered(change: NumberChange, number: int) -> NumberChange:
    if isinstance(change, do.SetPoints):
        return replace(change, points=number)
    return replace(change, number=number)
