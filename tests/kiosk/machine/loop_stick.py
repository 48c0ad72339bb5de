"""A stick that is a file: a real file system on a real block device, where root may make one."""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Self


def _run(*command: object) -> str:
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


_MAKING = {"vfat": ("mkfs.vfat",), "ext4": ("mkfs.ext4", "-q", "-F")}
"""File systems for a stick, the one that most of them have first, and what makes them."""


@cache
def kind_of_sticks() -> str | None:
    """The file system with which a stick can be made and mounted here; None where none can."""
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        return None
    return next((kind for kind in _MAKING if _can_mount(kind)), None)


def _can_mount(kind: str) -> bool:
    if shutil.which(_MAKING[kind][0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        try:
            with LoopStick(Path(folder), megabytes=4, kind=kind):
                return True
        except (OSError, subprocess.SubprocessError):
            return False


class LoopStick:
    """A stick of so many megabytes, mounted at a folder as the kiosk's system mounts them.

    It is empty, or what is in the file `image`; `kind` is its file system, else that of most
    sticks that can be mounted here.
    """

    def __init__(
        self, folder: Path, megabytes: int, image: Path | None = None, kind: str | None = None
    ) -> None:
        self._kind = kind or kind_of_sticks()
        self._folder = folder
        self._megabytes = megabytes
        self._is_new = image is None
        self._scratch = Path(tempfile.mkdtemp(prefix="meduris-stick-"))
        self.image = image or self._scratch / "image"
        self._device = ""

    def __enter__(self) -> Self:
        if self._is_new:
            with self.image.open("wb") as file:
                file.truncate(self._megabytes * 1_000_000)
            _run(*_MAKING[self._kind], self.image)
        self._device = _run("losetup", "--find", "--show", self.image)
        try:
            how = "ro,nosuid,nodev,noexec"
            _run("mount", "-t", self._kind, "-o", how, self._device, self._folder)
        except subprocess.SubprocessError:
            self._let_go()
            raise
        return self

    def __exit__(self, *_details: object) -> None:
        _run("umount", "--lazy", self._folder)
        self._let_go()

    def _let_go(self) -> None:
        _run("losetup", "--detach", self._device)
        shutil.rmtree(self._scratch)
