"""What each thing on the table is, in two sentences, and what it is worth as things stand."""

from companion import commands as do
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.pieces import MATERIALS, RUNES, Bonus, Rune
from companion.rulebook import RULES
from companion.state import GameState, Phase
from companion.teaching.things import PlayerTray, TablePart, Thing, explain
from companion.telling.places import (
    DruidPlace,
    FieldPlace,
    RiverPlace,
    RunePlace,
    SupplyPlace,
    WorkerPlace,
)
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOD,
    booklet_example,
    position,
    side_for_four,
)


def table(**laid) -> GameState:
    usual = {
        "bonus": {4: Bonus.POINTS, 9: Bonus.HUT, 14: Bonus.DRUID},
        "runes": {Rune.WAVES: RED, Rune.EYE: RED, Rune.HOOK: GREEN},
        "stacks": {WOOD: (BLUE, RED), STONE: (GREEN,)},
    }
    return booklet_example(**(usual | laid))


def things(state: GameState) -> list[Thing]:
    """All that lies on the table."""
    return [
        *(FieldPlace(field) for field in range(1, len(state.board) + 1)),
        *map(SupplyPlace, MATERIALS),
        *map(RunePlace, RUNES),
        *(
            WorkerPlace(plain, level)
            for plain in MATERIALS
            for level in range(1, len(state.stack(plain)) + 1)
        ),
        DruidPlace(),
        RiverPlace(),
        *TablePart,
        *map(PlayerTray, state.colors),
    ]


def worth(state: GameState, thing: Thing) -> list[str]:
    return [str(line) for line in explain(state, thing).current_worth]


def test_everything_on_the_table_is_told_in_two_sentences_with_its_rules() -> None:
    for state in (table(), table(board=side_for_four(), huts={RED: (20,)}, bonus={}, druid=20)):
        for thing in things(state):
            told = explain(state, thing)
            assert len(told.text) == 2
            assert told.rules
            assert set(told.rules) <= set(RULES)
            for sentence in (*told.text, *told.current_worth):
                assert str(sentence)


def test_on_his_stones_the_druid_has_so_many_buildings_to_go() -> None:
    state = table(huts={}, druid=None, stone=1, bonus={})
    assert worth(state, DruidPlace()) == ["The next building takes him to stone field 2."]
    assert worth(state, TablePart.STONE_FIELDS) == [
        "2 more buildings until he stands on the last one."
    ]
    last = table(huts={}, druid=None, stone=3, bonus={})
    assert worth(last, DruidPlace()) == ["There is no hut yet: he stays where he is."]
    assert worth(last, TablePart.STONE_FIELDS) == []


def test_in_the_final_circuit_the_die_tells_what_it_marks() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (10, 20)}, druid=10, supply="", phase=Phase.ROLL)
    circuit = apply_events(state, events_of_command(state, do.DeclareEnd()))
    first, second = (str(one) for one in explain(circuit, TablePart.DIE).text)
    assert first.startswith("The die is not rolled any more")
    assert second == "Put the die beside 10: it marks the last hut that he visits."
    assert explain(circuit, TablePart.DIE).picture.highlighted == (FieldPlace(10),)
