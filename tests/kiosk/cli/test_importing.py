import io
import itertools
import os
import struct
import zipfile
from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory.database import DISK_FULL
from companion.memory.exchange import records as records_module
from companion.memory.journal import Journal
from companion.memory.people import People, merge_people
from companion.memory.record import encode_record
from companion.memory.session import Session, read_game
from companion.memory.statistics.figures import compute_figures
from companion.memory.statistics.queries import EVERYBODY
from kiosk.cli import main
from tests.companion.memory.finished_games import statistics_of
from tests.companion.memory.plays import stamp
from tests.companion.memory.sessions import played
from tests.companion.playing import commands, four_players, named, short_game, two_players
from tests.kiosk.cli.running import measured, said


@pytest.fixture
def records():
    two, four = two_players(), four_players()
    games = ((two, commands(two, 30, 1)), (two, commands(two, 30, 2)), (four, short_game(four)))
    return [encode_record(*game) for game in games]


def packed(path, entries, **options):
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def laid(folder, entries):
    folder.mkdir()
    for name, content in entries.items():
        (folder / name).write_bytes(content)
    return folder


def saved(data):
    with closing(Journal.open_for_reading(data)) as journal:
        return len(journal.games())


@pytest.mark.parametrize("pack", [laid, packed])
def test_many_records_are_taken_in_at_once(tmp_path, data, records, capfd, pack):
    nothing = pack(tmp_path / "none", {"readme.txt": b"nothing"})
    assert main(["import", str(nothing)]) == 2
    assert "there is no game record in" in said(capfd)
    assert not data.exists()
    entries = {f"{number}.jsonl": record for number, record in enumerate(records)}
    source = pack(tmp_path / "many", {**entries, "list.csv": b"not,a,record"})
    if source.is_dir():
        os.mkfifo(source / "pipe.jsonl")  # nobody writes into it
    assert main(["import", str(source)]) == 0
    assert capfd.readouterr().out == "3 games were imported\n"
    assert saved(data) == 3
    assert main(["import", str(source)]) == 0
    assert capfd.readouterr().out == "3 games were already saved\n"
    assert saved(data) == 3


def test_what_is_wrong_is_told_and_left_out_and_the_others_come(tmp_path, data, records, capfd):
    entries = {"a.jsonl": records[0], "b.jsonl": b"{", "c.jsonl": records[1] + b'{"do":"fly"}\n'}
    source = packed(tmp_path / "many.zip", {**entries, "d.jsonl": records[0]})
    assert main(["import", str(source)]) == 1
    out, err = capfd.readouterr()
    assert out == ("1 game was imported\n1 game was already saved\n2 records are left out\n")
    first, second = err.splitlines()
    assert first.startswith("b.jsonl is left out: line 1: record.format: ")
    assert second.startswith("c.jsonl is left out: line 32: record.format: ")
    assert saved(data) == 1


def test_all_that_was_exported_comes_into_another_folder(tmp_path, data, records, capfd):
    entries = {f"{number}.jsonl": record for number, record in enumerate(records)}
    main(["import", str(laid(tmp_path / "many", entries))])
    archive, other = tmp_path / "all.zip", str(tmp_path / "other")
    assert main(["export", "--all", "--to", str(archive)]) == 0
    assert main(["import", str(archive), "--data", other]) == 0
    capfd.readouterr()
    for game, record in enumerate(records, start=1):
        assert main(["export", str(game), "--data", other]) == 0
        assert capfd.readouterr().out.encode() == record


def test_a_game_that_was_played_here_or_taken_away_is_known_again(data, tmp_path, capfd):
    with closing(Journal.open(data)) as journal:
        session = played(Session.begin(journal, two_players()), 12)
        session.undo()
        done = [step.command for step in session.steps]
    path = tmp_path / "one.jsonl"
    path.write_bytes(encode_record(two_players(), done))
    assert main(["import", str(path)]) == 0
    assert "already saved: game 1" in capfd.readouterr().out
    path.write_bytes(encode_record(two_players(), done[:-1]))
    assert main(["import", str(path)]) == 0
    assert capfd.readouterr().out == "saved as game 2\n"
    with closing(Journal.open(data)) as journal:
        journal.set_archived(2, archived=True)
    assert main(["import", str(path)]) == 0
    assert "already saved: game 2" in capfd.readouterr().out


