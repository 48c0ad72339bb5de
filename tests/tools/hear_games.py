"""Random games by ear: the speech matches the trays and the card.

    python -m tests.tools.hear_games [GAMES [SEED]]

In each of 100 games (default) of two to four people, in each of the languages in turn, half of them
with open chips, with undo, redo and corrections, a table speaks everything. After each step the
speech is parsed: the moves of each player are those of the new rows in their tray, in that order
and in the narrator's words, and if people have made all their moves, those rows are the narrator's
moves of the step; the rest is the news of the step, the face of the die, and the question, each
once. There is no other speech, and none if nothing has changed. As often two games are played that
differ only in hidden chips: they sound the same. Exit status 1 on a difference, with the seed of
that game.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

from msgspec.structs import replace

from companion import commands as do
from companion import moves, telling
from companion.errors import RuleViolation
from companion.game import decide
from companion.history import Step
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import MATERIALS, Color
from companion.state import GameState, Phase
from kiosk.announcer import Announcer
from kiosk.settings import Settings
from kiosk.words.aloud import as_sentences, speakable
from kiosk.words.language import languages, use_language
from kiosk.words.latest_moves import latest_moves
from kiosk.words.moves import move_rows
from kiosk.words.narration import command_text
from kiosk.words.speech import question_sentence
from kiosk.words.texts import player_names
from tests.kiosk.ear import EVERYTHING, Ear
from tests.kiosk.touch import configure
from tests.luck import Luck
from tests.tables import any_setup

configure()

from kiosk.pages.table.draft import EmptyDraft  # noqa: E402 - Kivy is configured by now
from kiosk.pages.table.moves import correction_sentences  # noqa: E402
from kiosk.pages.table.sheet import SceneInputs, sheet_of  # noqa: E402
from kiosk.pages.table.view import table_question  # noqa: E402
from kiosk.pages.table.voice import announce_changes, question_spoken  # noqa: E402
from tests.legal_commands import legal_command  # noqa: E402

STEPS = 400
_UNDO_ONCE_IN = 15

Deed = tuple[object, ...]
"""A movement of the hand: player, piece and place; chips and points are added up."""


class Listener:
    """A listener at one table, whose people do at once what they hear."""

    def __init__(self, session: Session, *, open_chips: bool) -> None:
        self.session = session
        self.open_chips = open_chips
        settings = Settings(sound=EVERYTHING, open_chips=open_chips)
        self.ear = Ear()
        self._announcer = Announcer(SimpleNamespace(settings=settings, folder=Path()), self.ear)
        self._draft: object = EmptyDraft()
        self.listen()

    @property
    def state(self) -> GameState:
        return self.session.state_with_known_fields

    def listen(self) -> tuple[SceneInputs, list[str]]:
        """Return the content of the screen, and the speech about it."""
        session = self.session
        inputs = SceneInputs(
            self.state,
            self._draft,
            Settings(),
            latest_moves(session.game.history.latest, open_chips=self.open_chips),
            trays=session.trays(),
            asked=self.state.asked,
            answers=session.answers,
            face=session.game.face_rolled_this_turn,
        )
        announce_changes(self._announcer, session.game.key, sheet_of(inputs))
        return inputs, self.ear.said

    def does(self, command: do.Command) -> Step:
        """Carry a command out; the card with news of the end has been closed."""
        step = self.session.apply(command)
        self._draft = EmptyDraft()
        return step

    def obey(self) -> None:
        """Make all moves, silently."""
        for color in self.state.colors:
            self.session.mark_done(color)
        _inputs, said = self.listen()
        assert said == [], said


def play(seed: int, folder: Path) -> int:
    """Play a game of that seed; return how many sentences were spoken. Raises AssertionError."""
    luck, heard = Luck(seed), 0
    use_language(languages()[seed % len(languages())])
    with closing(Journal.open(folder)) as journal:
        journal.ensure_open().execute("PRAGMA synchronous = OFF")
        session = Session.begin(journal, any_setup(luck))
        listener = Listener(session, open_chips=luck.once_in(2))
        for _step in range(STEPS):
            if session.state.phase is Phase.FINISHED:
                break
            before = listener.state
            asked = question_sentence(before, before.asked)
            if luck.once_in(_UNDO_ONCE_IN) and session.can_undo:
                session.undo()
                step = None
            else:
                step = listener.does(legal_command(session.state, luck))
            inputs, said = listener.listen()
            must_be_all_of_it(inputs, said, asked, before)
            if step is not None and not isinstance(step.command, do.Correct):
                rows = _with_givers(
                    telling.moves_to_make(step.before, step.events, open_chips=listener.open_chips)
                )
                told = [row for tray in inputs.trays for row in tray.rows]
                assert deeds(rows) == deeds(told), (rows, told)
            heard += len(said)
            listener.obey()
    return heard


def _with_givers(rows: Iterable[moves.Row]) -> list[moves.Row]:
    """Return the rows, also for players who lose a rune stone to another."""
    given = (row for row in rows if isinstance(row, moves.RuneMoved) and row.source and row.target)
    return [*rows, *(replace(row, who=(row.source,)) for row in given)]


def must_be_all_of_it(
    inputs: SceneInputs, said: Sequence[str], asked: str, before: GameState
) -> None:
    """Check that the speech is the content of the screen: face, trays, news, question."""
    state, expected = inputs.state, []
    if inputs.refused is not None:
        expected.append(inputs.refused.sum)
    face = inputs.face
    was_rolled = (before.phase, before.turn) == (Phase.ROLL, state.turn)
    if face is not None and was_rolled and state.phase is not Phase.ROLL:
        expected.append(command_text(state, do.Roll(by=state.whose_turn, face=face)))
    names = player_names(state)
    for tray in sorted(inputs.trays, key=lambda tray: tray.color is not before.active):
        lines = [row.line for row in move_rows(state, tray.rows)]
        name = names[tray.color]
        alone = [re.sub(rf"^{re.escape(name)}\s?: ", "", line) for line in lines]
        if alone:  # after that of the name there is no further colon
            told = ", ".join(re.sub(r"\s*:\s", ", ", one) for one in alone)
            expected.append(f"{name}: {told}")
    expected += correction_sentences(inputs.latest)
    question_now = question_sentence(state, inputs.asked)
    still_asked = inputs.answers and set(inputs.asked) < set(before.asked)
    if question_now != asked and not still_asked:
        expected.append(question_now)
    if state.phase is Phase.FINISHED:
        card = table_question(state, inputs.draft, app_die=True)
        expected.append(question_spoken(inputs, card))
    whole = " ".join(said)
    assert _plain(whole) == _plain(speakable(as_sentences(expected))), (said, expected)


def _plain(text: str) -> str:
    """Normalize a text: "one chip" in all its spoken forms, and colons."""
    for material, words in _ONE.items():
        del material
        for one in words:
            text = text.replace(one, f"1 {one.split()[-1]}")
    return re.sub(r"\s*:\s*", ": ", text)


_ONE = {
    "wood": ("one wood", "ein Holz", "un bois"),
    "wool": ("one wool", "eine Wolle", "une laine"),
    "copper": ("one copper", "ein Kupfer", "un cuivre"),
    "stone": ("one stone", "einen Stein", "une pierre"),
}


# What rows mean


def deeds(rows: Iterable[moves.Row]) -> Counter[Deed]:
    """Add up all movements of these rows."""
    found: Counter[Deed] = Counter()
    for row in rows:
        for who in row.who or (None,):
            for (kind, *more), number in _deeds(row, who):
                found[_whose(who, kind), kind, *more] += number
    return Counter({deed: number for deed, number in found.items() if number})


def _whose(who: Color | None, kind: object) -> Color | None:
    """Return the moving player; the active one for pieces of no player."""
    return None if kind in ("druid", "die", "bonus") else who


def _deeds(row: moves.Row, who: Color | None) -> Iterator[tuple[Deed, int]]:  # noqa: C901, PLR0912 - one flat case a row
    match row:
        case moves.ChipsTaken(_, chips) | moves.ChipsReturned(_, chips):
            sign = 1 if isinstance(row, moves.ChipsTaken) else -1
            for material, number in zip(MATERIALS, chips.counts, strict=True):
                yield (str(material),), sign * number
        case moves.WorkerPlaced(_, plain):
            yield ("worker", str(plain)), 1
        case moves.WorkerRemoved(_, plain):
            yield ("worker", str(plain)), -1
        case moves.WorkerMoved(_, source, _, target):
            yield ("worker", str(source)), -1
            yield ("worker", str(target)), 1
        case moves.BuildingPlaced(_, kind, field):
            yield (str(kind), field), 1
        case moves.BuildingRemoved(_, kind, field):
            yield (str(kind), field), -1
        case moves.BonusPutIntoBox(_, bonus, field):
            yield ("bonus", str(bonus), field), -1
        case moves.BonusReturned(_, bonus, field):
            yield ("bonus", str(bonus), field), 1
        case moves.RuneMoved(_, rune, _, target):
            yield ("rune", str(rune)), 1 if target == who else -1
        case moves.DruidMoved(_, source, target) if source != target:
            yield ("druid", target.field or f"stone {target.stone}"), 1
        case moves.DieMoved(_, field):
            yield ("die", field or 0), 1
        case moves.MarkerMoved(_, source, target):
            yield ("points",), target - source
        case moves.HiddenHandCorrected():
            yield ("hand",), 1
        case _:
            return


# Hidden chips


def sounds_the_same(seed: int, folder: Path) -> int:
    """Compare two games that differ only in hidden chips; return how many sentences."""
    from tests.kiosk.test_secret_chips import GAME, HIDDEN, chips_corrected, placed  # noqa: PLC0415

    luck, heard = Luck(seed), 0
    use_language(languages()[seed % len(languages())])
    with closing(Journal.open(folder / "one")) as one, closing(Journal.open(folder / "two")) as two:
        tables = []
        for journal, hidden in zip((one, two), HIDDEN, strict=True):
            journal.ensure_open().execute("PRAGMA synchronous = OFF")
            session = Session.begin(journal, GAME)
            for command in (*placed(), chips_corrected(hidden)):
                session.apply(command)
            for color in session.state.colors:
                session.mark_done(color)
            tables.append(Listener(session, open_chips=False))
        for _step in range(STEPS):
            state = tables[0].session.state
            if state.phase is Phase.FINISHED:
                break
            command = legal_command(state, luck)
            if isinstance(command, do.Correct) or not _fits(command, tables):
                continue
            said = []
            for table in tables:
                table.does(command)
                said.append(table.listen()[1])
                table.obey()
            assert said[0] == said[1], (command, said)
            heard += len(said[0])
    return heard


def _fits(command: do.Command, tables: Sequence[Listener]) -> bool:
    """Whether both tables accept the command: a hand may lack chips at one of them."""
    try:
        for table in tables:
            decide(table.session.state, command)
    except RuleViolation:
        return False
    return True


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    heard = pairs = 0
    for seed in range(first, first + games):
        with tempfile.TemporaryDirectory() as folder:
            try:
                heard += play(seed, Path(folder) / "game")
                if seed % 2 == 0:
                    pairs += sounds_the_same(seed, Path(folder))
            except Exception:
                sys.stderr.write(f"seed {seed}:\n")
                raise
    sys.stdout.write(
        f"{games} games, {heard} times something was said: what stands in the trays and on the "
        f"card, and nothing else; {pairs} times the same where only hidden chips differ\n"
    )


if __name__ == "__main__":
    main()
