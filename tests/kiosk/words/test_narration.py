import pytest
from hypothesis import given

from companion.commands import BuildHut, MoveWorker, Offer, Roll
from companion.evolution import fold
from companion.game import decide
from companion.pieces import Bonus, Chips, Face, Give, Rune
from companion.rules.setup import start
from companion.state import Phase
from kiosk.words.language import use_language
from kiosk.words.narration import command_text, marker_place, move_lines
from kiosk.words.reasons import reasons
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, position
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


def test_the_log_says_in_french_that_nothing_is_offered() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.OFFERING, huts={BLUE: (3,)}, druid=3)
    use_language("fr")

    assert command_text(state, Offer(by=BLUE, give=Give.NONE)) == "Bo ne donne rien"


def test_a_small_yield_tells_once_who_takes_how_many() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (BLUE, BLUE, GREEN)})

    lines = move_lines(state, decide(state, Roll(by=BLUE, face=Face.WOOD)))

    assert lines == ("Bo rolled: wood", "Gus: take 1 wood", "Bo: take 2 wood")


def test_who_takes_as_many_as_another_is_told_with_them() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (BLUE, GREEN)})

    lines = move_lines(state, decide(state, Roll(by=BLUE, face=Face.WOOD)))

    assert lines == ("Bo rolled: wood", "Gus and Bo: take 1 wood each")


def test_workers_that_the_plain_has_too_few_chips_for_are_told_why() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE,), STONE: (RED, BLUE)}, supply="3 stone")

    lines = move_lines(
        state, decide(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))
    )

    assert lines == (
        "Bo: worker from wood to stone",
        "Not enough stone: top worker first",
        "Bo: take 3 stone",
    )


def test_who_has_nothing_to_return_is_named_as_minus_is_rolled() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL, hands={BLUE: "", GREEN: "1 wood", RED: ""})

    lines = move_lines(state, decide(state, Roll(by=BLUE, face=Face.MINUS)))

    assert lines == ("Bo rolled: −1. Nothing to return: Bo and Ria",)  # noqa: RUF001 - a minus


def test_which_of_two_workers_moves_is_told_by_its_place_in_the_stack() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOD: (BLUE, RED, BLUE), STONE: ()})

    line, *_ = move_lines(
        state, decide(state, MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))
    )

    assert line == "Bo: worker from wood, bottom, to stone"


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
    lines = move_lines(state, decide(state, BuildHut(by=BLUE, field=19, pay=pay)))

    assert lines == (
        "Bo: return 3 wood, 3 stone",
        "Bo: hut onto 19",
        "Bo: rune waves from Ria",
        "Druid from 20 to 21",
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

    lines = move_lines(state, decide(state, Offer(by=RED, give=Give.CHIP)))

    assert lines[-1] == "Ria: +1, point marker to 0 with the 100 chip · offering"


@given(setups(), lucks)
def test_everything_that_happens_has_words_and_rules(beginning, luck: Luck) -> None:
    state = start(beginning)
    for _ in range(80):
        if state.phase is Phase.FINISHED:
            break
        command = legal_command(state, luck)
        events = decide(state, command)
        assert command_text(state, command)
        assert all(move_lines(state, events))
        assert all(reason.text for reason in reasons(state, events))
        state = fold(state, events)
