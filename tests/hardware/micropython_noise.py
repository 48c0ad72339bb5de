"""Run by MicroPython: how much memory a flood of noise takes, printed as JSON.

This build of MicroPython collects garbage only between two parts of a script.
"""

import gc
import json

from panel import wire

# No newline and no colon: all of it could be one endless line.
NOISE = bytes(byte for byte in range(256) if byte not in b"\n:") * 4
reader = wire.MessageDecoder(wire.TO_PANEL)
reader.feed(b":")
reader.feed(NOISE)
gc.collect()
# then
before = gc.mem_alloc()
for _ in range(256):
    reader.feed(NOISE)
gc.collect()
# then
grown = gc.mem_alloc() - before
read = [message.word for message in reader.feed(b"\n" + wire.frame_message("tick"))]
print(json.dumps({"grown": grown, "read": read}))  # noqa: T201 - the answer
