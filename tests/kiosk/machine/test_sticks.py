"""Which partitions of a stick take our files.

`listings/` holds what lsblk said on Debian 13 of sticks partitioned as systems and tools do it.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kiosk.machine.sticks import (
    FILE_SYSTEMS,
    STICKS_FOLDER,
    BlockDevice,
    PluggedInSticks,
    StickPartition,
    find_sticks,
    list_disks,
    parse_disk_listing,
)
from tests.kiosk.machine.listings import listing_of, plug_in_listed

MACHINE = Path(__file__).parents[3] / "deploy/machine"


def found(listing: bytes, folder: Path, *mounted: str) -> PluggedInSticks:
    return find_sticks(folder, plug_in_listed(listing, folder, *mounted))


USABLE = {
    "macos": {"sda2": "HOLIDAY"},
    "windows": {"sda1": "USB STICK"},
    "exfat": {"sda1": "Fotos"},
    "linux": {"sda1": "données"},
    "whole": {"sda": "WHOLE"},
    "ventoy": {"sda1": "Ventoy"},
    "two": {"sda1": "bootfs", "sda2": "rootfs"},
}
"""The labels of the partitions that are for files."""


@pytest.mark.parametrize(("name", "usable"), USABLE.items())
def test_files_go_onto_the_partition_that_is_for_files(
    tmp_path: Path, name: str, usable: dict[str, str]
) -> None:
    sticks = found(listing_of(name), tmp_path, *usable)
    assert {stick.mount_point.name: stick.label for stick in sticks.usable} == usable
    assert all(stick.size > 50_000_000 for stick in sticks.usable)
    assert sticks.unusable_file_systems == sticks.mounting_labels == ()


@pytest.mark.parametrize(
    ("name", "file_system"), [("ntfs", "ntfs"), ("blank", ""), ("table-only", "")]
)
def test_a_stick_that_cannot_be_used_is_named_by_its_file_system(
    tmp_path: Path, name: str, file_system: str
) -> None:
    assert found(listing_of(name), tmp_path) == PluggedInSticks(
        unusable_file_systems=(file_system,)
    )


def test_a_stick_whose_file_system_cannot_be_mounted_is_waiting(tmp_path: Path) -> None:
    assert found(listing_of("torn"), tmp_path) == PluggedInSticks(mounting_labels=("Torn",))
    assert found(listing_of("macos"), tmp_path) == PluggedInSticks(mounting_labels=("HOLIDAY",))


@pytest.mark.parametrize("place", ["/", "/boot/firmware", "/var/lib/meduris", "[SWAP]"])
def test_a_disk_that_the_machine_itself_uses_is_no_stick(tmp_path: Path, place: str) -> None:
    listing = json.loads(listing_of("two"))
    listing["blockdevices"][0]["children"][1]["mountpoints"] = [str(STICKS_FOLDER / "sda2"), place]
    disks = json.dumps(listing).encode()
    assert found(disks, tmp_path, "sda1", "sda2") == PluggedInSticks()


def disk(**facts: Any) -> BlockDevice:
    given = {"name": "sda", "type": "disk", "tran": "usb", "fstype": "vfat", "size": 10, **facts}
    return BlockDevice(**given)


@pytest.mark.parametrize("facts", [{"tran": "sata"}, {"tran": None}, {"type": "rom"}, {"size": 0}])
def test_what_is_no_stick_at_all_is_not_found(tmp_path: Path, facts: dict[str, Any]) -> None:
    (tmp_path / "sda").mkdir()
    assert find_sticks(tmp_path, [disk(**facts)]) == PluggedInSticks()


def test_of_a_stick_that_cannot_be_used_the_largest_partition_counts(tmp_path: Path) -> None:
    parts = tuple(
        BlockDevice(f"sda{number}", "part", fstype=kind, size=size)
        for number, (kind, size) in enumerate((("hfsplus", 3), ("apfs", 5), ("vfat", 1)), 1)
    )
    assert find_sticks(tmp_path, [disk(children=parts)]).unusable_file_systems == ("apfs",)


def test_a_folder_of_a_stick_that_was_pulled_out_is_no_stick(tmp_path: Path) -> None:
    (tmp_path / "sdb1").mkdir()
    assert find_sticks(tmp_path, [disk()]) == PluggedInSticks(mounting_labels=("",))


def test_where_no_disks_are_known_each_folder_is_a_stick(tmp_path: Path) -> None:
    (tmp_path / "sdb1").mkdir()
    (tmp_path / "file").touch()
    assert find_sticks(tmp_path, []).usable == (StickPartition(tmp_path / "sdb1"),)
    assert find_sticks(tmp_path / "missing", []) == PluggedInSticks()


def test_labels_are_whatever_bytes_are_on_a_stick(tmp_path: Path) -> None:
    listing = listing_of("windows").replace(b"USB STICK", b"\xff\xfe\\u0007")
    assert found(listing, tmp_path, "sda1").usable[0].label == "\ufffd\ufffd\a"


@pytest.mark.parametrize("listing", [b"", b"{}", b'{"blockdevices": 1}', b"\xff"])
def test_a_listing_that_cannot_be_read_is_an_error(listing: bytes) -> None:
    with pytest.raises(OSError, match="lsblk"):
        parse_disk_listing(listing)


def test_the_disks_of_this_machine_are_listed() -> None:
    assert all(isinstance(disk, BlockDevice) for disk in list_disks())


@pytest.mark.parametrize("name", sorted(USABLE.keys() - {"whole"}))
def test_the_rule_mounts_no_partition_that_computers_start_from(name: str) -> None:
    """As the udev rule says; udev knows no flags and types but those of partitions."""
    rule = (MACHINE / "70-meduris.rules").read_text()
    (types,) = re.findall(r'ID_PART_ENTRY_TYPE}!="(\S+)"', rule)
    (flags,) = re.findall(r'ID_PART_ENTRY_FLAGS}=="(\S+)"', rule)
    (stick, _own) = json.loads(listing_of(name))["blockdevices"]
    mounted = [
        part["name"]
        for part in stick["children"]
        if part["fstype"] in FILE_SYSTEMS
        and part["parttype"] not in types.split("|")
        and (part["partflags"] or "") in flags.split("|")
    ]
    assert mounted == [*USABLE[name]]


def test_the_rule_and_the_unit_mount_these_file_systems() -> None:
    (rule,) = re.findall(r'ID_FS_TYPE}=="(\S+)"', (MACHINE / "70-meduris.rules").read_text())
    (mounted,) = re.findall(r"mount -t (\S+)", (MACHINE / "meduris-stick@.service").read_text())
    assert set(rule.split("|")) == set(mounted.split(",")) == FILE_SYSTEMS
