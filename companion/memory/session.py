"""The game on the table: carry out, take back, do again, and go on after the app was gone.

What was done is on the disk once `is_saving` is False and `unsaved` is None: where a journal saves
at once, that is so when `apply`, `amend`, `undo` or `redo` returns.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, Protocol, Self

from msgspec.structs import replace

from companion import asking, moves, trays
from companion.asking import Answer
from companion.commands import Command, Correct, Offer, SetHand, SetPrinted
from companion.errors import BoardError, HandViolation, RuleViolation
from companion.events import Corrected, DieRolled
from companion.evolution import corrected
from companion.game import Setup, unfold
from companion.memory.amending import Amending
from companion.memory.boards import BoardShelf
from companion.memory.journal.chain import DAMAGED_END
from companion.memory.journal.index import SavedGame, Summary, summary_of
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import (
    UNREADABLE_GAME,
    BrokenGameError,
    GameHead,
    JournalRow,
    Kind,
    amend_row,
    command_row,
    new_head,
    now,
    read_setup,
    refused_row,
)
from companion.memory.journal.trays import TraysNote
from companion.memory.open_trays import OpenTrays, noted, read
from companion.memory.pace import minutes_played
from companion.memory.timeline import Amendment, Deed, LogEntry, Step, Timeline, last_state
from companion.pieces import Color, Face, Give
from companion.sentence import N_, Sentence
from companion.state import Board, Field, Finale, GameState, Phase
from companion.trays import Cardboard, Going, Tray

_NOT_KEPT = N_("What was read off the cardboard counts in this game only: {reason}")


class ReadGame(NamedTuple):
    """A saved game as it was read: its head, its rows, and what they tell.

    `damage` tells that more was saved of it, which is damaged; None where these are all its rows.
    """

    head: GameHead
    rows: tuple[JournalRow, ...]
    timeline: Timeline
    damage: Sentence | None = None

    @classmethod
    def of(cls, journal: Journal, game_id: int) -> Self:
        """Read all of a game. Raises JournalError where that cannot be."""
        read = cls.intact_part(journal, game_id)
        if read.damage is not None:
            raise BrokenGameError(UNREADABLE_GAME)
        return read

    @classmethod
    def intact_part(
        cls, journal: Journal, game_id: int, count: Callable[[int], object] | None = None
    ) -> Self:
        """Read a game up to the last row that is as it was written, and makes a possible game.

        `count` is called with the number of each row that is read. Raises JournalError where there
        is no such part, whatever is wrong with it.
        """
        head, found = journal.head(game_id), journal.intact_rows(game_id)
        timeline = Timeline.longest_valid(read_setup(head), found.rows, count)
        rows = found.rows[: timeline.number_of_rows]
        damage = found.damage if len(rows) == len(found.rows) else DAMAGED_END
        if damage is not None and not rows:
            raise BrokenGameError(UNREADABLE_GAME)
        return cls(head, rows, timeline, damage)

    @property
    def summary(self) -> Summary:
        """How it stands, in short."""
        times = ((row.kind, row.time) for row in self.rows)
        return summary_of(self.timeline.state, minutes_played(self.head.started, times))


class Save(Protocol):
    """Writes what is missing of a game, as `Journal.save` does, at once or later.

    `told` is called with what came of it, by the thread that plays the game.
    """

    def __call__(
        self,
        head: GameHead,
        rows: Sequence[JournalRow],
        open_trays: TraysNote,
        told: Callable[[int | Sentence], None],
        /,
    ) -> None:
        """Write it."""


class Session:
    """One game, played and saved; made by `begin` or `resume`.

    `setup` is how it began, `game_id` its number in the journal (None until it is saved once).
    `unsaved` says why the newest steps are not on the disk, if so: the game goes on, and every
    step and `save_pending` try again. `notice` says why the last step did not teach the shelf, or
    that the game was damaged, until the next step.
    `save` is how it is written; without one the journal does so at once.
    """

    def __init__(
        self,
        journal: Journal,
        head: GameHead,
        timeline: Timeline,
        shelf: BoardShelf | None,
        save: Save | None = None,
    ) -> None:
        self.setup = timeline.setup
        self.game_id: int | None = None
        self.unsaved: Sentence | None = None
        self.notice: Sentence | None = None
        self._save = save or partial(_save_at_once, journal)
        self._head = head
        self._timeline = timeline
        self._shelf = shelf
        self._rows: list[JournalRow] = []
        self._saved: tuple[int, TraysNote] | None = None
        self._taken_over: str | None = None
        self._under_way = False
        self._foreseen: dict[Command, Step] = {}
        self._foreseen_answers: dict[tuple[Answer, ...], tuple[Step, ...]] = {}
        self._followed: dict[int, _Followed] = {}
        self._known: tuple[GameState, tuple[SetPrinted, ...], GameState] | None = None
        self._compared: tuple[Board, Board, tuple[SetPrinted, ...]] | None = None
        self._open = OpenTrays(trays.lying(timeline.state))
        self._note = self._noted()

    @classmethod
    def begin(
        cls,
        journal: Journal,
        setup: Setup,
        shelf: BoardShelf | None = None,
        save: Save | None = None,
    ) -> Self:
        """A new game. Raises RuleViolation where the setup is against the rules."""
        session = cls(journal, new_head(setup), Timeline(setup), shelf, save)
        session.save_pending()
        return session

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game_id: int,
        shelf: BoardShelf | None = None,
        read: ReadGame | None = None,
        save: Save | None = None,
    ) -> Self:
        """A saved game, exactly where it stood, with all that can be taken back or done again.

        `read` is the game where it was read a while ago, and the session's own from now on; it is
        read again if it has gone on since. That the game was taken over is written down with the
        first step that is played: to look at it is not to play. Of a damaged game a copy of its
        good part goes on, and `notice` tells. Raises JournalError where it cannot be read.
        """
        if read is None or not journal.is_still(game_id, read.head, read.rows):
            read = ReadGame.intact_part(journal, game_id)
        head, rows, timeline, damage = read
        if damage is not None:
            game_id = journal.add(head, rows, instead=True)
            head = journal.head(game_id)
        session = cls(journal, head, timeline, shelf, save)
        session.game_id = game_id
        session._rows.extend(rows)
        session._find_open(journal.open_trays(game_id))
        session._saved = (len(rows), session._note)
        session._taken_over = now()
        session._learn_the_last()
        session.notice = damage or session.notice
        return session

    @property
    def head(self) -> GameHead:
        """What is saved of the game before its first row."""
        return self._head

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self._timeline.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that count, oldest first."""
        return self._timeline.steps

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """All that was ever done in this game, oldest first, and whether it counts."""
        return self._timeline.log

    @property
    def newest(self) -> Deed | None:
        """What was done last and counts, beside answers that are kept; None: nothing."""
        return self._timeline.newest

    @property
    def cardboard(self) -> Cardboard:
        """How the pieces lie, as far as people have said that they have moved them."""
        return self._open.cardboard

    def trays(
        self, *, open_chips: bool = False, state: GameState | None = None
    ) -> tuple[Tray, ...]:
        """What each player has still to move, in seating order (`companion.trays.trays`).

        So that all lies as the game stands, or as in a `state` that its last step has led through.
        """
        return trays.trays(self.cardboard, state or self._expected, open_chips=open_chips)

    def moved(
        self,
        color: Color,
        rows: Iterable[moves.Row] | None = None,
        *,
        state: GameState | None = None,
    ) -> None:
        """Note that a player has moved what stands in their tray: all of it, or these rows.

        The `state` is that of `trays`.
        """
        cardboard = trays.moved(self.cardboard, state or self._expected, color, rows)
        self._say(replace(self._open, cardboard=cardboard))

    def _say(self, open_trays: OpenTrays) -> None:
        """Save what people have said beside the steps; what follows from steps is not written."""
        if open_trays != self._open:
            self._open = open_trays
            self._note = self._noted()
            self.save_pending()

    def _keep(
        self,
        kept: Iterable[Answer],
        again: tuple[int, tuple[Answer, ...]],
        going: Going = Going.ON,
    ) -> None:
        """Save other answers that wait, and those that may be given again."""
        kept = tuple(kept)
        cardboard = self._lies_with(kept, going)
        open_trays = self._open.keeping(kept, self._newest_row)
        self._say(replace(open_trays, cardboard=cardboard, again=again))

    def _lies_with(self, kept: tuple[Answer, ...], going: Going = Going.ON) -> Cardboard:
        """The cardboard once other answers wait; those that no longer do are taken back."""
        still = tuple(answer for answer in self.kept if answer in kept)
        staying, now = (asking.expected(self.state, answers) for answers in (still, kept))
        lies = trays.chips_went(self.cardboard, self._expected, staying, Going.BACK)
        return trays.chips_went(lies, staying, now, going)

    def _noted(self) -> TraysNote:
        return noted(len(self._rows), self.state, self._open)

    def _find_open(self, note: TraysNote | None) -> None:
        """Go on with what stood open in a saved game, if anybody can tell."""
        number = len(self._rows) if note is None else note.number
        state = self._timeline.state_after(number)
        found = None if note is None or number > len(self._rows) else read(note, state)
        if note is None or found is None:
            self._note = self._noted()
            return
        self._open, self._note = found, note
        for kind, deed in self._timeline.deeds_after(number):
            self._follow(kind, deed)
        if self.kept and not self.asked:
            lies = self._lies_with(())
            self._open = replace(self._open.keeping((), self._newest_row), cardboard=lies)

    def _follow(self, kind: Kind, deed: Deed) -> None:
        """What stands open after a deed was done, taken back or done again."""
        foreseen = self._followed.get(id(deed)) if kind is Kind.COMMAND else None
        if foreseen is not None and foreseen.is_of(self.cardboard, self.kept):
            cardboard, kept = foreseen.after
        else:
            cardboard, kept = _followed(self.cardboard, self.kept, kind, deed)
        self._followed.clear()
        if kind is Kind.AMEND:
            self._open = OpenTrays(cardboard)
            return
        again = (0, ()) if kind is Kind.COMMAND else self._open.again
        open_trays = self._open
        if isinstance(deed, Step):
            done = () if kind is Kind.UNDO else (deed.command,)
            if not set(self.kept) <= {*kept, *done}:
                open_trays = open_trays.dropping(deed.number)
        open_trays = open_trays.keeping(kept, self._newest_row)
        self._open = replace(open_trays, cardboard=cardboard, again=again)
        if kind is Kind.UNDO and isinstance(deed, Step):
            self._bring_back(deed)

    def _bring_back(self, step: Step) -> None:
        """Let answers wait again that waited no more after a step which is taken back."""
        before = (kept for number, kept, _after in self._open.dropped if number == step.number)
        waited = next(before, ())
        dropped = {*waited} - {*asking.still_kept(step.before, step.after, waited), step.command}
        found = self._open.brought_back(step.number, dropped)
        if found.kept == self.kept or not asking.asked(self.state, found.kept):
            return
        try:
            for answer in dropped:
                asking.check(self.state, answer)
        except RuleViolation:  # a note that fits another game
            return
        self._open = replace(found, cardboard=self._lies_with(found.kept, Going.AGAIN))

    def foresee_trays(
        self, steps: Iterable[Step] = (), kept: tuple[Answer, ...] | None = None
    ) -> tuple[Cardboard, tuple[Answer, ...]]:
        """How the pieces would lie, and which answers would wait, after steps that are foreseen.

        Or once other answers than now are `kept`.
        """
        lies, waits = self.cardboard, self.kept
        if kept is not None:
            lies, waits = self._lies_with(kept), kept
        for step in steps:
            after = _followed(lies, waits, Kind.COMMAND, step)
            self._followed[id(step)] = _Followed(step, lies, waits, after)
            lies, waits = after
        return lies, waits

    @property
    def _expected(self) -> GameState:
        """The game as the pieces should lie: with the chips of answers that are kept."""
        return asking.expected(self.state, self.kept)

    @property
    def asked(self) -> tuple[Color, ...]:
        """Who may answer now, in the rules' order; several where nobody has to wait for another."""
        return asking.asked(self.state, self.kept)

    @property
    def kept(self) -> tuple[Answer, ...]:
        """The answers that wait for their turn in the rules' order, the oldest first."""
        return self._open.kept

    def answer(self, command: Command) -> tuple[Step, ...]:
        """Let somebody who is asked decide; all steps that are carried out with that.

        Where several are asked at once the answer is kept, in place of an earlier one: there are no
        steps before all have answered, and then all of theirs, in the rules' order. Raises
        RuleViolation as `apply` does; then nothing has happened.
        """
        if not isinstance(command, Answer) or not self._may_be_kept(command):
            return (self.apply(command, save=False), *self._go_on())
        try:
            steps = self.foresee_all(command)
        except RuleViolation as refusal:
            self.note_refusal(command, refusal)
            raise
        kept = (*self._kept_of_others(command), command)
        if not steps:
            self._keep(kept, (0, ()))
            return ()
        self._carry_out(steps, kept)
        return steps

    def _carry_out(self, steps: tuple[Step, ...], kept: tuple[Answer, ...]) -> None:
        """Do what all have answered; the answers came in the order of `kept`."""
        for step in steps:
            self._add(command_row(step.number, step.command, step.events), step, save=False)
        order = (steps[-1].number, tuple(answer.by for answer in kept))
        self._open = replace(self._open, order=order)
        self._note = self._noted()
        self.save_pending()

    def foresee_all(self, command: Command) -> tuple[Step, ...]:
        """What `answer` would carry out now: the very same steps; none where it would be kept.

        But for offerings of those who give nothing for the rest. Raises RuleViolation; saves
        nothing.
        """
        if not isinstance(command, Answer) or not self._may_be_kept(command):
            return (self.foresee(command),)
        kept = (*self._kept_of_others(command), command)
        if kept not in self._foreseen_answers:
            asking.check(self.state, command)
            self._foreseen_answers[kept] = tuple(self._all_of(kept))
        return self._foreseen_answers[kept]

    def _all_of(self, kept: tuple[Answer, ...]) -> Iterator[Step]:
        """The steps of answers, once nobody is asked who has not answered."""
        state, number = self.state, self._next
        while kept and not asking.asked(state, kept):
            command = next(answer for answer in kept if answer.by == state.decider)
            after = unfold(state, command)
            yield Step(number, command, after.events, state, after.state)
            kept = asking.still_kept(state, after.state, kept)
            state, number = after.state, number + 1

    def _may_be_kept(self, answer: Answer) -> bool:
        others = self._kept_of_others(answer)
        asked = asking.asked(self.state, others)
        return answer.by in asked and len(asked) + len(others) > 1

    def _kept_of_others(self, answer: Answer) -> tuple[Answer, ...]:
        return tuple(one for one in self.kept if one.by != answer.by)

    def take_back(self, color: Color) -> tuple[Step, ...]:
        """Ask somebody once more whose answer is kept. Raises ValueError where none is.

        Where there are too few chips by now for all to be asked at once, what the next ones have
        answered is carried out: these steps.
        """
        others = tuple(answer for answer in self.kept if answer.by != color)
        if others == self.kept:
            raise ValueError("no answer of theirs is kept")
        self._keep(others, (0, ()))
        return self._go_on()

    def nothing_for_the_rest(self) -> tuple[Step, ...]:
        """Let whom the druid asks in the final circuit give nothing, here and from now on.

        All steps that are carried out with that. `undo` takes those that follow by themselves back
        with the one that they follow. Raises ValueError where none is asked so.
        """
        state = self.state
        if state.decider is None or state.finale is not Finale.CIRCUIT:
            raise ValueError("only in the final circuit does anybody give nothing for the rest")
        step = self.apply(Offer(by=state.decider, give=Give.NONE), save=False)
        rests = (*self._open.rests, (step.number, state.decider))
        self._open = replace(self._open, rests=rests)
        self._note = self._noted()
        return (step, *self._go_on())

    def _go_on(self) -> tuple[Step, ...]:
        """Carry out what was answered before it was asked, and save all."""
        steps = []
        while (command := self._answered_before()) is not None:
            steps.append(self.apply(command, save=False))
        self.save_pending()
        return tuple(steps)

    def _answered_before(self) -> Command | None:
        """What the decider has said already, unless others are asked at once with them."""
        state = self.state
        if state.decider is None:
            return None
        if state.phase is Phase.OFFERING:
            rests = state.decider in self.rests.values()
            return Offer(by=state.decider, give=Give.NONE) if rests else None
        if not self.kept or self.asked:
            return None
        return next(answer for answer in self.kept if answer.by == state.decider)

    @property
    def rests(self) -> dict[int, Color]:
        """Who gives nothing for the rest of the final circuit, by the step with which it began."""
        if not self._open.rests:
            return {}
        counting = {step.number for step in self._timeline.backwards()}
        return {number: color for number, color in self._open.rests if number in counting}

    def _follows_by_itself(self, deed: Deed | None) -> bool:
        """Whether a step was nobody's decision any more: its owner gives nothing for the rest."""
        return isinstance(deed, Step) and any(
            deed.command == Offer(by=color, give=Give.NONE) and number < deed.number
            for number, color in self.rests.items()
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is a step, or an answer that is kept, to take back."""
        return bool(self.kept) or self._timeline.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again: taken back, and nothing else done since.

        Nor has anybody answered otherwise since then.
        """
        done_again = [step.command for step in _asked_with(self._timeline.undone)]
        by = {answer.by for answer in done_again if isinstance(answer, Answer)}
        return bool(self._given_again) or (
            self._timeline.can_redo
            and all(answer in done_again for answer in self.kept if answer.by in by)
        )

    @property
    def _newest_row(self) -> int:
        """The number of the newest step that counts; 0: none."""
        newest = next(self._timeline.backwards(), None)
        return 0 if newest is None else newest.number

    @property
    def _given_again(self) -> tuple[Answer, ...]:
        """The answers to what is asked now that were taken back, the next one last."""
        number, answers = self._open.again
        if number != self._newest_row or not answers or answers[-1].by not in self.asked:
            return ()
        try:
            asking.check(self.state, answers[-1])
        except RuleViolation:  # a note that fits another game
            return ()
        return answers

    @property
    def face_up(self) -> Face | None:
        """The face that lies before the active player: from the roll until the next turn begins."""
        return self.face_in(self.state, self._timeline.backwards())

    def face_after(self, step: Step) -> Face | None:
        """The face that lies there once a step is carried out that `foresee` has told."""
        return self.face_in(step.after, chain((step,), self._timeline.backwards()))

    @staticmethod
    def face_in(state: GameState, steps: Iterable[Step]) -> Face | None:
        """The face that was rolled in a state's turn; `steps` led there, the last one first."""
        if state.phase in (Phase.PLACING, Phase.ROLL):
            return None
        # A turn may pass without a roll: the end is declared before it, or the table corrects.
        for step in steps:
            if step.after.turn != state.turn:
                return None
            for event in reversed(step.events):
                if isinstance(event, DieRolled):
                    return event.face
        return None

    def apply(self, command: Command, *, save: bool = True) -> Step:
        """Carry out a command. Raises RuleViolation; then nothing has happened.

        A refusal that tells of a hand leaves a line in the log: nobody asks in secret. It is saved
        at once, or, without `save`, with what follows it.
        """
        try:
            step = self.foresee(command)
        except RuleViolation as refusal:
            self.note_refusal(command, refusal)
            raise
        self._add(command_row(step.number, command, step.events), step, save=save)
        return step

    def apply_ruled(self, correction: Correct, command: Command) -> Step:
        """Carry out a step that the table plays differently, with what makes it possible.

        Both are one deed: they are saved, taken back and done again together. The step is returned.
        Raises RuleViolation where either is refused; then nothing has happened. The log names the
        correction, whichever was refused: else it would tell which chips a hand lacks.
        """
        try:
            ruling = self.foresee(replace(correction, ruled=True))
            after = unfold(ruling.after, command)
        except RuleViolation as refusal:
            self.note_refusal(correction, refusal)
            raise
        step = Step(ruling.number + 1, command, after.events, ruling.after, after.state)
        self._add(command_row(ruling.number, ruling.command, ruling.events), ruling, save=False)
        self._add(command_row(step.number, command, step.events), step)
        return step

    def take_over_board(self, why: str) -> bool:
        """Let the game know what has been read of its board elsewhere; whether there was anything.

        That is one correction, `why` is its reason. It waits until the rules allow one, and while
        a step that was taken back can be done again. A board that is kept under the name of this
        one and differs from it tells nothing.
        """
        changes = self._read_elsewhere(self.state.board)
        if not changes or self.can_redo or self.state.phase not in (Phase.ROLL, Phase.ACTION):
            return False
        try:
            self.apply(Correct(changes=changes, why=why))
        except RuleViolation:  # A shelf that does not fit between what the game knows.
            return False
        return True

    @property
    def known_state(self) -> GameState:
        """The game as it stands, on a board of which all is known that was read anywhere.

        It differs from `state` only until `take_over_board` can do its part: while workers are
        placed, which no field concerns.
        """
        state = self.state
        if state.phase is not Phase.PLACING or not (changes := self._read_elsewhere(state.board)):
            return state
        if self._known is None or self._known[:2] != (state, changes):
            self._known = (state, changes, corrected(state, changes))
        return self._known[2]

    def _read_elsewhere(self, board: Board) -> tuple[SetPrinted, ...]:
        """The fields that the shelf knows of the game's board and the game does not."""
        kept = None if self._shelf is None else self._shelf.find(board.name)
        if kept is None or kept is board:
            return ()
        # It is asked several times a step, and hardly ever is one of the two another board.
        if self._compared is None or not (self._compared[0] is board and self._compared[1] is kept):
            self._compared = (board, kept, _known_only_there(board, kept))
        return self._compared[2]

    def foresee(self, command: Command) -> Step:
        """What `apply` would do now: the very same step. Raises RuleViolation; saves nothing."""
        step = self._foreseen.get(command)
        if step is None:
            before = self.state
            after = unfold(before, command)
            step = Step(self._next, command, after.events, before, after.state)
            self._foreseen[command] = step
        return step

    def note_refusal(self, command: Command, refusal: RuleViolation) -> None:
        """Write down that somebody is being told why a command cannot be done, if a hand is why."""
        last = self.log[-1].refused if self._rows else None
        asked_already = last is not None and last.command == command
        if isinstance(refusal, HandViolation) and not asked_already:
            self._write(refused_row(self._next, command))
            self.save_pending()

    def amend(self, amending: Amending) -> Amendment:
        """Let the steps of an amendment count from now on, and end there if the next one misfits.

        Raises ValueError where it was worked out for other steps than those that count now, or
        changes nothing.
        """
        first, old, new = amending.first, amending.old, amending.new
        if self.steps[first - 1 :] != old or not amending.changes:
            raise ValueError("this changes no step of the game as it stands")
        steps = [(step.command, step.events) for step in new]
        row = amend_row(self._next, first, steps, amending.instead)
        amendment = amending.numbered(row.number)
        self._add(row, amendment)
        return amendment

    def undo(self) -> Deed | Answer:
        """Take back what was done last and return it. Raises ValueError when there is nothing.

        That may be an answer that is kept. Once all have answered who were asked at once, those of
        the others are kept again but for the newest. A ruling is taken back with the step that it
        made possible, and what followed by itself with what it followed.
        """
        if self.kept and self._open.after[-1] >= self._newest_row:
            *others, newest = self.kept
            self._keep(others, (self._newest_row, (*self._given_again, newest)))
            self._ask_somebody()
            return newest
        if not self.can_undo:
            raise ValueError("there is nothing to take back")
        while self._follows_by_itself(self.newest):
            self._add(JournalRow(self._next, Kind.UNDO, now()), save=False)
        if len(answers := self._newest_answers()) > 1:
            return self._ask_again(answers)
        in_one_go = _is_ruled(*islice(self._timeline.done, 2))
        deed = self._add(JournalRow(self._next, Kind.UNDO, now()), save=False)
        if in_one_go:
            self._add(JournalRow(self._next, Kind.UNDO, now()), save=False)
        self._ask_somebody()
        self.save_pending()
        return deed

    def _ask_somebody(self) -> None:
        """Keep no more answers than leave somebody to be asked: nothing is carried out by undo."""
        while self.kept and not self.asked:
            self._keep(self.kept[:-1], (0, ()))

    def _newest_answers(self) -> tuple[Answer, ...]:
        """The answers of all who were asked at once at last, in the order in which they came.

        Where nobody can tell that any more, in the rules' order.
        """
        answers: list[Answer] = []
        number = 0
        for deed in self._timeline.done:
            if not isinstance(deed, Step) or not isinstance(deed.command, Answer):
                break
            if answers and not asking.are_together(deed.before, deed.command, answers[-1]):
                break
            number = number or deed.number
            answers.append(deed.command)
        answers.reverse()
        last, order = self._open.order
        if last == number and sorted(order) == sorted(answer.by for answer in answers):
            answers.sort(key=lambda answer: order.index(answer.by))
        return tuple(answers)

    def _ask_again(self, answers: tuple[Answer, ...]) -> Answer:
        """Take back the steps of several answers; only the newest one is asked for again."""
        for _answer in answers:
            self._add(JournalRow(self._next, Kind.UNDO, now()), save=False)
        self._keep(answers[:-1], (self._newest_row, answers[-1:]), Going.AGAIN)
        return answers[-1]

    def redo(self) -> Deed | Answer:
        """Do again what was taken back last. Raises ValueError when there is nothing.

        An answer is given again. A ruling is done again with the step that it made possible, which
        is returned, all answers of those who were asked at once, and with a step what followed by
        itself.
        """
        if not self.can_redo:
            raise ValueError("there is nothing to do again")
        together = _asked_with(self._timeline.undone)
        if answers := self._given_again:
            *others, answer = answers
            kept = (*self.kept, answer)
            if asking.asked(self.state, kept):
                self._keep(kept, (self._newest_row, tuple(others)), Going.AGAIN)
                return answer
            if set(kept) != {step.command for step in together}:
                self._carry_out(self.foresee_all(answer), kept)
                return answer
        first, second = islice(chain(self._timeline.undone, (None, None)), 2)
        for _deed in range(2 if _is_ruled(second, first) else max(len(together), 1)):
            deed = self._add(JournalRow(self._next, Kind.REDO, now()), save=False)
        while self._follows_by_itself(next(self._timeline.undone, None)):
            self._add(JournalRow(self._next, Kind.REDO, now()), save=False)
        self._go_on()
        return deed

    @property
    def is_saving(self) -> bool:
        """Whether it is not known yet if the newest step is on the disk; nobody decides before.

        What could not be saved is tried again without anybody's waiting: `unsaved` tells.
        """
        return self._under_way and self.unsaved is None

    def save_pending(self) -> None:
        """Write what is not on the disk yet, in its order; `unsaved` tells how that went."""
        if self._under_way or self._saved == (len(self._rows), self._note):
            return
        self._under_way = True
        rows, note = tuple(self._rows), self._note

        def hear(result: int | Sentence) -> None:
            self._under_way = False
            if isinstance(result, Sentence):
                self.unsaved = result
                return
            self.game_id = result
            self.unsaved = None
            self._saved = (len(rows), note)
            self.save_pending()

        self._save(self._head, rows, note, hear)

    def save_anew(self) -> None:
        """Write all of the game once more, into a file that knows nothing of it."""
        self._saved = None
        self.save_pending()

    @property
    def _next(self) -> int:
        return len(self._rows) + (1 if self._taken_over is None else 2)

    def _add(self, row: JournalRow, carried_out: Deed | None = None, *, save: bool = True) -> Deed:
        before = self.state
        deed = self._write(row, carried_out)
        if deed is None:
            raise ValueError("only a taking over does nothing")
        self._follow(row.kind, deed)
        if save:  # else with what belongs to it
            self.save_pending()
        after = _still_read(deed, self.state.board)
        self.notice = _learn(self._shelf, before.board, after)
        return deed

    def _write(self, row: JournalRow, carried_out: Deed | None = None) -> Deed | None:
        if self._taken_over is not None:
            taken_over = JournalRow(len(self._rows) + 1, Kind.TAKEOVER, self._taken_over)
            self._taken_over = None
            self._timeline.append(taken_over)
            self._rows.append(taken_over)
        deed = self._timeline.append(row, carried_out)
        self._foreseen.clear()
        self._foreseen_answers.clear()
        self._rows.append(row)
        return deed

    def _learn_the_last(self) -> None:
        """Teach the shelf what the last step changed: the app may have ended just before that."""
        for entry in reversed(self.log):
            if entry.before is not None and entry.after is not None:
                after = _still_read(entry.deed, entry.after.board)
                self.notice = _learn(self._shelf, entry.before.board, after)
                return


def _asked_with(deeds: Iterable[Deed]) -> list[Step]:
    """The first of deeds that follow each other, and the answers asked for at once with it."""
    found: list[Step] = []
    for deed in deeds:
        if not isinstance(deed, Step):
            break
        if found and not asking.are_together(found[-1].before, found[-1].command, deed.command):
            break
        found.append(deed)
    return found


class _Followed(NamedTuple):
    """The cardboard and the answers that wait after a step that was foreseen, from what lay before.

    The `step` is held because it is known by its identity.
    """

    step: Step
    cardboard: Cardboard
    kept: tuple[Answer, ...]
    after: tuple[Cardboard, tuple[Answer, ...]]

    def is_of(self, cardboard: Cardboard, kept: tuple[Answer, ...]) -> bool:
        """Whether it began with these: somebody may have moved something meanwhile."""
        return self.cardboard is cardboard and self.kept == kept


_GOING = {Kind.COMMAND: Going.ON, Kind.UNDO: Going.BACK, Kind.REDO: Going.AGAIN}


def _followed(
    cardboard: Cardboard, kept: tuple[Answer, ...], kind: Kind, deed: Deed
) -> tuple[Cardboard, tuple[Answer, ...]]:
    """The cardboard and the answers that wait after a deed was done, taken back or done again."""
    before, after = deed.before, deed.after
    if kind is Kind.UNDO:
        before, after = after, before
    still = () if kind is Kind.AMEND else asking.still_kept(before, after, kept)
    match deed:
        case Step(command=Correct(changes=changes, ruled=False)):
            cardboard = trays.noted(cardboard, after, changes)  # it lies so already
        case Step(command=command):
            # An answer that waits no more is carried out by this, or else it is taken back.
            done = tuple(one for one in kept if kind is not Kind.UNDO and one == command)
            waited, waits = (asking.expected(before, one) for one in (kept, (*still, *done)))
            cardboard = trays.chips_went(cardboard, waited, waits, Going.BACK)
            going, expected = _GOING[kind], asking.expected(after, still)
            cardboard = trays.chips_went(cardboard, waits, expected, going)
            cardboard = trays.wandered(cardboard, before, after, going)
        case Amendment(events=events):
            corrected_hands = {
                change.color
                for event in events
                if isinstance(event, Corrected)
                for change in event.changes
                if isinstance(change, SetHand)
            }
            cardboard = trays.unsure(cardboard, corrected_hands)
            waited, expected = asking.expected(before, kept), asking.expected(after, still)
            cardboard = trays.chips_went(cardboard, waited, expected, Going.BACK)
            cardboard = trays.wandered(cardboard, before, after, Going.BACK)
    return trays.went_on(cardboard, before, after, deed.before.active), still


def _is_ruled(step: Deed | None = None, ruling: Deed | None = None) -> bool:
    """Whether a step was made possible by a ruling, which is the deed before it.

    A ruling may stand alone: where a game was damaged behind it, only that was found.
    """
    if not isinstance(ruling, Step) or not isinstance(step, Step):
        return False
    return ruling.is_ruling and ruling.number == step.number - 1


def _known_only_there(here: Board, there: Board) -> tuple[SetPrinted, ...]:
    """The fields that one board lacks of another; none where they cannot be the same board."""
    if len(there) != len(here):
        return ()
    pairs = list(zip(here.fields, there.fields, strict=True))
    if any(one.known and other.known and one != other for one, other in pairs):
        return ()
    return tuple(
        SetPrinted(number, other.needs, other.rune)
        for number, (one, other) in enumerate(pairs, start=1)
        if not one.known and other.needs is not None and other.rune is not None
    )


def _still_read(deed: Deed | None, after: Board) -> Board:
    """What is known of a board after a deed was done or taken back.

    What it has taken over from the shelf was read elsewhere: the shelf goes on knowing it.
    """
    match deed:
        case Step(command=Correct(changes=changes), before=before):
            fields = list(after.fields)
            for change in changes:
                if isinstance(change, SetPrinted) and not before.board.field(change.field).known:
                    fields[change.field - 1] = Field(change.needs, change.rune)
            return Board(after.name, tuple(fields))
        case _:
            return after


def _learn(shelf: BoardShelf | None, before: Board, after: Board) -> Sentence | None:
    """Teach a shelf what a step has changed; returns why that could not be."""
    if shelf is None or before == after:
        return None
    try:
        shelf.learn(after.name, before, after)
    except BoardError as error:
        return Sentence(_NOT_KEPT, {"reason": error.sentence})
    return None


def _save_at_once(
    journal: Journal,
    head: GameHead,
    rows: Sequence[JournalRow],
    open_trays: TraysNote,
    told: Callable[[int | Sentence], None],
) -> None:
    told(journal.save(head, rows, open_trays))


_TIMES = "SELECT kind, time FROM steps WHERE game = ? ORDER BY number"


def summarize(journal: Journal, game: SavedGame) -> Summary:
    """How a game stands; what had to be worked out is kept for the next time.

    Of a damaged game that is how it can be gone on with. Raises JournalError where the game cannot
    be read.
    """
    if game.summary is not None:
        return game.summary
    try:
        state = last_state(read_setup(game.head), journal.effective_rows(game.id))
    except BrokenGameError:
        return ReadGame.intact_part(journal, game.id).summary
    times = journal.read(partial(_times, game.id))
    summary = summary_of(state, minutes_played(game.head.started, times))
    journal.keep_summary(game, summary)
    return summary


def _times(game: int, file: sqlite3.Connection) -> list[tuple[Kind, str]]:
    return [(Kind(kind), time) for kind, time in file.execute(_TIMES, (game,))]
