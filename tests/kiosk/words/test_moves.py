"""What the list of moves shows, followed on a cardboard of our own, leads to the next state.

The list is complete, true and sufficient: for every event and every step of the playthroughs and of
random games, and for steps taken back and done again, several in a row.
"""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from msgspec import structs
from msgspec.structs import replace

from companion import telling
from companion.commands import Correct, SetHand
from companion.evolution import evolve
from companion.game import decide
from companion.history import HistoryAction, PathChange, Step, carry_out
from companion.moves import AlreadyDone, MarkerMoved
from companion.pieces import BuildingKind, Color, Rune
from companion.state import Finale, GameState
from companion.telling.phrases import reason_for_points
from kiosk.pages.table.moves import correction_sentences
from kiosk.pages.table.notices import Announcement, announcement_of
from kiosk.words.latest_moves import LatestMoves, latest_moves
from kiosk.words.moves import MoveRow, move_rows, move_rows_of_events
from kiosk.words.texts import sentence_text
from tests.companion import playthrough
from tests.companion.positions import BLUE, GREEN, RED, WOOD, WOOL, build, position
from tests.kiosk.words.cardboard import Cardboard, Hand, Peek, hand_in
from tests.strategies import Game, games, steps

PLAYTHROUGHS = sorted(playthrough.FOLDER.glob("*.txt"))

each = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)

chips_open_or_secret = pytest.mark.parametrize("open_chips", [True, False], ids=["open", "secret"])


def view_game(state: GameState, *, open_chips: bool) -> Peek:
    """A player's look at their own hand; with open chips nobody has to look."""

    def peek(color) -> Hand:
        assert not open_chips
        return hand_in(state, color)

    return peek


def die_beside(before: GameState, after: GameState, die: int | None) -> int | None:
    """Where the die marks the end of the circuit after a step, as the booklet has it on p. 12.

    It lies where the druid stood when the circuit began: where he came from stones or temple, at
    the last hut before the river.
    """
    if before.finale is Finale.CIRCUIT or after.finale is not Finale.CIRCUIT:
        return die
    return before.druid.field or max(after.hut_fields(), default=None)


def follow(
    table: Cardboard,
    rows: tuple[MoveRow, ...],
    after: GameState,
    die: int | None,
    *,
    open_chips: bool,
) -> None:
    """Do what the rows say and compare with what lies afterwards."""
    table.follow(rows, view_game(after, open_chips=open_chips))
    assert table == Cardboard.laid(after, die), [row.line for row in rows]


def steps_in(path) -> Iterator[playthrough.Step]:
    return playthrough.steps(playthrough.extract(path.read_text(encoding="utf-8")))


def happened_in(path) -> Iterator[tuple[GameState, tuple, GameState]]:
    for step in steps_in(path):
        yield step.before, step.events, step.after


@chips_open_or_secret
@each
def test_every_step_of_a_playthrough_can_be_followed_on_the_cardboard(path, *, open_chips: bool):
    die = None
    for before, events, after in happened_in(path):
        table = Cardboard.laid(before, die)
        die = die_beside(before, after, die)
        rows = move_rows_of_events(before, events, open_chips=open_chips)
        follow(table, rows, after, die, open_chips=open_chips)


@chips_open_or_secret
@each
def test_every_event_of_a_playthrough_can_be_followed_on_the_cardboard(path, *, open_chips: bool):
    for beginning, events, _ in happened_in(path):
        before = beginning
        for one in telling.narrate(beginning, events, open_chips=open_chips):
            table = Cardboard.laid(before)
            after = evolve(before, one.event)
            table.follow(move_rows(before, one.rows), view_game(after, open_chips=open_chips))
            table.die = None
            assert table == Cardboard.laid(after), one.event
            before = after


@chips_open_or_secret
@given(game=games())
def test_every_step_of_a_random_game_can_be_followed_on_the_cardboard(
    game: Game, *, open_chips: bool
):
    die = None
    for before, command, after in steps(game):
        table = Cardboard.laid(before, die)
        die = die_beside(before, after, die)
        rows = move_rows_of_events(before, decide(before, command), open_chips=open_chips)
        follow(table, rows, after, die, open_chips=open_chips)


