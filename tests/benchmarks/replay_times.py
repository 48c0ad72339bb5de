"""Duration of `meduris replay` for the commands of a record, without its start-up.

    python -m tests.benchmarks.replay_times RECORD

Prints the seconds of processor time for the whole record, after the record without its commands
has been replayed in the same process. Between two processes the difference would mostly be their
start.
"""

import sys
import tempfile
import time
from pathlib import Path

from kiosk import cli
from tests.benchmarks.watching import tell


def main() -> None:
    """Replay, and print."""
    record = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        header = Path(scratch, "header.jsonl")
        header.write_bytes(record.read_bytes().split(b"\n", 1)[0])
        _replay(header)
        before = time.process_time()
        _replay(record)
    tell(seconds=time.process_time() - before)


def _replay(record: Path) -> None:
    if cli.main(["replay", str(record)]):
        raise SystemExit("the record was not replayed")


if __name__ == "__main__":
    main()
