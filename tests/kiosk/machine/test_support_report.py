from companion.pieces import Color
from companion.sentence import Sentence
from kiosk.machine.doctor.checks import Diagnosis, run_checks
from kiosk.machine.support_report import split_for_qr_codes, support_report_text
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.settings import Settings
from tests.kiosk.machine.doctor.machines import ILL

LONG = "More of it.\n" * 200


def told(settings: Settings, *sentences: Sentence) -> str:
    return support_report_text(
        Diagnosis(ILL, run_checks(ILL)),
        settings=settings,
        window="800x480",
        rotation=Rotation.QUARTER,
        touch=TouchCalibration(Rotation.HALF, mirrored=True),
        games=3,
        notices=sentences,
    )


def test_a_report_tells_the_machine_line_by_line_in_english() -> None:
    text = told(Settings(language="de", large_letters=True))
    assert "window 800x480 turned 90; touch 180 mirrored; 3 games" in text
    assert "settings large_letters True, language de" in text
    assert "warning  clock     the time zone cannot be used: /etc/localtime" in text
    assert "companion 1.0.0 (1a2b3c4)" in text


def test_no_name_is_in_a_report_whatever_the_settings_and_the_app_have_to_tell() -> None:
    settings = Settings(sides=((Color.RED, Rotation.HALF),))
    text = told(settings, Sentence("{name} is spelt in two ways.", {"name": "Zoraida"}))
    assert "is spelt in two ways" in text
    assert "Zoraida" not in text
    assert "sides" not in text


def test_the_codes_hold_the_report_in_parts_of_one_size() -> None:
    text = told(Settings()) + LONG
    codes = split_for_qr_codes(text)
    assert [code.partition("\n")[0] for code in codes] == [
        f"Meduris {number}/{len(codes)}" for number in range(1, len(codes) + 1)
    ]
    assert len(codes) > 1
    assert max(map(len, codes)) - min(map(len, codes)) < len(codes) + 1
    assert "".join(code.partition("\n")[2] for code in codes) == text