@chips_open_or_secret
@given(game=games())
def test_steps_taken_back_and_done_again_can_be_followed_on_the_cardboard(
    game: Game, *, open_chips: bool
):
    done, dies = [], [None]
    for before, command, after in steps(game):
        done.append(carry_out(before, command, ""))
        dies.append(die_beside(before, after, dies[-1]))
    for first in {0, len(done) // 2, len(done) - 1} if done else ():
        turned = tuple(done[first:])
        there, back = (turned[0].start, dies[first]), (turned[-1].after, dies[-1])
        for change, (before, die), (after, die_after) in (
            (PathChange(HistoryAction.UNDO, turned, ()), back, there),
            (PathChange(HistoryAction.REDO, (), turned), there, back),
        ):
            rows = latest_moves(change, open_chips=open_chips).rows
            follow(Cardboard.laid(before, die), rows, after, die_after, open_chips=open_chips)


def swapped_hands(wood: int, wool: int) -> Correct:
    """A correction of two hands and no plain: what one has less, the other has more."""
    return Correct(
        changes=(
            SetHand(BLUE, WOOD, wood),
            SetHand(BLUE, WOOL, wool),
            SetHand(GREEN, WOOD, 4 - wood),
            SetHand(GREEN, WOOL, 4 - wool),
        ),
        why="counted again",
    )


def taken_back(step: Step, *, open_chips: bool = False) -> tuple[MoveRow, ...]:
    return latest_moves(PathChange(HistoryAction.UNDO, (step,), ()), open_chips=open_chips).rows


def test_corrections_that_differ_only_behind_the_screens_are_told_alike_there_and_back():
    before = position(BLUE, GREEN, RED, hands={BLUE: "2 wood 2 wool", GREEN: "2 wood 2 wool"})
    told = set()
    for wood, wool in ((0, 4), (4, 1), (2, 2), (3, 3)):
        step = replace(carry_out(before, swapped_hands(wood, wool), ""), number=1)
        there, back = move_rows_of_events(before, step.events), taken_back(step)
        told.add((tuple(row.line for row in there), tuple(row.line for row in back)))
    look = "Bo and Gus: chips corrected, look at your hand"
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
REFUSED = "no offering"
"""What stands there instead where an offering costs a point."""


def counted(before: GameState, after: GameState, color: Color) -> dict[str, int]:
    """By how much a step changed each column of a player's score."""
    old, new = (structs.asdict(state.player(color).breakdown) for state in (before, after))
    return {column: new[column] - old[column] for column in new if new[column] != old[column]}


def aside_of(row: MoveRow) -> str:
    found = reason_for_points(row.row)
    told = "" if found is None else sentence_text(found)
    assert row.line.endswith(told)
    return told


def read_aside(row: MoveRow, before: GameState) -> dict[str, int]:
    """What stands beside a marker: a single reason without its points, several with them.

    Where nothing was offered it stands for the offering of that part of the game.
    """
    offering = "final offering" if before.finale is Finale.CIRCUIT else "offering"
    found = _read_aside(row)
    return {offering if reason == REFUSED else reason: found[reason] for reason in found}


def _read_aside(row: MoveRow) -> dict[str, int]:
    aside = aside_of(row)
    parts = re.findall(r"([a-z ]+) ([+−]\d+)(?:, )?", aside)  # noqa: RUF001 - a minus
    if parts:
        return {reason: int(points.replace("−", "-")) for reason, points in parts}  # noqa: RUF001 - a minus
    one = row.row.row if isinstance(row.row, AlreadyDone) else row.row
    return {aside: one.target - one.source}


@each
def test_beside_a_marker_stands_what_its_points_are_for(path):
    asides = 0
    for before, events, after in happened_in(path):
        for row in move_rows_of_events(before, events):
            one = row.row.row if isinstance(row.row, AlreadyDone) else row.row
            if not isinstance(one, MarkerMoved):
                assert aside_of(row) == ""
                continue
            asides += 1
            aside = read_aside(row, before)
            told = {WHAT_FOR[reason][0]: points for reason, points in aside.items()}
            assert all(counted(before, after, color) == told for color in row.row.who), row.line
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
    rows = move_rows_of_events(state, decide(state, build(state, BuildingKind.TEMPLE, 14, BLUE)))

    latest = LatestMoves(rows)
    assert announcement_of(state, latest) == Announcement("", "", told, brief)
    assert correction_sentences(latest) == ()
