import json
from dataclasses import replace

import msgspec
import pytest

from companion.sentence import Sentence
from kiosk.cli.doctor import findings_as_json, findings_as_text
from kiosk.machine.doctor.checks import Grade, run_checks
from kiosk.words.language import use_language
from tests.kiosk.machine.doctor.machines import DATA, STATUS, WELL


def test_all_is_well_on_a_machine_that_is() -> None:
    assert {finding.grade for finding in run_checks(WELL)} == {Grade.OK}


OK, WARNING, FAILURE = Grade
SOFTWARE = msgspec.structs.replace(STATUS, renderer="llvmpipe (LLVM 19)")
DOUBLED = msgspec.structs.replace(STATUS, doubled_touches=2)
IMPATIENT = msgspec.structs.replace(STATUS, doubled_touches=1)


@pytest.mark.parametrize(
    ("name", "changed", "grade", "words"),
    [
        ("display", {"kiosk_status": SOFTWARE}, WARNING, "vc4-kms-v3d"),
        ("display", {"kiosk_status": None}, WARNING, "shows nothing"),
        ("display", {"kiosk_status": None, "connected_displays": ()}, FAILURE, "cable"),
        (
            "display",
            {"kiosk_status": None, "has_graphics_card": False},
            FAILURE,
            "no graphics driver",
        ),
        ("touch", {"kiosk_status": DOUBLED}, FAILURE, "2 of 9 touches"),
        ("touch", {"kiosk_status": IMPATIENT}, OK, "9 taps"),
        ("touch", {"touch_devices": ()}, WARNING, "no touchscreen"),
        (
            "settings",
            {"kiosk_toml_problem": Sentence("no such language")},
            FAILURE,
            "no such language",
        ),
        ("panel", {"panel_trouble": Sentence("a line is wrong")}, FAILURE, "a line is wrong"),
        ("pins", {"header_chip_number": None}, FAILURE, "not found"),
        ("pins", {"header_chip_number": None, "is_pi": False}, OK, "has none"),
        ("sound", {}, OK, "bcm2835 Headphones"),
        ("sound", {"sound_devices": ()}, WARNING, "Plug in a loudspeaker"),
        ("sound", {"sound_devices": (), "wants_sound": False}, OK, "sound is switched off"),
        ("clock", {"unusable_time_zone": "/etc/localtime"}, WARNING, "/etc/localtime"),
        ("power", {"throttling_flags": 0x1}, FAILURE, "now: the voltage is too low"),
        ("power", {"throttling_flags": 0x50000}, WARNING, "since the start"),
        ("power", {"throttling_flags": None}, OK, "unknown on this computer"),
        ("versions", {"has_unfinished_update": True}, WARNING, "was not completed"),
        (
            "data",
            {"data_folder": replace(DATA, mount_options=frozenset({"ro"}))},
            FAILURE,
            "cannot be written",
        ),
        (
            "data",
            {"data_folder": replace(DATA, file_system="overlay")},
            FAILURE,
            "lost at the next start",
        ),
        ("data", {"data_folder": replace(DATA, free_bytes=1_000_000)}, FAILURE, "1 MB free"),
        ("data", {"data_folder": replace(DATA, free_bytes=100_000_000)}, OK, "100 MB free"),
        ("data", {"data_folder": replace(DATA, write_seconds=2.0)}, WARNING, "2.0 s to save"),
        ("data", {"data_folder": replace(DATA, write_seconds=None)}, OK, "ext4"),
        ("data", {"data_folder": replace(DATA, free_bytes=None)}, WARNING, "does not exist"),
        (
            "games",
            {"data_folder": replace(DATA, damaged_games=None)},
            WARNING,
            "none could be read",
        ),
        ("games", {"data_folder": replace(DATA, damaged_games=(4, 7))}, FAILURE, "damaged: 4, 7"),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(
    name: str, changed: dict[str, object], grade: Grade, words: str
) -> None:
    (finding,) = (one for one in run_checks(replace(WELL, **changed)) if one.check_name == name)
    assert finding.grade is grade
    assert words in f"{finding.found} {finding.advice}"
    assert bool(finding.advice) is (grade is not OK)


def test_people_read_lines_in_their_language_and_programs_json_in_english() -> None:
    findings = run_checks(replace(WELL, unusable_time_zone="/etc/localtime"))
    line = "warning  clock         the time zone cannot be used: /etc/localtime\n"
    assert line in findings_as_text(findings)
    use_language("de")
    lines = findings_as_text(findings)
    assert "Warnung  Uhr           die Zeitzone ist nicht zu gebrauchen: /etc/localtime" in lines
    names = {finding.check_name for finding in findings}
    assert all(f" {name} " not in lines for name in names - {"versions", "panel", "pins", "data"})
    told = json.loads(findings_as_json(findings))
    assert [one["found"] for one in told if one["grade"] == "warning"] == [
        "the time zone cannot be used: /etc/localtime"
    ]
