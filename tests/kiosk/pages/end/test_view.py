import pytest
from msgspec.structs import replace

from companion.game import start
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from companion.pieces import START_POINTS
from companion.state import GameState, Phase
from kiosk.pages.end.view import (
    courses,
    final_score,
    headline,
    verdict,
)
from tests.companion.playing import commands, four_players, two_players
from tests.companion.positions import BLUE, GREEN, RED, position


def ended(state: GameState, *winners) -> GameState:
    return replace(state, phase=Phase.FINISHED, active=None, decider=None, winners=winners)


def whole_game(folder, beginning, seed: int) -> Session:
    session = Session.begin(Journal.open(folder), beginning)
    for command in commands(beginning, 5000, seed):
        session.apply(command)
    return session


@pytest.fixture(params=[(two_players, 1), (two_players, 2), (four_players, 3)])
def game(request, tmp_path) -> Session:
    beginning, seed = request.param
    return whole_game(tmp_path, beginning(), seed)


def test_the_rows_of_every_player_add_up_to_the_total(game: Session) -> None:
    score = final_score(game.state)

    sums = [sum(column) for column in zip(*(row.points for row in score.rows), strict=True)]

    assert tuple(sums) == score.totals == tuple(player.points for player in game.state.players)
    assert {scorer.color for scorer in score.scorers if scorer.won} == set(game.state.winners)


def test_corrections_have_a_row_only_where_there_were_any() -> None:
    plain = ended(position(BLUE, GREEN, RED), BLUE)
    players = tuple(
        replace(player, breakdown=replace(player.breakdown, corrections=-2 * seat))
        for seat, player in enumerate(plain.players)
    )

    without, with_some = final_score(plain), final_score(replace(plain, players=players))

    assert "Corrections" not in [row.label for row in without.rows]
    assert with_some.rows[-1].label == "Corrections"
    assert with_some.rows[-1].points == (0, -2, -4)


def test_one_with_more_points_than_all_others_needs_no_tie_broken() -> None:
    state = ended(position(BLUE, GREEN, RED, points={BLUE: 31, GREEN: 20, RED: 20}), BLUE)

    assert headline(state) == "Bo wins"
    assert verdict(state) == ("11 points ahead of Gus and Ria",)


def test_a_tie_is_broken_by_buildings_and_says_how_many() -> None:
    huts = {BLUE: (1, 3), GREEN: (5,), RED: (7, 9, 11)}
    state = ended(
        position(BLUE, GREEN, RED, huts=huts, points={BLUE: 20, GREEN: 20, RED: 19}), BLUE
    )

    assert verdict(state) == ("Bo and Gus have 20 points each", "Huts and temples: Bo 2, Gus 1")


def test_a_tie_in_buildings_too_is_broken_by_the_chips_that_are_left() -> None:
    state = ended(
        position(
            BLUE,
            GREEN,
            RED,
            huts={BLUE: (1,), GREEN: (5,)},
            points={BLUE: 20, GREEN: 20},
            hands={BLUE: "2 wood", GREEN: "3 stone 1 wool"},
        ),
        GREEN,
    )

    assert verdict(state)[1:] == ("Huts and temples: Bo 1, Gus 1", "Chips left: Bo 2, Gus 4")


def test_a_victory_that_nothing_breaks_is_shared() -> None:
    state = ended(position(BLUE, GREEN, RED, points={BLUE: 20, GREEN: 20}), BLUE, GREEN)

    assert headline(state) == "Bo and Gus share the victory"
    assert verdict(state)[-1] == "A complete tie"


def test_a_single_winner_is_announced_with_the_whole_name() -> None:
    state = position(BLUE, GREEN, RED, points={BLUE: 31})
    name = "Wilhelmina-Charlotte von und zu Oberndor"
    first, *others = state.players
    state = ended(replace(state, players=(replace(first, name=name), *others)), BLUE)

    assert headline(state) == f"{name} wins"


def test_the_course_of_points_goes_from_the_start_over_every_turn_to_the_end(
    game: Session,
) -> None:
    turns = max(step.after.turn for step in game.steps)

    found = courses(game.steps)

    assert [course.color for course in found] == list(game.state.colors)
    for course in found:
        assert len(course.points) == turns + 2
        assert course.points[0] == START_POINTS
        assert course.points[-1] == game.state.player(course.color).points
        for turn in range(1, turns):
            last = [step for step in game.steps if step.before.turn == turn][-1]
            assert course.points[turn] == last.after.player(course.color).points


def test_a_game_without_steps_has_no_course() -> None:
    assert start(two_players()).phase is Phase.PLACING
    assert courses(()) == ()
