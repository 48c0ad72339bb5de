"""Seconds of `meduris replay` for the commands of a record, without its start-up.

The record without its commands has been replayed before in the same process: between two processes
the difference would mostly be their start.
"""

import sys
import tempfile
import time
from pathlib import Path

from kiosk import cli
from tests.benchmarks.watching import tell

if __name__ == "__main__":
    record = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        header = Path(scratch, "header.jsonl")
        header.write_bytes(record.read_bytes().split(b"\n", 1)[0])
        for replayed in (header, record):
            before = time.process_time()
            if cli.main(["replay", str(replayed)]):
                raise SystemExit("the record was not replayed")
    tell(seconds=time.process_time() - before)
