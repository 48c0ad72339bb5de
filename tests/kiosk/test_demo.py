from pathlib import Path

from kiosk.demo import FILM_SECONDS, SHOW_SECONDS, Demo
from kiosk.settings import Settings
from tests.kiosk.touch import Touchscreen

DECISIONS = 30


def test_the_show_plays_by_itself_from_the_first_worker_on(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        touch.app_state.set_settings(Settings(motion=False))
        show = Demo(touch.navigator, None, lambda: None)
        while touch.app_state.game.state.turn < 2:
            touch.wait(SHOW_SECONDS)
        show.stop()

        assert touch.name == "table"


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
