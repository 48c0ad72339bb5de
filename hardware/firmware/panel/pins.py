"""Wiring of the button and the lamps on a Raspberry Pi Pico, by GP number.

The button connects its pin to ground; each lamp is connected with a resistor between its pin and
ground. Lamps are in the order of the protocol: wood, wool, copper, stone, plus, minus, purple,
blue, green, red.
"""

BUTTON = 5
LAMPS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

BUZZER: int | None = None
"""Pin of a passive piezo buzzer to ground, such as 16; None if there is none.

16 to 21 are suitable: 22 and 26 to 28 share their PWM slice with a lamp, whose frequency would
change with the pitch.
"""
