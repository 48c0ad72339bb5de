"""Every sentence in every way to tell it: on the command line, as JSON, in the log, on the screen.

Which sentences there are is read off the sources. Those of the rules and of what is told of a game
come from games and mistakes at random, and a few from positions that luck hardly brings: a sentence
that nothing here brings about is missed. All others are told with every kind of fact in their gaps.
"""

import argparse
import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import content, moves, telling
from companion import events as ev
from companion.errors import RecordError, RuleViolation
from companion.evolution import apply_changes
from companion.game import events_of_command, state_after_command
from companion.history import HeadMoveKind, PathChange, Step, make_step
from companion.memory.played_game import PlayedGame
from companion.pieces import (
    MATERIALS,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Face,
    Material,
    MaterialChips,
    OfferingAnswer,
    Rune,
)
from companion.preview import preview_build
from companion.rules.consistency import state_problems
from companion.rules.setup import Seat, check_bonus_chips, check_players, initial_state
from companion.sentence import Sentence
from companion.state import Building, FinaleStage, GameState, Phase, PointSource
from companion.telling.phrases import move_phrase, point_sources_phrase
from companion.telling.reasons import question_reasons
from companion.telling.sentences import change_sentence, command_sentence
from companion.trays import tray_rows_for_path_change
from deploy.catalogues import CHECKOUT, MARKERS, TEMPLATE, read_catalogue
from kiosk.cli.command_runner import run_command
from kiosk.words.language import languages, use_language
from kiosk.words.reasons import reason_paragraph, refusal_reason
from kiosk.words.texts import refusal_text, sentence_text
from tests.companion.explained import asking, table
from tests.companion.positions import BLUE, BONUS, GREEN, NAMES, PURPLE, RED, STONE, WOOD, position
from tests.corrections import jump_ahead
from tests.kiosk.words.test_teaching import all_taught
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.strategies import any_command
from tests.tables import any_setup

GAMES = 8
LONGEST = 150
TIME = "2026-01-01T12:00:00.000+00:00"
_OF_THE_GAME = (
    "companion/game.py",
    "companion/rules/",
    "companion/telling/",
    "companion/teaching/",
)
_GAP = re.compile(r"\{(\w*)[^}]*\}")
_RAW = re.compile(r"[{}<>*]|Chips\(|MaterialChips\(|Building\(|Sentence\(|Color\.|\bNone\b")
"""What only a fact shows that nobody put into words."""

every_language = pytest.mark.parametrize("code", languages())


# What sentences there are, and what brings them about


def of_the_game() -> dict[str, str]:
    """The sentences of the rules and of what is told and taught of a game, with their module."""
    found = {}
    for one in read_catalogue(TEMPLATE):
        for file, _line in one.locations:
            if file.startswith(_OF_THE_GAME):
                found[one.id if isinstance(one.id, str) else one.id[0]] = file
    for name in ("hints", "opening", "payoff", "reasons", "story", "things", "told"):
        found |= dict.fromkeys(map(content.english_message, content.texts_in_file(name)), name)
    return found


class Refusal(NamedTuple):
    state: GameState
    violation: RuleViolation


class Brought(NamedTuple):
    sentences: Mapping[str, tuple[Sentence, ...]]
    refusals: Mapping[str, Refusal]


@cache
def brought_about() -> Brought:
    found: dict[str, dict[object, Sentence]] = {}
    refusals: dict[str, Refusal] = {}
    for told in (*_of_random_games(), *_of_what_luck_hardly_brings(), *all_taught()):
        sentence = told
        if isinstance(told, Refusal):
            sentence = told.violation.sentence
            refusals.setdefault(sentence.message, told)
        for one in _with_those_within(sentence):
            kinds = tuple((gap, type(fact)) for gap, fact in one.facts.items())
            found.setdefault(one.message, {}).setdefault((kinds, one.plural), one)
    return Brought({message: tuple(kinds.values()) for message, kinds in found.items()}, refusals)


def _with_those_within(sentence: Sentence) -> Iterator[Sentence]:
    yield sentence
    if sentence.plural is not None:
        yield Sentence(sentence.plural, sentence.facts | {"number": 2})
    for fact in sentence.facts.values():
        for part in fact if isinstance(fact, tuple) else (fact,):
            if isinstance(part, Sentence):
                yield from _with_those_within(part)


