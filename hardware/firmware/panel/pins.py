"""Where the button and the lamps are wired to on a Raspberry Pi Pico (the numbers after GP).

The button joins its pin to ground; each lamp stands with its resistor between its pin and
ground. The lamps are in the order of the protocol: wood, wool, copper, stone, plus, minus,
purple, blue, green, red.
"""

BUTTON = 5
LAMPS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

BUZZER: int | None = None
"""A passive piezo buzzer between its pin, such as 16, and ground; None where there is none.

16 to 21 will do: the pulses of 22 and of 26 to 28 are those of a lamp's pin, which would change
with the pitch.
"""
