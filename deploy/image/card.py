"""Layout of a card, and the list for Raspberry Pi Imager.

python3 deploy/image/card.py layout BOOT SYSTEM DATA      a table for sfdisk; sizes in bytes
python3 deploy/image/card.py room BYTES FILES FREE        megabytes for a file system of them
python3 deploy/image/card.py list VERSION DATE ADDRESS IMAGE PACKED   Imager's list (JSON)
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1_048_576
SECTOR = 512
DISK = 0x4D454455
"""Disk identifier, by which the kernel finds the partitions: "MEDU"."""
FIRST = 4 * MEGABYTE
"""Alignment of partitions in bytes, the size in which cards are written."""
_MOST_SECTORS = 2**32
_FAT, _LINUX = "c", "83"
BOARDS = (
    ("Raspberry Pi 4", "Models B and 400", "pi4-64bit"),
    ("Raspberry Pi 3", "Models B, A+ and B+", "pi3-64bit"),
    ("Raspberry Pi Zero 2 W", "", "pi3-64bit"),
)
"""Boards that the image supports: name, description, and Raspberry Pi Imager's tag."""


class Partition(NamedTuple):
    """Start and size of a partition in bytes."""

    start: int
    size: int


def layout(*sizes: int) -> list[Partition]:
    """Return consecutive partitions of these sizes in bytes.

    Each begins and ends on a multiple of FIRST. Raises ValueError for a size below 1, and for more
    than the table can hold.
    """
    partitions: list[Partition] = []
    start = FIRST
    for size in sizes:
        if size <= 0:
            raise ValueError(f"a partition of {size} bytes")
        whole = -(-size // FIRST) * FIRST
        partitions.append(Partition(start, whole))
        start += whole
    if start // SECTOR >= _MOST_SECTORS:
        raise ValueError(f"{start} bytes are more than this kind of table knows")
    return partitions


def length(partitions: list[Partition]) -> int:
    """Return the size of an image with these partitions, in bytes."""
    return partitions[-1].start + partitions[-1].size


def table(partitions: list[Partition]) -> str:
    """Return sfdisk's input for an MBR with these partitions.

    Every Raspberry Pi's firmware reads it; a Raspberry Pi 4 does not boot from Debian's hybrid of
    GPT and MBR.
    """
    lines = ["label: dos", f"label-id: {DISK:#x}", "unit: sectors"]
    for number, one in enumerate(partitions):
        kind = f"type={_FAT}, bootable" if number == 0 else f"type={_LINUX}"
        lines.append(f"start={one.start // SECTOR}, size={one.size // SECTOR}, {kind}")
    return "\n".join(lines) + "\n"


def room(contents: int, files: int, free: int) -> int:
    """Return the megabytes of an ext4 with `contents` bytes in `files` files and `free` bytes.

    Includes inodes, half-filled last blocks, the journal, and a twentieth for the rest.
    """
    needed = contents + files * (256 + 2048) + 64 * MEGABYTE + free
    return -(-needed * 21 // 20 // MEGABYTE)


def imager_list(version: str, date: str, address: str, image: Path, packed: Path) -> str:
    """Return the JSON file for `Raspberry Pi Imager --repo`, which lists one system.

    `date` is like 2026-11-23, `address` the URL of `packed`. Imager offers no settings for it
    (`init_format` none), as the system asks on its own screen. It lists the boards because Imager 2
    asks for one first.
    """
    with image.open("rb") as file:
        whole = hashlib.file_digest(file, "sha256").hexdigest()
    with packed.open("rb") as file:
        small = hashlib.file_digest(file, "sha256").hexdigest()
    system = {
        "name": f"Meduris Companion {version}",
        "description": "The companion of the board game, for a screen at HDMI and touch at USB",
        "icon": "",
        "url": address,
        "extract_size": image.stat().st_size,
        "extract_sha256": whole,
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": small,
        "release_date": date,
        "init_format": "none",
        "devices": sorted({kind for _, _, kind in BOARDS}),
        "architecture": "armv8",
        "capabilities": [],
    }
    boards = [
        {"name": name, "description": description, "icon": "", "tags": [kind]}
        for name, description, kind in BOARDS
    ]
    told = {"imager": {"devices": boards}, "os_list": [system]}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def main(order: str, *words: str) -> None:
    """Carry out a command line."""
    if order == "layout":
        told = table(layout(*map(int, words)))
    elif order == "room":
        told = f"{room(*map(int, words))}\n"
    elif order == "list":
        version, date, address, image, packed = words
        told = imager_list(version, date, address, Path(image), Path(packed))
    else:
        raise ValueError(order)
    sys.stdout.write(told)


if __name__ == "__main__":
    main(*sys.argv[1:])
