"""Finds and opens the GPIO header of a Raspberry Pi, always by the name of its chip."""

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

# Device-tree names of the GPIO chip: Raspberry Pi 5, 4, and earlier.
_HEADER_CHIPS = frozenset({b"raspberrypi,rp1-gpio", b"brcm,bcm2711-gpio", b"brcm,bcm2835-gpio"})


class PinLibrary(msgspec.Struct, frozen=True):
    """A GPIO library: `open` makes a gpiozero pin factory for a chip number."""

    open: Callable[[int], Any]
    errors: tuple[type[Exception], ...]


class Header(msgspec.Struct, frozen=True):
    """An open GPIO header; `errors` are the exceptions that its pins may raise."""

    factory: Any
    chip: int
    errors: tuple[type[Exception], ...] = ()


def header_chip(system: Path = _SYSTEM_CHIPS) -> int | None:
    """Return the number of the GPIO chip behind the pin header, None if there is no header.

    The number differs between kernels (0, 4 and 15 on the same board), the chip's name does not.
    """
    for chip in sorted(system.glob("gpiochip*")):
        number = re.fullmatch(r"gpiochip(\d+)", chip.name)
        if number is not None and _HEADER_CHIPS & _names(chip):
            return int(number[1])
    return None


def open_header(
    library: PinLibrary | Trouble, system: Path = _SYSTEM_CHIPS, devices: Path = _DEVICES
) -> Header:
    """Open the GPIO header of this computer. Raises PanelError with the reason if it cannot.

    `library` is the result of `load_library`.
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
    """Return a library for GPIO pins, or the reason why none can be imported.

    Call it before starting threads. lgpio comes first, as its PWM costs less; libgpiod has wheels
    for Python 3.13 and a Debian package where lgpio has none.
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
    """Load lgpio. Raises ImportError, or PanelError without a folder for it.

    lgpio creates a pipe in that folder and makes it the working directory of the process. The
    former directory is restored here, but another thread could miss its files in the meantime.
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
    """Restore the working directory afterwards, even if it cannot be read."""
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
        # A chip without a device-tree node is not the header.
        return set()


def _check_access(device: Path, chip: int) -> None:
    if not device.exists():
        raise PanelError(trouble(TroubleKind.CHIP_BROKEN, chip=chip, error="it is not there"))
    if not os.access(device, os.R_OK | os.W_OK):
        raise PanelError(trouble(TroubleKind.CHIP_FORBIDDEN, chip=chip))


def _folder_of_our_own() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", tempfile.gettempdir())
    return Path(runtime) / f"companion-panel-{os.getuid()}"
