import os
import pwd
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from kiosk.cli.doctor import mend
from kiosk.machine.doctor import mending
from kiosk.machine.doctor.checks import examine
from kiosk.machine.doctor.facts import Facts
from kiosk.machine.doctor.mending import Doctor, Remedy, give_away
from kiosk.words.language import use_language
from tests.kiosk.machine.doctor.test_checks import DATA, WELL

ME = pwd.getpwuid(os.getuid()).pw_name


class System:
    """Takes the commands that the system would be given."""

    def __init__(self, trouble: str = "") -> None:
        self.commands: list[str] = []
        self._trouble = trouble

    def run(self, command: Sequence[str]) -> None:
        self.commands.append(" ".join(command))
        if self._trouble:
            raise CalledProcessError(1, command, stderr=self._trouble)


def remedies(facts: Facts, system: System, root: Path = Path("/")) -> tuple[Remedy, ...]:
    return Doctor(facts, root, user=ME, run=system.run).remedies(examine(facts))


def test_a_machine_that_is_well_needs_no_remedy() -> None:
    assert remedies(WELL, System()) == ()


@pytest.mark.parametrize(
    ("changed", "commands", "undo"),
    [
        (
            {"groups": frozenset({"video"})},
            [f"gpasswd --add {ME} render", f"gpasswd --add {ME} dialout"],
            f"sudo gpasswd -d {ME} render; sudo gpasswd -d {ME} dialout",
        ),
        (
            {"groups": WELL.groups | {"input"}},
            [f"gpasswd --delete {ME} input"],
            f"sudo gpasswd -a {ME} input",
        ),
        (
            {"disabled_units": ("meduris.service", "meduris-update.path")},
            ["systemctl --quiet enable meduris.service meduris-update.path"],
            "sudo systemctl disable meduris.service meduris-update.path",
        ),
    ],
    ids=["groups", "input", "units"],
)
def test_what_the_system_has_to_do_is_root_s_and_can_be_undone(
    changed: dict[str, object], commands: list[str], undo: str
) -> None:
    system = System()
    (remedy,) = remedies(replace(WELL, **changed), system)
    assert remedy.needs_root
    assert system.commands == []
    remedy.apply()
    assert system.commands == commands
    assert undo in str(remedy.undo)


def test_a_folder_that_everybody_reads_is_closed_by_its_owner(tmp_path: Path) -> None:
    data = tmp_path / "var/lib/meduris"
    data.mkdir(parents=True, mode=0o755)
    facts = replace(WELL, data=replace(DATA, mode=0o755))
    (remedy,) = remedies(facts, System(), tmp_path)
    assert not remedy.needs_root
    assert "sudo chmod 755 /var/lib/meduris" in str(remedy.undo)
    remedy.apply()
    assert data.stat().st_mode & 0o777 == 0o750


def test_games_of_somebody_else_become_the_kiosk_s_and_the_way_back_is_told(
    tmp_path: Path,
) -> None:
    data = tmp_path / "var/lib/meduris"
    data.mkdir(parents=True)
    strangers = (("/var/lib/meduris", "root"), ("/var/lib/meduris/games.db", "ada"))
    facts = replace(WELL, data=replace(DATA, strangers=strangers))
    (remedy,) = remedies(facts, System(), tmp_path)
    assert remedy.needs_root
    told = "sudo chown -h root /var/lib/meduris; sudo chown -h ada /var/lib/meduris/games.db"
    assert told in str(remedy.undo)
    remedy.apply()


def test_giving_away_follows_no_link_out_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []
    monkeypatch.setattr(os, "fchown", lambda *_: given.append("folder"))
    monkeypatch.setattr(
        os,
        "chown",
        lambda name, *_, follow_symlinks, **_more: given.append((name, follow_symlinks)),
    )
    folder = tmp_path / "data"
    folder.mkdir()
    (tmp_path / "secret").write_text("root's")
    (folder / "link").symlink_to(tmp_path / "secret")
    os.link(tmp_path / "secret", folder / "other name")
    (folder / "games.db").touch()
    give_away(folder, ME)
    assert sorted(map(str, given)) == ["('games.db', False)", "('link', False)", "folder"]


def facts_of_two_troubles() -> Facts:
    return replace(WELL, groups=frozenset({"video", "render"}), disabled_units=("meduris.service",))


def test_each_thing_is_asked_and_only_done_when_it_is_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = System()
    answers = iter([False, True])
    mend(remedies(facts_of_two_troubles(), system), lambda: next(answers), is_root=True)
    assert system.commands == ["systemctl --quiet enable meduris.service"]
    told = capsys.readouterr().out
    assert f"Puts {ME} into dialout" in told
    assert told.count("To undo it:") == 1


def test_without_root_nobody_is_asked_for_what_only_root_may_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = System()
    mend(remedies(facts_of_two_troubles(), system), lambda: pytest.fail("asked"), is_root=False)
    assert system.commands == []
    assert capsys.readouterr().out.count("sudo") == 2


def test_what_does_not_work_is_told_and_the_next_is_tried(
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = System("gpasswd: no such group\n")
    mend(remedies(facts_of_two_troubles(), system), lambda: True, is_root=True)
    assert len(system.commands) == 2
    told = capsys.readouterr().out
    assert "did not work: gpasswd: no such group" in told
    assert "undo" not in told


def test_mending_is_told_in_the_language_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    use_language("de")
    mend(remedies(facts_of_two_troubles(), System()), lambda: True, is_root=True)
    assert "undo" not in capsys.readouterr().out


def test_a_command_that_gives_no_answer_is_told_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mending, "_SECONDS", 0.1)
    with pytest.raises(OSError, match="timed out"):
        mending.run(["sleep", "60"])
