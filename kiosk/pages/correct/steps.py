"""The steps of a correction, and a correction at one moment of a game; no Kivy."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion.game import problems
from companion.pieces import CHIPS_PER_MATERIAL, Color, Material, Rune
from companion.sentence import Sentence
from companion.state import GameState
from kiosk.pages.correct.draft import Correction, Entry, status_text
from kiosk.pieces.form import Scene, attempt, not_possible, told_or
from kiosk.pieces.picture import board_picture
from kiosk.ui.form import Button, Column, Flow, Form, Row, Style, Text, Tone
from kiosk.ui.key_pages import Typing
from kiosk.words.language import _, visible
from kiosk.words.narration import change_text
from kiosk.words.texts import names_of, short_name, word


class Overview(msgspec.Struct, frozen=True):
    """What can be set, and what is."""


class Points(msgspec.Struct, frozen=True):
    """Everybody's points."""


class AllHands(msgspec.Struct, frozen=True):
    """Everybody's chips."""


class Number(msgspec.Struct, frozen=True):
    """A number is being typed."""

    entry: Entry


class Plain(msgspec.Struct, frozen=True):
    """A high plain: its chips and its workers."""

    plain: Material


class WholeField(msgspec.Struct, frozen=True):
    """A field: what stands and lies on it."""

    field: int


class Printed(msgspec.Struct, frozen=True):
    """What the cardboard shows on a field that was read wrongly."""

    field: int


class Runes(msgspec.Struct, frozen=True):
    """The rune stones, one of them taken up or none."""

    rune: Rune | None = None


class DruidPlace(msgspec.Struct, frozen=True):
    """Where the druid stands."""


class Turn(msgspec.Struct, frozen=True):
    """Whose turn it is."""


class Reasons(msgspec.Struct, frozen=True):
    """All that is set, page by page, and why."""

    page: int = 0


class Lasting(StrEnum):
    """How long a ruling holds."""

    ONCE = "once"
    EVENING = "evening"
    ALWAYS = "always"


class Keeping(msgspec.Struct, frozen=True):
    """A ruling that can be kept: `others` chips stand in for each that is missing.

    It can be kept for good for the `group`, the people who play by name; () where not all have one.
    """

    others: int
    group: tuple[str, ...]
    lasts: Lasting = Lasting.ONCE


class Ruled(msgspec.Struct, frozen=True):
    """What makes a refused step possible, page by page, and what the table says to that.

    `rule` is the id of the rule that it plays differently, `keeping` what of it can be kept. `paid`
    is the step where it is done in one go with the correction: a building for other chips than the
    rules ask for.
    """

    page: int = 0
    rule: str = ""
    keeping: Keeping | None = None
    paid: do.BuildHut | do.BuildTemple | None = None


class Why(msgspec.Struct, frozen=True):
    """The reason while it is typed."""

    typing: Typing


class OfPlayer(msgspec.Struct, frozen=True):
    """All that a player has: points, rune stones, chips."""

    color: Color


Thing = OfPlayer | Plain | WholeField | Runes | DruidPlace | Turn
"""What can be pointed at to be corrected at once."""


class Quick(msgspec.Struct, frozen=True):
    """One thing, set right and given a reason in one page; `before` is what was set before it."""

    thing: Thing
    before: Correction = Correction()


class Look(msgspec.Struct, frozen=True):
    """Showing a player's hand as the app has it, while their name is `held`."""

    color: Color
    held: bool


_OF_A_KIND = range(CHIPS_PER_MATERIAL + 1)

