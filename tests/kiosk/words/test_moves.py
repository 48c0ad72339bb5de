"""What the list of moves shows, followed on a cardboard of our own, leads to the next state.

The list is complete, true and sufficient: for every event and every step of the playthroughs and of
random games, and for steps taken back and done again, several in a row.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from companion import moves, telling
from companion.commands import Correct, SetHand
from companion.evolution import apply_event
from companion.game import events_of_command
from companion.history import HeadMoveKind, PathChange, make_step
from companion.moves import MarkerToMove, unwrap_row
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Rune, StackPosition
from companion.state import Building, Druid, FinaleStage, GameState
from companion.telling.phrases import point_sources_phrase
from kiosk.pages.table.moves import correction_sentences
from kiosk.pages.table.notices import Announcement, announcement_of
from kiosk.words.latest_moves import PieceMoves, piece_moves
from kiosk.words.moves import MoveText, event_move_texts, move_texts
from kiosk.words.texts import sentence_text
from tests.companion import playthrough
from tests.companion.positions import BLUE, GREEN, RED, WOOD, WOOL, build, position
from tests.strategies import Game, games, steps

HUT, TEMPLE = BuildingKind
PLAYTHROUGHS = sorted(playthrough.FOLDER.glob("*.txt"))

each = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)

chips_open_or_secret = pytest.mark.parametrize("open_chips", [True, False], ids=["open", "secret"])


Places = dict[tuple[object, ...], Any]
"""What lies in each place: chips in hands and on plains, stacks, fields, rune stones, markers."""


def places(state: GameState, die: int | None = None) -> Places:
    lie: Places = {("druid",): state.druid, ("die",): die}
    for player in state.players:
        lie["points", player.color] = player.points
        lie |= hand_in(state, player.color)
    for plain in MATERIALS:
        lie["supply", plain] = state.supply.number(plain)
        lie["stack", plain] = state.stack(plain)
    lie |= {("field", at): one for at, one in enumerate(state.buildings, start=1)}
    lie |= {("bonus", at): one for at, one in enumerate(state.bonus, start=1)}
    return lie | {("rune", one): who for one, who in zip(Rune, state.runes, strict=True)}


def hand_in(state: GameState, color: Color) -> Places:
    return {("hand", color, one): state.player(color).hand.number(one) for one in MATERIALS}


def move(lie: Places, row: moves.Row, after: GameState) -> None:  # noqa: C901, PLR0912 - one flat case a row
    match row:
        case moves.ChipsToTake(who, chips) | moves.ChipsToReturn(who, chips):
            sign = 1 if isinstance(row, moves.ChipsToTake) else -1
            for color in who:
                for material, number in zip(MATERIALS, chips.counts, strict=True):
                    lie["hand", color, material] += sign * number
                    lie["supply", material] -= sign * number
                    assert lie["hand", color, material] >= 0
        case moves.HandTarget(who, numbers):
            lie |= {("hand", color, one): number for color in who for one, number in numbers}
        case moves.HiddenHandCorrected(who):
            for color in who:
                lie |= hand_in(after, color)
        case moves.SupplyTarget((), plain, number):
            lie["supply", plain] = number
        case moves.WorkerToPlace((color,), plain):
            lie["stack", plain] += (color,)
        case moves.WorkerToRemove((color,), plain):
            *lie["stack", plain], last = lie["stack", plain]
            assert last is color
        case moves.WorkerToMove((color,), source, which, target):
            stack = [*lie["stack", source]]
            levels = [level for level, one in enumerate(stack, start=1) if one is color]
            if which is not None:
                levels = [level for level in levels if StackPosition.at(level, len(stack)) is which]
            (level,) = levels
            del stack[level - 1]
            lie |= {("stack", source): stack, ("stack", target): (*lie["stack", target], color)}
        case moves.StackTarget((), plain, workers):
            lie["stack", plain] = workers
        case moves.BuildingToPlace((color,), kind, field, below):
            assert lie["field", field] is None
            assert (below is not None) == (kind is HUT and lie["bonus", field] is Bonus.DRUID)
            lie["field", field] = Building(kind, color)
        case moves.BuildingToRemove((color,), kind, field):
            assert lie["field", field] == Building(kind, color)
            lie["field", field] = None
        case moves.BonusToRemove(_, bonus, field):
            assert lie["bonus", field] is bonus
            lie["bonus", field] = None
        case moves.BonusToReturn(_, bonus, field):
            assert lie["bonus", field] is None
            lie["bonus", field] = bonus
        case moves.RuneToMove((color,), rune, source, target):
            assert (lie["rune", rune], color) == (source, target or source)
            lie["rune", rune] = target
        case moves.DruidToMove((), source, target):
            assert source in (None, lie["druid",])
            lie["druid",] = target
        case moves.DieToMove(_, field):
            lie["die",] = field
        case moves.MarkerToMove(who, source, target):
            for color in who:
                assert lie["points", color] == source
                lie["points", color] = target
        case moves.AlreadyInPlace(_, one):
            move(lie, one, after)
        case _:
            assert not moves.is_move(row)


def die_beside(before: GameState, after: GameState, die: int | None) -> int | None:
    """Where the die marks the end of the circuit after a step (the booklet, p. 12)."""
    if before.finale is FinaleStage.CIRCUIT or after.finale is not FinaleStage.CIRCUIT:
        return die
    return before.druid.field or max(after.hut_fields(), default=None)


def follow(
    before: Places, rows: tuple[MoveText, ...], after: GameState, die: int | None = None
) -> None:
    for row in rows:
        move(before, row.move, after)
    lie = {place: tuple(one) if isinstance(one, list) else one for place, one in before.items()}
    assert lie == places(after, die), [row.text for row in rows]


@cache
def happened_in(path: Path) -> list[tuple[GameState, tuple, GameState]]:
    script = playthrough.extract(path.read_text(encoding="utf-8"))
    return [(step.before, step.events, step.after) for step in playthrough.steps(script)]


@chips_open_or_secret
@each
def test_every_step_and_event_of_a_playthrough_can_be_followed_on_the_cardboard(
    path, *, open_chips: bool
):
    die = None
    for before, events, after in happened_in(path):
        lie = places(before, die)
        die = die_beside(before, after, die)
        follow(lie, event_move_texts(before, events, open_chips=open_chips), after, die)
        state = before
        for one in telling.narrate(before, events, open_chips=open_chips):
            following = apply_event(state, one.event)
            rows = [row for row in one.rows if not isinstance(row, moves.DieToMove)]
            follow(places(state), move_texts(state, rows), following)
            state = following


@given(game=games(), open_chips=st.booleans())
def test_every_step_of_a_random_game_can_be_followed_there_and_back_on_the_cardboard(
    game: Game, *, open_chips: bool
):
    done, dies = [], [None]
    for before, command, after in steps(game):
        done.append(make_step(before, command, ""))
        dies.append(die_beside(before, after, dies[-1]))
        rows = event_move_texts(before, done[-1].events, open_chips=open_chips)
        follow(places(before, dies[-2]), rows, after, dies[-1])
    for first in {0, len(done) // 2, len(done) - 1} if done else ():
        turned = tuple(done[first:])
        there, back = (turned[0].state_before, dies[first]), (turned[-1].after, dies[-1])
        for change, before, after in (
            (PathChange(HeadMoveKind.UNDO, turned, ()), back, there),
            (PathChange(HeadMoveKind.REDO, (), turned), there, back),
        ):
            follow(places(*before), piece_moves(change, open_chips=open_chips).moves, *after)


BOTH = (BLUE, GREEN)
WORDS = (
    (moves.ChipsToTake((BLUE,), Chips(wood=2, stone=1)), "take 2 wood, 1 stone"),
    (moves.ChipsToTake(BOTH, Chips(wool=1)), "take 1 wool each"),
    (moves.ChipsToReturn((BLUE,), Chips(copper=3)), "return 3 copper"),
    (moves.ChipsToReturn(BOTH, Chips(copper=3)), "return 3 copper each"),
    (moves.HandTarget((BLUE,), ((WOOD, 2), (WOOL, 0))), "2 wood, 0 wool in hand now"),
    (moves.HandTarget(BOTH, ((WOOD, 2),)), "2 wood in hand now, each"),
    (moves.HiddenHandCorrected((BLUE,)), "chips changed, look at your hand"),
    (moves.SupplyTarget((), WOOD, 1), "1 chip lies on the wood plain"),
    (moves.SupplyTarget((), WOOL, 0), "0 chips lie on the wool plain"),
    (moves.WorkerToPlace((BLUE,), WOOD), "worker onto the wood plain"),
    (moves.WorkerToRemove((BLUE,), WOOL), "worker off the wool plain"),
    (moves.WorkerToMove((BLUE,), WOOD, None, WOOL), "worker from wood to wool"),
    (
        moves.WorkerToMove((BLUE,), WOOD, StackPosition.MIDDLE, WOOL),
        "worker from wood, middle, to wool",
    ),
    (moves.StackTarget((), WOOD, ()), "Workers on the wood plain: none"),
    (moves.StackTarget((), WOOD, (RED,)), "Workers on the wood plain: Ria"),
    (moves.StackTarget((), WOOD, BOTH), "Workers on the wood plain, from below: Bo and Gus"),
    (moves.BuildingToPlace((BLUE,), HUT, 7), "hut onto 7"),
    (moves.BuildingToPlace((BLUE,), HUT, 7, Bonus.DRUID), "hut onto 7, on the druid chip"),
    (moves.BuildingToPlace((BLUE,), TEMPLE, 9), "temple onto 9"),
    (moves.BuildingToRemove((BLUE,), HUT, 7), "hut off 7"),
    (moves.BuildingToRemove((BLUE,), TEMPLE, 9), "temple off 9"),
    (moves.BonusToRemove((), Bonus.POINTS, 4), "“+2” chip from 4 into the box"),
    (moves.BonusToReturn((), Bonus.HUT, 4), "“free hut” chip back onto 4"),
    (moves.RuneToMove((BLUE,), Rune.EYE, None, BLUE), "take the eye rune"),
    (moves.RuneToMove((BLUE,), Rune.EYE, RED, BLUE), "the eye rune from Ria"),
    (moves.RuneToMove((BLUE,), Rune.EYE, BLUE, RED), "give the eye rune to Ria"),
    (moves.RuneToMove((BLUE,), Rune.EYE, BLUE, None), "the eye rune back beside the board"),
    (moves.RuneTarget((BLUE,), Rune.EYE, None), "the eye rune back beside the board"),
    (moves.DruidToMove((), Druid(2), Druid(3)), "Druid to his stone 3"),
    (moves.DruidToMove((), Druid(None, 4), Druid(0)), "Druid to his temple"),
    (moves.DruidToMove((), Druid(3), Druid(None, 4)), "Druid to 4"),
    (moves.DruidToMove((), Druid(None, 4), Druid(None, 9)), "Druid from 4 to 9"),
    (moves.DruidToMove((), Druid(None, 4), Druid(None, 4)), "Druid all the way round, back to 4"),
    (
        moves.DruidToMove((), Druid(None, 31), Druid(None, 4), crosses_river=True),
        "Druid from 31 over the river to 4",
    ),
    (moves.DieToMove((), 31), "Die beside 31: the circuit ends there"),
    (moves.DieToMove((), None), "Take the die off the board"),
    (moves.MarkerToMove((BLUE,), 5, 12), "+7, scorekeeper to 12"),
    (moves.MarkerToMove((BLUE,), 12, 5), "−7, scorekeeper to 5"),  # noqa: RUF001 - a minus
    (moves.MarkerToMove((BLUE,), 99, 103), "+4, scorekeeper to 3 with the 100 chip"),
    (moves.MarkerToMove((BLUE,), 5, 5), "+0, scorekeeper stays on 5"),
    (moves.MarkerTarget((BLUE,), 8), "scorekeeper on 8"),
    (
        moves.UndoIfDone((BLUE,), moves.WorkerToPlace((BLUE,), WOOD)),
        "worker onto the wood plain, if needed",
    ),
    (
        moves.UndoIfDone((BLUE,), moves.WorkerToRemove((BLUE,), WOOD)),
        "worker off the wood plain, if already there",
    ),
    (
        moves.UndoIfDone((BLUE,), moves.ChipsToTake((BLUE,), Chips.of(WOOD))),
        "take 1 wood back, if already returned",
    ),
    (
        moves.UndoIfDone((BLUE,), moves.ChipsToReturn((BLUE,), Chips.of(WOOD))),
        "return 1 wood, if already taken",
    ),
)


@pytest.mark.parametrize(("row", "words"), WORDS, ids=[words for _row, words in WORDS])
def test_a_move_is_told_in_these_words_behind_the_names_of_those_who_make_it(row, words) -> None:
    (told,) = move_texts(position(BLUE, GREEN, RED), [row])
    assert told.text_without_players == words
    names = {(): "", (BLUE,): "Bo: ", BOTH: "Bo and Gus: "}
    assert told.text == names[row.who] + words
    (done,) = move_texts(position(BLUE, GREEN, RED), [moves.AlreadyInPlace(row.who, row)])
    assert (done.text_without_players, done.text) == (told.text_without_players, told.text)


def test_there_are_words_for_every_kind_of_row() -> None:
    kinds = {type(row) for row, _words in WORDS}
    assert {*get_args(moves.Row)} - kinds == {moves.News, moves.AlreadyInPlace}


def test_corrections_that_differ_only_behind_the_screens_are_told_alike_there_and_back():
    before = position(BLUE, GREEN, RED, hands={BLUE: "2 wood 2 wool", GREEN: "2 wood 2 wool"})
    told = set()
    for wood, wool in ((0, 4), (4, 1), (2, 2), (3, 3)):
        changes = (
            *(SetHand(BLUE, WOOD, wood), SetHand(GREEN, WOOD, 4 - wood)),
            *(SetHand(BLUE, WOOL, wool), SetHand(GREEN, WOOL, 4 - wool)),
        )
        correction = Correct(changes=changes, why="counted again")
        step = replace(make_step(before, correction, ""), number=1)
        there = event_move_texts(before, step.events)
        back = piece_moves(PathChange(HeadMoveKind.UNDO, (step,), ())).moves
        told.add((tuple(row.text for row in there), tuple(row.text for row in back)))
    look = "Bo and Gus: chips changed, look at your hand"
    assert told == {(("Correction: counted again", look), (look,))}


WHAT_FOR = {
    "bonus chip": ("bonus", "hut.bonus"),
    "offering": ("offerings", "offer."),
    "river": ("interim_runes", "river.interim"),
    "final offering": ("final_offerings", "offer."),
    "temples": ("temples", "end.temples"),
    "rune stones": ("runes", "end.runes"),
    "correction": ("corrections", "correct.table"),
}
"""What stands beside a marker, the column of the final score, and the rule behind it."""


def counted(before: GameState, after: GameState, color: Color) -> dict[str, int]:
    old, new = (structs.asdict(state.player(color).breakdown) for state in (before, after))
    return {column: new[column] - old[column] for column in new if new[column] != old[column]}


def read_aside(row: MoveText, before: GameState) -> dict[str, int]:
    """What stands beside a marker: one reason without its points, several with them."""
    reason = point_sources_phrase(row.move)
    aside = "" if reason is None else sentence_text(reason)
    assert row.text.endswith(aside)
    one = unwrap_row(row.move)
    parts = re.findall(r"([a-z ]+) ([+−]\d+)(?:, )?", aside)  # noqa: RUF001 - a minus
    parts = parts or [(aside, str(one.target - one.source))]
    offering = "final offering" if before.finale is FinaleStage.CIRCUIT else "offering"
    return {
        offering if reason == "no offering" else reason: int(points.replace("−", "-"))  # noqa: RUF001 - a minus
        for reason, points in parts
    }


@each
def test_beside_a_marker_stands_what_its_points_are_for(path):
    asides = 0
    for before, events, after in happened_in(path):
        for row in event_move_texts(before, events):
            one = unwrap_row(row.move)
            if not isinstance(one, MarkerToMove):
                assert point_sources_phrase(one) is None
                continue
            asides += 1
            aside = read_aside(row, before)
            told = {WHAT_FOR[reason][0]: points for reason, points in aside.items()}
            assert all(counted(before, after, color) == told for color in row.move.who), row.text
            for reason, part in zip(aside, one.parts, strict=True):
                assert part.rule.startswith(WHAT_FOR[reason][1])
    assert asides


@pytest.mark.parametrize(
    ("runes", "brief", "told"),
    [
        (
            {Rune.SPROUT: RED, Rune.EYE: RED, Rune.HOOK: BLUE},
            "River: Bo +1, Ria +2",
            "Over the river, a point for each rune stone: Bo +1, Ria +2",
        ),
        ({}, "River: no points", "Over the river: nobody holds a rune stone"),
    ],
)
def test_at_the_river_all_are_told_who_scores_what_and_behind_that_why(
    runes, brief: str, told: str
) -> None:
    state = position(
        BLUE, GREEN, RED, huts={RED: (10,)}, druid=10, runes=runes, hands={BLUE: "1 wood 1 wool"}
    )
    rows = event_move_texts(
        state, events_of_command(state, build(state, BuildingKind.TEMPLE, 14, BLUE))
    )

    latest = PieceMoves(rows)
    assert announcement_of(state, latest) == Announcement("", "", told, brief)
    assert correction_sentences(latest) == ()
