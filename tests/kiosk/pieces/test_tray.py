"""The parts of a tray have places of their own in every layout."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from kivy.metrics import Metrics, dp

from companion import moves
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Rune, StackPosition
from companion.state import Druid
from kiosk.pages.table.layout import table_layout
from kiosk.pages.table.moves import row_symbols
from kiosk.pieces.tray import MovesLayout, PlacedPart, moves_layout, tray_layout
from kiosk.ui import theme
from kiosk.ui.surface import Box
from tests.kiosk.touch import SIZES, SQUARER, UPRIGHT, Size


@pytest.fixture(params=[*SIZES, *UPRIGHT, *SQUARER], ids=str)
def size(request: pytest.FixtureRequest) -> Iterator[Size]:
    before = Metrics.density
    Metrics.density = theme.pixels_per_dp(*request.param)
    yield request.param
    Metrics.density = before


@pytest.fixture(params=[1.0, theme.LARGE_LETTERS], ids=["usual", "large"])
def _letters(request: pytest.FixtureRequest) -> Iterator[None]:
    before = Metrics.fontscale
    Metrics.fontscale = request.param
    yield
    Metrics.fontscale = before


@pytest.mark.usefixtures("_letters")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_part_of_a_tray_covers_another_or_leaves_the_tray(size: Size, players: int) -> None:
    for tray in table_layout(Box(0, 0, *size), players).trays:
        for box in (tray, tray._replace(width=tray.height, height=tray.width)):
            layout = tray_layout(box, 188)
            # Letters may reach two pixels beyond their box.
            assert not covered(layout.name.inset(-2.5, 0), layout.eye)
            head, *parts, body = layout
            for one, other in combinations((*parts, body), 2):
                assert covered(one, other) < 1, (one, other)
            assert layout.eye.width > dp(9), "it can be seen"
            for part in parts:
                assert covered(part, head) == pytest.approx(part.width * part.height, abs=1)
            assert covered(head, box) == pytest.approx(head.width * head.height, abs=1)


@pytest.mark.usefixtures("_letters")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parts_of_moves_keep_apart_and_two_moves_are_seen_as_two(
    size: Size, players: int
) -> None:
    luck = Random(players)
    lists = [some_moves(luck, number) for number in range(1, 9) for _again in range(2)]
    trays = table_layout(Box(0, 0, *size), players).trays
    boxes = {box._replace(x=0, y=0) for box in trays}
    boxes |= {box._replace(width=box.height, height=box.width) for box in boxes}
    for box in boxes:
        body = tray_layout(box, 88).body
        for rows in lists:
            first = 0
            while first < len(rows):
                layout = moves_layout(body, rows, first)
                assert layout.visible_moves, rows[first]
                assert_moves_apart(layout, body)
                first = max(first + 1, layout.visible_moves.stop)


def assert_moves_apart(layout: MovesLayout, body: Box) -> None:
    parts = [part for move in layout.moves for part in move]
    limits = [body] if layout.hidden_count_box is None else [body, layout.hidden_count_box]
    for part in parts:
        assert [round(covered(part.box, one)) for one in limits] == [
            round(part.box.width * part.box.height),
            0,
        ][: len(limits)], part
    for one, other in combinations(parts, 2):
        assert not covered(one.box, other.box), (one, other)
    within = [gap(*both) for move in layout.moves for both in pairwise(move)]
    assert all(one >= dp(1.5) for one in within)
    for move, following in pairwise(layout.moves):
        if following[0].box.y == move[0].box.y:
            assert gap(move[-1], following[0]) >= 2 * max(within, default=1)


def gap(one: PlacedPart, other: PlacedPart) -> float:
    return other.box.x - one.box.right


def some_moves(luck: Random, number: int) -> tuple[tuple[object, ...], ...]:
    """Return moves of all kinds, of which undone ones are the widest."""
    own, other = Color.BLUE, Color.PURPLE
    who = (own,)

    def chips() -> Chips:
        return Chips.of(*[luck.choice(MATERIALS)] * luck.choice((1, 1, 2, 5, 12)))

    kinds = (
        lambda: moves.ChipsToTake(who, chips()),
        lambda: moves.ChipsToReturn(who, chips()),
        lambda: moves.WorkerToMove(who, MATERIALS[0], StackPosition.MIDDLE, MATERIALS[1]),
        lambda: moves.WorkerToPlace(who, MATERIALS[2]),
        lambda: moves.StackTarget(who, MATERIALS[3], (own, other, own)),
        lambda: moves.BuildingToPlace(who, luck.choice([*BuildingKind]), luck.randint(1, 32)),
        lambda: moves.BuildingToRemove(who, luck.choice([*BuildingKind]), luck.randint(1, 32)),
        lambda: moves.BonusToRemove(who, luck.choice([*Bonus]), 4),
        lambda: moves.BonusToReturn(who, luck.choice([*Bonus]), 30),
        lambda: moves.RuneToMove(who, luck.choice([*Rune]), None, own),
        lambda: moves.RuneToMove(who, luck.choice([*Rune]), other, own),
        lambda: moves.DruidToMove(who, Druid(None, 8), Druid(None, 12)),
        lambda: moves.DruidToMove(who, Druid(0), Druid(2)),
        lambda: moves.MarkerToMove(who, 7, luck.choice((9, 11, 104))),
    )
    rows = [luck.choice(kinds)() for _each in range(number)]
    undone = [moves.UndoIfDone(who, row) for row in rows]
    return tuple(map(row_symbols, luck.choice((rows, undone))))


def covered(one: Box, other: Box) -> float:
    """Return the area in pixels that two boxes share."""
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.top, other.top) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)
