"""Finding the pin header of a Raspberry Pi and opening it, always by name and never by guess."""

import importlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from hardware.troubles import PanelError, Trouble, TroubleKind, in_words, trouble

_SYSTEM_CHIPS = Path("/sys/bus/gpio/devices")
_DEVICES = Path("/dev")

# What the kernel's device trees call the chip behind the header: Raspberry Pi 5, 4 and before.
_HEADER_CHIPS = frozenset({b"raspberrypi,rp1-gpio", b"brcm,bcm2711-gpio", b"brcm,bcm2835-gpio"})


class PinLibrary(msgspec.Struct, frozen=True):
    """What opens a chip by its number as gpiozero's maker of pins, and what it raises."""

    open: Callable[[int], Any]
    errors: tuple[type[Exception], ...]


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


def open_header(
    library: PinLibrary | Trouble, system: Path = _SYSTEM_CHIPS, devices: Path = _DEVICES
) -> Header:
    """Open the header of this computer; raises PanelError with the reason if it cannot be.

    `library` is what `load_library` found, which is a reason too.
    """
    chip = header_chip(system)
    if chip is None:
        raise PanelError(trouble(TroubleKind.NO_HEADER))
    _check_access(devices / f"gpiochip{chip}", chip)
    if isinstance(library, Trouble):
        raise PanelError(library)
    try:
        factory = library.open(chip)
    except library.errors as error:
        why = trouble(TroubleKind.CHIP_BROKEN, chip=chip, error=in_words(error))
        raise PanelError(why) from error
    return Header(factory, chip, library.errors)


def load_library() -> PinLibrary | Trouble:
    """The library of the pins, or why none can be loaded; call it before any thread is started.

    That is lgpio, whose pulses cost less, or else libgpiod: the one has no wheel for Python 3.13
    and no package in Debian, the other has both.
    """
    try:
        return _load_lgpio()
    except ImportError as error:
        missing = trouble(TroubleKind.NO_PIN_LIBRARY, error=error)
    except PanelError as error:
        return error.trouble
    try:
        pins = importlib.import_module("hardware.gpiod_pins")
    except ImportError:
        return missing
    return PinLibrary(pins.open_chip, (OSError,))


def _load_lgpio() -> PinLibrary:
    """Load lgpio. Raises ImportError or, without a folder for it, PanelError.

    It makes a pipe in its folder and makes that folder the working directory of the whole program.
    It is put back here, but another thread would meanwhile miss its files.
    """
    chosen = os.environ.get("LG_WD")
    folder = Path(chosen) if chosen else _folder_of_our_own()
    try:
        with _same_place():
            if not chosen:
                folder.mkdir(mode=0o700, exist_ok=True)
                os.environ["LG_WD"] = str(folder)
            pins = importlib.import_module("gpiozero.pins.lgpio")
            error = importlib.import_module("lgpio").error
            return PinLibrary(lambda chip: pins.LGPIOFactory(chip=chip), (error,))
    except OSError as error:
        why = trouble(TroubleKind.NO_PIN_FOLDER, folder=folder, error=error)
        raise PanelError(why) from error


@contextmanager
def _same_place() -> Iterator[None]:
    """Restores the working directory afterwards, even one without permission to read."""
    before = os.open(".", os.O_PATH)
    try:
        yield
    finally:
        os.fchdir(before)
        os.close(before)


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


def _folder_of_our_own() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", tempfile.gettempdir())
    return Path(runtime) / f"companion-panel-{os.getuid()}"
