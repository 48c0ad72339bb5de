"""Finding the pin header of a Raspberry Pi and opening it, always by name and never by guess."""

import importlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from hardware.troubles import PanelError, TroubleKind, in_words, trouble

_SYSTEM_CHIPS = Path("/sys/bus/gpio/devices")
_DEVICES = Path("/dev")

# What the kernel's device trees call the chip behind the header: Raspberry Pi 5, 4 and before.
_HEADER_CHIPS = frozenset({b"raspberrypi,rp1-gpio", b"brcm,bcm2711-gpio", b"brcm,bcm2835-gpio"})


class Header(msgspec.Struct, frozen=True):
    """An opened header: the maker of its pins, its chip, and what its library raises."""

    factory: Any
    chip: int
    errors: tuple[type[Exception], ...] = ()


def header_chip(system: Path = _SYSTEM_CHIPS) -> int | None:
    """The number of the chip behind the header; None where the system knows of no header.

    The number differs between kernels (0, 4 and 15 on the same board), its name does not.
    """
    for chip in sorted(system.glob("gpiochip*")):
        number = re.fullmatch(r"gpiochip(\d+)", chip.name)
        if number is not None and _HEADER_CHIPS & _names(chip):
            return int(number[1])
    return None


def open_header(system: Path = _SYSTEM_CHIPS, devices: Path = _DEVICES) -> Header:
    """Open the header of this computer; raises PanelError with the reason if it cannot be."""
    chip = header_chip(system)
    if chip is None:
        raise PanelError(trouble(TroubleKind.NO_HEADER))
    _check_access(devices / f"gpiochip{chip}", chip)
    pins, error_class = _load_library()
    try:
        factory = pins.LGPIOFactory(chip=chip)
    except error_class as error:
        why = trouble(TroubleKind.CHIP_BROKEN, chip=chip, error=in_words(error))
        raise PanelError(why) from error
    return Header(factory, chip, (error_class,))


def _names(chip: Path) -> set[bytes]:
    try:
        return set((chip / "of_node" / "compatible").read_bytes().split(b"\0"))
    except OSError:
        # A chip that no device tree describes is not the header.
        return set()


def _check_access(device: Path, chip: int) -> None:
    if not device.exists():
        raise PanelError(trouble(TroubleKind.CHIP_BROKEN, chip=chip, error="it is not there"))
    if not os.access(device, os.R_OK | os.W_OK):
        raise PanelError(trouble(TroubleKind.CHIP_FORBIDDEN, chip=chip))


def _load_library() -> tuple[Any, type[Exception]]:
    """The pin library of gpiozero over lgpio, and the error that lgpio raises.

    Loading lgpio makes a pipe in its folder and makes that folder the working directory of the
    whole program, which is put back here.
    """
    folder = _library_folder()
    before = Path.cwd()
    try:
        pins = importlib.import_module("gpiozero.pins.lgpio")
        error_class: type[Exception] = importlib.import_module("lgpio").error
    except ImportError as error:
        raise PanelError(trouble(TroubleKind.NO_PIN_LIBRARY, error=error)) from error
    except OSError as error:
        why = trouble(TroubleKind.NO_PIN_FOLDER, folder=folder, error=error)
        raise PanelError(why) from error
    finally:
        os.chdir(before)
    return pins, error_class


def _library_folder() -> Path:
    """A folder for lgpio that can be written to, told to it as LG_WD unless somebody has."""
    if "LG_WD" in os.environ:
        return Path(os.environ["LG_WD"])
    runtime = os.environ.get("XDG_RUNTIME_DIR", tempfile.gettempdir())
    folder = Path(runtime) / f"companion-panel-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        why = trouble(TroubleKind.NO_PIN_FOLDER, folder=folder, error=error)
        raise PanelError(why) from error
    os.environ["LG_WD"] = str(folder)
    return folder
