"""`meduris replay`: prints the last state of a recorded game, or the state after each command."""

import argparse
import sys

from companion.memory.record import encode_state, replay
from kiosk.cli.reading import board_finder, input_stream


def replay_record(arguments: argparse.Namespace) -> None:
    out = sys.stdout.buffer
    state = None
    find = board_finder(arguments)
    with input_stream(arguments.file) as stream:
        for state in replay(stream, find):
            if arguments.trace:
                out.write(encode_state(state) + b"\n")
    if state is not None and not arguments.trace:
        out.write(encode_state(state) + b"\n")
