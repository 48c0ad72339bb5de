from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.teaching.hints import CONCEPTS
from companion.teaching.seen import HintSetting
from kiosk.app_state import AppState
from kiosk.pages.final_scoring import final_scoring
from kiosk.pages.table.draft import EmptyDraft
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.rotated_view import DEAF_SECONDS, QUIET_SECONDS
from kiosk.words.victory import story_sentences
from tests.companion.playing import commands
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.robot import moves_in_sight, pieces_in_tray
from tests.kiosk.touch import Touchscreen, says


def calm(app_state: AppState) -> AppState:
    app_state.set_settings(Settings(motion=False))
    return app_state


def titles(app_state: AppState) -> list[str]:
    return [step.title for step in final_scoring(app_state.session.steps).steps]


def test_what_the_last_decision_has_people_move_stands_in_their_trays_first(
    tmp_path: Path,
) -> None:
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
        assert "end" in app_state.seen
        touch.tap("to.scoring")
        while touch.name == "final_scoring":
            touch.tap("next")
        assert says(touch, story_sentences(app_state.session.state, app_state.session.steps)[0])


def test_a_tap_a_step_leads_to_the_final_score(tmp_path: Path) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        for title in titles(app_state):
            assert title in touch.texts()
            touch.tap("next")

        assert touch.name == "game_result"


@pytest.mark.parametrize("page", ["final_scoring", "game_result", "export_game"])
def test_what_is_for_all_lies_as_the_table_has_set_the_screen(tmp_path: Path, page: str) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, rotation=Rotation.QUARTER, app_state=app_state, at=page) as touch:
        touch.rotated_view.turn(Rotation.THREE_QUARTERS)  # it faced whoever has decided last
        touch.navigator.rotate_to_player()
        touch.wait(QUIET_SECONDS + DEAF_SECONDS)

        assert touch.rotated_view.rotation is touch.rotated_view.home is Rotation.QUARTER
        assert touch.name == page


def test_it_is_seen_again_from_the_final_score_from_the_first_step_on(tmp_path: Path) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2)))
    first, second, *_others = titles(app_state)
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        touch.tap("next", "all", "final_scoring")
        assert first in touch.texts()
        touch.tap("next", "before", "next")
        assert second in touch.texts()
        touch.tap("all")

        assert touch.name == "game_result"


def test_the_points_count_where_the_table_allows_motion_until_a_touch(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(2), seed=2)
    scoring = final_scoring(app_state.session.steps)
    before, after = (
        list(map(str, one)) for one in (scoring.points_before, scoring.steps[0].points)
    )
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        assert before == points(touch)
        touch.wait(0.2)
        assert points(touch) not in (before, after)
        touch.tap_at((1, 1))

        assert points(touch) == after


def points(touch: Touchscreen) -> list[str]:
    """The largest numbers on the screen, in seating order."""
    texts = [text for one in touch.widgets() for text in getattr(one, "inscriptions", ())]
    tallest = max(text.size for text in texts)
    large = sorted((text.box.x, text.text) for text in texts if text.size == tallest)
    return [text for _x, text in large]


def test_the_rule_behind_a_step_is_read_in_its_place(tmp_path: Path) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        shown = touch.texts()
        touch.tap("why")
        assert any("druid goes round once more" in text for text in touch.texts())
        touch.tap("back")

        assert touch.texts() == shown


def test_another_size_shows_the_same_step(tmp_path: Path) -> None:
    app_state = calm(app_state_with_game(tmp_path, beginning(2), seed=2))
    with Touchscreen(tmp_path, app_state=app_state, at="final_scoring") as touch:
        touch.tap("next")
        touch.navigator.resize(1024, 600)

        assert titles(app_state)[1] in touch.texts()
