"""GP numbers of the button and the lamps on a Raspberry Pi Pico.

The button connects its pin to ground. Each lamp is connected with a resistor between its pin and
ground. The lamps are in the order of the protocol: wood, wool, copper, stone, plus, minus, purple,
blue, green, red.
"""

BUTTON = 5
LAMPS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

BUZZER: int | None = None
"""GP number of a passive piezo buzzer connected to ground, or None if there is no buzzer. Suitable
numbers are 16 to 21. Numbers 22 and 26 to 28 share a PWM slice with a lamp, so the lamp would
change with the pitch."""
