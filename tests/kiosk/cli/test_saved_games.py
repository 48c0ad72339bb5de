import os
from contextlib import closing

from msgspec.structs import replace

from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.people import People, rename_person
from companion.memory.session import Session
from kiosk.cli import main
from tests.companion.memory.data_folders import changed, small_game, unreadable_game
from tests.companion.memory.sessions import played
from tests.companion.playing import four_players, two_players
from tests.kiosk.cli.running import run, said


def test_a_game_is_exported_while_an_app_plays_it_but_an_import_waits_for_no_app(
    record, data, capfd
):
    with DataFolderLock(data), closing(Journal.open(data)) as journal:
        played(Session.begin(journal, two_players()), 8)
        assert main(["export"]) == 0
        assert capfd.readouterr().out.count("\n") == 9
        assert main(["import", str(record)]) == 2
    assert "Another Meduris app is using this data folder" in said(capfd)


def test_without_games_there_is_nothing_to_list_or_export(data, capfd):
    assert main(["games"]) == 0
    assert capfd.readouterr().out == ""
    assert main(["export"]) == 2
    assert "there is no saved game yet" in said(capfd)
    assert not data.exists()


def test_a_game_that_is_not_there_is_said_so(record, capfd):
    main(["import", str(record)])
    capfd.readouterr()
    for number in ("9", "-9", "9" * 30):
        assert main(["export", number]) == 2
        assert said(capfd) == (
            f"meduris: There is no saved game {number}. Choose one from the list of saved games."
        )


def test_the_games_are_listed_with_how_they_stand_or_that_they_cannot_be_read(record, data, capfd):
    main(["import", str(record)])
    with closing(Journal.open(data)) as journal:
        Session.begin(journal, four_players())
        journal.add_game(unreadable_game())
    capfd.readouterr()
    assert main(["games"]) == 0
    newest, second, oldest = capfd.readouterr().out.splitlines()
    assert "cannot be read" in newest
    assert second.startswith("   2  ")
    assert second.endswith("  Gus 5, Bo 5, Ria 5, Pim 5; placing workers")
    assert oldest.startswith("   1  ")
    assert "; turn " in oldest


def test_the_games_of_a_person_are_listed_under_all_their_names(data, capfd):
    with closing(Journal.open(data)) as journal:
        for beginning in (two_players(), four_players(), two_players()):
            Session.begin(journal, beginning)
        rename_person(journal, People.from_journal(journal).find_or_new("Gus"), "Gustav")

    def listed(*words):
        assert main(["games", *words]) == 0
        return [int(line.split()[0]) for line in capfd.readouterr().out.splitlines()]

    assert listed("--person", "Gustav") == listed("--person", "Gus") == [2]
    assert listed("--person", "Pim") == [3, 2, 1]
    assert listed("--person", "gustav") == [2]
    for unknown in ("Zoë", b"Zo\xeb".decode(errors="surrogateescape")):
        assert main(["games", "--person", unknown]) == 2
        assert "Zo" in said(capfd)


def test_games_that_were_taken_away_are_listed_only_where_that_is_asked_for(data, capfd):
    with closing(Journal.open(data)) as journal:
        for _game in range(3):
            Session.begin(journal, two_players())
        journal.set_archived(2, archived=True)
    assert main(["games"]) == 0
    assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == ["3", "1"]
    assert main(["games", "--all", "--person", "Pim"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert [line.endswith("; placing workers; archived") for line in lines] == [False, True, False]


def test_the_games_are_listed_by_the_clock_on_the_wall_and_damaged_times_are_owned_up_to(data):
    with closing(Journal.open(data)) as journal:
        for started in ("2026-01-01T20:30:00+00:00", "long ago"):
            rows = small_game(0).rows
            rows.header = replace(rows.header, started=started, key=f"{len(started):032}")
            rows.sessions = [(1, 0, started)]
            journal.add_game(rows)
    # Nepal's clocks, 5:45 before those of Greenwich, as POSIX writes it.
    listed = run("games", env={**os.environ, "TZ": "XXX-5:45"}).stdout.decode()
    assert "   1  2026-01-02 02:15  Pim" in listed
    assert "   2  ?                 Pim" in listed


def test_a_damaged_file_is_said_and_an_import_keeps_it(record, data, capfd):
    data.mkdir()
    (data / "games.db").write_bytes(b"damaged" * 1000)
    assert main(["games"]) == 2
    assert "damaged" in said(capfd)
    assert main(["import", str(record)]) == 0
    out, err = capfd.readouterr()
    assert out == "saved as game 1\n"
    assert "is kept as games.damaged-" in err


def test_saved_games_are_checked(data, capfd):
    with closing(Journal.open(data)) as journal:
        for _ in range(3):
            played(Session.begin(journal, two_players()), 5)
    assert main(["games", "--check"]) == 0
    assert capfd.readouterr().out == "3 games are undamaged\n"
    changed(data, "UPDATE steps SET time = '2027' WHERE game = 2 AND number = 4")
    changed(data, "UPDATE games SET started = '2027' WHERE id = 3")
    assert main(["games", "--check"]) == 1
    told = "is damaged; the app repairs it as far as possible when you resume it"
    assert capfd.readouterr().out.splitlines() == [
        f"game 2 {told}",
        f"game 3 {told}",
        "1 game is undamaged",
    ]
