"""Steps changed, taken back and done again in a row: the rows lead there, whoever waited or not.

The list is told from the log alone, so that after a restart it is the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from hypothesis import given
from msgspec.structs import replace

from companion.commands import Command, Correct
from companion.game import unfold
from companion.memory.amending import Amending
from companion.memory.journal.rows import Kind, Row, amend_row, command_row
from companion.memory.timeline import Deed, Step, Timeline
from companion.state import GameState, Phase
from kiosk.words.latest_moves import Section, latest_moves
from tests.companion import playthrough
from tests.companion.changed_steps import some_edits
from tests.corrections import correction, some_ruling
from tests.kiosk.words.cardboard import Cardboard, hand_in
from tests.kiosk.words.test_moves import chips_open_or_secret, die_beside, each
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.strategies import lucks, setups

FOLLOWED = (
    "All as before. If pieces were moved:",
    "If pieces were moved:",
    "If pieces were put back:",
)
"""What stands above rows for those who have moved along with the steps before the last turn."""


SOME = 7
"""After each so many steps of a whole game it is looked: all that is undone is told each time."""
BEGINS_A_RUN = (Kind.COMMAND, Kind.AMEND)


@dataclass
class Table:
    """A game of which steps are taken back and done again, and where its latest run and turn began.

    A run is all that was taken back and done again since the last command or change of an older
    one; its turn, the last of it that went one way.
    """

    timeline: Timeline
    number: int = 0
    kind: Kind = Kind.COMMAND
    before: GameState = field(init=False)
    run: GameState = field(init=False)
    turn: GameState = field(init=False)
    dice: dict[int, int | None] = field(default_factory=dict)

    def command(self, command: Command) -> None:
        state = self.timeline.state
        after = unfold(state, command)
        self.dice[id(after.state)] = die_beside(state, after.state, self.dice.get(id(state)))
        step = Step(self.number + 1, command, after.events, state, after.state)
        self._go_on(command_row(self.number + 1, command, after.events), step)
        self.kind = Kind.COMMAND

    def rule(self, correction: Correct, command: Command) -> None:
        """Do a step that the table plays differently in one go with what makes it possible."""
        state = self.timeline.state
        self.command(replace(correction, ruled=True))
        self.command(command)
        self.before = state

    def amend(self, amending: Amending) -> None:
        for step in amending.new:
            beside = die_beside(step.before, step.after, self.dice.get(id(step.before)))
            self.dice[id(step.after)] = beside
        steps = [(step.command, step.events) for step in amending.new]
        row = amend_row(self.number + 1, amending.first, steps, amending.instead)
        self._go_on(row, amending.numbered(row.number))
        self.kind = Kind.AMEND

    def back_or_again(self, kind: Kind) -> None:
        state = self.timeline.state
        if self.kind in BEGINS_A_RUN:
            self.run = state
        if self.kind is not kind:
            self.turn = state
        self._go_on(Row(self.number + 1, kind, "2026-01-01T00:00:00Z"))
        self.kind = kind

    def _go_on(self, row: Row, done: Deed | None = None) -> None:
        self.before = self.timeline.state
        self.timeline.append(row, done)
        self.number = row.number

    def laid(self, state: GameState) -> Cardboard:
        return Cardboard.laid(state, self.dice.get(id(state)))


def latest(table: Table, *, open_chips: bool) -> Iterator[tuple[GameState, Section]]:
    """What is told now, with the state from which each section leads to the present one."""
    for section in latest_moves(table.timeline.log, open_chips=open_chips).sections:
        if section.heading.endswith("."):
            assert section.rows == ()
        elif table.kind is Kind.AMEND:
            assert section.heading.endswith("On the table:") == bool(section.rows)
            yield table.before, section
        elif table.kind is Kind.COMMAND:
            corrects = isinstance(table.timeline.steps[-1].command, Correct)
            assert section.heading == ("Noted:" if corrects else "")
            assert not (corrects and any(row.is_move for row in section.rows))
            yield table.before, section
        elif section.heading in FOLLOWED:
            yield table.turn, section
        else:
            yield table.run, section


def check(table: Table, *, open_chips: bool) -> None:
    """Every section leads to what lies now; where there is none, it lies so already."""
    now = table.timeline.state
    served = []
    for base, section in latest(table, open_chips=open_chips):
        cardboard = table.laid(base)
        cardboard.follow(section.rows, lambda color: hand_in(now, color))
        assert cardboard == table.laid(now), section
        served.append(base)
    if table.kind is Kind.AMEND and table.before not in served:
        assert table.laid(table.before) == table.laid(now)
    elif table.kind not in BEGINS_A_RUN and table.run not in served:
        assert table.laid(table.run) == table.laid(now)


def choices(timeline: Timeline) -> tuple[Kind, ...]:
    return (
        *((Kind.UNDO, Kind.UNDO) if timeline.can_undo else ()),
        *((Kind.REDO, Kind.REDO) if timeline.can_redo else ()),
        *((Kind.COMMAND,) if timeline.state.phase is not Phase.FINISHED else ()),
        *((Kind.AMEND,) if timeline.steps else ()),
    )


def any_command(state: GameState, luck: Luck) -> Command:
    """Some legal command, a correction more often than elsewhere."""
    correctable = state.phase in (Phase.ROLL, Phase.ACTION)
    return (
        correction(state, luck) if correctable and luck.once_in(4) else legal_command(state, luck)
    )


@chips_open_or_secret
@given(beginning=setups(), luck=lucks)
def test_what_is_told_of_steps_changed_back_and_forth_leads_to_what_lies_now(
    beginning, luck: Luck, *, open_chips: bool
):
    table = Table(Timeline(beginning))
    for _ in range(20 + luck.below(80)):
        if table.timeline.state.phase is not Phase.FINISHED:
            table.command(any_command(table.timeline.state, luck))
    for _ in range(40):
        kind = luck.pick(choices(table.timeline))
        ruling = None
        if table.timeline.state.phase is Phase.ACTION and luck.once_in(2):
            ruling = some_ruling(table.timeline.state, luck)
        if kind is Kind.COMMAND and ruling is not None:
            table.rule(*ruling)
        elif kind is Kind.COMMAND:
            table.command(any_command(table.timeline.state, luck))
        elif kind is Kind.AMEND:
            _, amending = some_edits(table.timeline.steps, luck)
            if not amending.changes:
                continue
            table.amend(amending)
        else:
            table.back_or_again(kind)
        check(table, open_chips=open_chips)


@chips_open_or_secret
@each
def test_a_whole_game_is_taken_back_and_done_again_on_the_cardboard(path, *, open_chips: bool):
    script = playthrough.extract(path.read_text(encoding="utf-8"))
    table = Table(Timeline(script.setup))
    for step in playthrough.steps(script):
        table.command(step.command)
    for number in count():
        if not table.timeline.can_undo:
            break
        table.back_or_again(Kind.UNDO)
        if number % SOME == 0:
            check(table, open_chips=open_chips)
    table.command(next(playthrough.steps(script)).command)
    table.back_or_again(Kind.UNDO)
    for number in count():
        if not table.timeline.can_redo:
            break
        table.back_or_again(Kind.REDO)
        if number % SOME == 0:
            check(table, open_chips=open_chips)
