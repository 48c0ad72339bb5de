"""Games that differ only behind the screens say the same on every screen, corrections included."""

import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion import commands as do
from companion.errors import RuleViolation
from companion.game import consequences_of, events_of_command
from companion.memory.amending import (
    Edit,
    InsertStep,
    RemoveStep,
    ReplaceStep,
    prepare_amendment,
)
from companion.memory.clock import current_timestamp
from companion.memory.exchange.records import LIST_NAME
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import MATERIALS, Chips, Face, Material
from companion.state import Phase
from kiosk import routes
from kiosk.cli import main as build_parser
from kiosk.pages.board_check import checklist_parts
from kiosk.pages.correct.view import amendment_difference_lines
from kiosk.pages.log import entry_text, piece_move_texts
from kiosk.routes import AmendmentKind, PlainToCorrect, PlayerToCorrect, StepToAmend
from kiosk.words.latest_moves import piece_moves
from kiosk.words.reasons import reasons
from tests.companion.positions import BLUE, GREEN, RED, WOOD, WOOL, position, setup
from tests.kiosk.touch import Touchscreen
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.strategies import any_command, lucks

GAME = setup(BLUE, RED, GREEN)
EACH = 5
"""So many chips of each material blue and red have together, whatever the other has."""


def placed() -> Iterator[do.Command]:
    for _round in range(2):
        for color, plain in zip((BLUE, RED, GREEN), MATERIALS, strict=False):
            yield do.PlaceWorker(by=color, plain=plain)


def chips_corrected(blue: tuple[int, ...]) -> do.Correct:
    """So many chips of each material for blue, the other ones of the two for red."""
    hands = chain.from_iterable(
        (do.SetHand(BLUE, material, number), do.SetHand(RED, material, EACH - number))
        for material, number in zip(MATERIALS, blue, strict=True)
    )
    supplies = (do.SetSupply(material, 18 - EACH - 1) for material in MATERIALS)
    return do.Correct(changes=(*hands, *supplies), why="counted again")


def shared_anew(game: Session, luck: Luck) -> do.Correct:
    """What blue and red have together, shared between them in any other way."""
    changes: list[do.Change] = []
    for material in MATERIALS:
        both = sum(game.state.player(color).hand.number(material) for color in (BLUE, RED))
        blue = luck.below(both + 1)
        changes.append(do.SetHand(BLUE, material, blue))
        changes.append(do.SetHand(RED, material, both - blue))
    return do.Correct(changes=tuple(changes), why="and again")


HIDDEN = ((3, 3, 2, 2), (2, 1, 3, 4))
"""What blue may hold: nobody else can know which."""


# Every screen


def see_corrections(touch: Touchscreen, look: Callable[[], None]) -> None:
    """The list of moves, the log, the layout and the step taken back; then a hand corrected."""

    def tap(*keys: str) -> None:
        for key in keys:
            touch.tap(key)
            look()

    touch.navigator.go(routes.Table())
    look()
    tap("menu", "menu.log", "entry.7", "why", "back", "earlier", "back", "back", "undo", "redo")
    touch.navigator.go(routes.Start())
    look()
    tap("resume", *["next"] * 5)
    touch.navigator.go(routes.Table())
    tap("menu", "menu.hands", "menu", "menu.correct", "part.blue", "chips.wood.more", "done")
    tap("part.red", *["chips.wool.less"] * 4, "chips.wool.more", "done")
    tap("next", "why.1", "back", "part.blue", "points.more", "done", "back")


def see_things(touch: Touchscreen, look: Callable[[], None]) -> None:
    for thing, keys in (
        (PlayerToCorrect(BLUE), ["chips.wood.less"] * 6 + ["chips.wool.more", "why.0"]),
        (PlainToCorrect(WOOD), ["gave.red"] * 6 + ["why.0"]),
    ):
        touch.navigator.go(routes.Correct(thing))
        for key in keys:
            touch.tap(key)
            look()
        touch.tap("back")


def see_old_steps(touch: Touchscreen, look: Callable[[], None]) -> None:
    touch.navigator.go(routes.Table())
    touch.navigator.go(routes.Log())
    touch.navigator.go(routes.Correct(StepToAmend(4, AmendmentKind.CHANGE)))
    look()
    touch.tap_plain(WOOL)
    look()
    touch.wait(1)
    touch.tap("amend.do")
    look()
    for key in ("menu", "menu.log", "back", "undo", "redo"):
        touch.tap(key)
        look()


def see_a_ruling(touch: Touchscreen, look: Callable[[], None]) -> None:
    touch.app_state.required_session.apply(do.Roll(by=BLUE, face=Face.STONE))
    touch.step()
    touch.navigator.go(routes.Table())
    touch.page.decide(do.BuildHut(by=BLUE, field=1, pay=Chips(wood=3)))
    look()
    for key in ("overrule", "further", "next", "back", "back"):
        touch.tap(key)
        look()


