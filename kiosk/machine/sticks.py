"""USB sticks that are plugged in, and their partitions for files. No Kivy.

A systemd unit mounts each partition that has a known file system, read-only and in a separate
folder (`meduris-stick@.service` in deploy/machine). Boot partitions are left out, and so are disks
that the machine itself runs from.
"""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

STICKS = Path("/run/meduris-sticks")
FILE_SYSTEMS = frozenset({"vfat", "exfat", "ext4"})
"""File systems that the systemd unit mounts, named as blkid names them."""
_SYSTEM_PARTITIONS = frozenset(
    {
        "c12a7328-f81f-11d2-ba4b-00a0c93ec93b",  # EFI system
        "21686148-6449-6e6f-744e-656564454649",  # BIOS boot
        "bc13c2ff-59e6-4262-a352-b275fd6f7172",  # boot loader, extended
        "e3c9e316-0b5c-4db8-817d-f92df00215ae",  # Microsoft reserved
        "de94bba4-06d1-4d40-a16a-bfd50179d6ac",  # Windows recovery
        "426f6f74-0000-11aa-aa11-00306543ecac",  # Apple boot
        "0657fd6d-a4ab-43c4-84e5-0933c84b4f4f",  # Linux swap
        *("0xef", "0x12", "0x27", "0x82"),  # EFI, vendor's tools, Windows recovery, Linux swap
        *("0x11", "0x14", "0x16", "0x17", "0x1b", "0x1c", "0x1e"),  # hidden FAT and NTFS
    }
)
"""Types of partitions that are not for files: UUIDs in a GPT, numbers in an MBR."""
_HIDDEN = 1 << 0 | 1 << 62 | 1 << 63
"""Attributes of a partition in a GPT: required by the platform, hidden, no automount."""
_COLUMNS = "NAME,TYPE,TRAN,FSTYPE,LABEL,SIZE,PARTTYPE,PARTFLAGS,MOUNTPOINTS"
_SECONDS = 10
"""Timeout in seconds for lsblk."""


class BlockDevice(msgspec.Struct, frozen=True):
    """A disk or a partition as described by lsblk."""

    name: str
    type: str
    tran: str | None = None
    fstype: str | None = None
    label: str | None = None
    size: int = 0
    parttype: str | None = None
    partflags: str | None = None
    mountpoints: tuple[str | None, ...] = ()
    children: tuple["BlockDevice", ...] = ()


class _Listing(msgspec.Struct, frozen=True):
    blockdevices: tuple[BlockDevice, ...]


_listings = msgspec.json.Decoder(_Listing)


class Stick(NamedTuple):
    """A partition for files: its mount point, label, and size in bytes (0 if unknown)."""

    path: Path
    label: str = ""
    size: int = 0


class FoundSticks(NamedTuple):
    """Partitions for files, and sticks without such partitions.

    `usable` has the mounted partitions. `unusable` has, for each stick without a partition for
    files, its file system as blkid names it, or "" for none. `waiting` has the labels of partitions
    that are not mounted yet.
    """

    usable: tuple[Stick, ...] = ()
    unusable: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


Disks = Callable[[], Sequence[BlockDevice]]
"""Callback that lists the disks of the machine, each with its partitions. Raises OSError."""


def no_disks() -> Sequence[BlockDevice]:
    """Return an empty sequence, for a kiosk that does not run as the machine's service."""
    return ()


def list_disks() -> Sequence[BlockDevice]:
    """Return the disks of this machine. Raises OSError."""
    command = ["/usr/bin/lsblk", "--json", "--bytes", "--output", _COLUMNS]
    try:
        told = subprocess.run(  # noqa: S603 - a constant
            command, capture_output=True, check=True, timeout=_SECONDS
        )
    except subprocess.SubprocessError as error:
        raise OSError(f"lsblk does not list the disks: {error}") from error
    return read_listing(told.stdout)


def read_listing(listing: bytes) -> Sequence[BlockDevice]:
    """Parse the output of lsblk. Raises OSError if it is invalid."""
    try:
        # A label may consist of any bytes.
        return _listings.decode(listing.decode("utf-8", "replace")).blockdevices
    except msgspec.MsgspecError as error:
        raise OSError(f"lsblk lists the disks in an unknown way: {error}") from error


def find_sticks(folder: Path, disks: Sequence[BlockDevice]) -> FoundSticks:
    """Return the sticks among `disks` whose partitions are mounted inside `folder`.

    If `disks` is empty, each subfolder counts as a stick.
    """
    mounted = {path.name: path for path in sorted(folder.glob("*")) if _is_folder(path)}
    if not disks:
        return FoundSticks(tuple(map(Stick, mounted.values())))
    usable: list[Stick] = []
    unusable: list[str] = []
    waiting: list[str] = []
    for disk in (disk for disk in disks if _is_stick(disk, folder)):
        for_files = [part for part in _parts(disk) if _is_for_files(part)]
        known = [part for part in for_files if part.fstype in FILE_SYSTEMS]
        ready = [
            Stick(mounted[part.name], part.label or "", part.size)
            for part in known
            if part.name in mounted
        ]
        usable += ready
        if known and not ready:
            waiting.append(known[0].label or "")
        elif not known:
            largest = max(for_files, key=lambda part: part.size, default=None)
            unusable.append("" if largest is None else largest.fstype or "")
    return FoundSticks(tuple(usable), tuple(unusable), tuple(waiting))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # A stick that fails is left out.
        return False


def _parts(disk: BlockDevice) -> Iterator[BlockDevice]:
    """Yield the partitions of a disk, or the disk itself if it has no partitions."""
    parts = [child for child in disk.children if child.type == "part"]
    yield from parts or [disk]


def _is_stick(disk: BlockDevice, folder: Path) -> bool:
    """Return whether a disk is a stick with a medium, and is not used by the machine itself."""
    is_own = any(
        place is not None and not Path(place).is_relative_to(folder) for place in _mounts(disk)
    )
    return disk.type == "disk" and disk.tran == "usb" and disk.size > 0 and not is_own


def _mounts(device: BlockDevice) -> Iterator[str | None]:
    yield from device.mountpoints
    for child in device.children:
        yield from _mounts(child)


def _is_for_files(part: BlockDevice) -> bool:
    if (part.parttype or "").lower() in _SYSTEM_PARTITIONS:
        return False
    try:
        flags = int(part.partflags or "0", 0)
    except ValueError:
        return True
    # In an MBR, the only flag of a partition marks it as active.
    is_gpt = len(part.parttype or "") > len("0xff")
    return not (is_gpt and flags & _HIDDEN)
