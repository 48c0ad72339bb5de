"""What a choice brings is what forks of the game then bring, and how somebody stands as well."""

from hypothesis import given, settings

from companion import commands as do
from companion.evolution import fold
from companion.game import decide
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Face, Give, Rune
from companion.preview import preview_offers, sites
from companion.rules.big_yield import levels_to_move
from companion.state import Breakdown, Finale, GameState, Phase
from companion.teaching.payoff import Gain, Horizon, Payoff, head, lines, payoff_of
from companion.teaching.things import standing
from tests.companion.forks import (
    WAYS,
    answered,
    built,
    changed,
    ended,
    more,
    of_buildings,
    of_standings,
    rich,
    told,
)
from tests.companion.positions import (
    BLUE,
    GREEN,
    RED,
    STONE,
    WOOD,
    booklet_example,
)
from tests.luck import Luck
from tests.strategies import Game, games, lucks

HUT, TEMPLE = BuildingKind


# In words


def in_lines(brought: Payoff) -> dict[Horizon, list[str]]:
    found: dict[Horizon, list[str]] = {}
    for line in lines(brought):
        found.setdefault(line.horizon, []).append(str(line.text))
    return found


def test_a_hut_brings_runes_and_offerings_and_lengthens_a_neighbour_s_settlement() -> None:
    brought = payoff_of(booklet_example(), do.BuildHut(by=BLUE, field=19))

    assert in_lines(brought) == {
        Horizon.NOW: ["blue: offering −1 or +3", "red: offering −2 or +6"],  # noqa: RUF001 - a minus
        Horizon.RIVER: ["blue +1"],
        Horizon.END: [
            "blue: offering −1 or +3, final offering −1 or +3, temples +1, rune stones +1",  # noqa: RUF001 - a minus
            "red: offering −2 or +6, final offering +0 or +2",  # noqa: RUF001 - a minus
        ],
    }
    assert [str(head(horizon)) for horizon in Horizon] == [
        "Now",
        "Whenever the die shows it from then on",
        "At each river crossing",
        "In the end, as things stand",
    ]


def test_a_move_is_told_with_what_it_earns_and_what_each_roll_brings_after_it() -> None:
    state = booklet_example(stacks={WOOD: (BLUE,), STONE: (RED, GREEN)}, supply="9 wood 8 stone")
    brought = payoff_of(state, do.MoveWorker(by=BLUE, source=WOOD, level=1, target=STONE))

    assert in_lines(brought) == {
        Horizon.NOW: ["blue takes 3 stone", "green takes 2 stone", "red takes 1 stone"],
        Horizon.ROLL: ["wood: nobody", "stone: blue\xa01, green\xa01, red\xa00"],
    }


# As forks of the game bring it


def moments(game: Game, luck: Luck, *phases: Phase) -> list[GameState]:
    fitting = [
        state
        for state in game.states
        if state.phase in phases and state.finale is not Finale.CIRCUIT
    ]
    return luck.some(fitting, 4)


@settings(max_examples=8)
@given(game=games(), luck=lucks)
def test_a_building_brings_what_forks_bring_now_and_in_the_end(game: Game, luck: Luck) -> None:
    for state in moments(game, luck, Phase.ACTION):
        assert [one for one in of_buildings(state, 2, luck) if not one.right] == []


@settings(max_examples=8)
@given(game=games(), luck=lucks)
def test_somebody_stands_as_forks_end(game: Game, luck: Luck) -> None:
    for state in moments(game, luck, Phase.ROLL, Phase.ACTION, Phase.TAKE, Phase.OFFERING):
        assert [one for one in of_standings(state) if not one.right] == []


def test_a_building_may_be_thought_of_in_a_ritual() -> None:
    state = booklet_example(phase=Phase.OFFERING, visits=(20, 21), druid=20, decider=RED)
    brought = payoff_of(state, do.BuildHut(by=GREEN, field=19))
    for give in WAYS:
        then = built(state, HUT, 19, GREEN, give)
        assert told(brought.now, give) == changed(answered(rich(state), give), then)