def _of_random_games() -> Iterator[Sentence | Refusal]:
    for seed in range(GAMES):
        luck = Luck(seed)
        state = initial_state(any_setup(luck))
        steps: list[Step] = []
        jump = True
        for _ in range(LONGEST):
            if state.phase is Phase.FINISHED:
                break
            for _attempt in range(4):
                yield from _refusals(state, any_command(state, luck))
            jumps = jump and state.phase is Phase.ROLL
            jump = jump and not jumps
            command = jump_ahead(state, luck) if jumps else legal_command(state, luck)
            yield from _all_told(state, command)
            step = replace(make_step(state, command, ""), number=len(steps) + 1, parent=len(steps))
            steps.append(step)
            for turn in (
                PathChange(HeadMoveKind.UNDO, (step,), ()),
                PathChange(HeadMoveKind.REDO, (), (step,)),
            ):
                yield from _of_rows(tray_rows_for_path_change(turn))
                yield from _of_rows(tray_rows_for_path_change(turn, open_chips=True))
            state = step.after
        yield from _of_rows(
            tray_rows_for_path_change(PathChange(HeadMoveKind.BRANCH, tuple(steps), ()))
        )


def _refusals(state: GameState, command: do.Command) -> Iterator[Refusal]:
    try:
        events_of_command(state, command)
    except RuleViolation as refusal:
        yield Refusal(state, refusal.with_traceback(None))


def _all_told(state: GameState, command: do.Command) -> Iterator[Sentence]:
    yield command_sentence(command)
    if isinstance(command, do.Correct):
        yield from map(change_sentence, command.changes)
    yield from _of_events(state, events_of_command(state, command))


def _of_events(state: GameState, events: tuple[ev.Event, ...]) -> Iterator[Sentence]:
    reasons = list(question_reasons(state))
    for open_chips in (False, True):
        for one in telling.narrate(state, events, open_chips=open_chips):
            yield from _of_rows(one.rows)
            reasons += one.reasons
        yield from _of_rows(telling.moves_to_make(state, events, open_chips=open_chips))
    for reason in reasons:
        yield from reason.calculations


def _of_rows(rows: tuple[moves.Row, ...]) -> Iterator[Sentence]:
    for row in rows:
        yield move_phrase(row)
        reason = point_sources_phrase(row)
        if reason is not None:
            yield reason
        if isinstance(row, moves.News) and row.announcement is not None:
            yield row.announcement


def _of_what_luck_hardly_brings() -> Iterator[Sentence | Refusal]:
    over = replace(table(), phase=Phase.FINISHED, active=None, pending=())
    yield from _refusals(over, do.Roll(by=BLUE, face=Face.WOOD))
    for first, seats in ((0, (BLUE, BLUE)), (0, (BLUE, RED)), (2, (BLUE, PURPLE)), (0, (BLUE,))):
        people = tuple(Seat(color, NAMES[color]) for color in seats)
        yield from _refused(check_players, people, first)
    for first_chips in ((), ((0, Bonus.POINTS),), ((6, Bonus.POINTS),)):
        yield from _refused(check_bonus_chips, 32, (*first_chips, *BONUS[1:]))
    poor, *others = table().players
    yield from state_problems(replace(table(), players=(replace(poor, points=-1), *others)))
    for kind in BuildingKind:
        fields = (do.SetBuilding(field, Building(kind, RED)) for field in range(1, 13))
        yield from state_problems(apply_changes(table(), tuple(fields)))
    for druid in (do.SetDruid(0, None), do.SetDruid(1, None), do.SetDruid(None, 7)):
        yield change_sentence(druid)
    alike = (do.SetHand(BLUE, WOOD, 1), do.SetHand(RED, WOOD, 1), do.SetSupply(WOOD, 16))
    yield from _all_told(table(hands={}), do.Correct(changes=alike, why="seen"))
    both = (
        ev.PointsScored(RED, -1, 4, PointSource.OFFERINGS),
        ev.PointsScored(RED, 1, 5, PointSource.INTERIM_RUNES),
    )
    yield from _of_events(table(), (ev.OfferingMade(RED, 10, OfferingAnswer.NONE, 1), *both))
    across = table(huts={RED: (10, 31)}, druid=31)
    yield from _of_events(across, preview_build(across, BuildingKind.TEMPLE, 20).events)
    huts = {BLUE: tuple(range(2, 12)), PURPLE: tuple(range(12, 22))}
    long = position(BLUE, PURPLE, huts=huts, druid=2)
    yield from _of_events(long, preview_build(long, BuildingKind.HUT, 1).events)
    yield from _of_events(table(), preview_build(table(), BuildingKind.TEMPLE, 20).events)
    yield from _refusals(
        table(stacks={WOOD: (BLUE,), STONE: (RED, RED, GREEN)}),
        do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE),
    )
    yield from _refusals(
        table(stacks={WOOD: (RED,)}), do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)
    )
    for material in Material:
        held = next(one for one in Material if one is not material)
        holding = table(phase=Phase.GIVE_BACK, hands={BLUE: f"1 {held}"})
        yield from _refusals(holding, do.GiveBackChip(by=BLUE, material=material))
    never_again = do.DeclineFinalOfferings(by=RED)
    yield command_sentence(never_again)
    yield from _refusals(asking(10, 1, huts={RED: (10,)}), never_again)
    chips = (do.SetBonus(field, Bonus.HUT) for field in (20, 25, 30))
    yield from state_problems(apply_changes(table(), tuple(chips)))
    temple = do.SetBuilding(20, Building(BuildingKind.TEMPLE, RED))
    yield from state_problems(apply_changes(table(bonus={20: Bonus.HUT}), (temple,)))
    yield from _of_trays()
    yield from _of_the_end()


