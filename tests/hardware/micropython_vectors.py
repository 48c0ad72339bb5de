"""Run by MicroPython: what the firmware makes of the vectors and of noise, printed as JSON.

This build of MicroPython collects garbage only between two parts of a script.
"""

import gc
import json
import sys

from panel import button, device, wire

bytes_in_use = gc.mem_alloc  # type: ignore[attr-defined] # only MicroPython has it
# No newline and no colon: all of it could be one endless line.
NOISE = bytes(byte for byte in range(256) if byte not in b"\n:") * 4
noisy = wire.MessageDecoder(wire.TO_PANEL)
noisy.feed(b":")
noisy.feed(NOISE)
gc.collect()
# then
before = bytes_in_use()
for _ in range(256):
    noisy.feed(NOISE)
gc.collect()
# then
grown = bytes_in_use() - before
after_noise = [message.word for message in noisy.feed(b"\n" + wire.frame_message("tick"))]
# then


def as_bytes(text):
    return bytes([ord(character) for character in text])


def as_text(data):
    return "".join([chr(byte) for byte in data])


def as_list(message):
    if message.word == wire.WELCOME:
        return [message.word, message.number]
    if message.word == wire.LIGHTS:
        return [message.word, list(message.levels)]
    if message.word == wire.BUZZ:
        return [message.word, [list(note) for note in message.notes]]
    return [message.word]


def read(pieces):
    reader = wire.MessageDecoder(wire.TO_PANEL)
    return [as_list(message) for piece in pieces for message in reader.feed(piece)]


def press(contacts, until):
    a_button = button.Button(15, 2000)
    a_button_is_down = False
    contacts = dict(contacts)
    told = []
    for now in range(until + 1):
        a_button_is_down = contacts.get(now, a_button_is_down)
        a_button.record_contact(now, down=a_button_is_down)
        told += [[at, kind] for kind, at in a_button.events_until(now)]
    return told


with open("/given.json") as file:  # noqa: PTH123 - no pathlib on the board
    given = json.load(file)

streams = [[as_bytes(piece) for piece in vector["pieces"]] for vector in given["wire"]["streams"]]
print(  # noqa: T201 - the answer
    json.dumps(
        {
            "implementation": sys.implementation.name,
            "read": [read([as_bytes(vector["line"])]) for vector in given["wire"]["to_panel"]],
            "streams": [read(pieces) for pieces in streams],
            "streams_byte_by_byte": [
                read([bytes([byte]) for piece in pieces for byte in piece]) for pieces in streams
            ],
            "buttons": [press(vector["contacts"], vector["until"]) for vector in given["buttons"]],
            "duties": [device.duty_u16(level) for level in range(256)],
            "grown_by_noise": grown,
            "after_noise": after_noise,
            "hello": as_text(wire.encode_hello(device.FIRMWARE, device.CAPABILITIES)),
        }
    )
)
