"""The ways that the owners' pages and the sheet tell, gone on the screen from button to button."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.memory.exchange.backup import back_up
from companion.teaching.hint_setting import HintSetting
from deploy import catalogues
from kiosk import routes
from kiosk.machine.root_requests import Machine
from kiosk.machine.updates import StickUpdate
from kiosk.settings import KioskConfig
from kiosk.words.language import SOURCE_LANGUAGE, _, languages, use_language
from tests.kiosk.beside import settle
from tests.kiosk.scenes import TWO_DEVICES, Guests, of_two
from tests.kiosk.touch import Touchscreen

DEPLOY = Path(catalogues.__file__).parent
_CHAPTER = re.compile(r"^## (\d)\. ", re.MULTILINE)
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_PAGES = 12
"""More than the settings have."""


class Reader:
    """Somebody who goes ways of a text; what stands on each button that is tapped is to be in it.

    `unseen` are the words that it shows as those of the screen and nobody has seen there so far.
    """

    def __init__(self, text: str) -> None:
        self._told = [" ".join(found.split()) for found in _BOLD.findall(text)]
        self.unseen = {*self._told}
        self.touch: Touchscreen

    def go(self, *keys: str) -> None:
        """Tap one after the other: the text has their words, in this order and no other between.

        `heading:KEY` turns the pages until that is there, and reads the heading over it.
        """
        seen: list[str] = []
        for key in keys:
            seen += self._turn_to(key.partition(":")) if ":" in key else [self._words(key)]
            self.touch.tap(key.rpartition(":")[2])
            settle(self.touch, looks=1)
        self._compare(seen)

    def see(self, *keys: str) -> None:
        self._compare([self._words(key) for key in keys])

    def _words(self, key: str) -> str:
        """Of "More (2 of 3)", of all languages at once, of a card: what the text has of it."""
        written = [" ".join(one.text.split()) for one in self.touch.find(key).written_texts]
        words = [part for one in written for part in one.partition(" (")[0].split(" · ")]
        return next((one for one in words if one in self._told), " / ".join(written))

    def _turn_to(self, heading_and_key: tuple[str, str, str]) -> list[str]:
        heading, _colon, key = heading_and_key
        more = self._words("more")
        for _page in range(_PAGES):
            if not self.touch.shows(key):
                self.touch.tap("more")
        assert heading in self.touch.texts()
        return [more, heading, self._words(key)]

    def _compare(self, seen: list[str]) -> None:
        runs = (self._told[at : at + len(seen)] for at in range(len(self._told)))
        assert any(run == seen for run in runs), f"{seen} is not in {self._told}"
        self.unseen -= {*seen}


def chapters(language: str) -> dict[str, str]:
    name = "owners.md" if language == SOURCE_LANGUAGE else f"owners.{language}.md"
    _told, *parts = _CHAPTER.split((DEPLOY / name).read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


@contextmanager
def kiosk(folder: Path, *readers: Reader, is_new: bool = False) -> Iterator[Touchscreen]:
    asked, stick = folder / "asked", folder / "sticks/sda1"
    asked.mkdir(parents=True)
    stick.mkdir(parents=True)
    if not is_new:
        of_two(folder / "data", Guests())
        copying = Thread(target=back_up, args=(folder / "data", stick / "old.meduris-backup"))
        copying.start()
        copying.join()
    with (
        Touchscreen(folder / "data", mounted=KioskConfig()) as touch,
        patch("kiosk.pages.first_start.sound_devices", lambda: TWO_DEVICES),
    ):
        machine = Machine(asked, stick.parent, folder / "root")
        machine.find_offered_update = lambda: StickUpdate("9.0.0", "")
        touch.navigator.machine = machine
        touch.navigator.go(routes.Start())
        for reader in readers:
            reader.touch = touch
        yield touch


@pytest.mark.parametrize("language", languages())
def test_the_ways_that_the_page_tells_lead_through_the_screen(
    tmp_path: Path, language: str
) -> None:
    told = {number: Reader(text) for number, text in chapters(language).items()}
    use_language(language)
    with kiosk(tmp_path / "new", *told.values(), is_new=True) as touch:
        touch.navigator.go(routes.FirstStart())
        told["4"].go("skip", "ok")
        told["4"].go("back")
        touch.tap("ok")
        touch.tap(f"language.{language}")
        told["4"].see("sound.off", "sound.tones", "sound.voice")
        told["4"].go("go_on")
        told["5"].go("first_game")
        touch.navigator.go(routes.Start())
        told["5"].go("new_game")
    with kiosk(tmp_path / "used", *told.values()) as touch:
        touch.app_state.set_settings(
            replace(touch.app_state.settings, hints=HintSetting.FIRST_GAME)
        )
        told["5"].go("new_game", "first_game")
        touch.navigator.go(routes.Start())
        told["6"].go("resume", "play")
        while touch.shows("hint") or touch.shows("hint.got"):
            if touch.shows("hint"):
                touch.tap("hint")
            told["5"].go("hint.got")
        told["5"].go("roll")
        told["5"].go("undo")
        told["5"].see("menu")
        told["6"].go("menu", "menu.start", "machine", "switch_off", "switch_off.now")
        touch.navigator.go(routes.Backup())
        settle(touch)
        told["7"].see("restore")
        touch.navigator.go(routes.Start())
        told["8"].go("machine")
        settle(touch)
        assert "9.0.0" in " ".join(one.text for one in touch.find("update").written_texts)
        touch.navigator.go(routes.Start())
        told["8"].go("machine", "check_up")
        touch.navigator.go(routes.Start())
        former = tmp_path / "used/root/var/lib/meduris-kiosk/former"
        former.mkdir(parents=True)
        (former / "meduris-kiosk_0.9_all.deb").touch()
        with patch.object(touch.navigator.machine, "find_offered_update", lambda: None):
            told["8"].go("machine", "former")
        touch.navigator.go(routes.Start())
        told["9"].go("machine", "backup")
        told["9"].see("back_up")
        touch.navigator.go(routes.Start())
        told["9"].go("machine", "check_up", "try")
        touch.navigator.go(routes.Start())
        told["9"].go("machine", "check_up", "help")
        settle(touch)
        told["9"].see("to_stick", "to_stick.game")
        for heading, key in ((_("Screen"), "screen"), (_("Sound"), "sound")):
            touch.navigator.go(routes.Start())
            told["9"].go("settings", f"{heading}:{key}")
        touch.navigator.go(routes.Start())
        told["7"].go("machine", "backup", "back_up")
    assert {number: reader.unseen for number, reader in told.items() if reader.unseen} == {}


@pytest.mark.parametrize("language", languages())
def test_the_ways_that_the_sheet_tells_lead_through_the_screen(
    tmp_path: Path, language: str
) -> None:
    texts = tomllib.loads((DEPLOY / "owners/sheet.toml").read_text(encoding="utf-8"))
    told = Reader(str(texts[language]))
    use_language(language)
    with kiosk(tmp_path / "new", told, is_new=True) as touch:
        told.see("first_game")
        told.see("new_game")
    with kiosk(tmp_path / "used", told) as touch:
        touch.tap("resume", "play")
        told.see("undo")
        told.see("why")
        told.go("menu", "menu.board_check")
        touch.navigator.go(routes.Table())
        told.go("menu", "menu.start", "machine", "switch_off")
    assert told.unseen == set()
