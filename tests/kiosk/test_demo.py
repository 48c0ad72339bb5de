from pathlib import Path

from kiosk.demo import FILM_SECONDS, SHOW_SECONDS, Demo
from kiosk.settings import Settings

DECISIONS = 30


def test_the_show_plays_by_itself_from_the_first_worker_on(started) -> None:
    started.app_state.set_settings(Settings(motion=False))
    show = Demo(started.navigator, None, lambda: None)
    while started.app_state.required_session.state.turn < 2:
        started.wait(SHOW_SECONDS)
    show.stop()

    assert started.name == "table"


def test_in_the_show_everybody_says_that_their_pieces_are_moved_before_they_decide(
    started,
    tmp_path: Path,
) -> None:
    show = Demo(started.navigator, tmp_path / "film", lambda: None)
    session, seen = started.app_state.required_session, 0
    while len(session.steps) < DECISIONS:
        decided, trays = len(session.steps), {tray.color: tray for tray in session.trays()}
        covered = not started.shows(f"tray.{session.state.colors[0]}")
        decided_before = {answer.by for answer in session.answers_so_far}
        started.wait(FILM_SECONDS)
        for step in session.steps[decided:]:
            seen += not covered
            if not covered and step.command.by not in decided_before:
                assert not trays[step.command.by].rows
    show.stop()
    assert seen > DECISIONS / 2
