from itertools import pairwise

import pytest

from companion.commands import Command, DeclareEnd, MakeOffering
from companion.evolution import apply_events
from companion.game import decide
from companion.history import Step
from companion.pieces import RUNES, BuildingKind, OfferingAnswer
from companion.state import Building, GameState, Phase
from kiosk.pages.final_scoring import FinalScoring, final_scoring
from kiosk.pieces.form import RuneStone
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import app_state_with_game, beginning

LOST = "\N{MINUS SIGN}1"


def to_the_end(state: GameState) -> tuple[Step, ...]:
    """The table declares the end, and nobody offers anything."""
    steps: list[Step] = []
    while state.phase is not Phase.FINISHED:
        circuit = state.phase is Phase.OFFERING
        command: Command = (
            MakeOffering(by=state.decider, give=OfferingAnswer.NONE) if circuit else DeclareEnd()
        )
        events = decide(state, command)
        after = apply_events(state, events)
        steps.append(Step(len(steps) + 1, len(steps), command, events, state, after, ""))
        state = after
    return tuple(steps)


def scoring(**layout) -> FinalScoring:
    return final_scoring(to_the_end(position(BLUE, GREEN, RED, supply="", **layout)))


def test_a_game_is_unfolded_from_the_offerings_over_each_temple_to_the_runes() -> None:
    found = scoring(huts={BLUE: (1, 2), GREEN: (3,)}, temples={RED: (4,), BLUE: (7,)}, stone=3)

    assert [(step.color, step.title) for step in found.steps[:4]] == [
        (None, "Final offerings"),
        (RED, "Temple on 4"),
        (BLUE, "Temple on 7"),
        (None, "Rune stones"),
    ]


def test_the_offerings_show_every_hut_that_was_asked_and_what_each_brought() -> None:
    offerings = scoring(huts={BLUE: (1, 5), GREEN: (3,)}, points={BLUE: 1}, stone=3).steps[0]

    assert [[sign.label for sign in row.signs] for row in offerings.rows] == [
        [LOST, "0"],
        [LOST],
        [],
    ]
    assert [row.points for row in offerings.rows] == [LOST, LOST, "0"]
    assert offerings.gains == (-1, -1, 0)


def test_a_temple_stands_between_the_huts_that_it_counts_and_tells_them() -> None:
    found = scoring(huts={BLUE: (1, 2), GREEN: (4, 9)}, temples={RED: (3,)}, stone=3)
    step = next(step for step in found.steps if step.color is RED)
    (row,) = step.rows

    assert [(sign.label, sign.piece) for sign in row.signs] == [
        ("1", Building(BuildingKind.HUT, BLUE)),
        ("2", Building(BuildingKind.HUT, BLUE)),
        ("3", Building(BuildingKind.TEMPLE, RED)),
        ("4", Building(BuildingKind.HUT, GREEN)),
    ]
    assert row.text == "Beside the temple on 3: the huts on 1, 2 and 4."
    assert row.points == "+3"
    assert step.gains == (0, 0, 3)


def test_a_temple_beside_the_river_has_the_last_field_before_it() -> None:
    found = scoring(huts={BLUE: (32, 2)}, temples={RED: (1,)}, stone=3)
    step = next(step for step in found.steps if step.color is RED)

    assert [sign.label for sign in step.rows[0].signs] == ["32", "1", "2"]


def test_a_temple_without_huts_beside_it_scores_nothing() -> None:
    found = scoring(huts={BLUE: (9,)}, temples={RED: (3,)}, stone=3)
    step = next(step for step in found.steps if step.color is RED)

    assert step.rows[0].points == "0"
    assert step.rows[0].text == "No hut stands beside the temple on 3."


def test_each_rune_stone_shows_its_part_of_the_sum() -> None:
    held = dict(zip(RUNES[:4], (BLUE, BLUE, BLUE, RED), strict=True))
    (runes,) = (step for step in scoring(runes=held).steps if step.title == "Rune stones")
    bo, gus, ria = runes.rows

    assert [sign.label for sign in bo.signs] == ["+1", "+2", "+3"]
    assert [sign.piece for sign in bo.signs] == [RuneStone(rune, BLUE) for rune in RUNES[:3]]
    assert (bo.points, gus.points, ria.points) == ("+6", "0", "+1")
    assert gus.text == "no rune stone"


def test_one_who_has_most_points_needs_no_step_about_a_tie() -> None:
    assert [step.title for step in scoring(points={BLUE: 9}).steps] == ["Rune stones"]


def test_those_who_are_level_on_points_see_what_decided() -> None:
    step = scoring(temples={BLUE: (3,)}).steps[-1]

    assert step.title == "Level on points"
    assert [row.text for row in step.rows] == [
        "Bo, Gus and Ria have 5 points each",
        "Huts and temples: Bo 1, Gus 0, Ria 0",
    ]


def test_a_game_that_goes_on_has_no_final_scoring() -> None:
    with pytest.raises(ValueError, match="has not begun"):
        final_scoring(())


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 1), (4, 3)])
def test_each_step_begins_where_the_former_ended_and_the_last_at_the_final_score(
    tmp_path, players: int, seed: int
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(players), seed=seed)
    session = app_state.session
    found = final_scoring(session.steps)

    points = [found.points_before, *(step.points for step in found.steps)]
    for (before, after), step in zip(pairwise(points), found.steps, strict=True):
        gained = tuple(old + gain for old, gain in zip(before, step.gains, strict=True))
        assert gained == after or step.title == "Final offerings"
    assert points[-1] == tuple(player.points for player in session.state.players)
    app_state.close()
