"""A new game: who plays, on which board, where the bonus chips lie, what to lay out."""

from kiosk.stage import Screen, Stage
from kiosk.texts import _


class NewGameScreen(Screen):
    """Three pages: the players and the board, the six bonus chips, what to lay out.

    Players, n from 0 in seating order: `seat.<n>.color` turns the row into `color.<color>` for each
    colour (one that another player has is swapped with theirs); `seat.<n>.name` opens the keyboard
    (see `Keyboard`); `seat.<n>.first` makes them begin; `seat.<n>.remove`; `seat.add`. `board`
    lists the boards: `board.auto` (the one for that number of players) or `board.<index>` in the
    order of `BoardShelf.boards`, `more` turns the page, `back` changes nothing. `next` goes on,
    `back` is the start screen. There may be players already: those of the game on the desk.

    Bonus chips: `bonus.<kind>` takes one up; a field of the picture (a `BoardView` at `board`, see
    `field_center`) lays it, or takes away the chip that lies there; `bonus.lay` lays all six by
    chance; `bonus.clear` takes all away; `next`, `back`.

    What to lay out: `begin` begins the game and shows the table; `back`.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.head(_("New game"), back=lambda: stage.go("start"))
