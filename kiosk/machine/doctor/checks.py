"""The doctor's checks: each looks at the facts and says one thing about the machine."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kiosk.machine.doctor.facts import Facts
from kiosk.machine.status import Status

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "software")
_NEEDED_GROUPS = ("video", "render", "dialout", "gpio")
_TOO_LITTLE = 50_000_000
_LITTLE_FOR_AN_UPDATE = 500_000_000
_SLOW_SECONDS = 0.5
_CHANCE = 0.2
"""Two impatient taps in one slow picture look like one that came twice; where two readers report
every tap, half of all touches do."""
_NOW, _SINCE_START = 0, 16
_FLAGS = {
    0: "the voltage is too low",
    1: "the processor is held back",
    2: "the processor is throttled",
    3: "the processor is near its highest temperature",
}
_YEAR = 2026


class Grade(StrEnum):
    """How a check went."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: what was looked at, how it is, and what to do about it."""

    name: str
    grade: Grade
    found: str
    advice: str = ""


def _ok(name: str, found: str) -> Finding:
    return Finding(name, Grade.OK, found)


def _warning(name: str, found: str, advice: str) -> Finding:
    return Finding(name, Grade.WARNING, found, advice)


def _failure(name: str, found: str, advice: str) -> Finding:
    return Finding(name, Grade.FAILURE, found, advice)


def display(facts: Facts) -> Finding:
    """Whether there is a display, drawn by a real graphics processor."""
    name = "display"
    status = facts.status
    if status is not None:
        told = f"{status.width}x{status.height}, {status.driver}, {status.renderer}"
        if any(word in status.renderer.lower() for word in _SOFTWARE):
            return _warning(
                name,
                told,
                "The pictures are drawn by the processor, which is slow and hot: put "
                "dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt and restart.",
            )
        return _ok(name, f"{told}, first picture after {status.seconds} s")
    if not facts.has_graphics_card:
        return _failure(
            name,
            "no graphics driver",
            "Put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt and restart.",
        )
    if not facts.connected:
        return _failure(name, "no display is connected", "Check the cable of the display.")
    return _warning(
        name,
        f"connected: {', '.join(facts.connected)}, but the kiosk shows nothing",
        "Start it with `sudo systemctl start meduris`, and read `journalctl -u meduris`.",
    )


def touch(facts: Facts) -> Finding:
    """Whether there is a touchscreen, and whether each tap arrives once."""
    name = "touch"
    if facts.groups is not None and "input" in facts.groups:
        return _failure(
            name,
            "the kiosk reads the touchscreen twice",
            "Say `sudo gpasswd -d meduris input` and restart the kiosk.",
        )
    status = facts.status
    if status is not None and status.doubled > status.touches * _CHANCE:
        return _failure(
            name,
            f"{status.doubled} of {status.touches} touches are a tap that came twice",
            "Unplug other pointing devices; if it stays so, tell the makers.",
        )
    if not facts.touch_devices:
        return _warning(
            name,
            "no touchscreen",
            "Check its cable; a display on HDMI has one for touches, at USB.",
        )
    return _ok(name, f"{', '.join(facts.touch_devices)}{_taps(status)}")


def _taps(status: Status | None) -> str:
    if status is None:
        return ""
    return f", {status.touches} taps" + ("" if status.doubled else ", each once")


def settings(facts: Facts) -> Finding:
    """Whether kiosk.toml can be used."""
    if facts.config_trouble is not None:
        return _failure(
            "settings",
            facts.config_trouble,
            "Correct /etc/meduris/kiosk.toml, then `sudo systemctl restart meduris`.",
        )
    return _ok("settings", "kiosk.toml can be used")


def panel(facts: Facts) -> Finding:
    """Whether panel.toml can be used, and a panel at USB is there."""
    if facts.panel_trouble is not None:
        return _failure("panel", "panel.toml cannot be used", facts.panel_trouble)
    told = "at USB" if facts.panel_port else "none at USB"
    return _ok("panel", told)


def pins(facts: Facts) -> Finding:
    """Whether the chip behind the pin header is found."""
    if facts.header_chip is not None:
        return _ok("pins", f"gpiochip{facts.header_chip}")
    if facts.is_pi:
        return _failure(
            "pins",
            "the chip behind the pins was not found",
            "Bring the system up to date; a panel at USB works all the same.",
        )
    return _ok("pins", "this computer has none")


