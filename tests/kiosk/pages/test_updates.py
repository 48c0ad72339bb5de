from pathlib import Path

import pytest

from kiosk import routes
from kiosk.machine import version
from kiosk.machine.root_requests import Machine
from tests.kiosk.beside import settle
from tests.kiosk.pages.code_reading import read
from tests.kiosk.touch import Touchscreen

ADDRESS = "https://example.org/somebody/meduris-companion/releases"


@pytest.fixture
def screen(tmp_path: Path) -> Touchscreen:
    (tmp_path / "asked").mkdir()
    with Touchscreen(tmp_path / "data") as screen:
        screen.navigator.machine = Machine(tmp_path / "asked", tmp_path, tmp_path / "root")
        yield screen


def named(monkeypatch: pytest.MonkeyPatch, *urls: str) -> None:
    class Told:
        def get_all(self, _name: str) -> list[str] | None:
            return list(urls) or None

    monkeypatch.setattr(version, "metadata", lambda _name: Told())


def test_the_address_that_the_release_names_is_a_code_and_stands_there(
    screen: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, "Homepage, https://example.org", f"Releases, {ADDRESS}")
    screen.navigator.go(routes.Machine())
    settle(screen)
    screen.tap("updates")
    settle(screen)
    assert read(screen).text == ADDRESS
    # It is wider than what stands beside a code, and broken there.
    told = "".join(screen.texts()).replace(" ", "")
    assert ADDRESS in told
    assert "meduris-companion.zip" in told


def test_a_release_that_names_none_offers_none(screen, monkeypatch) -> None:
    for urls in ((), ("Homepage, https://example.org",), ("Releases",)):
        named(monkeypatch, *urls)
        screen.navigator.go(routes.Start())
        screen.navigator.go(routes.Machine())
        settle(screen)
        assert not screen.shows("updates")
