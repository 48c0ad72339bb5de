"""What a choice brings, with the numbers of positions, and that hands stay secret."""

from hypothesis import given, settings

from companion import commands as do
from companion.pieces import BuildingKind, Rune
from companion.preview import building_sites
from companion.state import Finale, GameState, Phase
from companion.teaching.payoff import Choice, Horizon, effects, horizon_heading
from companion.teaching.things import player_status
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, booklet_example
from tests.companion.taught_games import rich
from tests.luck import Luck
from tests.strategies import Game, games, lucks


def in_lines(state: GameState, choice: Choice) -> dict[Horizon, list[str]]:
    found: dict[Horizon, list[str]] = {}
    for line in effects(state, choice):
        found.setdefault(line.horizon, []).append(str(line.text))
    return found


def test_a_hut_brings_runes_and_offerings_and_lengthens_a_neighbour_s_settlement() -> None:
    brought = in_lines(booklet_example(), do.BuildHut(by=BLUE, field=19))

    assert brought == {
        Horizon.NOW: ["blue: offering −1 or +3", "red: offering −2 or +6"],  # noqa: RUF001 - a minus
        Horizon.RIVER: ["blue +1"],
        Horizon.END: [
            "blue: offering −1 or +3, final offering −1 or +3, temples +1, rune stones +1",  # noqa: RUF001 - a minus
            "red: offering −2 or +6, final offering +0 or +2",  # noqa: RUF001 - a minus
        ],
    }
    assert [str(horizon_heading(horizon)) for horizon in Horizon] == [
        "Now",
        "Whenever the die shows it from then on",
        "At each river crossing",
        "In the end, as things stand",
    ]


def test_a_move_is_told_with_what_it_earns_and_what_each_roll_brings_after_it() -> None:
    state = booklet_example(stacks={WOOD: (BLUE,), STONE: (RED, GREEN)}, supply="9 wood 8 stone")
    brought = in_lines(state, do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))

    assert brought == {
        Horizon.NOW: ["blue takes 3 stone", "green takes 2 stone", "red takes 1 stone"],
        Horizon.ROLL: ["wood: nobody", "stone: blue\xa01, green\xa01, red\xa00"],
    }


def test_a_building_thought_of_in_a_ritual_brings_what_its_own_ritual_brings() -> None:
    state = booklet_example(phase=Phase.OFFERING, visits=(20, 21), druid=20, decider=RED)
    brought = in_lines(state, do.BuildHut(by=GREEN, field=19))
    # Ria's answers at 20 and 21 are not of Gus's making; he is asked at his other hut, on 17.
    assert brought[Horizon.NOW] == ["green: offering −1 or +1, river +1"]  # noqa: RUF001 - a minus


@settings(max_examples=10)
@given(game=games(), luck=lucks)
def test_nothing_that_is_told_depends_on_what_hands_hold(game: Game, luck: Luck) -> None:
    acting = [
        one for one in game.states if one.phase is Phase.ACTION and one.finale is not Finale.CIRCUIT
    ]
    for state in luck.some(acting, 4):
        for field in luck.some(building_sites(state, BuildingKind.HUT), 1):
            choice = do.BuildHut(by=state.whose_turn, field=field)
            assert effects(state, choice) == effects(rich(state), choice)
        for color in state.colors:
            assert player_status(state, color) == player_status(rich(state), color)


def test_whoever_loses_a_rune_stone_is_told_so_too() -> None:
    state = booklet_example(runes={Rune.WAVES: RED, Rune.EYE: RED, Rune.HOOK: GREEN})
    brought = in_lines(state, do.BuildHut(by=BLUE, field=18))
    assert brought[Horizon.RIVER] == ["blue +1", "red −1"]  # noqa: RUF001 - a minus
    assert "rune stones −2" in brought[Horizon.END][-1]  # noqa: RUF001 - a minus
