import contextlib
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from companion.memory.journal import Journal
from companion.memory.record import encode_header, encode_record
from kiosk.cli import main
from tests.companion.playing import commands, two_players
from tests.kiosk.cli.running import ROOT, measured, said

MOST_MEMORY = 100 * 1024
"""KiB that no input may make the program use."""
MOST_OF_A_STEP = 3
"""KiB that each step of a record may make it use: 20,000 steps then take less than that."""
HEADER = encode_header(two_players())
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


def test_an_import_against_the_rules_names_the_rule(record, data, capfd):
    record.write_bytes(encode_header(two_players()).replace(b'"first":0', b'"first":7'))
    assert main(["import", str(record)]) == 1
    assert said(capfd).startswith("line 1: setup.players: ")
    record.write_bytes(HEADER + b'\n{"do":"place_worker","by":"blue","plain":"wood"}')
    assert main(["import", str(record)]) == 1
    assert said(capfd) == "line 2: turn.decider: it is purple's decision now"


def test_files_that_cannot_be_read_are_one_clear_line(tmp_path, capfd):
    for command in ("replay", "import"):
        assert main([command, str(tmp_path / "none")]) == 2
        assert said(capfd).endswith("none: No such file or directory")
    assert main(["replay", str(tmp_path)]) == 2
    assert said(capfd).endswith("Is a directory")


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


def test_an_import_takes_little_memory_for_each_step(tmp_path, data):
    placing = commands(two_players(), 6)
    path = tmp_path / "long.jsonl"
    memory = []
    for corrections in (500, 2_500):
        path.write_bytes(encode_record(two_players(), placing) + CORRECTION * corrections)
        with measured("import", path) as importing:
            memory.append(int(importing.stderr.read()))
        assert importing.returncode == 0
    assert memory[1] - memory[0] < 2_000 * MOST_OF_A_STEP
    with closing(Journal.open(data)) as journal:
        assert [game.number_of_steps for game in journal.games()] == [2_506, 506]


def test_output_that_nobody_reads_is_one_clear_line(record):
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "kiosk", "replay", "--trace", str(record)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as replaying:
        replaying.stdout.close()
        error = replaying.stderr.read()
    assert replaying.returncode == 2
    assert error == b"meduris: the program that reads the output has ended; the rest is left out\n"


def test_an_interrupt_is_one_clear_line():
    code = """
import signal, sys
from kiosk.cli import main
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
        replaying.stdin.write(encode_record(two_players(), placing) + filling_the_pipe)
        replaying.stdin.flush()
        assert replaying.stdout.read(1) == b"{"
        replaying.send_signal(signal.SIGINT)
        error = replaying.stderr.read()
        replaying.stdin.close()
    assert replaying.returncode == 130
    assert error == b"meduris: stopped before the end\n"
