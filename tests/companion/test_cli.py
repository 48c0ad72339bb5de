import contextlib
import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import BuildHut, BuildTemple, Correct, DeclareEnd
from companion.game import legal, play, start
from companion.memory.boards import BoardShelf, write_board
from companion.memory.data_folder import DataFolderLock
from companion.memory.journal import Journal
from companion.memory.record import state_object, write_command, write_header, write_record
from companion.memory.saved_rows import Kind
from companion.memory.session import Session
from tests.companion.playing import commands, four_players, luck, one_more, two_players
from tests.strategies import legal_command

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 100 * 1024
"""KiB that no input may make the program use."""

MEASURED = """
import sys
from companion.cli import main
status = main(sys.argv[1:])
with open("/proc/self/status") as told:
    peak = next(line for line in told if line.startswith("VmHWM"))
sys.stderr.write(peak.split()[1] + chr(10))
sys.exit(status)
"""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("MEDURIS_DATA", str(folder))
    return folder


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(write_record(two_players(), commands(two_players(), 40)))
    return path


def run(*arguments, **options):
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "companion.cli", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )


def played_states(setup, played):
    states = [start(setup)]
    for command in played:
        states.append(play(states[-1], command))
    return [json.loads(json.dumps(state_object(state))) for state in states]


def lines_of(printed):
    return [json.loads(line) for line in printed.splitlines()]


def said(capfd):
    """What stands on standard error, which must be one line."""
    text = capfd.readouterr().err
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text.rstrip("\n")


def test_replay_prints_the_last_state(record, capfd):
    assert main(["replay", str(record)]) == 0
    (state,) = lines_of(capfd.readouterr().out)
    assert state == played_states(two_players(), commands(two_players(), 40))[-1]


def test_replay_traces_every_state_from_the_header_on(record, capfd):
    assert main(["replay", "--trace", str(record)]) == 0
    states = played_states(two_players(), commands(two_players(), 40))
    assert lines_of(capfd.readouterr().out) == states


