"""What lsblk said on Debian 13 of sticks that are plugged into it, one file for each."""

from collections.abc import Sequence
from pathlib import Path

from kiosk.machine.sticks import STICKS_FOLDER, BlockDevice, parse_disk_listing


def listing_of(name: str) -> bytes:
    return (Path(__file__).parent / f"{name}.json").read_bytes()


def plug_in(name: str, folder: Path, *mounted: str) -> Sequence[BlockDevice]:
    """Mount partitions of a stick in `folder`, empty as they are; returns the disks then."""
    return plug_in_listed(listing_of(name), folder, *mounted)


def plug_in_listed(listing: bytes, folder: Path, *mounted: str) -> Sequence[BlockDevice]:
    for part in mounted:
        (folder / part).mkdir(parents=True)
    return parse_disk_listing(listing.replace(str(STICKS_FOLDER).encode(), str(folder).encode()))
