from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Command, DeclareEnd, MakeOffering
from companion.evolution import apply_events
from companion.game import events_of_command
from companion.history import Step
from companion.pieces import RUNES, BuildingKind, OfferingAnswer
from companion.state import Building, GameState, Phase
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import CONCEPTS
from kiosk.app_state import AppState
from kiosk.pages.final_scoring import ScoringStep, final_scoring_steps
from kiosk.pages.table.draft import EmptyDraft
from kiosk.pieces.form import RuneStone
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.rotated_view import IGNORE_SECONDS, QUIET_SECONDS
from kiosk.words.victory import game_story_sentences
from tests.companion.playing import commands
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.robot import moves_in_sight, pieces_in_tray
from tests.kiosk.touch import Touchscreen, says


def calm(app_state: AppState) -> AppState:
    app_state.set_settings(Settings(motion=False))
    return app_state


def titles(app_state: AppState) -> list[str]:
    return [step.title for step in final_scoring_steps(app_state.session.steps)]


def test_what_the_last_decision_has_people_move_stands_in_their_trays_first(tmp_path: Path) -> None:
    """With the points of the final circuit: what is scored after it is not told before."""
    start = beginning(2)
    *most, last = commands(start, 5000, 2)
    app_state = calm(app_state_with_game(tmp_path, start, len(most), seed=2))
    before = app_state.session.state
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.page.set_draft(EmptyDraft())
        touch.page.decide(last)
        assert touch.name == "table"
        assert {one.color: one.points for one in touch.page.state.players} != {
            one.color: one.points for one in app_state.session.state.players
        }
        colors = before.colors
        for color in colors:
            while moves_in_sight(touch, color):
                touch.tap(f"tray.{color}")
        assert not any(pieces_in_tray(touch, color) for color in colors)
        touch.tap("to.scoring")
        assert titles(app_state)[0] in touch.texts()


def test_a_first_game_is_not_told_who_has_won_before_it_is_scored(tmp_path: Path) -> None:
    start = beginning(2)
    *most, last = commands(start, 5000, 2)
    app_state = calm(app_state_with_game(tmp_path, start, len(most), seed=2))
    app_state.set_settings(replace(app_state.settings, hints=HintSetting.FIRST_GAME))
    app_state.mark_seen({concept.id for concept in CONCEPTS} - {"end"})
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.page.set_draft(EmptyDraft())
        touch.page.decide(last)
        assert touch.shows("to.scoring"), "nothing is read before that"
        assert "end" in app_state.seen_concepts
        touch.tap("to.scoring")
        while touch.name == "final_scoring":
            touch.tap("next")
        assert says(
            touch, game_story_sentences(app_state.session.state, app_state.session.steps)[0]
        )


def test_a_tap_a_step_leads_to_the_final_score_where_it_is_seen_again(tmp_path: Path) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        first, second, *_others = titles(app_state)
        for title in titles(app_state):
            assert title in touch.texts()
            touch.tap("next")

        assert touch.name == "game_result"
        touch.tap("final_scoring")
        assert first in touch.texts()
        shown = touch.texts()
        touch.tap("why")
        rule = touch.texts()
        assert any("druid goes round once more" in text for text in rule)
        touch.tap("about")
        assert says(touch, "The end")
        touch.tap("back")
        assert touch.texts() == rule
        touch.tap("back")
        assert touch.texts() == shown
        touch.tap("next", "before", "next")
        touch.navigator.resize(1024, 600)
        assert second in touch.texts()
        touch.tap("all")
        assert touch.name == "game_result"


@pytest.mark.parametrize("page", ["final_scoring", "game_result", "export_game"])
def test_what_is_for_all_lies_as_the_table_has_set_the_screen(tmp_path: Path, page: str) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, rotation=Rotation.QUARTER, app_state=app_state, at=page) as touch:
        touch.rotated_view.rotate(Rotation.THREE_QUARTERS)  # it faced whoever has decided last
        touch.navigator.rotate_to_player()
        touch.wait(QUIET_SECONDS + IGNORE_SECONDS)

        assert touch.rotated_view.rotation is touch.rotated_view.base_rotation is Rotation.QUARTER
        assert touch.name == page


