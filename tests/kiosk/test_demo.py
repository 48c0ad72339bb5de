"""The show begins as a first game does, reads its hints, and goes on by itself."""

from pathlib import Path

from companion.teaching.opening import first_game_bonus
from kiosk.demo import FILM_SECONDS, SHOW_SECONDS, Demo
from kiosk.settings import Settings
from tests.kiosk.touch import Touchscreen

DECISIONS = 30


def test_the_show_begins_at_the_start_screen_and_plays_a_first_game_with_hints(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.app_state.set_settings(Settings(motion=False))
        show = Demo(touch.navigator, None, lambda: None)
        pages, told = [], set()
        for _step in range(120):
            if touch.name not in pages:
                pages.append(touch.name)
            told |= set(touch.texts())
            touch.wait(SHOW_SECONDS)
        show.stop()
        session = touch.app_state.game

        assert pages == ["start", "new_game", "table"]
        assert "What is in the box" in told
        assert "7 of 7" in told
        assert any("either moves a worker" in text for text in told)
        assert session.state.turn >= 2
        assert session.setup.bonus == tuple(sorted(first_game_bonus(session.state.board)))


def test_in_the_show_everybody_says_that_their_pieces_are_moved_before_they_decide(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        show = Demo(touch.navigator, tmp_path / "film", lambda: None)
        session, seen = touch.app_state.game, 0
        while len(session.steps) < DECISIONS:
            decided, trays = len(session.steps), {tray.color: tray for tray in session.trays()}
            covered = not touch.shows(f"tray.{session.state.colors[0]}")
            decided_before = {answer.by for answer in session.answers}
            touch.wait(FILM_SECONDS)
            for step in session.steps[decided:]:
                seen += not covered
                if not covered and step.command.by not in decided_before:
                    assert not trays[step.command.by].rows
        show.stop()
        assert seen > DECISIONS / 2


def test_a_film_is_taken_of_the_game_alone(tmp_path: Path) -> None:
    with Touchscreen(tmp_path / "data", at="start") as touch:
        show = Demo(touch.navigator, tmp_path / "film", lambda: None)

        assert touch.name == "table"
        assert not {"hint", "hint.got"} & set(touch.keys())
        show.stop()
