from pathlib import Path

import pytest

from kiosk.cli.update import make_sure, refuse_to_change_in_vain
from kiosk.machine.release_words import message_text
from kiosk.machine.releases.errors import ReleaseError, message_of
from kiosk.machine.requests import SAID, Machine, StickRelease, leave_answer
from kiosk.words.language import use_language

RUNNING = message_of("Version {version} is running.", version="2")


def test_only_root_may_change_releases() -> None:
    with pytest.raises(ReleaseError, match="sudo"):
        refuse_to_change_in_vain(1000, "/dev/a / ext4 rw 0 0\n")


def test_an_update_that_would_be_gone_after_a_restart_is_refused() -> None:
    with pytest.raises(ReleaseError, match="write-protected"):
        refuse_to_change_in_vain(0, "/dev/a / ext4 ro 0 0\noverlayroot / overlay rw 0 0\n")
    refuse_to_change_in_vain(0, "/dev/a / ext4 rw 0 0\noverlay /var/lib/x overlay rw 0 0\n")


def test_an_update_is_allowed_where_the_releases_lie_beside_the_protected_system() -> None:
    protected = "overlayroot / overlay rw 0 0\n/dev/b /data ext4 rw 0 0\n"
    refuse_to_change_in_vain(0, protected + "/dev/b /opt/meduris ext4 rw 0 0\n")
    with pytest.raises(ReleaseError, match="write-protected"):
        refuse_to_change_in_vain(0, protected)


def test_the_screen_reads_what_the_update_said_last(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.update_said() is None
    leave_answer(
        message_of("The archive is whole: version {version}.", version="2").encode(),
        tmp_path / SAID,
    )
    leave_answer(RUNNING.encode(), tmp_path / SAID)
    assert machine.update_said() == RUNNING
    machine.update(StickRelease("2", "5" * 64))
    assert machine.update_said() is None


@pytest.mark.parametrize(
    "left",
    [
        "Es läuft.",
        "[]",
        "7",
        '{"message": "{who} runs.", "gaps": {}}',
        '{"message": "{0} runs.", "gaps": {"0": "x"}}',
        '{"message": "{", "gaps": {}}',
        '{"message": "It runs.", "gaps": []}',
        "[" * 100_000,
    ],
)
def test_what_another_release_or_nobody_of_ours_left_there_is_told_as_it_is(
    tmp_path: Path, left: str
) -> None:
    (tmp_path / "update-said").write_text(f"{left}\n")
    said = Machine(tmp_path).update_said()
    assert said is not None
    assert message_text(said) == str(said) == left


def test_no_link_leads_root_to_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("as it was")
    (tmp_path / "update-said").symlink_to(other)
    leave_answer(RUNNING.encode(), tmp_path / SAID)
    assert other.read_text() == "as it was"


def test_what_nobody_trusted_has_signed_is_asked_about_twice() -> None:
    asked = []

    def answer(question: str) -> str:
        asked.append(question)
        return "yes"

    make_sure(answer, is_terminal=True)
    assert len(set(asked)) == 2


def test_whoever_is_asked_in_german_answers_in_german() -> None:
    use_language("de")
    asked = []

    def answer(question: str) -> str:
        asked.append(question)
        return "Ja"

    make_sure(answer, is_terminal=True)
    assert "[ja/nein]" in asked[0]
    assert message_text(RUNNING) == "Version 2 läuft."


@pytest.mark.parametrize("answers", [["no"], ["yes", "y"], ["yes", ""]])
def test_anything_but_yes_twice_changes_nothing(answers: list[str]) -> None:
    left = iter(answers)
    with pytest.raises(ReleaseError, match="Nothing was changed"):
        make_sure(lambda _question: next(left), is_terminal=True)


def test_where_nobody_can_be_asked_the_answer_is_no() -> None:
    with pytest.raises(ReleaseError, match="at a terminal"):
        make_sure(lambda _question: "yes", is_terminal=False)
