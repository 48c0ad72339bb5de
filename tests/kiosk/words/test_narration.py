import pytest
from hypothesis import given

from companion.commands import BuildHut, MoveWorker, Offer, Roll
from companion.game import decide, play, start
from companion.pieces import Bonus, Chips, Face, Give, Rune
from companion.state import Phase
from kiosk.words.narration import command_text, differences, marker_place, to_do
from kiosk.words.reasons import reasons
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, played, position
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.strategies import lucks, setups


@pytest.mark.parametrize(
    ("points", "place"),
    [
        (0, "0"),
        (99, "99"),
        (100, "0 with the 100 chip"),
        (163, "63 with the 100 chip"),
        (205, "5 with the 200 chip"),
        (312, "12 with the 300 chip"),
    ],
)
def test_a_marker_stands_on_its_track_field_with_its_chip(points: int, place: str) -> None:
    assert marker_place(points) == place


def test_a_small_yield_tells_once_who_takes_how_many() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (BLUE, BLUE, GREEN)})

    lines = to_do(state, decide(state, Roll(by=BLUE, face=Face.WOOD)))

    assert lines == ("Bo rolled: wood", "Take wood: Gus 1, Bo 2")


def test_a_big_yield_tells_the_workers_way_and_the_chips() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED, BLUE)})

    lines = to_do(state, decide(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE)))

    assert lines == (
        "Bo's worker from wood, height 1, to the stone plain",
        "Take stone: Bo 5, Ria 1",
    )


def test_building_tells_payment_hut_rune_and_druid_in_the_order_of_the_table() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        huts={RED: (20, 21)},
        druid=20,
        hands={BLUE: "9 stone 9 wood"},
        runes={Rune.WAVES: RED},
    )

    pay = Chips(wood=3, stone=3)
    lines = to_do(state, decide(state, BuildHut(by=BLUE, field=19, pay=pay)))

    assert lines == (
        "Bo returns 3 wood, 3 stone",
        "Bo's hut onto 19",
        "Rune waves: from Ria to Bo",
        "Druid to 21",
    )


def test_points_are_told_once_a_player_at_the_place_where_the_marker_ends() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,)},
        druid=20,
        visits=(20,),
        points={RED: 99},
        bonus={20: Bonus.DRUID},
    )

    lines = to_do(state, decide(state, Offer(by=RED, give=Give.CHIP)))

    assert lines[-1] == "Ria +1, marker to 0 with the 100 chip"


def test_undoing_tells_the_pieces_to_put_back() -> None:
    before = position(
        BLUE, GREEN, RED, huts={RED: (20, 21)}, druid=20, hands={BLUE: "9 stone 9 wood"}
    )
    after = played(before, BuildHut(by=BLUE, field=19, pay=Chips(wood=3, stone=3)))

    lines = differences(after, before)

    assert lines == (
        "Take Bo's hut off 19",
        "Bo takes 3 wood, 3 stone",
        "Rune waves: from Bo to the table",
        "Druid to 20",
    )


@given(setups(), lucks)
def test_everything_that_happens_has_words_and_rules(beginning, luck: Luck) -> None:
    state = start(beginning)
    for _ in range(80):
        if state.phase is Phase.FINISHED:
            break
        command = legal_command(state, luck)
        events = decide(state, command)
        after = play(state, command)
        assert command_text(state, command)
        assert all(to_do(state, events))
        assert all(reason.text for reason in reasons(state, events))
        assert (differences(state, after) == ()) == (_pieces(state) == _pieces(after))
        state = after


def _pieces(state) -> tuple:
    """What lies on the cardboard and behind the screens."""
    hands = tuple((player.hand, player.points) for player in state.players)
    return (state.stacks, state.buildings, state.bonus, state.runes, state.druid, hands)
