"""How long `meduris replay` takes for a thousand commands, beside its start-up.

Run as `python -m tests.benchmarks.replay_times`. Both are processor time of the same minute on the
same machine: only what they are to each other says something.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.commands import BuildHut, BuildTemple, Correct, DeclareEnd
from companion.game import legal, play, start
from companion.memory.record import write_command, write_header
from tests.companion.playing import four_players, luck
from tests.legal_commands import legal_command

_ROOT = Path(__file__).parents[2]
_RUNS = 5


def a_long_record(number: int) -> bytes:
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


def processor_seconds(path: Path, tree: Path = _ROOT) -> float:
    """What one replay takes with the code that lies in `tree`, start-up included."""
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-m", "companion.cli", "replay", str(path)],
        cwd=tree,
        stdout=subprocess.DEVNULL,
    ) as replaying:
        _, status, used = os.wait4(replaying.pid, 0)
        replaying.returncode = os.waitstatus_to_exitcode(status)
    if replaying.returncode:
        raise RuntimeError("the record was not replayed")
    return float(used.ru_utime + used.ru_stime)


def replay_seconds(runs: int = _RUNS, tree: Path = _ROOT) -> tuple[float, float]:
    """What a replay of a thousand commands takes, and one of none: processor time, the best."""
    text = a_long_record(1000)
    whole, start_up = [], []
    with tempfile.TemporaryDirectory() as scratch:
        long, short = Path(scratch, "long.jsonl"), Path(scratch, "short.jsonl")
        long.write_bytes(text)
        short.write_bytes(text.split(b"\n", 1)[0])
        for _run in range(runs):
            whole.append(processor_seconds(long, tree))
            start_up.append(processor_seconds(short, tree))
    return min(whole), min(start_up)


def main() -> None:
    """Measure and print."""
    whole, start_up = replay_seconds()
    sys.stdout.write(
        f"start-up {start_up * 1000:.0f} ms; 1,000 commands {(whole - start_up) * 1000:.0f} ms"
        f" more, {(whole - start_up) / start_up:.2f} of the start-up\n"
    )


if __name__ == "__main__":
    main()
