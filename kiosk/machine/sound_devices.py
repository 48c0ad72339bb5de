"""The sound devices of this machine: which there are, and which of them is likely to be heard.

Read from what the kernel tells, anew each time: a device comes and goes with its cable. No Kivy.
"""

import re
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: (.*?) - (.*)$")
_PCM = re.compile(r"^(\d+)-\d+: ")
_EXTENSION, _FLAGS, _HAS_SOUND = 128, 131, 0x40
"""In what a display tells of itself: where its extension begins, and its flag of basic sound."""
_OF_TELEVISIONS = 2
"""The kind of that extension."""


class SoundOutput(IntEnum):
    """Where a device's sound comes out; somebody has chosen the first ones by plugging them in."""

    USB = 1
    BOARD = 2
    HDMI = 3
    JACK = 4
    SILENT_HDMI = 5


class SoundDevice(NamedTuple):
    """A device: what ALSA calls it for good, what it calls itself, and what it can do."""

    id: str
    name: str
    way: SoundOutput
    plays: bool
    records: bool

    @property
    def pcm(self) -> str:
        """What programs of ALSA have to be told to use it, whatever its own formats are."""
        return f"sysdefault:CARD={self.id}"


def sound_devices(root: Path = Path("/")) -> tuple[SoundDevice, ...]:
    """All devices that are there now, the one first that is most likely to be heard."""
    asound = root / "proc/asound"
    uses: dict[str, str] = {}
    for line in _text(asound / "pcm").splitlines():
        found = _PCM.match(line)
        if found is not None:
            card = str(int(found[1]))
            uses[card] = uses.get(card, "") + line
    devices = []
    for line in _text(asound / "cards").splitlines():
        found = _CARD.match(line)
        if found is not None:
            number, name, driver, title = found.groups()
            use = uses.get(number, "")
            way = _way(root, name, driver, title)
            devices.append(SoundDevice(name, title, way, "playback" in use, "capture" in use))
    return tuple(sorted(devices, key=lambda one: one.way))


def players(devices: tuple[SoundDevice, ...]) -> tuple[SoundDevice, ...]:
    """Those that can be heard."""
    return tuple(one for one in devices if one.plays)


def chosen(devices: tuple[SoundDevice, ...], wanted: str) -> SoundDevice | None:
    """The device that is wanted, by its id, or else the likeliest; None where there is none."""
    can = players(devices)
    return next((one for one in can if one.id == wanted), can[0] if can else None)


def _way(root: Path, name: str, driver: str, title: str) -> SoundOutput:
    if "USB" in driver:
        return SoundOutput.USB
    if "hdmi" in driver.lower():
        # Which of two is told by the last digit of vc4hdmi0 and vc4hdmi1.
        second = name.endswith("1")
        return (
            SoundOutput.HDMI if _has_speakers(root, 2 if second else 1) else SoundOutput.SILENT_HDMI
        )
    return SoundOutput.JACK if "headphone" in f"{driver} {title}".lower() else SoundOutput.BOARD


def _has_speakers(root: Path, connector: int) -> bool:
    """Whether a display is connected there that says that it has sound."""
    for path in sorted((root / "sys/class/drm").glob(f"card*-HDMI-A-{connector}")):
        try:
            told = (path / "edid").read_bytes()
        except OSError:
            continue
        is_television = len(told) > _FLAGS and told[_EXTENSION] == _OF_TELEVISIONS
        if is_television and told[_FLAGS] & _HAS_SOUND:
            return True
    return False


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