def test_replay_reads_standard_input(record):
    done = run("replay", "-", input=record.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run("replay", record).stdout


def test_a_broken_rule_is_one_line_with_the_line_and_the_rule(record, capfd):
    lines = record.read_bytes().splitlines()
    record.write_bytes(b"\n".join([*lines[:3], b'{"do":"roll","by":"blue","face":"wood"}']))
    assert main(["replay", str(record)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "line 4: turn.decider: next comes placing, not this\n"


def test_the_states_before_a_broken_rule_are_still_traced(record, capfd):
    lines = record.read_bytes().splitlines()
    record.write_bytes(b"\n".join([*lines[:3], b'{"do":"roll","by":"blue","face":"wood"}']))
    assert main(["replay", "--trace", "--json", str(record)]) == 1
    out, err = capfd.readouterr()
    assert len(lines_of(out)) == 3
    error = json.loads(err)
    assert error["line"] == 4
    assert error["rule"] == "turn.decider"
    assert set(error) == {"line", "rule", "message"}


def test_a_record_may_name_a_board_that_ships_or_was_learnt(record, data, capfd):
    header = json.loads(record.read_bytes().splitlines()[0])
    for name in ("meduris-2-3", "ours"):
        record.write_text(json.dumps({**header, "board": name}))
        if name == "ours":
            assert main(["replay", str(record)]) == 1
            assert "no board named" in said(capfd)
            (data / "boards").mkdir(parents=True)
            write_board(data / "boards" / "x.toml", BoardShelf(data).for_players(2))
            text = (data / "boards" / "x.toml").read_text().replace("meduris-2-3", "ours")
            (data / "boards" / "x.toml").write_text(text)
        assert main(["replay", str(record)]) == 0
        assert len(lines_of(capfd.readouterr().out)[0]["fields"]) == 32


def test_a_learnt_board_that_is_wrong_is_said_when_a_record_names_one(record, data, capfd):
    header = json.loads(record.read_bytes().splitlines()[0])
    record.write_text(json.dumps({**header, "board": "meduris-2-3"}))
    (data / "boards").mkdir(parents=True)
    (data / "boards" / "x.toml").write_text("name")
    assert main(["replay", str(record)]) == 0
    assert "x.toml, line 1: this is not TOML" in said(capfd)


def test_replay_starts_without_screen_panel_or_saved_games(record):
    heavy = (
        "kivy",
        "gpiozero",
        "serial",
        "sqlite3",
        "platformdirs",
        "tomllib",
        "companion.memory.boards",
    )
    code = f"""
import sys
from companion.cli import main
main(["replay", {str(record)!r}])
print([name for name in {heavy} if name in sys.modules])
"""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True
    )
    assert done.stdout.splitlines()[-1] == b"[]"


def a_long_record(number):
    """A record of exactly `number` commands: a slow game that hardly builds."""
    setup, chance = four_players(), luck(3)
    ends_soon = BuildHut | BuildTemple | Correct | DeclareEnd
    state, lines = start(setup), [write_header(setup)]
    while len(lines) <= number:
        command = legal_command(state, chance)
        if isinstance(command, ends_soon) and (len(lines) % 40 or isinstance(command, DeclareEnd)):
            command = next(legal(state))
        state = play(state, command)
        lines.append(write_command(command))
    return b"\n".join(lines)


def processor_time(path):
    """Seconds that one replay takes, start-up included; the best of a few runs."""
    times = []
    for _ in range(5):
        with subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "companion.cli", "replay", str(path)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        ) as replaying:
            _, status, used = os.wait4(replaying.pid, 0)
            replaying.returncode = os.waitstatus_to_exitcode(status)
        assert replaying.returncode == 0
        times.append(used.ru_utime + used.ru_stime)
    return min(times)


def test_a_thousand_commands_replay_in_under_100_ms_beyond_start_up(tmp_path):
    long, short = tmp_path / "long.jsonl", tmp_path / "short.jsonl"
    text = a_long_record(1000)
    long.write_bytes(text)
    short.write_bytes(text.split(b"\n", 1)[0])
    assert processor_time(long) - processor_time(short) < 0.1


HEADER = write_header(two_players())
CORRECTION = b'{"do":"correct","set":{"points":{"purple":7}},"why":"again"}\n'


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"\n", 1),
        (b"\x00\xff\xfe\x7fELF" * 1000, 1),
        (b"[" * 60_000, 1),
        (b'{"a":' * 10_000, 1),
        (b"NaN", 1),
        (HEADER.replace(b'"first":0', b'"first":NaN'), 1),
        (HEADER.replace(b'"first":0', b'"first":1e999'), 1),
        (HEADER.replace(b'"first":0', b'"first":' + b"9" * 5000), 1),
        (HEADER.replace(b'"Bo"', b'"\\ud800"'), 1),
        (HEADER.replace(b'"Bo"', b'"\xed\xa0\x80"'), 1),
        (HEADER + b"\n\n", 2),
        (HEADER + b"\nnull\n", 2),
        (HEADER + b'\n{"do":"survey","field":' + b"9" * 60_000 + b"}", 2),
        (HEADER + b'\n{"do":"correct","why":"\\udfff","set":{}}', 2),
        (HEADER + b"\n" + b" " * 70_000, 2),
        (HEADER + b"\r\n\x1b[2J", 2),
    ],
)
@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_hostile_record_is_one_clear_line(tmp_path, capfd, command, content, line):
    path = tmp_path / "hostile"
    path.write_bytes(content)
    assert main([command, str(path)]) == 1
    text = said(capfd)
    assert text.startswith(f"line {line}: record.format: ")
    assert text.isprintable()
    assert len(text) < 400


def test_a_refused_import_leaves_no_game(record, data, capfd):
    record.write_bytes(record.read_bytes() + b'{"do":"fly"}\n')
    assert main(["import", str(record)]) == 1
    assert said(capfd).startswith("line 42: record.format")
    with closing(Journal.open(data)) as journal:
        assert journal.games() == ()


