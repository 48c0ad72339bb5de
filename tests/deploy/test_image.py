"""A card's image: how it is laid out, and what its first start does to it."""

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
SYSTEM = DEPLOY / "image" / "system"
MEGABYTE = 1_048_576
SECTOR = 512
SFDISK = shutil.which("sfdisk", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
ANALYZE = shutil.which("systemd-analyze")


def loaded(path: Path) -> ModuleType:
    """A script of deploy/ as a module."""
    loader = importlib.machinery.SourceFileLoader(path.stem.replace("-", "_"), str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


card = loaded(DEPLOY / "image" / "card.py")


# The card's layout


@pytest.mark.parametrize(
    "sizes", [(1, 1, 1), (256 * MEGABYTE, 1_234_567_891, 7), (2**31, 2**32, 2**33)]
)
def test_partitions_follow_each_other_whole_and_on_a_card_s_own_pieces(
    sizes: tuple[int, ...],
) -> None:
    partitions = card.layout(*sizes)
    ends = [one.start + one.size for one in partitions]
    assert [one.start for one in partitions] == [card.FIRST, *ends[:-1]]
    assert all(one.start % card.FIRST == 0 == one.size % card.FIRST for one in partitions)
    assert all(one.size >= size for one, size in zip(partitions, sizes, strict=True))
    assert card.length(partitions) == ends[-1]


@pytest.mark.parametrize("sizes", [(0,), (1, -1), (2**41,)])
def test_sizes_that_no_table_can_say_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="bytes"):
        card.layout(*sizes)


def test_a_file_system_has_room_for_what_it_holds_and_for_what_is_to_stay_free() -> None:
    assert card.room(500 * MEGABYTE, 20_000, 100 * MEGABYTE) > 600
    assert card.room(0, 0, 0) >= 64


@pytest.mark.skipif(SFDISK is None, reason="this system has no sfdisk")
def test_sfdisk_writes_the_layout_as_a_table_that_every_raspberry_pi_reads(tmp_path: Path) -> None:
    partitions = card.layout(256 * MEGABYTE, 900 * MEGABYTE, 400 * MEGABYTE)
    image = blank(tmp_path / "image", card.length(partitions))
    written(image, card.table(partitions))
    told = table_of(image)
    assert told["label"] == "dos"
    assert told["id"] == "0x4d454455"
    assert [
        (one["start"] * SECTOR, one["size"] * SECTOR) for one in told["partitions"]
    ] == partitions
    assert [one["type"] for one in told["partitions"]] == ["c", "83", "83"]


def blank(path: Path, size: int) -> Path:
    with path.open("wb") as file:
        file.truncate(size)
    return path


def written(image: Path, table: str) -> None:
    assert SFDISK is not None
    subprocess.run([SFDISK, "--quiet", image], input=table, text=True, check=True)  # noqa: S603


def table_of(image: Path) -> dict[str, object]:
    assert SFDISK is not None
    told = subprocess.run([SFDISK, "--json", image], capture_output=True, check=True)  # noqa: S603
    found: dict[str, object] = json.loads(told.stdout)["partitiontable"]
    return found


# What Raspberry Pi Imager is told


def test_imager_learns_the_sizes_and_sums_of_the_image(tmp_path: Path) -> None:
    image, packed = tmp_path / "a.img", tmp_path / "a.img.xz"
    image.write_bytes(b"x" * 1000)
    packed.write_bytes(b"y" * 10)
    told = json.loads(
        card.imager_list("1.0.0", "2026-11-23", "https://there/a.img.xz", image, packed)
    )
    (system,) = told["os_list"]
    assert system["url"] == "https://there/a.img.xz"
    assert (system["extract_size"], system["image_download_size"]) == (1000, 10)
    assert system["extract_sha256"] == hashlib.sha256(b"x" * 1000).hexdigest()
    assert system["image_download_sha256"] == hashlib.sha256(b"y" * 10).hexdigest()
    assert system["release_date"] == "2026-11-23"
    assert system["init_format"] == "none"


def test_imager_offers_the_boards_for_which_there_is_something_and_no_others(
    tmp_path: Path,
) -> None:
    # Imager 2 lets nobody go on who has not chosen a board, and takes the boards from this list.
    image = tmp_path / "a.img"
    image.touch()
    told = json.loads(card.imager_list("1.0.0", "2026-11-23", "a.img.xz", image, image))
    boards = told["imager"]["devices"]
    assert {board["name"] for board in boards} == {
        "Raspberry Pi 4",
        "Raspberry Pi 3",
        "Raspberry Pi Zero 2 W",
    }
    (system,) = told["os_list"]
    assert all(set(board["tags"]) & set(system["devices"]) for board in boards)
    assert {tag for board in boards for tag in board["tags"]} == set(system["devices"])


# The system on it


def fit() -> str:
    return (DEPLOY / "image/fit").read_text()


def test_all_that_is_used_of_the_card_by_number_has_the_number_that_it_is_given() -> None:
    number = f"{card.DISK:x}"
    places = [
        path for path in (DEPLOY / "image").rglob("*") if path.is_file() and path.suffix != ".pyc"
    ]
    named = {
        found
        for path in (*places, DEPLOY / "build-image")
        for found in re.findall(r"\b4d[0-9a-f]{6}\b", path.read_text())
    }
    assert named == {number}


def test_nobody_comes_in_over_the_network_unless_a_file_on_the_boot_partition_lets_them() -> None:
    unit = (SYSTEM / "etc/systemd/system/ssh.service.d/card.conf").read_text()
    assert "ConditionPathExists=|/boot/firmware/ssh\n" in unit
    server = (SYSTEM / "etc/ssh/sshd_config.d/card.conf").read_text()
    assert "PasswordAuthentication no\n" in server
    assert "AuthorizedKeysFile /boot/firmware/ssh " in server
    assert "passwd --quiet --lock root" in fit()


@pytest.mark.skipif(ANALYZE is None, reason="this system has no systemd to ask")
@pytest.mark.parametrize(
    "unit",
    ["meduris-grow.service", "meduris-afterwards.service"],
)
def test_systemd_finds_no_fault_with_a_card_s_unit(unit: str, tmp_path: Path) -> None:
    text = (SYSTEM / "etc/systemd/system" / unit).read_text()
    (tmp_path / unit).write_text(
        re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", text, flags=re.MULTILINE)
    )
    found = subprocess.run(  # noqa: S603 - our own units
        [str(ANALYZE), "verify", str(tmp_path / unit)], capture_output=True, text=True, check=False
    )
    assert [line for line in found.stderr.splitlines() if "meduris" in line] == []
