"""USB sticks that are plugged in, and their partitions for files. Imports no Kivy.

A udev rule mounts each partition with a known file system, read-only and in a folder of its own
(`70-meduris.rules` and `meduris-stick@.service` in deploy/machine). A USB disk from which the
machine itself runs is not listed as a stick.
"""

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

STICKS_FOLDER = Path("/run/meduris-sticks")
FILE_SYSTEMS = frozenset({"vfat", "exfat", "ext4"})
"""File systems that the systemd unit mounts, named as blkid names them."""
_COLUMNS = "NAME,TYPE,TRAN,FSTYPE,LABEL,SIZE,MOUNTPOINTS"
_SECONDS = 10
"""Timeout of lsblk."""


class BlockDevice(msgspec.Struct, frozen=True):
    """A disk or a partition as described by lsblk."""

    name: str
    type: str
    tran: str | None = None
    fstype: str | None = None
    label: str | None = None
    size: int = 0
    mountpoints: tuple[str | None, ...] = ()
    children: tuple["BlockDevice", ...] = ()


class _Listing(msgspec.Struct, frozen=True):
    blockdevices: tuple[BlockDevice, ...]


class StickPartition(NamedTuple):
    """Mounted partition of a USB stick. Its `size` is in bytes, or 0 if unknown."""

    mount_point: Path
    label: str = ""
    size: int = 0


class PluggedInSticks(NamedTuple):
    """USB sticks that are plugged in.

    - `usable`: the mounted partitions of all sticks.
    - `mounting_labels`: labels of the sticks that will soon be mounted.
    - `unusable_file_systems`: file systems of the sticks that cannot be mounted, "" for a stick
      without a file system.

    The label and the file system of a stick that is not mounted are those of its largest partition.
    """

    usable: tuple[StickPartition, ...] = ()
    unusable_file_systems: tuple[str, ...] = ()
    mounting_labels: tuple[str, ...] = ()


Disks = Callable[[], Sequence[BlockDevice]]
"""Callback that lists the disks of the machine, each with its partitions. Raises OSError."""


def list_disks() -> Sequence[BlockDevice]:
    command = ["/usr/bin/lsblk", "--json", "--bytes", "--output", _COLUMNS]
    try:
        told = subprocess.run(  # noqa: S603 - a constant command
            command, capture_output=True, check=True, timeout=_SECONDS
        )
    except subprocess.SubprocessError as error:
        raise OSError(f"lsblk failed: {error}") from error
    return parse_disk_listing(told.stdout)


def parse_disk_listing(listing: bytes) -> Sequence[BlockDevice]:
    """Parse the output of lsblk. Raises OSError if it is invalid."""
    try:
        # A label may consist of any bytes.
        text = listing.decode("utf-8", "replace")
        return msgspec.json.decode(text, type=_Listing).blockdevices
    except msgspec.MsgspecError as error:
        raise OSError(f"the output of lsblk is invalid: {error}") from error


def find_sticks(folder: Path, disks: Sequence[BlockDevice]) -> PluggedInSticks:
    """Return the USB sticks among `disks`; `folder` has a subfolder for each mounted partition.

    If `disks` is empty, the result lists each subfolder of `folder` as a usable partition.
    """
    mounted = {path.name: path for path in sorted(folder.glob("*")) if _is_folder(path)}
    if not disks:
        return PluggedInSticks(tuple(map(StickPartition, mounted.values())))
    usable: list[StickPartition] = []
    unusable: list[str] = []
    waiting: list[str] = []
    for disk in disks:
        is_stick = disk.type == "disk" and disk.tran == "usb" and disk.size > 0
        if not is_stick or _is_used_by_system(disk, folder):
            continue
        parts = [child for child in disk.children if child.type == "part"] or [disk]
        ready = [part for part in parts if part.name in mounted]
        usable += [
            StickPartition(mounted[part.name], part.label or "", part.size) for part in ready
        ]
        if not ready:
            largest = max(parts, key=lambda part: part.size)
            if largest.fstype in FILE_SYSTEMS:
                waiting.append(largest.label or "")
            else:
                unusable.append(largest.fstype or "")
    return PluggedInSticks(tuple(usable), tuple(unusable), tuple(waiting))


def _is_folder(path: Path) -> bool:
    with suppress(OSError):  # A stick with read errors is left out.
        return path.is_dir()
    return False


def _is_used_by_system(device: BlockDevice, folder: Path) -> bool:
    return any(
        place is not None and not Path(place).is_relative_to(folder) for place in device.mountpoints
    ) or any(_is_used_by_system(child, folder) for child in device.children)