def test_an_import_against_the_rules_names_the_rule(record, data, capfd):
    record.write_bytes(write_header(two_players()).replace(b'"first":0', b'"first":7'))
    assert main(["import", str(record)]) == 1
    assert said(capfd).startswith("line 1: setup.players: ")
    record.write_bytes(HEADER + b'\n{"do":"place_worker","by":"blue","plain":"wood"}')
    assert main(["import", str(record)]) == 1
    assert said(capfd) == "line 2: turn.decider: it is purple who decides now"


@pytest.mark.parametrize("command", ["replay", "import"])
def test_files_that_cannot_be_read_are_one_clear_line(tmp_path, capfd, command):
    assert main([command, str(tmp_path / "none")]) == 2
    assert said(capfd).endswith("none: No such file or directory")
    assert main([command, str(tmp_path)]) == 2
    assert said(capfd).endswith("Is a directory")


@pytest.mark.parametrize("arguments", [[], ["replay"], ["fly"], ["export", "first"]])
def test_wrong_usage_is_status_2(capfd, arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def measured(*arguments, **options):
    """A replay in a process of its own, which at its end says how much memory it took (KiB)."""
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", MEASURED, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_line_of_a_gigabyte_takes_little_memory(tmp_path):
    path = tmp_path / "gigabyte"
    with path.open("wb") as sparse:
        sparse.truncate(1 << 30)
    with measured("replay", path) as replaying:
        error, memory = replaying.stderr.read().splitlines()
    assert replaying.returncode == 1
    assert error == b"line 1: record.format: this line is too long: a line has at most 65536 bytes"
    assert int(memory) < MOST_MEMORY


def test_a_pipe_that_never_ends_a_line_is_refused_while_it_goes_on():
    with measured("replay", "-", stdin=subprocess.PIPE) as replaying:
        with contextlib.suppress(BrokenPipeError):
            while True:
                replaying.stdin.write(b"x" * 4096)
        error, memory = replaying.stderr.read().splitlines()
        with contextlib.suppress(BrokenPipeError):
            replaying.stdin.close()
    assert replaying.returncode == 1
    assert error == b"line 1: record.format: this line is too long: a line has at most 65536 bytes"
    assert int(memory) < MOST_MEMORY


def test_an_import_of_a_very_long_record_takes_little_memory(tmp_path, data):
    placing = commands(two_players(), 6)
    path = tmp_path / "long.jsonl"
    path.write_bytes(write_record(two_players(), placing) + CORRECTION * 20_000)
    with measured("import", path) as importing:
        (memory,) = importing.stderr.read().splitlines()
    assert importing.returncode == 0
    assert int(memory) < MOST_MEMORY
    with closing(Journal.open(data)) as journal:
        assert journal.games()[0].rows == 20_006


def test_output_that_nobody_reads_is_one_clear_line(record):
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "companion.cli", "replay", "--trace", str(record)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as replaying:
        replaying.stdout.close()
        error = replaying.stderr.read()
    assert replaying.returncode == 2
    assert error == b"meduris: nobody reads the output any more; the rest of it is left out\n"


def test_a_full_disk_under_the_output_is_one_clear_line(record):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "companion.cli", "replay", str(record)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"meduris: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_one_clear_line(closed):
    done = subprocess.run(  # noqa: S602
        f"{sys.executable} -m companion.cli replay - {closed}",
        shell=True,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"is closed" in done.stderr


def test_an_interrupt_is_one_clear_line():
    code = """
import signal, sys
from companion.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(["replay", "--trace", "-"]))
"""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-u", "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as replaying:
        placing = commands(two_players(), 6)
        filling_the_pipe = CORRECTION * 200
        replaying.stdin.write(write_record(two_players(), placing) + filling_the_pipe)
        replaying.stdin.flush()
        assert replaying.stdout.read(1) == b"{"
        replaying.send_signal(signal.SIGINT)
        error = replaying.stderr.read()
        replaying.stdin.close()
    assert replaying.returncode == 130
    assert error == b"meduris: stopped before the end\n"


def test_an_imported_record_is_exported_as_it_was(record, capfd):
    assert main(["import", str(record)]) == 0
    assert capfd.readouterr().out == "saved as game 1\n"
    assert main(["export"]) == 0
    assert capfd.readouterr().out.encode() == record.read_bytes()


def test_an_export_holds_what_counts_and_not_what_was_taken_back(data, capfd):
    with closing(Journal.open(data)) as journal:
        session = Session.begin(journal, four_players())
        chance = luck(4)
        for _ in range(150):
            one_more(session, chance)
        kinds = {entry.kind for entry in session.log}
        counting = [step.command for step in session.steps]
    assert {Kind.UNDO, Kind.REDO} <= kinds
    assert main(["export", "1"]) == 0
    assert capfd.readouterr().out.encode() == write_record(four_players(), counting)


def test_a_game_is_exported_while_an_app_plays_it(data, capfd):
    with DataFolderLock(data), closing(Journal.open(data)) as journal:
        session = Session.begin(journal, two_players())
        for command in commands(two_players(), 8):
            session.apply(command)
        assert main(["export"]) == 0
        assert capfd.readouterr().out.count("\n") == 9


def test_an_import_waits_for_no_other_app_but_says_so(record, data, capfd):
    with DataFolderLock(data):
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
    assert main(["export", "9"]) == 2
    assert said(capfd) == (
        "meduris: There is no saved game 9. Choose one from the list of saved games."
    )


def test_the_games_are_listed_with_how_they_stand(record, data, capfd):
    main(["import", str(record)])
    with closing(Journal.open(data)) as journal:
        Session.begin(journal, four_players())
    capfd.readouterr()
    assert main(["games"]) == 0
    newest, older = capfd.readouterr().out.splitlines()
    assert newest.startswith("   2  ")
    assert newest.endswith("  Gus 5, Bo 5, Ria 5, Pim 5; placing workers")
    assert older.startswith("   1  ")
    assert "; turn " in older


def add_game(journal, started):
    """A game like the first, begun at a time of its own and not gone on with."""
    journal._file.execute(
        "INSERT INTO games (key, started, setup, begun_after) "
        "SELECT 'k', ?, setup, 1 FROM games WHERE id = 1",
        (started,),
    )


def test_the_games_are_listed_by_the_clock_on_the_wall(record, data, capfd):
    main(["import", str(record)])
    with closing(Journal.open(data)) as journal:
        add_game(journal, "2026-01-01T20:30:00+00:00")
    capfd.readouterr()
    # Nepal's clocks, 5:45 before those of Greenwich, as POSIX writes it.
    listed = run("games", env={**os.environ, "TZ": "XXX-5:45"})
    assert b"   2  2026-01-02 02:15  " in listed.stdout


def test_a_damaged_time_is_listed_as_it_stands(record, data, capfd):
    main(["import", str(record)])
    with closing(Journal.open(data)) as journal:
        add_game(journal, "long ago")
    capfd.readouterr()
    assert main(["games"]) == 0
    assert "   2  long ago  " in capfd.readouterr().out


def test_a_game_that_cannot_be_read_leaves_the_others_in_the_list(data, capfd):
    with closing(Journal.open(data)) as journal:
        session = Session.begin(journal, two_players())
        journal._file.execute(
            "INSERT INTO games (key, started, setup, begun_after) "
            "VALUES ('k', '2026-01-01T10:00:00+00:00', 'no setup', 1)"
        )
    assert session.unsaved is None
    assert main(["games"]) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert "cannot be read" in first
    assert "Pim 5" in second


def test_another_data_folder_can_be_named(record, tmp_path, data, capfd):
    other = str(tmp_path / "other")
    assert main(["import", str(record), "--data", other]) == 0
    assert main(["--data", other, "games"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 2
    assert not data.exists()


def test_a_damaged_file_is_said_and_an_import_sets_it_aside(record, data, capfd):
    data.mkdir()
    (data / "games.db").write_bytes(b"damaged" * 1000)
    assert main(["games"]) == 2
    assert "damaged" in said(capfd)
    assert main(["import", str(record)]) == 0
    out, err = capfd.readouterr()
    assert out == "saved as game 1\n"
    assert "was kept under the name games.unreadable-" in err
