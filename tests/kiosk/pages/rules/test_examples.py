"""What is drawn of a rule is what the rule says: each example is laid out and asked for it."""

from collections import defaultdict

import pytest

from companion.pieces import STACK_LIMIT, BuildingKind, Color
from companion.rulebook import RULES
from companion.rules import finale, settlements
from companion.rules.druid import crosses_river, next_hut, ritual_huts
from companion.state import GameState
from kiosk.pages.rules import EXAMPLES
from kiosk.pieces.examples import EarningsExample, FieldsExample, StonesExample
from tests.companion.positions import position, ring

FIRST = 10
"""The field at the left end of a row, where the row itself names none."""
FIELDS = 40

ROWS = {
    rule_id: example for rule_id, example in EXAMPLES.items() if isinstance(example, FieldsExample)
}


def fields_of(example: FieldsExample) -> list[int]:
    """Where on a ring of 40 the fields of a row lie; those beside the river have their numbers."""
    start = FIRST if example.river is None else FIELDS + 1 - example.river
    return [(start + place - 1) % FIELDS + 1 for place in range(len(example.cells))]


def laid(example: FieldsExample) -> GameState:
    """The row laid out; the druid stands where his walk begins."""
    fields = fields_of(example)
    standing: dict[BuildingKind, dict[Color, tuple[int, ...]]] = {
        kind: defaultdict(tuple) for kind in BuildingKind
    }
    for field, cell in zip(fields, example.cells, strict=True):
        if cell.standing is not None:
            standing[cell.standing.kind][cell.standing.owner] += (field,)
    return position(
        *Color,
        board=ring(FIELDS),
        huts=dict(standing[BuildingKind.HUT]),
        temples=dict(standing[BuildingKind.TEMPLE]),
        druid=fields[example.walk[0]] if example.walk else None,
    )


def test_examples_belong_to_rules() -> None:
    assert set(EXAMPLES) <= set(RULES)


def test_the_hut_in_the_gap_is_paid_for_as_often_as_is_written() -> None:
    example = ROWS["hut.cost"]
    state = laid(example)
    ((place, gap),) = ((n, cell) for n, cell in enumerate(example.cells) if cell.lit)
    huts = len(settlements.settlement_fields(state, fields_of(example)[place]))
    assert gap.below == f"×{huts}"  # noqa: RUF001 - times


@pytest.mark.parametrize("rule_id", [rule_id for rule_id, row in ROWS.items() if row.walk])
def test_the_druid_walks_to_the_next_hut(rule_id: str) -> None:
    example = ROWS[rule_id]
    assert next_hut(laid(example)) == fields_of(example)[example.walk[1]]


def test_he_asks_in_the_order_that_is_written_and_the_hut_behind_him_counts() -> None:
    example = ROWS["ritual.order"]
    state, fields = laid(example), fields_of(example)
    asked = tuple(fields[place] for place in example.walk[1:])
    assert ritual_huts(state, asked[0]) == asked
    assert [example.cells[place].below for place in example.walk[1:]] == ["1", "2", "3"]
    assert len(settlements.settlement_fields(state, asked[0])) == 4
    assert EXAMPLES["offer.both"] == example


def test_the_river_lies_where_he_crosses_it() -> None:
    example = ROWS["river.interim"]
    fields = fields_of(example)
    assert [cell.below for cell in example.cells] == [str(field) for field in fields]
    assert fields[example.river] == 1
    assert crosses_river(*(fields[place] for place in example.walk))


def test_temples_score_what_is_written_below_them() -> None:
    example = ROWS["end.temples"]
    state = laid(example)
    temples = [
        (field, cell.below)
        for field, cell in zip(fields_of(example), example.cells, strict=True)
        if cell.lit
    ]
    assert temples == [(field, f"+{finale.temple_points(state, field)}") for field, _ in temples]
    assert len(temples) == 2


def test_rune_stones_score_what_is_written_below_them() -> None:
    example = EXAMPLES["end.runes"]
    assert isinstance(example, StonesExample)
    scores = [int(score) for _stone, score in example.stones]
    assert sum(scores) == finale.rune_points(len(scores)) == 10


def test_workers_earn_by_their_height_in_the_big_yield_only() -> None:
    big, small = EXAMPLES["big.yield"], EXAMPLES["small.material"]
    assert isinstance(big, EarningsExample)
    assert isinstance(small, EarningsExample)
    assert [chips for _color, chips in big.workers] == list(range(STACK_LIMIT, 0, -1))
    assert {chips for _color, chips in small.workers} == {1}