def test_of_many_bad_records_there_are_ten_and_a_count(tmp_path, capfd):
    bad = {f"\x1b[2J\n{number}.jsonl": b"no record\n" for number in range(100)}
    assert main(["import", str(packed(tmp_path / "many.zip", bad))]) == 1
    told = capfd.readouterr()
    lines = told.err.splitlines()
    assert len(lines) == 10
    assert all(line.isprintable() for line in lines), "no name moves the cursor of a terminal"
    assert told.out == "100 records are left out\n"


# Archives that somebody made in order to do harm


def archive(*changed):
    whole = io.BytesIO()
    packed(whole, {"a.jsonl": b"{}\n" * 100}, compression=zipfile.ZIP_DEFLATED)
    content = bytearray(whole.getvalue())
    for signature, offset, instead in changed:
        at = content.index(signature) + offset
        content[at : at + len(instead)] = instead
    return bytes(content)


FILE, LISTED, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
WHOLE = archive()
HOSTILE = {
    "only its first bytes": FILE,
    "cut in the middle": WHOLE[: len(WHOLE) // 2],
    "lengthened": WHOLE + b"x",
    "encrypted": archive((FILE, 6, b"\1"), (LISTED, 8, b"\1")),
    "packed in an unknown way": archive((FILE, 8, b"\x63"), (LISTED, 10, b"\x63")),
    "packed so that it takes much memory": archive((FILE, 8, b"\x0e"), (LISTED, 10, b"\x0e")),
    "an end that is none": END + b"\xff" * 18,
    "a list that is too long": archive((END, 12, b"\xff\xff\xff\xf0")),
    "a wrong sum": archive((LISTED, 16, bytes(4))),
    "rubbish in its file": archive((FILE, 40, b"\xff" * 8)),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_archive_is_a_clear_line(tmp_path, data, capfd, content):
    path = tmp_path / "hostile.zip"
    path.write_bytes(content)
    assert main(["import", str(path)]) in (1, 2)
    text = said(capfd) if not data.exists() else capfd.readouterr().err.rstrip("\n")
    assert text.isprintable()
    assert "Traceback" not in text
    assert len(text) < 300


def test_what_becomes_too_long_is_not_read(tmp_path, data, capfd, monkeypatch, records):
    monkeypatch.setattr(records_module, "MOST_RECORD_BYTES", 20_000)
    bomb = {"a.jsonl": records[0], "b.jsonl": b" " * 3_000_000}
    path = packed(tmp_path / "bomb.zip", bomb, compression=zipfile.ZIP_DEFLATED)
    assert main(["import", str(path)]) == 1
    out, err = capfd.readouterr()
    assert "1 game was imported" in out
    assert err == "b.jsonl is left out: this ZIP file is too large, or contains too many files\n"
    monkeypatch.setattr(records_module, "MOST_BYTES", 1_000_000)
    assert main(["import", str(path)]) == 2
    assert "this ZIP file is too large" in said(capfd)


@pytest.mark.parametrize("limit", [("MOST_FILES", 1), ("_MOST_BYTES_OF_A_LIST", 60)])
def test_a_list_of_contents_that_is_too_long_is_not_read(tmp_path, data, capfd, monkeypatch, limit):
    monkeypatch.setattr(records_module, *limit)
    path = packed(tmp_path / "long.zip", {"a.jsonl": b"{}", "b.jsonl": b"{}"})
    assert main(["import", str(path)]) == 2
    assert "this ZIP file is too large" in said(capfd)


@pytest.mark.parametrize("comment", [0, 65_535])
def test_a_list_whose_length_stands_in_a_second_place_is_not_read(tmp_path, data, capfd, comment):
    """The end of ZIP64 says how long it is; the usual end says that it is empty."""
    start, end = WHOLE.index(LISTED), WHOLE.index(END)
    large = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, end - start, start)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    path = tmp_path / "long.zip"
    close = END + bytes(16) + struct.pack("<H", comment) + bytes(comment)
    path.write_bytes(WHOLE[:end] + large + locator + close)
    assert main(["import", str(path)]) == 2
    assert "this ZIP file is too large" in said(capfd)


def test_a_bomb_takes_little_memory(tmp_path):
    bomb = {f"{number}.jsonl": b"[" * 30_000_000 for number in range(2)}
    path = packed(tmp_path / "bomb.zip", bomb, compression=zipfile.ZIP_DEFLATED, compresslevel=1)
    with measured("import", path) as importing:
        *_, memory = importing.stderr.read().splitlines()
    assert importing.returncode == 1
    assert int(memory) < 60 * 1024


def test_what_was_taken_in_before_the_disk_was_full_is_said(
    tmp_path, data, capfd, records, monkeypatch
):
    source = laid(tmp_path / "many", {"a.jsonl": records[0], "b.jsonl": records[1]})
    add = Journal.add_game

    def add_one(journal, *game):
        if journal.games():
            raise JournalError(DISK_FULL)
        return add(journal, *game)

    monkeypatch.setattr(Journal, "add_game", add_one)
    assert main(["import", str(source)]) == 2
    out, err = capfd.readouterr()
    assert out == "1 game was imported\n"
    assert "The disk is full" in err


def test_how_long_a_record_takes_to_be_read_is_not_how_long_it_was_played(
    tmp_path, data, records, monkeypatch
):
    clock = (stamp(seconds) for seconds in itertools.count())
    monkeypatch.setattr(records_module, "current_timestamp", lambda: next(clock))
    monkeypatch.setattr("companion.memory.played_game.current_timestamp", lambda: next(clock))
    path = tmp_path / "one.jsonl"
    path.write_bytes(records[2])
    assert main(["import", str(path)]) == 0
    with closing(Journal.open_for_reading(data)) as journal:
        assert compute_figures(read_game(journal, 1)).minutes is None


def record_of(*names):
    return encode_record(named(two_players(), *names), short_game(two_players()))


@pytest.mark.parametrize("name", ["  ", "\u00a0", "\u200b", "\n", "An\x00n", "\x1b[2J"])
def test_a_name_that_nobody_can_read_is_refused_here_and_replayed_as_ever(
    tmp_path, data, capfd, name
):
    (tmp_path / "one.jsonl").write_bytes(record_of(name, "Bo"))
    assert main(["import", str(tmp_path / "one.jsonl")]) == 1
    told = capfd.readouterr().err
    assert "line 1: record.format: the name of the purple player is not readable" in told
    assert "\x1b" not in told
    assert main(["replay", str(tmp_path / "one.jsonl")]) == 0


def test_two_of_one_name_are_taken_in_told_and_left_out_of_the_statistics(tmp_path, data, capfd):
    (tmp_path / "one.jsonl").write_bytes(record_of("Ann", "Ann"))
    assert main(["import", str(tmp_path / "one.jsonl")]) == 0
    out, err = capfd.readouterr()
    assert out == "saved as game 1\n"
    assert "Two players in this game are called Ann" in err
    with closing(Journal.open(data)) as journal:
        game = compute_figures(read_game(journal, 1))
    assert list(statistics_of(game)) == [EVERYBODY]


def test_two_spellings_of_one_person_at_one_table_are_two_people_again(tmp_path, data, capfd):
    for number, names in enumerate((("Ann", "Bo"), ("Anna", "Bo"))):
        (tmp_path / f"{number}.jsonl").write_bytes(record_of(*names))
        assert main(["import", str(tmp_path / f"{number}.jsonl")]) == 0
    with closing(Journal.open(data)) as journal:
        people = People.from_journal(journal)
        merge_people(journal, people.find_or_new("Ann"), people.find_or_new("Anna"))
    (tmp_path / "both.jsonl").write_bytes(record_of("Anna", "Ann"))
    assert main(["import", str(tmp_path / "both.jsonl")]) == 0
    assert "Ann and Anna played in the same game: they count as two people again." in (
        capfd.readouterr().err
    )
    with closing(Journal.open(data)) as journal:
        people = People.from_journal(journal)
        assert people.find_or_new("Ann") != people.find_or_new("Anna")
