"""Reads the facts about a machine for the checks of `meduris doctor`.

The kiosk may be running at the same time. The only change to the machine is a small file beside the
saved games, which is written to measure the disk and then removed.
"""

import os
import platform
import re
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.errors import JournalError
from companion.memory.journal import Journal
from companion.memory.local_time import unusable_time_zone_setting
from companion.memory.session import damaged_game_ids
from companion.sentence import Sentence
from hardware.gpio_header import find_header_chip_number
from hardware.panel_config import read_panel_config
from hardware.troubles import PanelError
from kiosk.machine.root_requests import Machine
from kiosk.machine.sound_devices import sound_devices
from kiosk.machine.status import KioskStatus, read_status
from kiosk.machine.version import running_version
from kiosk.settings import load_settings, read_kiosk_config
from kiosk.words.troubles import trouble_sentence

_PENDING = "var/lib/meduris-kiosk/pending"
"""File that exists while an update is in progress, or after it was interrupted."""
_NOT_FOUND = "(not found)"
_TOUCHSCREEN = "E:ID_INPUT_TOUCHSCREEN=1\n"
"""Property that udev gives every touchscreen; the compositor relies on it, too."""


@dataclass(frozen=True, kw_only=True)
class DataFolderFacts:
    """Facts about the data folder.

    `write_seconds` is the time that it takes to write a small file to the disk, or None if that
    fails. `damaged_games` has the numbers of the damaged games, or is None if the saved games could
    not be read. If the folder does not exist, `free_bytes`, `write_seconds` and `damaged_games` are
    None.
    """

    path: str
    file_system: str
    mount_options: frozenset[str]
    free_bytes: int | None = None
    write_seconds: float | None = None
    damaged_games: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class MachineFacts:
    """Facts about a machine.

    - `connected_displays`, `touch_devices`, `sound_devices`: names of the devices.
    - `kiosk_toml_problem`: first problem in kiosk.toml, or None.
    - `panel_trouble`: problem in panel.toml, or None.
    - `has_usb_panel`: set if a button panel is plugged into USB.
    - `header_chip_number`: number of the GPIO chip that controls the pin header; None without a
      header.
    - `unusable_time_zone`: file or setting with an invalid time zone, in which case UTC is used;
      None if the time zone is valid.
    - `throttling_flags`: flags that a Raspberry Pi's firmware reports, such as too low a voltage;
      None if they cannot be read.
    - `wants_sound`: set if tones or speech are switched on in the settings.
    - `model`: model of a single-board computer; "" for other machines.
    - `ip_addresses`: IPv4 addresses, except loopback addresses.
    """

    kiosk_status: KioskStatus | None
    connected_displays: tuple[str, ...]
    has_graphics_card: bool
    touch_devices: tuple[str, ...]
    kiosk_toml_problem: Sentence | None
    panel_trouble: Sentence | None
    has_usb_panel: bool
    header_chip_number: int | None
    is_pi: bool
    data_folder: DataFolderFacts
    clock_is_set: bool
    unusable_time_zone: str | None
    throttling_flags: int | None
    versions: dict[str, str]
    has_unfinished_update: bool
    sound_devices: tuple[str, ...]
    wants_sound: bool
    model: str = ""
    ip_addresses: tuple[str, ...] = ()


def read_facts(root: Path) -> MachineFacts:
    """Read the facts about the machine whose root folder is `root`."""
    model = _text(root / "proc/device-tree/model").strip("\0\n")
    flags = next((root / "sys/devices/platform").glob("soc*/*firmware/get_throttled"), None)
    status = None
    with suppress(OSError, ValueError):
        status = read_status(root / "run/meduris")
    return MachineFacts(
        kiosk_status=status,
        connected_displays=tuple(
            path.parent.name.partition("-")[2]
            for path in sorted((root / "sys/class/drm").glob("card*-*/status"))
            if path.read_text().strip() == "connected"
        ),
        has_graphics_card=any((root / "sys/class/drm").glob("card*")),
        touch_devices=_touch_devices(root),
        kiosk_toml_problem=next(
            iter(read_kiosk_config(root / "etc/meduris/kiosk.toml").problems), None
        ),
        panel_trouble=_panel_trouble(root),
        has_usb_panel=(root / "dev/companion-panel").exists(),
        header_chip_number=find_header_chip_number(root / "sys/bus/gpio/devices"),
        is_pi="Raspberry Pi" in model,
        data_folder=_data(root),
        clock_is_set=(root / "run/systemd/timesync/synchronized").exists(),
        unusable_time_zone=unusable_time_zone_setting(root / "etc/localtime"),
        throttling_flags=None if flags is None else parse_throttling_flags(flags.read_text()),
        versions=_versions(root, model),
        has_unfinished_update=(root / _PENDING).exists(),
        sound_devices=tuple(one.name for one in sound_devices(root)),
        wants_sound=load_settings(root / "var/lib/meduris").settings.sound.uses_sound,
        model=model,
        ip_addresses=parse_ip_addresses(_text(root / "proc/net/fib_trie")),
    )


