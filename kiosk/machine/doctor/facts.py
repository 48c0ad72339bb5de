"""What the doctor knows of a machine; the checks decide on nothing else."""

from dataclasses import dataclass

from kiosk.machine.status import Status


@dataclass(frozen=True, kw_only=True)
class DataFacts:
    """The folder of the saved games; sizes in bytes, times in seconds, None where unknown."""

    path: str
    exists: bool
    owned_by_kiosk: bool
    file_system: str
    options: frozenset[str]
    free: int | None
    write_seconds: float | None


@dataclass(frozen=True, kw_only=True)
class Facts:
    """A machine as it is now.

    `throttled` is the firmware's word of flags, None without such firmware; `connected` names the
    displays; `groups` are those of the kiosk's user, None without that user; `known_groups` those
    that the system has; `free_for_updates` is in bytes, None where no release is installed.
    """

    status: Status | None
    connected: tuple[str, ...]
    has_graphics_card: bool
    touch_devices: tuple[str, ...]
    groups: frozenset[str] | None
    known_groups: frozenset[str]
    config_trouble: str | None
    panel_trouble: str | None
    panel_port: bool
    header_chip: int | None
    is_pi: bool
    data: DataFacts
    year: int
    clock_is_set: bool
    throttled: int | None
    versions: dict[str, str]
    free_for_updates: int | None
    on_trial: bool
