from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk import routes
from kiosk.machine.doctor.checks import CHECKS, Diagnosis, Grade, run_checks
from kiosk.machine.root_requests import Machine
from kiosk.pages import health_check as page
from kiosk.rotation import Rotation
from kiosk.settings import KioskConfig
from tests.kiosk.beside import settle
from tests.kiosk.machine.doctor.machines import ILL, WELL
from tests.kiosk.touch import Touchscreen, says


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Touchscreen]:
    config = KioskConfig()
    with Touchscreen(tmp_path / "data", (1024, 600), mounted=config) as screen:
        (tmp_path / "asked").mkdir()
        screen.navigator.machine = Machine(tmp_path / "asked", tmp_path, tmp_path / "root")
        screen.navigator.go(routes.Start())
        yield screen


def examined(screen: Touchscreen, monkeypatch: pytest.MonkeyPatch, facts) -> None:
    found = Diagnosis(facts, run_checks(facts))
    monkeypatch.setattr(page, "diagnose", lambda _root: found)
    screen.tap("machine", "check_up")
    settle(screen)


def test_it_tells_what_the_machine_is(screen: Touchscreen, monkeypatch) -> None:
    screen.display.set_rotation(Rotation.HALF)
    examined(screen, monkeypatch, WELL)
    assert says(screen, "All is well with this machine.")
    assert {"1.0.0 (1a2b3c4)", "Raspberry Pi 4 Model B Rev 1.5"} <= set(screen.texts())
    assert says(screen, "600, turned by 180°")
    assert {"ft5x06", "2 GB", "192.168.178.24"} <= set(screen.texts())


def test_what_is_wrong_is_told_for_a_table_and_without_a_command(screen, monkeypatch) -> None:
    examined(screen, monkeypatch, ILL)
    seen: list[str] = []
    for _page in range(9):
        seen += screen.texts()
        if not screen.shows("more"):
            break
        screen.tap("more")
    wrong = [one.check_name for one in run_checks(ILL) if one.grade is not Grade.OK]
    assert all(page._CONSEQUENCES[name] in seen for name in wrong)
    assert not [text for text in seen if "sudo" in text or "/" in text.replace("Nothing", "")]


def test_each_check_of_the_doctor_has_its_words_here() -> None:
    assert page._NAMES.keys() == page._CONSEQUENCES.keys() == CHECKS.keys()


def test_a_machine_that_cannot_be_examined_is_told(screen, monkeypatch) -> None:
    def fail(_root: Path) -> Diagnosis:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(page, "diagnose", fail)
    screen.tap("machine", "check_up")
    settle(screen)
    assert says(screen, "This machine could not be checked: Input/output error.")