def _touch_devices(root: Path) -> tuple[str, ...]:
    found = []
    for event in sorted((root / "sys/class/input").glob("event*")):
        number = _text(event / "dev").strip()
        if _TOUCHSCREEN in _text(root / f"run/udev/data/c{number}"):
            found.append(_text(event / "device/name").strip())
    return tuple(found)


def _panel_trouble(root: Path) -> Sentence | None:
    file = root / "etc/meduris/panel.toml"
    if not file.exists():
        file = root / "var/lib/meduris/panel.toml"
        if not os.access(file, os.R_OK):
            # The file does not exist, or only the kiosk may read it.
            return None
    try:
        ignored = read_panel_config(file).ignored_keys_trouble
    except PanelError as error:
        return trouble_sentence(error.trouble)
    return None if ignored is None else trouble_sentence(ignored)


def _data(root: Path) -> DataFolderFacts:
    path = root / "var/lib/meduris"
    kind, options = file_system_and_mount_options("/var/lib/meduris", _text(root / "proc/mounts"))
    found = DataFolderFacts(path="/var/lib/meduris", file_system=kind, mount_options=options)
    if not path.is_dir():
        return found
    disk = os.statvfs(path)
    damaged = None
    with suppress(JournalError), closing(Journal.open_for_reading(path)) as journal:
        damaged = damaged_game_ids(journal)
    return replace(
        found,
        free_bytes=disk.f_bavail * disk.f_frsize,
        write_seconds=_write_seconds(path),
        damaged_games=damaged,
    )


def _versions(root: Path, model: str) -> dict[str, str]:
    found = {"companion": _NOT_FOUND, "Python": platform.python_version(), "Kivy": _NOT_FOUND}
    with suppress(PackageNotFoundError):
        found["companion"] = running_version()
    with suppress(PackageNotFoundError):
        found["Kivy"] = version("Kivy")
    former = Machine(None, root=root).former_version
    if former is not None:
        found["the one before"] = former
    for name, path, pattern in (
        ("system", "etc/os-release", r'^PRETTY_NAME="?([^"\n]*)'),
        ("kernel", "proc/version", r"version (\S+)"),
    ):
        match = re.search(pattern, _text(root / path), re.MULTILINE)
        if match is not None:
            found[name] = match[1]
    if model:
        found["on"] = model
    return found


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(errors="replace")
    return ""


def parse_ip_addresses(fib_trie: str) -> tuple[str, ...]:
    """Return the IPv4 addresses in the text of /proc/net/fib_trie, except loopback addresses."""
    found = re.findall(r"\|-- ([\d.]+)\n\s+/32 host LOCAL$", fib_trie, re.MULTILINE)
    return tuple(dict.fromkeys(one for one in found if not one.startswith("127.")))


def file_system_and_mount_options(path: str, mounts: str) -> tuple[str, frozenset[str]]:
    """Find the mount of `path` in the text of /proc/mounts; return its file system and options."""
    best, kind, options = "", "", frozenset[str]()
    for line in mounts.splitlines():
        _device, place, found_kind, found_options, *_rest = line.split()
        holds = path == place or path.startswith(place.rstrip("/") + "/")
        if holds and len(place) >= len(best):
            best, kind, options = place, found_kind, frozenset(found_options.split(","))
    return kind, options


def parse_throttling_flags(text: str) -> int | None:
    """Parse flags such as `throttled=0x50000` or `50000`; return None for an invalid text."""
    match = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)\s*", text)
    return int(match[1], 16) if match is not None else None


def _write_seconds(path: Path) -> float | None:
    probe = path / ".doctor"
    began = time.monotonic()
    try:
        # The file may be left from a check during which the power failed.
        probe.unlink(missing_ok=True)
        # Root must never follow a link that the kiosk's user has put here.
        with probe.open("xb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        probe.unlink()
    except OSError:
        return None
    return time.monotonic() - began