def test_no_screen_tells_what_was_corrected_behind_the_screens(tmp_path, monkeypatch) -> None:
    for page in ("log", "start"):
        monkeypatch.setattr(f"kiosk.pages.{page}.date_and_time_text", lambda *_times: "")
    told = []
    for number, hidden in enumerate(HIDDEN):
        with Touchscreen(tmp_path / str(number)) as touch:
            session = touch.app_state.begin_game(GAME)
            for command in (*placed(), chips_corrected(hidden)):
                session.apply(command)
            touch.step()
            seen: list[list[str]] = []
            for see in (see_things, see_corrections, see_a_ruling, see_old_steps):
                see(touch, lambda seen=seen, touch=touch: seen.append(touch.texts()))
            told.append(seen)
    for one, other in zip(*told, strict=True):
        assert one == other


# Every export but the record, which is all that was done in the open: whoever counts along, knows.


def exports_of(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> list[str]:
    """Return all that is exported of the games in a folder, without times, keys and records."""
    found = []
    for words in (["export", "--format", "csv"], ["games"], ["export", "--all"]):
        assert build_parser(["--data", str(folder), *words]) == 0
        printed = capfdbinary.readouterr().out
        if words[-1] == "--all":
            with zipfile.ZipFile(BytesIO(printed)) as packed:
                printed = packed.read(LIST_NAME)
        found.append(_CHANCE.sub("", printed.decode()))
    return found


_CHANCE = re.compile(r"[0-9-]{10} [0-9:]+|[0-9a-f]{32}|-[0-9-]{10}-[0-9a-f]{8}\b")
"""Times and keys."""


def test_no_export_tells_of_chips_before_the_end(tmp_path, capfdbinary) -> None:
    told = []
    for blue in ((0, 0, 0, 0), (EACH,) * 4):
        folder = tmp_path / str(blue[0])
        with closing(Journal.open(folder)) as journal:
            game = Session.begin(journal, GAME)
            for command in (*placed(), chips_corrected(blue)):
                game.apply(command)
        told.append(exports_of(folder, capfdbinary))
    assert told[0] == told[1]
    assert all(GAME.players[0].name in export for export in told[0])


# All that is said, whatever happens


class Pair:
    """Two games in which the same is done; they differ only in what blue and red hold."""

    def __init__(self, journals: tuple[Journal, Journal]) -> None:
        self.games = [Session.begin(journal, GAME) for journal in journals]
        for command in placed():
            for game in self.games:
                game.apply(command)
        for game, hidden in zip(self.games, HIDDEN, strict=True):
            game.apply(chips_corrected(hidden))

    def one_more(self, luck: Luck) -> None:
        choice, game = luck.below(12), self.games[0]
        if choice >= 9:
            self.ask(any_command(game.state, luck))
            return
        if choice == 0 and game.can_undo:
            self._in_both(Session.undo)
        elif choice == 1 and game.can_redo:
            self._in_both(Session.redo)
        elif choice == 2:
            self._amend(luck)
        elif choice == 3 and game.state.phase in (Phase.ROLL, Phase.ACTION):
            self._in_both(lambda game: game.apply(shared_anew(game, luck)))
        elif choice == 4:
            color = luck.pick(game.state.deciders or game.state.colors)
            self._in_both(lambda game: game.mark_done(color))
        else:
            self._apply(luck)

    @property
    def looks_alike(self) -> bool:
        one, other = (game.state for game in self.games)
        empty, as_empty = (
            [not player.hand.total for player in state.players] for state in (one, other)
        )
        return empty == as_empty and replace(one, players=()) == replace(other, players=())

    def ask(self, command: do.Command) -> None:
        """Try a command that one hand may refuse; it is done only where both games answer alike."""
        answers = [_answer(game, command) for game in self.games]
        for game, answer in zip(self.games, answers, strict=True):
            looks = len(game.game.revealing_refusals)
            if answer is not None:
                with pytest.raises(RuleViolation):
                    game.apply(command)
            told = [look.command for look in game.game.revealing_refusals[looks:]]
            if answers[0] != answers[1] and answer is not None:
                assert (
                    told == [command] or game.game.revealing_refusals[looks - 1].command == command
                )
            assert told in ([], [command])
        if answers[0] != answers[1]:
            self.asked = True
            refused = (game for game, answer in zip(self.games, answers, strict=True) if answer)
            for game in refused:
                eyes = game.game.players_with_seen_hands(game.state)
                is_correction = isinstance(command, do.Correct)
                assert eyes if is_correction else getattr(command, "by", None) in eyes

    asked = False
    """Whether one of the games has told more than the other, and an open eye says so."""

    def _in_both(self, act: Callable[[Session], object]) -> None:
        for game in self.games:
            act(game)

    def _apply(self, luck: Luck) -> None:
        for _try in range(20):
            if self.games[0].state.phase is Phase.FINISHED:
                return
            who = luck.pick(self.games[0].state.deciders)
            command = legal_command(replace(self.games[0].state, pending=(who,)), luck)
            try:
                for game in self.games:
                    consequences_of(replace(game.state, pending=(who,)), command)
            except RuleViolation:
                continue
            self._in_both(partial(Session.apply, command=command))
            return

    def _amend(self, luck: Luck) -> None:
        place = luck.below(len(self.games[0].steps)) + 1
        step = self.games[0].steps[place - 1]
        edit: Edit
        match step.command:
            case do.PlaceWorker(by=by):
                edit = ReplaceStep(place, do.PlaceWorker(by=by, plain=luck.pick(MATERIALS)))
            case do.Roll(by=by) if luck.once_in(2):
                edit = ReplaceStep(place, do.Roll(by=by, face=luck.pick(tuple(Face))))
            case do.Correct() if luck.once_in(2):
                edit = RemoveStep(place)
            case _ if step.before.phase in (Phase.ROLL, Phase.ACTION):
                points = do.SetPoints(luck.pick((BLUE, RED)), luck.below(9))
                edit = InsertStep(place, do.Correct(changes=(points,), why="counted"))
            case _:
                return
        both = [prepare_amendment(game.steps, [edit], current_timestamp()) for game in self.games]
        if all(one.conflict is None and one.has_effect for one in both):
            told = [
                amendment_difference_lines(
                    one,
                    game.game.tray_rows_added_by_branch(one.fork, one.new_steps, open_chips=False),
                )
                for game, one in zip(self.games, both, strict=True)
            ]
            assert told[0] == told[1]
            for game, amendment in zip(self.games, both, strict=True):
                game.amend(amendment)


def _answer(game: Session, command: do.Command) -> tuple[str, str] | None:
    try:
        game.preview(command)
    except RuleViolation as refusal:
        return refusal.rule, str(refusal)
    return None


def said_of(game: Session) -> list[object]:
    told = [
        (
            entry_text(one),
            piece_move_texts(one, open_chips=False),
            reasons(one.step.state_before, one.step.all_events),
        )
        for one in game.log[-3:]
    ]
    stands_open = (game.trays(), game.state.deciders)
    moved = piece_moves(game.game.history.latest).lines
    return [moved, told, checklist_parts(game.state, open_chips=False), stands_open]


@given(luck=lucks)
def test_nothing_that_is_said_tells_what_lies_behind_the_screens_but_an_open_eye_that_all_see(
    luck: Luck, tmp_path_factory
) -> None:
    journals = [Journal.open(tmp_path_factory.mktemp("game")) for _one in HIDDEN]
    pair = Pair((journals[0], journals[1]))
    only_asks = luck.once_in(2)
    for _step in range(12):
        # Who has no chips at all is passed over, for all to see.
        if not pair.looks_alike or pair.games[0].state.phase is Phase.FINISHED:
            break
        if only_asks or pair.asked:
            for _try in range(4):
                pair.ask(any_command(pair.games[0].state, luck))
            pair._apply(luck)
        else:
            pair.one_more(luck)
            if pair.looks_alike and not pair.asked:
                assert said_of(pair.games[0]) == said_of(pair.games[1])
    for journal in journals:
        journal.close()


def test_a_swap_that_a_hand_refuses_leaves_an_open_eye_and_one_that_all_see_refused_leaves_none(
    tmp_path,
) -> None:
    told = set()
    for hand in ("3 wood", "2 wood", ""):
        state = position(BLUE, GREEN, RED, hands={BLUE: hand, GREEN: "18 stone"})
        with pytest.raises(RuleViolation) as refusal:
            events_of_command(state, do.SwapChips(by=BLUE, pay=Chips(wood=3), take=Material.STONE))
        told.add((refusal.value.rule, str(refusal.value)))
    assert told == {("swap.any-time", "the stone plain is empty; choose another material")}
    session = Session.begin(Journal.open(tmp_path), GAME)
    for command in placed():
        session.apply(command)
    swap = do.SwapChips(by=RED, pay=Chips(wood=3), take=WOOL)
    for _again in range(2):
        with pytest.raises(RuleViolation):
            session.apply(swap)
    assert len(session.game.log) == len([*placed()])
    assert session.game.players_with_seen_hands(session.state) == {RED}
    again = Session.resume(Journal.open(tmp_path), session.game_id)
    assert again.game.players_with_seen_hands(again.state) == {RED}
    assert (again.can_redo, again.steps) == (False, session.steps)


def test_an_old_step_whose_change_tells_what_a_hand_lacked_leaves_an_open_eye(
    touch: Touchscreen,
) -> None:
    session = touch.app_state.begin_game(GAME)
    swap = do.SwapChips(by=BLUE, pay=Chips(wood=3), take=Material.STONE)
    for command in (*placed(), do.Roll(by=BLUE, face=Face.WOOD), swap):
        session.apply(command)
    touch.step()
    looks = len(session.game.revealing_refusals)
    touch.navigator.go(routes.Log())
    touch.navigator.go(routes.Correct(StepToAmend(7, AmendmentKind.CHANGE)))
    touch.tap(f"face.{Face.STONE}")
    touch.wait(1)
    (look,) = session.game.revealing_refusals[looks:]
    assert look.command == swap
    assert BLUE in session.game.players_with_seen_hands(session.state)
