from pathlib import Path

import pytest

from companion.memory.database import NEWER
from companion.memory.folder_lock import IN_USE, DataFolderLock
from kiosk import cli, process
from kiosk.ui.renderer import BlockView
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen
from tests.programs import run_python

SERVICE = """
import sys
from kiosk.cli import kiosk
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kivy.clock import Clock
from kivy.app import App
from kiosk import trouble
trouble.TROUBLE_SECONDS = 0.3
Clock.schedule_once(lambda _delta: print([*App.get_running_app().sheet.size]), 0.2)
sys.exit(kiosk.main())
"""


def test_an_app_and_a_service_on_a_folder_in_use_say_so_turned_as_the_display_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    from kiosk.trouble import TroubleApp  # noqa: PLC0415 - opens the window

    (tmp_path / "kiosk.toml").write_text("rotation = 90\n")
    monkeypatch.setenv("MEDURIS_DATA", str(tmp_path / "data"))
    lock = DataFolderLock(tmp_path / "data")
    lock.acquire()
    service = run_python("-c", SERVICE, "--settings", tmp_path)
    monkeypatch.setattr(process, "configure_kivy", lambda *_size, **_how: None)
    shown: list[str] = []
    monkeypatch.setattr(TroubleApp, "run", lambda app: shown.append(app._reason))
    status = cli.main([])
    lock.release()
    told = capfd.readouterr().err
    assert (status, told, shown) == (2, f"meduris: {IN_USE}\n", [str(IN_USE)])
    assert (service.returncode, service.stderr) == (2, f"meduris: {IN_USE}\n")
    assert service.stdout.splitlines()[-1] == "[480, 800]"


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_the_sentence_fits_and_the_window_can_be_closed(tmp_path: Path, size: Size) -> None:
    from kiosk.trouble import trouble_page  # noqa: PLC0415 - opens the window

    closed: list[object] = []
    with Touchscreen(tmp_path, size) as touch:
        sheet = BlockView(touch.navigator.box, closed.append)
        sheet.show(trouble_page(str(NEWER)))
        touch.navigator.add_widget(sheet)
        touch.step()
        texts = [text for widget in sheet.walk() for text in widget.written_texts]
        close = next(widget for widget in sheet.walk() if getattr(widget, "key", "") == "close")
        touch.tap_at(close.box.center)

    assert str(NEWER) in [text.text for text in texts]
    assert all(text.fits for text in texts)
    assert closed == ["close"]
