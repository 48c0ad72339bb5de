"""Duration of `meduris replay` for the commands of a record, without its start-up.

    python -m tests.benchmarks.replay_times RECORD

Prints seconds of processor time: `start_up` until the record without its commands is replayed,
`replay` for the whole record after that, in the same process. Between two processes the difference
would mostly be their start.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.watching import tell

try:
    from kiosk import cli
except ImportError:  # the old tree has it there
    from companion import cli


def main() -> None:
    """Replay, and print."""
    record = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        header = Path(scratch, "header.jsonl")
        header.write_bytes(record.read_bytes().split(b"\n", 1)[0])
        _replay(header)
        start_up = time.process_time()
        _replay(record)
    tell(start_up=start_up, replay=time.process_time() - start_up)


def _replay(record: Path) -> None:
    if cli.main(["replay", str(record)]):
        raise SystemExit("the record was not replayed")


if __name__ == "__main__":
    main()