def groups(facts: Facts) -> Finding:
    """Whether the kiosk's user may use screen, panel and pins."""
    name = "groups"
    if facts.groups is None:
        return _warning(name, "there is no user meduris", "Run `sudo deploy/install.sh`.")
    wanted = [group for group in _NEEDED_GROUPS if group in facts.known_groups]
    missing = [group for group in wanted if group not in facts.groups]
    if missing:
        return _failure(
            name, f"meduris is not in {', '.join(missing)}", "Run `sudo deploy/install.sh` again."
        )
    return _ok(name, ", ".join(wanted))


def data(facts: Facts) -> Finding:
    """Whether the saved games are kept where they outlast a power cut."""
    name, found = "data", facts.data
    told = f"{found.path} on {found.file_system or 'an unknown file system'}"
    if not found.exists:
        return _failure(name, f"{found.path} is not there", "Run `sudo deploy/install.sh`.")
    if not found.owned_by_kiosk:
        return _failure(
            name,
            f"{found.path} does not belong to the kiosk",
            f"Say `sudo chown -R meduris: {found.path}`.",
        )
    if "ro" in found.options:
        return _failure(
            name, f"{told} cannot be written", "Restart; if it stays so, try another card."
        )
    if found.file_system in {"tmpfs", "overlay", "ramfs"}:
        return _failure(
            name,
            f"{told}: every game is gone after the next start",
            "Say `sudo deploy/read-only-root off`, or give the games a partition of their own.",
        )
    if "data=writeback" in found.options or "nobarrier" in found.options:
        return _failure(
            name,
            f"{told}, mounted so that a power cut may spoil it",
            "Take data=writeback and nobarrier out of /etc/fstab.",
        )
    return _room(facts, told)


def _room(facts: Facts, told: str) -> Finding:
    free, seconds = facts.data.free, facts.data.write_seconds
    if free is not None and free < _TOO_LITTLE:
        return _failure("data", f"{told}: {free // 1_000_000} MB free", "Make room on the card.")
    if seconds is not None and seconds > _SLOW_SECONDS:
        return _warning(
            "data", f"{told}: a step takes {seconds:.1f} s to save", "Use a better card: class A1."
        )
    saving = f", a step is saved in {seconds * 1000:.0f} ms" if seconds is not None else ""
    room = f", {free // 1_000_000} MB free" if free is not None else ""
    return _ok("data", f"{told}{room}{saving}")


def clock(facts: Facts) -> Finding:
    """Whether saved games get the right date."""
    if facts.year < _YEAR:
        return _warning(
            "clock",
            f"it shows the year {facts.year}",
            "Saved games get wrong dates, nothing else; connect a network, or set it by hand.",
        )
    return _ok("clock", "set by the network" if facts.clock_is_set else "plausible")


def power(facts: Facts) -> Finding:
    """Whether the firmware has seen too little voltage or too much heat."""
    name, flags = "power", facts.throttled
    if flags is None:
        return _ok(name, "this computer does not tell")
    now = [text for bit, text in _FLAGS.items() if flags >> (bit + _NOW) & 1]
    before = [text for bit, text in _FLAGS.items() if flags >> (bit + _SINCE_START) & 1]
    advice = "Use the power supply made for this board, and let air reach it."
    if now:
        return _failure(name, f"now: {', '.join(now)}", advice)
    if before:
        return _warning(name, f"since the start: {', '.join(before)}", advice)
    return _ok(name, "enough voltage, not too hot")


def versions(facts: Facts) -> Finding:
    """Which versions are in use, and whether there is room for another."""
    told = ", ".join(f"{name} {version}" for name, version in facts.versions.items())
    if facts.on_trial:
        return _warning(
            "versions",
            f"{told}; not yet shown that it starts",
            "Restart the kiosk: `sudo systemctl restart meduris`.",
        )
    free = facts.free_for_updates
    if free is not None and free < _LITTLE_FOR_AN_UPDATE:
        return _warning(
            "versions",
            f"{told}; {free // 1_000_000} MB free under /opt/meduris",
            "Make room on the card before an update.",
        )
    return _ok("versions", told)


CHECKS: tuple[Callable[[Facts], Finding], ...] = (
    display,
    touch,
    settings,
    panel,
    pins,
    groups,
    data,
    clock,
    power,
    versions,
)


def examine(facts: Facts) -> tuple[Finding, ...]:
    """All findings, in the order in which they are told."""
    return tuple(check(facts) for check in CHECKS)
