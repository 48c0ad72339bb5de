"""What a choice brings, with the numbers of positions, and that hands stay secret."""

from hypothesis import given, settings

from companion import commands as do
from companion.pieces import BuildingKind
from companion.preview import building_sites
from companion.state import FinaleStage, GameState, Phase
from companion.teaching.payoff import Choice, EffectTime, effects_of_choice
from companion.teaching.things import player_status_sentences
from tests.companion.positions import GREEN, RED, booklet_example
from tests.companion.taught_games import rich
from tests.luck import Luck
from tests.strategies import Game, games, lucks


def in_lines(state: GameState, choice: Choice) -> dict[EffectTime, list[str]]:
    found: dict[EffectTime, list[str]] = {}
    for line in effects_of_choice(state, choice):
        found.setdefault(line.effect_time, []).append(str(line.text))
    return found


def test_a_building_thought_of_in_a_ritual_brings_what_its_own_ritual_brings() -> None:
    state = booklet_example(phase=Phase.OFFERING, visits=(20, 21), druid=20, decider=RED)
    brought = in_lines(state, do.BuildHut(by=GREEN, field=19))
    # Ria's answers at 20 and 21 are not of Gus's making; he is asked at his other hut, on 17.
    assert brought[EffectTime.NOW] == ["green: offering −1 or +1, river +1"]  # noqa: RUF001 - a minus


@settings(max_examples=10)
@given(game=games(), luck=lucks)
def test_nothing_that_is_told_depends_on_what_hands_hold(game: Game, luck: Luck) -> None:
    acting = [
        one
        for one in game.states
        if one.phase is Phase.ACTION and one.finale is not FinaleStage.CIRCUIT
    ]
    for state in luck.some(acting, 4):
        for field in luck.some(building_sites(state, BuildingKind.HUT), 1):
            choice = do.BuildHut(by=state.whose_turn, field=field)
            assert effects_of_choice(state, choice) == effects_of_choice(rich(state), choice)
        for color in state.colors:
            assert player_status_sentences(state, color) == player_status_sentences(
                rich(state), color
            )
