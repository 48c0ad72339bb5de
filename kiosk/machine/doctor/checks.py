"""The checks of `meduris doctor`: each converts facts about the machine to a finding."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from companion.sentence import N_, Sentence
from kiosk.machine.doctor.facts import MachineFacts, read_facts

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "software")
_MEGABYTE = 1_000_000
_TOO_LITTLE = 50_000_000
_SLOW_SECONDS = 0.5
_CHANCE = 0.2
"""Maximum share of doubled touches that may be chance: two quick taps in a slow frame look like a
doubled touch. If two input providers read the same touchscreen, half of all touches are doubled."""
# Bits of the present state. The bits 16 places higher have the same meanings, for any time since
# the start.
_FLAGS = {
    0: Sentence("the voltage is too low"),
    1: Sentence("the processor is slowed down"),
    2: Sentence("the processor is throttled"),
    3: Sentence("the processor is close to its maximum temperature"),
}


class Grade(StrEnum):
    OK = N_("ok")
    WARNING = N_("warning")
    FAILURE = N_("failure")


@dataclass(frozen=True)
class Finding:
    """Result of a check of the machine: a grade, what was found, and advice if something is wrong.

    `check_name` is the key of the check in `CHECKS`.
    """

    grade: Grade
    found: Sentence
    advice: Sentence | None = None
    check_name: str = ""


def _ok(found: str, **facts: object) -> Finding:
    return Finding(Grade.OK, Sentence(found, facts))


def _warning(found: str, advice: str, **facts: object) -> Finding:
    return Finding(Grade.WARNING, Sentence(found, facts), Sentence(advice, facts))


def _failure(found: str, advice: str, **facts: object) -> Finding:
    return Finding(Grade.FAILURE, Sentence(found, facts), Sentence(advice, facts))


def check_display(facts: MachineFacts) -> Finding:
    status = facts.kiosk_status
    if status is not None:
        told = f"{status.width}x{status.height}, {status.video_driver}, {status.renderer}"
        if any(word in status.renderer.lower() for word in _SOFTWARE):
            return _warning(
                N_("{told}"),
                N_(
                    "The processor draws the pictures, which is slow and makes it hot. Put "
                    "dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt and restart."
                ),
                told=told,
            )
        return _ok(
            N_("{told}, first picture after {seconds} s"), told=told, seconds=status.start_seconds
        )
    if not facts.has_graphics_card:
        return _failure(
            N_("no graphics driver"),
            N_("Put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt and restart."),
        )
    if not facts.connected_displays:
        return _failure(N_("no display is connected"), N_("Check the cable of the display."))
    return _warning(
        N_("connected: {displays}, but the kiosk shows nothing"),
        N_("Start it with `sudo systemctl start meduris`, and read `journalctl -u meduris`."),
        displays=facts.connected_displays,
    )


def check_touch(facts: MachineFacts) -> Finding:
    status = facts.kiosk_status
    if status is not None and status.doubled_touches > status.touches * _CHANCE:
        return _failure(
            N_("{doubled} of {touches} touches arrived twice"),
            N_(
                "Unplug other pointing devices; if that does not help, report it to the developers."
            ),
            doubled=status.doubled_touches,
            touches=status.touches,
        )
    if not facts.touch_devices:
        return _warning(
            N_("no touchscreen"),
            N_("Check its cable; a display on HDMI has a second one for touch, on USB."),
        )
    told: dict[str, object] = {"devices": facts.touch_devices}
    if status is None:
        return _ok(N_("{devices}"), **told)
    told["number"] = status.touches
    if status.doubled_touches:
        taps = Sentence(N_("{devices}, {number} tap"), told, N_("{devices}, {number} taps"))
    else:
        taps = Sentence(
            N_("{devices}, {number} tap, not doubled"),
            told,
            N_("{devices}, {number} taps, none doubled"),
        )
    return Finding(Grade.OK, taps)


def check_settings(facts: MachineFacts) -> Finding:
    if facts.kiosk_toml_problem is not None:
        return _failure(
            N_("{told}"),
            N_("Correct /etc/meduris/kiosk.toml, then `sudo systemctl restart meduris`."),
            told=facts.kiosk_toml_problem,
        )
    return _ok(N_("kiosk.toml is valid"))


def check_panel(facts: MachineFacts) -> Finding:
    if facts.panel_trouble is not None:
        return _failure(N_("panel.toml cannot be used"), N_("{told}"), told=facts.panel_trouble)
    return _ok(N_("on USB") if facts.has_usb_panel else N_("none on USB"))


def check_pins(facts: MachineFacts) -> Finding:
    if facts.header_chip_number is not None:
        return _ok(N_("gpiochip{chip}"), chip=facts.header_chip_number)
    if facts.is_pi:
        return _failure(
            N_("the chip of the pins was not found"),
            N_("Update the system; a panel on USB works all the same."),
        )
    return _ok(N_("this computer has none"))


def check_sound(facts: MachineFacts) -> Finding:
    if facts.wants_sound and not facts.sound_devices:
        return _warning(
            N_("no sound device, although sound is switched on"),
            N_("Plug in a loudspeaker; a display on HDMI may have one. You can also play without."),
        )
    if not facts.sound_devices:
        return _ok(N_("no sound device, and sound is switched off"))
    return _ok(N_("{devices}"), devices=facts.sound_devices)


def check_data(facts: MachineFacts) -> Finding:
    found = facts.data_folder
    free, seconds = found.free_bytes, found.write_seconds
    place = {
        "path": found.path,
        "system": found.file_system or Sentence("unknown file system"),
        "free": (free or 0) // _MEGABYTE,
    }
    if free is None:
        return _warning(
            N_("{path} does not exist"),
            N_(
                "A kiosk makes this folder at its first start. Started in another way, the app "
                "keeps its games in ~/.local/share/meduris."
            ),
            **place,
        )
    if "ro" in found.mount_options:
        return _failure(
            N_("{path} on {system} cannot be written"),
            N_("Restart; if that does not help, try another card."),
            **place,
        )
    if found.file_system in {"tmpfs", "overlay", "ramfs"}:
        return _failure(
            N_("{path} on {system}: all games will be lost at the next start"),
            N_("Turn off the write protection, or give the games a partition of their own."),
            **place,
        )
    if free < _TOO_LITTLE:
        return _failure(
            N_("{path} on {system}: {free} MB free"), N_("Free some space on the card."), **place
        )
    if seconds is not None and seconds > _SLOW_SECONDS:
        return _warning(
            N_("{path} on {system}: a step takes {time} s to save"),
            N_("Use a better card: class A1."),
            time=seconds,
            **place,
        )
    if seconds is None:
        return _ok(N_("{path} on {system}"), **place)
    return _ok(
        N_("{path} on {system}, {free} MB free, a step is saved in {time} ms"),
        time=round(seconds * 1000),
        **place,
    )


def check_games(facts: MachineFacts) -> Finding:
    if facts.data_folder.damaged_games is None:
        return _warning(
            N_("none could be read"),
            N_("Try it with sudo. The app makes or repairs the file of games when it starts."),
        )
    if facts.data_folder.damaged_games:
        return _failure(
            N_("damaged: {games}"),
            N_(
                "Resume them: they continue from before the damage. If it happens again, try "
                "another card."
            ),
            games=facts.data_folder.damaged_games,
        )
    return _ok(N_("undamaged"))


def check_clock(facts: MachineFacts) -> Finding:
    if facts.unusable_time_zone is not None:
        return _warning(
            N_("the time zone cannot be used: {zone}"),
            N_(
                "The app shows the time in UTC. Run `sudo timedatectl set-timezone "
                "Europe/Berlin` with your own city."
            ),
            zone=facts.unusable_time_zone,
        )
    return _ok(N_("set by the network") if facts.clock_is_set else N_("not set by the network yet"))


def check_power(facts: MachineFacts) -> Finding:
    flags = facts.throttling_flags
    if flags is None:
        return _ok(N_("unknown on this computer"))
    now = tuple(text for bit, text in _FLAGS.items() if flags >> bit & 1)
    before = tuple(text for bit, text in _FLAGS.items() if flags >> 16 >> bit & 1)
    advice = N_("Use the power supply made for this board, and let air reach it.")
    if now:
        return _failure(N_("now: {troubles}"), advice, troubles=now)
    if before:
        return _warning(N_("since the start: {troubles}"), advice, troubles=before)
    return _ok(N_("enough voltage, not too hot"))


def check_versions(facts: MachineFacts) -> Finding:
    told = ", ".join(f"{name} {version}" for name, version in facts.versions.items())
    if facts.has_unfinished_update:
        return _warning(
            N_("{told}; an update was not completed"),
            N_(
                "Restart the machine: then the update continues, or the previous version comes "
                "back."
            ),
            told=told,
        )
    return _ok(N_("{told}"), told=told)


CHECKS: dict[str, Callable[[MachineFacts], Finding]] = {
    N_("display"): check_display,
    N_("touch"): check_touch,
    N_("settings"): check_settings,
    N_("panel"): check_panel,
    N_("pins"): check_pins,
    N_("sound"): check_sound,
    N_("data"): check_data,
    N_("games"): check_games,
    N_("clock"): check_clock,
    N_("power"): check_power,
    N_("versions"): check_versions,
}


def run_checks(facts: MachineFacts) -> tuple[Finding, ...]:
    return tuple(replace(check(facts), check_name=name) for name, check in CHECKS.items())


class Diagnosis(NamedTuple):
    facts: MachineFacts
    findings: tuple[Finding, ...]


def diagnose(root: Path) -> Diagnosis:
    """Examine the machine whose root folder is `root`, and return facts about it and findings.

    This takes some seconds.
    """
    facts = read_facts(root)
    return Diagnosis(facts, run_checks(facts))
