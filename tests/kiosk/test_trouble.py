from pathlib import Path

import pytest

from companion.memory.database import NEWER
from companion.memory.folder_lock import IN_USE, DataFolderLock
from kiosk.ui.renderer import BlockView
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen
from tests.programs import run_python

PROGRAM = """
import sys
from kiosk import process
from kiosk import cli as command_line
process.configure_kivy(800, 480, fullscreen=False)
from kiosk import trouble
trouble.TROUBLE_SECONDS = 0.2
raise SystemExit(command_line.main(["--data", sys.argv[1]]))
"""


def test_a_second_app_on_the_folder_says_so_on_the_screen_and_ends_with_status_two(
    tmp_path: Path,
) -> None:
    lock = DataFolderLock(tmp_path)
    lock.acquire()

    result = run_python("-c", PROGRAM, tmp_path)

    lock.release()
    assert result.returncode == 2
    assert f"meduris: {IN_USE}" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_the_sentence_fits_and_the_window_can_be_closed(tmp_path: Path, size: Size) -> None:
    from kiosk.trouble import trouble_page  # noqa: PLC0415 - opens the window

    closed: list[object] = []
    with Touchscreen(tmp_path, size) as touch:
        sheet = BlockView(touch.navigator.box, closed.append)
        sheet.show(trouble_page(str(NEWER)))
        touch.navigator.add_widget(sheet)
        touch.step()
        texts = [text for widget in sheet.walk() for text in widget.inscriptions]
        close = next(widget for widget in sheet.walk() if getattr(widget, "key", "") == "close")
        touch.tap_at(close.box.center)

    assert str(NEWER) in [text.text for text in texts]
    assert all(text.fits for text in texts)
    assert closed == ["close"]


TURNED = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from kivy.clock import Clock
from kiosk import trouble
from kiosk.rotation import Rotation
trouble.TROUBLE_SECONDS = 0.3
app = trouble.TroubleApp("no disk", Rotation.QUARTER)
Clock.schedule_once(lambda _delta: print(list(app.sheet.size)), 0.2)
app.run()
"""


def test_the_sentence_is_turned_as_the_display_is_mounted() -> None:
    assert run_python("-c", TURNED).stdout.split("\n")[-2] == "[480, 800]"