def _of_trays() -> Iterator[Sentence]:
    for settle_only_by_taps in (False, True):
        luck = Luck(3)
        game = PlayedGame.begin(any_setup(luck))
        game.trays.settle_only_by_taps = settle_only_by_taps
        for number in range(LONGEST):
            if game.state.phase is Phase.FINISHED:
                break
            game.add_step(make_step(game.state, legal_command(game.state, luck), TIME))
            if number % 7 == 0:
                game.undo()
            for tray in game.trays.trays(game.state):
                yield from _of_rows(tray.rows)


def _of_the_end() -> Iterator[Sentence | Refusal]:
    everything = {"huts": {BLUE: tuple(range(12, 20)), RED: (10,)}, "temples": {BLUE: (5, 7)}}
    last = table(**everything, active=GREEN, finale=FinaleStage.LAST_TURNS, finisher=BLUE)
    yield from _refusals(
        replace(last, active=BLUE, pending=(BLUE,)), do.BuildHut(by=BLUE, field=25)
    )
    off = do.Correct(changes=(do.SetBuilding(12, None),), why="bumped")
    yield from _all_told(last, off)
    for material in MATERIALS:
        one = do.MakeOffering(by=RED, give=OfferingAnswer.ONE, pay=Chips(**{material: 1}))
        yield from _refusals(asking(32, huts={RED: (32,)}, hands={}), one)
    for huts in ((13,), (13, 15)):
        level = asking(
            32,
            1,
            huts={RED: (32, 1), GREEN: huts},
            finale=FinaleStage.CIRCUIT,
            points={RED: 10, GREEN: 8},
        )
        nothing = do.MakeOffering(by=RED, give=OfferingAnswer.NONE)
        yield from _all_told(level, nothing)
        yield from _all_told(state_after_command(level, nothing), nothing)


def _refused(check: Callable[..., None], *given: object) -> Iterator[Refusal]:
    with pytest.raises(RuleViolation) as refusal:
        check(*given)
    yield Refusal(table(), refusal.value)


def test_every_sentence_of_the_game_is_brought_about() -> None:
    brought = brought_about().sentences
    assert {one: place for one, place in of_the_game().items() if one not in brought} == {}


# Every way to tell them


def _on_the_command_line(sentence: Sentence, capsys, *, findings_as_json: bool = False) -> str:
    """A terminal is sent no signs but spaces between words."""

    def break_off(_options: argparse.Namespace) -> None:
        raise RecordError(17, "a.rule", sentence)

    assert run_command(break_off, argparse.Namespace(json=findings_as_json)) == 1
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    return told


@every_language
def test_what_is_told_of_a_game_can_be_told_in_every_way(code: str, capsys) -> None:
    use_language(code)
    for kinds in brought_about().sentences.values():
        for sentence in kinds:
            line = _on_the_command_line(sentence, capsys)
            refusal = json.loads(_on_the_command_line(sentence, capsys, findings_as_json=True))
            plain = str(sentence).replace("\N{NO-BREAK SPACE}", " ")
            assert refusal == {"line": 17, "rule": "a.rule", "message": plain}
            without, named = sentence_text(sentence), sentence_text(sentence, NAMES)
            assert without.replace("\N{NO-BREAK SPACE}", " ") in line
            for text in (str(sentence), without, named):
                assert text
                assert not _RAW.search(text), (sentence, text)


