"""Where the button and the lamps are wired to on a Raspberry Pi Pico (the numbers after GP).

The button joins its pin to ground; each lamp stands with its resistor between its pin and
ground. The lamps are in the order of the protocol: wood, wool, copper, stone, plus, minus,
purple, blue, green, red.
"""

BUTTON = 5
LAMPS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
