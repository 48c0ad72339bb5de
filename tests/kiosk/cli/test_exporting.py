import csv
import io
import json
import shutil
import sys
import zipfile
from contextlib import closing
from uuid import UUID

import pytest

from companion.memory.journal import Journal
from companion.memory.people import People, id_from_name, rename_person
from companion.memory.record import encode_record
from companion.memory.session import Session
from kiosk.cli import main
from tests.companion.memory.data_folders import unreadable_game
from tests.companion.memory.plays import ODD_NAMES
from tests.companion.playing import commands, four_players, named, short_game, two_players
from tests.kiosk.cli.running import run, said


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    told = [
        (named(four_players(), *ODD_NAMES), short_game(four_players())),
        (two_players(), commands(two_players(), 20)),
        (two_players(), short_game(two_players())),
    ]
    with closing(Journal.open(folder)) as journal:
        for setup, moves in told:
            session = Session.begin(journal, setup)
            for command in moves:
                session.apply(command)
    return folder, told


@pytest.fixture
def games(played, data):
    folder, told = played
    shutil.copytree(folder, data)
    return told


@pytest.fixture
def exported(games, capfdbinary):
    def printed(*arguments):
        assert main(["export", *map(str, arguments)]) == 0
        return capfdbinary.readouterr().out

    return printed


def rows_of(table):
    return [*csv.DictReader(io.StringIO(table.decode("utf-8-sig")))]


def test_one_game_or_all_in_the_order_in_which_they_began_are_told_as_a_table(exported):
    rows = rows_of(exported("1", "--format", "csv"))
    assert [row["player"] for row in rows] == ["'=1+1", *ODD_NAMES[1:]]
    assert {row["game"] for row in rows} == {"1"}
    rows = rows_of(exported("--all", "--format=csv"))
    assert [row["game"] for row in rows] == ["1"] * 4 + ["2"] * 2 + ["3"] * 2
    with pytest.raises(SystemExit) as caught:
        main(["export", "1", "--all"])
    assert caught.value.code == 2


@pytest.mark.usefixtures("games")
def test_bg_stats_gets_games_that_have_ended_and_it_is_said_that_one_goes_on(capfd):
    assert main(["export", "--all", "--format", "bgsplay"]) == 0
    printed, told = capfd.readouterr()
    assert len(json.loads(printed)["plays"]) == 2
    assert told == "meduris: 1 unfinished game is left out\n"
    assert main(["export", "2", "--format", "bgsplay"]) == 2
    assert said(capfd) == "meduris: game 2 is not finished: BG Stats accepts only finished games"


def test_all_records_are_one_archive_with_a_list(games, exported):
    with zipfile.ZipFile(io.BytesIO(exported("--all"))) as packed:
        assert packed.testzip() is None
        *records, listed = packed.namelist()
        assert listed == "list.csv"
        assert [packed.read(name) for name in records] == [
            encode_record(setup, moves) for setup, moves in games
        ]
        rows = rows_of(packed.read(listed))
    assert [row["file"] for row in rows] == records
    assert [row["winners"] == "" for row in rows] == [False, True, False]
    with zipfile.ZipFile(io.BytesIO(exported("--all", "--separator", "semicolon"))) as packed:
        assert packed.read("list.csv").decode("utf-8-sig").startswith('"file";')


@pytest.mark.parametrize("form", ["record", "csv", "bgsplay"])
def test_a_file_holds_what_would_be_printed(exported, tmp_path, form):
    path = tmp_path / "out"
    assert (
        exported("3", "--format", form, "--to", path) == f"1 game is written to {path}\n".encode()
    )
    assert path.read_bytes() == exported("3", "--format", form)
    assert [one.name for one in tmp_path.iterdir() if one.name != "data"] == ["out"]


def test_an_export_that_fails_leaves_the_former_file(games, tmp_path, capfd, monkeypatch):
    path = tmp_path / "out"
    path.write_text("former")
    assert main(["export", "9", "--to", str(path)]) == 2
    assert "There is no saved game 9" in said(capfd)
    assert path.read_text() == "former"
    assert [one.name for one in tmp_path.iterdir() if one.name != "data"] == ["out"]
    monkeypatch.setattr(sys.stdout.buffer, "isatty", lambda: True, raising=False)
    assert main(["export", "--all"]) == 2, "an archive is not printed on a terminal"
    assert said(capfd).endswith("add --to FILE")


def test_a_game_that_cannot_be_read_is_left_out_and_said(games, data):
    with closing(Journal.open(data)) as journal:
        journal.add_game(unreadable_game())
    done = run("export", "--all", "--format", "csv")
    assert done.returncode == 1
    assert done.stderr.startswith(b"meduris: game 4 is left out: ")
    assert {row["game"] for row in rows_of(done.stdout)} == {"1", "2", "3"}


def test_bg_stats_is_told_people_as_the_table_calls_them_now(exported, data):
    told = json.loads(exported("1", "--format", "bgsplay"))
    assert [person["name"] for person in told["players"]] == list(ODD_NAMES)
    assert len(told["plays"]) == 1
    with closing(Journal.open(data)) as journal:
        people = People.from_journal(journal)
        rename_person(journal, people.find_or_new(ODD_NAMES[0]), "Ada")
    told = json.loads(exported("--all", "--format", "bgsplay"))
    assert [person["name"] for person in told["players"]][:4] == ["Ada", *ODD_NAMES[1:]]
    assert UUID(told["players"][0]["uuid"]).hex == id_from_name(ODD_NAMES[0])