@every_language
def test_every_refusal_is_a_page_with_the_rule_behind_it(code: str) -> None:
    use_language(code)
    refusals = brought_about().refusals
    assert len(refusals) > 40
    for state, violation in refusals.values():
        page = refusal_reason(state, violation)
        assert page.rule_id == violation.rule
        assert refusal_text(state, violation) in reason_paragraph(page).text


BUILDINGS = [Building(kind, color) for kind in BuildingKind for color in Color]
FACTS = (
    *(0, 1, 2, 1.5, "Ada"),
    *(next(iter(names)) for names in (Material, Color, Rune, Bonus, BuildingKind, Face)),
    *(Chips(), Chips(wood=1, stone=3), MaterialChips(WOOD, 1), MaterialChips(STONE, 0)),
    *BUILDINGS,
    Sentence("{names} wins", {"number": 1, "names": (BLUE,)}, "{names} share the victory"),
    *(
        (),
        (1, 2),
        (BLUE, RED),
        ("Ada", "Bo"),
        (MaterialChips(WOOD, 2), MaterialChips(STONE, 1)),
        (Face.PLUS,),
    ),
)
"""What may fill a gap (`companion.sentence`), of each kind one or more."""


@every_language
@pytest.mark.parametrize("names", [{}, {BLUE: "Bo"}, NAMES], ids=["no names", "one name", "names"])
def test_whatever_fills_a_gap_is_told_with_names_and_without(code: str, names: dict) -> None:
    use_language(code)
    for fact in FACTS:
        text = sentence_text(Sentence("{who}, {what}", {"who": GREEN, "what": fact}), names)
        assert not _RAW.search(text), fact
        assert not _RAW.search(str(Sentence("{fact}", {"fact": fact}))), fact


@every_language
def test_each_player_s_building_is_told_by_its_colour_where_there_are_no_names(code: str) -> None:
    use_language(code)
    told = [sentence_text(Sentence("{building}", {"building": one})) for one in BUILDINGS]
    assert len(set(told)) == len(BUILDINGS)
    if code == "en":
        assert told == list(map(str, BUILDINGS))


# Every gap of every sentence is filled


def _facts_given(given: ast.expr, within: ast.AST) -> set[str] | None:
    match given:
        case ast.Dict(keys=keys):
            return {key.value for key in keys if isinstance(key, ast.Constant)}
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            both = _facts_given(left, within), _facts_given(right, within)
            return None if None in both else both[0] | both[1]
        case ast.Name(id=name):
            told = [
                _facts_given(one.value, within)
                for one in ast.walk(within)
                if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name
            ]
            return told[0] if len(told) == 1 else None
        case _:
            return None


def _written(sentence: ast.expr) -> str | None:
    """A sentence that is written out where it is told, with its mark or without."""
    if isinstance(sentence, ast.Call) and ast.unparse(sentence.func) in ("N_", "mark"):
        sentence = sentence.args[0]
    return sentence.value if isinstance(sentence, ast.Constant) else None


def _open_gaps(source: str) -> Iterator[tuple[int, set[str]]]:
    """The lines of a module whose sentences, written out there, have gaps that nothing fills."""
    tree = ast.parse(source)
    nodes = [one for one in ast.walk(tree) if isinstance(one, ast.Call | ast.FunctionDef)]
    functions = [one for one in nodes if isinstance(one, ast.FunctionDef)]
    for call in (one for one in nodes if isinstance(one, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        marker = MARKERS.get(name)
        if marker is None or name in ("mark", "N_", "mark_in_context"):
            continue
        places = [place for place in (marker.sentence, marker.plural) if place is not None]
        written = [_written(call.args[place]) for place in places if place < len(call.args)]
        if None in written:
            continue
        filled: set[str] | None = {keyword.arg for keyword in call.keywords if keyword.arg}
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        if name == "plural":
            filled.add("number")
        if name == "Sentence":
            facts = call.args[1:2]
            around = [one for one in functions if one.lineno <= call.lineno <= one.end_lineno]
            filled = _facts_given(facts[0], around[-1] if around else tree) if facts else set()
        gaps = set().union(*(_GAP.findall(one) for one in written))
        if filled is not None and gaps - filled:
            yield call.lineno, gaps - filled


def test_no_gap_of_a_sentence_is_left_open() -> None:
    found = [
        (str(path.relative_to(CHECKOUT)), *one)
        for folder in ("companion", "hardware", "kiosk")
        for path in (CHECKOUT / folder).rglob("*.py")
        for one in _open_gaps(path.read_text(encoding="utf-8"))
    ]
    assert found == []
