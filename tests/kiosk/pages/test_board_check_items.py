from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import PlaceWorker
from companion.game import state_after
from companion.pieces import CHIPS_PER_MATERIAL, MATERIALS, Bonus, Material, Rune
from companion.rules.setup import initial_state
from companion.state import Finale, Phase
from kiosk.app_state import AppState
from kiosk.pages.board_check import ChecklistLine, ChecklistPart, checklist_parts
from tests.companion.playing import commands, four_players, two_players
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position
from tests.kiosk.laid_games import beginning


def found(state, *, open_chips: bool = False) -> dict[str, ChecklistPart]:
    return {item.title: item for item in checklist_parts(state, open_chips=open_chips)}


def line(item: ChecklistPart, text: str) -> ChecklistLine:
    return next(one for one in item.lines if one.text == text)


def words(shown: tuple[ChecklistPart, ...]) -> str:
    return "\n".join(
        part for item in shown for one in item.lines for part in (one.text, one.number, *one.below)
    )


def test_every_plain_tells_its_chips_and_its_stack_from_below() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE, RED), STONE: ()}, hands={RED: "2 wood"})

    plains = found(state)["High plains"]

    assert [one.piece for one in plains.lines] == list(MATERIALS)
    assert line(plains, f"wood: {CHIPS_PER_MATERIAL - 2} chips").stack == (BLUE, RED)
    assert line(plains, "stone: 18 chips").below == ("No worker",)
    assert plains.plains == MATERIALS


def test_the_druid_at_a_hut_is_marked_on_its_field_with_the_owner() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (20,)}, druid=20)

    item = found(state)["Druid and markers"]

    assert item.lines[0].text == "At field 20"
    assert item.lines[0].below == ("That is Ria's hut.",)
    assert (item.fields, item.corner) == ((20,), False)


def test_the_druid_on_his_stones_or_in_his_temple_is_marked_in_the_corner() -> None:
    on_stone, in_temple = position(BLUE, GREEN, RED, stone=2), position(BLUE, GREEN, RED)

    stone, temple = (found(state)["Druid and markers"] for state in (on_stone, in_temple))

    assert stone.lines[0].text == "On stone 2 of 3"
    assert temple.lines[0].text == "In his temple"
    assert stone.corner
    assert temple.corner


LINES = {
    "markers on their track, with the chip for hundreds": (
        position(BLUE, GREEN, RED, points={BLUE: 107, GREEN: 12}),
        "Druid and markers",
        [
            ("In his temple", "", (), ()),
            ("Bo", "7 with the 100 chip", (), ()),
            ("Gus", "12", (), ()),
            ("Ria", "5", (), ()),
        ],
    ),
    "buildings by player with their fields": (
        position(BLUE, GREEN, RED, huts={BLUE: (3, 5), RED: (20,)}, temples={BLUE: (8,)}),
        "Huts and temples",
        [
            ("Bo", "", ("Huts on 3 and 5", "Temple on 8"), (3, 5, 8)),
            ("Gus", "", ("Nothing yet",), ()),
            ("Ria", "", ("Hut on 20",), (20,)),
        ],
    ),
    "bonus chips by kind with the fields where they lie": (
        position(BLUE, GREEN, RED, bonus={4: Bonus.POINTS, 19: Bonus.POINTS, 9: Bonus.HUT}),
        "Bonus chips",
        [
            ("+2", "", ("On 4 and 19",), (4, 19)),
            ("free hut", "", ("On 9",), (9,)),
            ("druid", "", ("Both in the box",), ()),
        ],
    ),
}


@pytest.mark.parametrize(("state", "title", "lines"), LINES.values(), ids=LINES)
def test_an_item_tells_each_of_its_pieces(state, title, lines) -> None:
    shown = found(state)[title].lines
    assert [(one.text, one.number, one.below, one.fields) for one in shown] == lines


def test_rune_stones_lie_with_their_players_or_beside_the_board() -> None:
    state = position(BLUE, GREEN, RED, runes={Rune.WAVES: RED, Rune.EYE: RED})

    ria, beside = found(state)["Rune stones"].lines

    assert (ria.piece, ria.stones, ria.below) == (RED, (Rune.EYE, Rune.WAVES), ("eye, waves",))
    assert len(beside.stones) == len(Rune) - 2


def test_the_last_page_tells_who_goes_on_and_where_the_druid_still_asks() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,), GREEN: (21,)},
        druid=20,
        visits=(20, 21),
        finale=Finale.LAST_TURNS,
        finisher=GREEN,
    )

    texts = [one.text for one in found(state)["Whose turn"].lines]

    assert texts == [
        "Turn 7, one of the last",
        "It is Bo's turn.",
        "Ria decides about an offering",
        "The druid still asks at 20 and 21.",
        "All chips stay behind the cardboard screens.",
    ]


def test_hands_are_told_only_where_the_table_plays_with_open_chips() -> None:
    state = position(BLUE, GREEN, RED, hands={GREEN: "7 copper"})

    assert "7 copper" not in words(checklist_parts(state, open_chips=False))
    assert "7 copper" in words(checklist_parts(state, open_chips=True))


@given(st.sampled_from([two_players, four_players]), st.integers(0, 300), st.integers(0, 99))
def test_any_state_can_be_compared_whatever_lies_behind_the_screens(
    beginning, number: int, seed: int
) -> None:
    state = initial_state(beginning())
    for command in commands(beginning(), number, seed):
        state = state_after(state, command)
    hands = [player.hand for player in state.players]
    turned = tuple(
        replace(player, hand=hand)
        for player, hand in zip(state.players, hands[1:] + hands[:1], strict=True)
    )

    shown = checklist_parts(state, open_chips=False)

    assert shown == checklist_parts(replace(state, players=turned), open_chips=False)
    assert all(item.lines for item in shown)
    assert sum(len(item.plains) for item in shown) == len(MATERIALS)
    built = {field for field, building in enumerate(state.buildings, 1) if building}
    assert set(found(state)["Huts and temples"].fields) == built


def test_what_stands_open_in_the_trays_comes_first(tmp_path: Path) -> None:
    with closing(AppState(tmp_path)) as app_state:
        session = app_state.begin(beginning(2))
        first, plain = session.state.decider, Material.WOOD
        session.apply(PlaceWorker(by=first, plain=plain))
        found = checklist_parts(
            session.state_with_known_fields, open_chips=False, trays=session.trays()
        )
        session.mark_done(first)
        after = checklist_parts(
            session.state_with_known_fields, open_chips=False, trays=session.trays()
        )

    (line,) = found[0].lines
    assert (line.piece, line.below) == (first, ("worker onto the wood plain",))
    assert found[0].first == "Not moved yet: do that first."
    assert found[1:] == after
