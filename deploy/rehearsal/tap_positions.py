"""Positions that deploy/rehearse-boot taps, in pixels of a screen of 800 x 480."""

FIRST_START = (
    (96, 67),  # a cross in each of three corners
    (704, 67),
    (704, 413),
    (680, 240),  # the arrow points up
    (575, 80),  # English
    (140, 95),  # Europe
    (140, 68),  # its first country
)
BEGIN_A_GAME = (
    (548, 300),  # New game, below our first game
    (672, 440),  # keep its players
    (413, 440),  # keep their sides of the screen
    (581, 384),  # place the bonus chips at random
    (640, 444),  # on
    (705, 444),  # begin
    (567, 306),  # a worker onto wood
)
RESUME = (
    (540, 290),  # the game on the table
    (741, 440),  # the cardboard matches the picture: play
)
THIS_MACHINE = (218, 440)
SWITCH_OFF = (400, 190)
UPDATE = (400, 354)
SAVED_GAMES = (614, 36)
BACK_UP = (400, 190)
BACK = (729, 36)
