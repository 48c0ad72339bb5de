from contextlib import closing

from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.session import Session
from kiosk.cli import main
from tests.companion.memory.hostile_backups import with_sql
from tests.companion.memory.sessions import played
from tests.companion.playing import two_players
from tests.kiosk.cli.running import measured, said


def test_a_backup_is_written_while_an_app_plays_and_restored_elsewhere(data, tmp_path, capfd):
    target, other = tmp_path / "all.meduris-backup", str(tmp_path / "other")
    with DataFolderLock(data), closing(Journal.open(data)) as journal:
        played(Session.begin(journal, two_players()), 8)
        assert main(["backup", str(target)]) == 0
        assert capfd.readouterr().out == f"1 game is backed up in {target}\n"
        assert main(["restore", str(target)]) == 2
        assert "Another Meduris app is using this data folder" in said(capfd)
    assert main(["restore", str(target), "--data", other]) == 0
    assert capfd.readouterr().out == "1 game restored\n"
    main(["export"])
    exported = capfd.readouterr().out
    main(["export", "--data", other])
    assert capfd.readouterr().out == exported


def test_newer_games_are_replaced_only_where_that_is_said(record, data, tmp_path, capfd):
    target = tmp_path / "all.meduris-backup"
    main(["import", str(record)])
    main(["backup", str(target)])
    with closing(Journal.open(data)) as journal:
        Session.begin(journal, two_players())
    capfd.readouterr()
    assert main(["restore", str(target)]) == 2
    assert said(capfd) == (
        "meduris: 1 game here is newer than in this backup, or missing from it. Nothing was "
        "changed. With --force they are replaced all the same, and the replaced files are kept."
    )
    assert main(["restore", "--force", str(target)]) == 0
    told, kept = capfd.readouterr().out.splitlines()
    assert told == "1 game restored"
    assert kept.startswith(f"the replaced files are kept in {data}/replaced-")


def test_what_is_no_backup_is_a_clear_line(record, tmp_path, capfd):
    assert main(["restore", str(record)]) == 2
    assert said(capfd) == "meduris: This backup is damaged. Nothing was changed."
    assert main(["restore", str(tmp_path / "none")]) == 2
    assert said(capfd).endswith("none: No such file or directory")
    assert main(["backup", str(tmp_path / "out")]) == 2
    assert said(capfd) == "meduris: There are no saved games to back up."


def test_a_text_that_is_larger_than_all_else_in_the_memory_is_not_read(tmp_path):
    path = tmp_path / "bomb.meduris-backup"
    path.write_bytes(with_sql("UPDATE games SET setup = hex(zeroblob(20000000)) WHERE id = 1"))
    with measured("restore", path, "--data", tmp_path / "other") as restoring:
        *_, memory = restoring.stderr.read().splitlines()
    assert restoring.returncode == 2
    assert int(memory) < 60 * 1024


def test_ctrl_c_stops_a_restoring_and_nothing_is_changed(
    record, data, tmp_path, capfd, monkeypatch
):
    main(["import", str(record)])
    main(["backup", str(tmp_path / "evening.meduris-backup")])
    before = sorted(data.rglob("*"))
    capfd.readouterr()

    def interrupted(*_what):
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.memory.exchange.restore.check_and_count_games", interrupted)
    assert main(["restore", str(tmp_path / "evening.meduris-backup")]) == 130
    assert said(capfd) == "meduris: Stopped. Nothing was changed."
    assert sorted(data.rglob("*")) == before
