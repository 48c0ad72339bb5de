from pathlib import Path

import pytest

from kiosk.cli.update import leave_word, make_sure, refuse_to_change_in_vain
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.wishes import Machine, Offer


def test_only_root_may_change_releases() -> None:
    with pytest.raises(ReleaseError, match="sudo"):
        refuse_to_change_in_vain(1000, "/dev/a / ext4 rw 0 0\n")


def test_an_update_that_would_be_gone_after_a_restart_is_refused() -> None:
    with pytest.raises(ReleaseError, match="write-protected"):
        refuse_to_change_in_vain(0, "/dev/a / ext4 ro 0 0\noverlayroot / overlay rw 0 0\n")
    refuse_to_change_in_vain(0, "/dev/a / ext4 rw 0 0\noverlay /var/lib/x overlay rw 0 0\n")


def test_the_screen_reads_what_the_update_said_last(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.update_said() == ""
    leave_word("It is whole.", tmp_path)
    leave_word("It is running.", tmp_path)
    assert machine.update_said() == "It is running."
    machine.update(Offer("2", "5" * 64))
    assert machine.update_said() == ""


def test_no_link_leads_root_to_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("as it was")
    (tmp_path / "update-said").symlink_to(other)
    leave_word("It is running.", tmp_path)
    assert other.read_text() == "as it was"


def test_what_nobody_trusted_has_signed_is_asked_about_twice() -> None:
    asked = []

    def answer(question: str) -> str:
        asked.append(question)
        return "yes"

    make_sure(answer, is_terminal=True)
    assert len(set(asked)) == 2


@pytest.mark.parametrize("answers", [["no"], ["yes", "y"], ["yes", ""]])
def test_anything_but_yes_twice_changes_nothing(answers: list[str]) -> None:
    left = iter(answers)
    with pytest.raises(ReleaseError, match="Nothing was changed"):
        make_sure(lambda _question: next(left), is_terminal=True)


def test_where_nobody_can_be_asked_the_answer_is_no() -> None:
    with pytest.raises(ReleaseError, match="at a terminal"):
        make_sure(lambda _question: "yes", is_terminal=False)
