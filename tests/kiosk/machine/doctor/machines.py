"""Facts of a machine that is well, and of one on which all is wrong."""

from dataclasses import replace

from companion.sentence import Sentence
from kiosk.machine.doctor.facts import DataFolderFacts, MachineFacts
from kiosk.machine.status import KioskStatus

STATUS = KioskStatus("1.0", "V3D 4.2", "window_sdl2", "wayland", 800, 480, 2.1, touches=9)
DATA = DataFolderFacts(
    path="/var/lib/meduris",
    file_system="ext4",
    mount_options=frozenset({"rw", "noatime"}),
    free_bytes=2_000_000_000,
    write_seconds=0.01,
    damaged_games=(),
)
WELL = MachineFacts(
    kiosk_status=STATUS,
    connected_displays=("DSI-1",),
    has_graphics_card=True,
    touch_devices=("ft5x06",),
    kiosk_toml_problem=None,
    panel_trouble=None,
    has_usb_panel=True,
    header_chip_number=0,
    is_pi=True,
    data_folder=DATA,
    clock_is_set=True,
    unusable_time_zone=None,
    throttling_flags=0,
    versions={"companion": "1.0.0 (1a2b3c4)", "Python": "3.13.5"},
    has_unfinished_update=False,
    sound_devices=("bcm2835 Headphones",),
    wants_sound=True,
    model="Raspberry Pi 4 Model B Rev 1.5",
    ip_addresses=("192.168.178.24",),
)

ILL = replace(
    WELL,
    kiosk_status=KioskStatus("1.0", "llvmpipe", "window_sdl2", "wayland", 800, 480, 2.1, 9, 9),
    touch_devices=(),
    kiosk_toml_problem=Sentence("kiosk.toml cannot be used: {error}", {"error": "a mistake"}),
    panel_trouble=Sentence("The pins are used twice."),
    header_chip_number=None,
    data_folder=replace(DATA, free_bytes=4_000_000, damaged_games=(7,)),
    unusable_time_zone="/etc/localtime",
    throttling_flags=0x50005,
    sound_devices=(),
    ip_addresses=(),
    model="",
)
