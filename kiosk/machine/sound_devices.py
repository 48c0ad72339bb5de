"""Sound outputs of the machine as the kernel lists them in `/proc/asound`. Imports no Kivy.

The list is read at each call, as devices appear and disappear with their cables.
"""

import re
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: (.*?) - (.*)$")
_PCM = re.compile(r"^(\d+)-\d+: ")
_EXTENSION, _FLAGS, _HAS_SOUND = 128, 131, 0x40
"""Bytes of a display's EDID (the start of its extension, and the extension's flags), and the flag
for basic audio."""
_OF_TELEVISIONS = 2
"""Tag of a CEA-861 extension, which the EDID of televisions has."""


class SoundOutputKind(IntEnum):
    """Kind of a sound output. The kind that is most likely to have loudspeakers is first."""

    USB = 1
    BOARD = 2
    HDMI = 3
    JACK = 4
    SILENT_HDMI = 5


class SoundDevice(NamedTuple):
    """A playback device: its ALSA id, its readable name, and the kind of its sound output."""

    id: str
    name: str
    output_kind: SoundOutputKind

    @property
    def alsa_pcm_name(self) -> str:
        """Name of the ALSA device that plays any sample format on the sound card of this device."""
        return f"sysdefault:CARD={self.id}"


def sound_devices(root: Path = Path("/")) -> tuple[SoundDevice, ...]:
    """Return all playback devices of the machine whose root folder is `root`.

    The device most likely to have loudspeakers is first.
    """
    asound = root / "proc/asound"
    playing = {
        int(found[1])
        for line in _text(asound / "pcm").splitlines()
        if "playback" in line and (found := _PCM.match(line)) is not None
    }
    devices = []
    for line in _text(asound / "cards").splitlines():
        found = _CARD.match(line)
        if found is not None and int(found[1]) in playing:
            _number, name, driver, title = found.groups()
            devices.append(SoundDevice(name, title, _way(root, name, driver, title)))
    return tuple(sorted(devices, key=lambda one: one.output_kind))


def choose_sound_device(devices: tuple[SoundDevice, ...], wanted: str) -> SoundDevice | None:
    """Return the device whose id is `wanted`, otherwise the first device; None without devices."""
    return next((one for one in devices if one.id == wanted), devices[0] if devices else None)


def _way(root: Path, name: str, driver: str, title: str) -> SoundOutputKind:
    if "USB" in driver:
        return SoundOutputKind.USB
    if "hdmi" in driver.lower():
        # The last digit in vc4hdmi0 and vc4hdmi1 is the number of the connector.
        speaks = _has_speakers(root, 2 if name.endswith("1") else 1)
        return SoundOutputKind.HDMI if speaks else SoundOutputKind.SILENT_HDMI
    is_jack = "headphone" in f"{driver} {title}".lower()
    return SoundOutputKind.JACK if is_jack else SoundOutputKind.BOARD


def _has_speakers(root: Path, connector: int) -> bool:
    for path in sorted((root / "sys/class/drm").glob(f"card*-HDMI-A-{connector}")):
        told = b""
        with suppress(OSError):
            told = (path / "edid").read_bytes()
        is_television = len(told) > _FLAGS and told[_EXTENSION] == _OF_TELEVISIONS
        if is_television and told[_FLAGS] & _HAS_SOUND:
            return True
    return False


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(errors="replace")
    return ""