Step = (
    Overview
    | Points
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

    Of a ruling nothing stays.
    """
    match flow.step:
        case Quick(before=before):
            return flow.from_start().entered(before)
        case Ruled():
            return FRESH
        case _:
            return flow


class Correcting(msgspec.Struct, frozen=True):
    """A correction at one moment of a game: what is set so far, and what the app has.

    Without `open_chips` nothing tells how many chips a hand has, but how many more or fewer than
    the app has are set.
    """

    flow: CorrectFlow
    state: GameState
    open_chips: bool = False

    @property
    def draft(self) -> Correction:
        """What is set so far."""
        return self.flow.draft

    @property
    def after(self) -> GameState:
        """The game as it would be with what is set, possible or not."""
        return self.draft.after(self.state)

    @property
    def names(self) -> Mapping[Color, str]:
        """What sentences call the players."""
        return names_of(self.state)

    def setting(self, change: do.Change) -> CorrectFlow:
        """The same step with that set."""
        return self.flow.entered(self.draft.with_change(change))

    def leaving(self, about: do.Change) -> CorrectFlow:
        """The same step with that left as the app has it."""
        return self.flow.entered(self.draft.without(about))

    def attempt(self, act: Callable[[], CorrectFlow]) -> CorrectFlow:
        """What `act` leads to, or why the rules refuse that."""
        return attempt(self.flow, act, self.names)

    def refused(self, why: Sentence) -> CorrectFlow:
        """Nothing done, and why; a number that would tell what a secret hand holds is left out."""
        if self._hides_a_hand:
            return self.flow.telling(_("Not possible: a hand has from 0 to 18 chips of a kind."))
        return self.flow.telling(not_possible(why, self.names), "correct.table")

    @property
    def impossible(self) -> str:
        """Why what is set cannot be; empty where it can, or as long as that is a hand's secret."""
        wrong = () if self._hides_a_hand else problems(self.after)
        return not_possible(wrong[0], self.names) if wrong else ""

    @property
    def _hides_a_hand(self) -> bool:
        """Whether a hand is set to what it cannot be, and nobody else may know how many it has."""
        numbers = (change.number for change in self.draft.changes if isinstance(change, do.SetHand))
        return not self.open_chips and any(number not in _OF_A_KIND for number in numbers)

    def line(self, change: do.Change) -> str:
        """A change in one line, whatever the names in it hold."""
        return visible(change_text(self.state, change))

    def listed(self, change: do.Change) -> str:
        """A change as the whole table may read it."""
        if isinstance(change, do.SetHand) and not self.open_chips:
            name = short_name(self.state.player(change.color).name)
            return _("{player}: chips of {material}", player=name, material=word(change.material))
        return self.line(change)

    def name(self, color: Color) -> str:
        """A player's whole name, which may be cut where it is shown."""
        return visible(self.state.player(color).name)

    def status(self, present: do.Change) -> Text:
        """How it stands with something: what is set, or what the app has."""
        tone = Tone.STRONG if self.draft.holds(present) else Tone.SOFT
        return Text(visible(status_text(self.state, self.draft, present)), tone)

    def leave_button(self, key: str, about: do.Change) -> Button:
        """A button that leaves something as the app has it."""
        return Button(key, self.leaving(about), _("Leave as it is"), Style.QUIET)

    def at(self, thing: Runes) -> CorrectFlow:
        """Another of its kind in place of this one, to be set right as this one would be."""
        step = self.flow.step
        return self.flow.at(replace(step, thing=thing) if isinstance(step, Quick) else thing)

    def is_chosen(self, value: do.Change, present: do.Change) -> bool:
        """Whether something is set, and to that value."""
        return value == present and self.draft.holds(present)

    def panel(self, title: str, help_text: str, *rows: Row) -> Form:
        """A further step beside the board; help gives way to why a tap did nothing."""
        words = self.flow.told or help_text
        told = (Row((told_or(self.flow, help_text),), height=0),) if words else ()
        done = Button("done", self.flow.back(), _("Done"))
        return Form(title, done, (Column((*told, *rows)),), self.scene())

    def scene(self) -> Scene:
        """The board as it would be, with what is set on it ringed."""
        step = self.flow.step
        pointed = step.field if isinstance(step, WholeField | Printed) else None
        plain = step.plain if isinstance(step, Plain) else None
        fields, plains = set(), set()
        for change in self.draft.changes:
            match change:
                case do.SetField(field) | do.SetBonus(field) | do.SetPrinted(field):
                    fields.add(field)
                case do.SetSupply(material) | do.SetStack(material):
                    plains.add(material)
        return Scene(
            board_picture(self.after, pointed=pointed, plains=() if plain is None else (plain,)),
            set_fields=frozenset(fields),
            set_plains=frozenset(plains),
        )
