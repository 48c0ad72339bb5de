import os
from pathlib import Path

import pytest

from kiosk.machine.status import KioskStatus, TouchCounter, read_status, write_status


def test_the_doctor_reads_what_the_kiosk_tells(tmp_path: Path) -> None:
    assert read_status(tmp_path) is None
    status = KioskStatus("1.0", "V3D", "window_sdl2", "wayland", 800, 480, 2.5, touches=3)
    write_status(status, tmp_path)
    assert read_status(tmp_path) == status


@pytest.mark.parametrize("what", ["pipe", "endless", "deep", "link"])
def test_whatever_lies_in_the_kiosks_folder_holds_no_doctor_up(tmp_path: Path, what: str) -> None:
    file = tmp_path / "status.json"
    match what:
        case "pipe":
            os.mkfifo(file)
        case "endless":
            file.touch()
            os.truncate(file, 10**12)
        case "deep":
            file.write_text("[" * 60_000)
        case "link":
            file.symlink_to("/dev/zero")
    with pytest.raises((OSError, ValueError)):
        read_status(tmp_path)


def test_everybody_may_read_what_the_kiosk_tells_though_its_files_are_its_own(
    tmp_path: Path,
) -> None:
    before = os.umask(0o027)
    try:
        write_status(KioskStatus("1.0", "V3D", "window_sdl2", "wayland", 800, 480, 2.5), tmp_path)
    finally:
        os.umask(before)
    assert (tmp_path / "status.json").stat().st_mode & 0o777 == 0o644


def test_a_tap_that_comes_twice_is_counted() -> None:
    count = TouchCounter()
    for now, x in ((0.0, 100), (0.01, 102), (1.0, 100), (1.01, 400), (5.0, 400)):
        count.count_touch(now, x, 50)
    assert (count.touches, count.doubled_touches) == (5, 1)