def test_the_points_count_where_the_table_allows_motion_until_a_touch(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), seed=2)
    step = final_scoring_steps(app_state.session.steps)[0]
    after = list(map(str, step.totals))
    before = [str(points - gain) for points, gain in zip(step.totals, step.gains, strict=True)]
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        assert before == points(touch)
        touch.wait(0.2)
        assert points(touch) not in (before, after)
        touch.tap_at((1, 1))

        assert points(touch) == after


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_above_the_points_stand_those_before_the_step_and_what_was_won(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Nobody has to ask whether 22 with +4 beside it already counts the four."""
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    step = final_scoring_steps(app_state.session.steps)[0]
    with Touchscreen(tmp_path, size, app_state=app_state, at="final_scoring") as touch:
        for points, gain in zip(step.totals, step.gains, strict=True):
            sign = "+" if gain > 0 else "\N{MINUS SIGN}"
            assert (f"{points - gain} {sign} {abs(gain)}" in touch.texts()) == (gain != 0)


def points(touch: Touchscreen) -> list[str]:
    texts = [text for one in touch.widgets() for text in getattr(one, "written_texts", ())]
    tallest = max(text.size for text in texts)
    large = sorted((text.box.x, text.text) for text in texts if text.size == tallest)
    return [text for _x, text in large]


LOST = "\N{MINUS SIGN}1"


def to_the_end(state: GameState) -> tuple[Step, ...]:
    steps: list[Step] = []
    while state.phase is not Phase.FINISHED:
        circuit = state.phase is Phase.OFFERING
        command: Command = (
            MakeOffering(by=state.decider, give=OfferingAnswer.NONE) if circuit else DeclareEnd()
        )
        events = events_of_command(state, command)
        after = apply_events(state, events)
        steps.append(Step(len(steps) + 1, len(steps), command, events, state, after, ""))
        state = after
    return tuple(steps)


def scoring(**layout) -> tuple[ScoringStep, ...]:
    return final_scoring_steps(to_the_end(position(BLUE, GREEN, RED, supply="", **layout)))


def test_a_game_is_unfolded_from_the_offerings_over_each_temple_to_the_runes() -> None:
    found = scoring(huts={BLUE: (1, 2), GREEN: (3,)}, temples={RED: (4,), BLUE: (7,)}, stone=3)

    assert [(step.color, step.title) for step in found[:4]] == [
        (None, "Final offerings"),
        (RED, "Temple on 4"),
        (BLUE, "Temple on 7"),
        (None, "Rune stones"),
    ]


def test_the_offerings_show_every_hut_that_was_asked_and_what_each_brought() -> None:
    offerings = scoring(huts={BLUE: (1, 5), GREEN: (3,)}, points={BLUE: 1}, stone=3)[0]

    assert [[sign.label for sign in row.labelled_pieces] for row in offerings.rows] == [
        [LOST, "0"],
        [LOST],
        [],
    ]
    assert [row.points_text for row in offerings.rows] == [LOST, LOST, "0"]
    assert offerings.gains == (-1, -1, 0)


def test_a_temple_stands_between_the_huts_that_it_counts_and_tells_them() -> None:
    found = scoring(huts={BLUE: (1, 2), GREEN: (4, 9)}, temples={RED: (3,)}, stone=3)
    step = next(step for step in found if step.color is RED)
    (row,) = step.rows

    assert [(sign.label, sign.piece) for sign in row.labelled_pieces] == [
        ("1", Building(BuildingKind.HUT, BLUE)),
        ("2", Building(BuildingKind.HUT, BLUE)),
        ("3", Building(BuildingKind.TEMPLE, RED)),
        ("4", Building(BuildingKind.HUT, GREEN)),
    ]
    assert row.text == "Beside the temple on 3: the huts on 1, 2 and 4."
    assert row.points_text == "+3"
    assert step.gains == (0, 0, 3)


def test_a_temple_beside_the_river_has_the_last_field_before_it() -> None:
    found = scoring(huts={BLUE: (32, 2)}, temples={RED: (1,)}, stone=3)
    step = next(step for step in found if step.color is RED)

    assert [sign.label for sign in step.rows[0].labelled_pieces] == ["32", "1", "2"]


def test_a_temple_without_huts_beside_it_scores_nothing() -> None:
    found = scoring(huts={BLUE: (9,)}, temples={RED: (3,)}, stone=3)
    step = next(step for step in found if step.color is RED)

    assert step.rows[0].points_text == "0"
    assert step.rows[0].text == "No hut stands beside the temple on 3."


def test_each_rune_stone_shows_its_part_of_the_sum() -> None:
    held = dict(zip(RUNES[:4], (BLUE, BLUE, BLUE, RED), strict=True))
    (runes,) = (step for step in scoring(runes=held) if step.title == "Rune stones")
    bo, gus, ria = runes.rows

    assert [sign.label for sign in bo.labelled_pieces] == ["+1", "+2", "+3"]
    assert [sign.piece for sign in bo.labelled_pieces] == [
        RuneStone(rune, BLUE) for rune in RUNES[:3]
    ]
    assert (bo.points_text, gus.points_text, ria.points_text) == ("+6", "0", "+1")
    assert gus.text == "no rune stone"


def test_one_who_has_most_points_needs_no_step_about_a_tie() -> None:
    assert [step.title for step in scoring(points={BLUE: 9})] == ["Rune stones"]


def test_those_who_are_level_on_points_see_what_decided() -> None:
    step = scoring(temples={BLUE: (3,)})[-1]

    assert step.title == "Level on points"
    assert [row.text for row in step.rows] == [
        "Bo, Gus and Ria have 5 points each",
        "Huts and temples: Bo 1, Gus 0, Ria 0",
    ]


def test_a_game_that_goes_on_has_no_final_scoring() -> None:
    with pytest.raises(ValueError, match="has not begun"):
        final_scoring_steps(())


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 1), (4, 3)])
def test_each_step_begins_where_the_former_ended_and_the_last_at_the_final_score(
    tmp_path, players: int, seed: int
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(players), seed=seed)
    session = app_state.session
    steps = final_scoring_steps(session.steps)

    for former, step in pairwise(steps):
        assert tuple(map(sum, zip(former.totals, step.gains, strict=True))) == step.totals
    assert steps[-1].totals == tuple(player.points for player in session.state.players)
    app_state.close()
