from pathlib import Path

from tests.kiosk.machine.going_back import go_to_and_fro


def test_going_back_a_release_loses_nothing_of_any_evening(tmp_path: Path) -> None:
    go_to_and_fro(tmp_path)