@settings(max_examples=8)
@given(game=games(), luck=lucks)
def test_a_move_brings_what_it_then_brings_and_what_the_die_brings_after_it(
    game: Game, luck: Luck
) -> None:
    for state in moments(game, luck, Phase.ACTION):
        color = state.whose_turn
        moves = [
            do.MoveWorker(by=color, source=source, level=level, target=target)
            for source in MATERIALS
            for level in levels_to_move(state, color, source)
            for target in MATERIALS
            if target is not source and len(state.stack(target)) < 3
        ]
        for move in luck.some(moves, 2):
            brought = payoff_of(state, move)
            after = fold(state, decide(state, move))
            assert dict(brought.earned) == _more_chips(state, after)
            if after.phase is Phase.ROLL:
                for one in brought.rolls:
                    rolled = _rolled(after, Face(one.plain.value))
                    earned = {c: Chips().replaced(one.plain, n) for c, n in one.shares if n}
                    assert earned == rolled


def _more_chips(before: GameState, after: GameState) -> dict:
    more_chips = {c: after.player(c).hand - before.player(c).hand for c in before.colors}
    return {color: chips for color, chips in more_chips.items() if chips.total}


def _rolled(state: GameState, face: Face) -> dict:
    return _more_chips(state, fold(state, decide(state, do.Roll(by=state.decider, face=face))))


@settings(max_examples=8)
@given(game=games(), luck=lucks)
def test_an_answer_brings_what_it_scores(game: Game, luck: Luck) -> None:
    asking = [state for state in game.states if state.phase is Phase.OFFERING]
    for state in luck.some(asking, 5):
        field = state.visits[0]
        gives = [Give.NONE, *([Give.ONE, Give.BOTH] if state.board.field(field).known else [])]
        gives += [Give.CHIP] * (state.bonus_on(field) is Bonus.DRUID)
        give = luck.pick(gives)
        brought = payoff_of(state, do.Offer(by=state.decider, give=give))
        now = rich(state)
        pay = next(one.prices for one in preview_offers(state) if one.give is give)[0]
        after = fold(now, decide(now, do.Offer(by=state.decider, give=give, pay=pay)))
        answer = more(now, after, state.decider)
        (gain,) = brought.now or (Gain(state.decider, Breakdown(), Breakdown()),)
        assert gain.refusing == gain.giving
        assert (gain.refusing.offerings, gain.refusing.final_offerings) == (
            answer.offerings,
            answer.final_offerings,
        )


@settings(max_examples=10)
@given(game=games(), luck=lucks)
def test_nothing_that_is_told_depends_on_what_hands_hold(game: Game, luck: Luck) -> None:
    for state in moments(game, luck, Phase.ACTION):
        for field in luck.some(sites(state, HUT), 1):
            choice = do.BuildHut(by=state.whose_turn, field=field)
            assert payoff_of(state, choice) == payoff_of(rich(state), choice)
        for color in state.colors:
            assert standing(state, color) == standing(rich(state), color)


def test_whoever_asks_after_the_end_stands_as_they_ended() -> None:
    state = ended(booklet_example(runes={Rune.EYE: RED}), Give.BOTH)
    stands = standing(state, RED)
    assert stands.end == (stands.points, stands.points)
    assert stands.river == 0


def test_whoever_loses_a_rune_stone_is_told_so_too() -> None:
    state = booklet_example(runes={Rune.WAVES: RED, Rune.EYE: RED, Rune.HOOK: GREEN})
    brought = payoff_of(state, do.BuildHut(by=BLUE, field=18))
    assert brought.river == ((BLUE, 1), (RED, -1))
    (red,) = (gain for gain in brought.end if gain.color is RED)
    assert red.refusing.runes == -2
