"""What the doctor knows of a machine; the checks decide on nothing else."""

from dataclasses import dataclass

from companion.memory.journal.quarantine import SetAside
from companion.sentence import Sentence
from kiosk.machine.status import Status

NEEDED_GROUPS = ("video", "render", "dialout", "gpio")
"""The groups that the kiosk's user is to be in, where the system has them."""


@dataclass(frozen=True, kw_only=True)
class DataFacts:
    """The folder of the saved games; sizes in bytes, times in seconds, None where unknown.

    `mode` is that of its permissions; `strangers` are the paths in it, and its own, that belong to
    somebody else than the kiosk, each with its owner; `set_aside` are files of saved games that
    could not be read once, and can be now; `unsealed` is the number of games that have no seal,
    `damaged` are the numbers of those that are not as they were written.
    """

    path: str
    exists: bool
    mode: int | None
    strangers: tuple[tuple[str, str], ...]
    file_system: str
    options: frozenset[str]
    free: int | None
    write_seconds: float | None
    set_aside: tuple[SetAside, ...]
    unsealed: int
    damaged: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Facts:
    """A machine as it is now.

    `throttled` is the firmware's word of flags, None without such firmware; `connected` names the
    displays; `groups` are those of the kiosk's user, None without that user; `known_groups` those
    that the system has; `units` are the kiosk's own that are installed, `disabled_units` those that
    do not start with the machine; `free_for_updates` is in bytes, None where no release is
    installed; `bounds_memory` is whether the kernel bounds what the kiosk takes, None where it does
    not tell, and `words_file` is where a word for the kernel belongs on this machine; `leftovers`
    are paths of what an interrupted update has left.
    """

    status: Status | None
    connected: tuple[str, ...]
    has_graphics_card: bool
    touch_devices: tuple[str, ...]
    groups: frozenset[str] | None
    known_groups: frozenset[str]
    units: tuple[str, ...]
    disabled_units: tuple[str, ...]
    config_trouble: Sentence | None
    panel_trouble: Sentence | None
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
    leftovers: tuple[str, ...]
    bounds_memory: bool | None
    words_file: str

    @property
    def missing_groups(self) -> tuple[str, ...]:
        """The groups of this system that the kiosk's user lacks."""
        had = self.groups or frozenset()
        return tuple(name for name in NEEDED_GROUPS if name in self.known_groups - had)
