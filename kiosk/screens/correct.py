"""The table overrules the app: what really lies on the board, and why (correct.table)."""

from kiosk.stage import Screen, Stage
from kiosk.texts import _


class CorrectScreen(Screen):
    """Puts a `Correct` command together: the picture at the left, one item at a time at the right.

    A value that is tapped counts as set, even where it is what the app had; `leave` takes that
    back. The picture is a `BoardView` at `board` (`field_center`, `plain_center`).

    On the first page: `part.points`, `part.hands`, `part.runes`, `part.druid`, `part.turn`, a field
    of the picture (what stands and lies there), a plain of the picture (its chips and workers),
    `next` (the reasons; `changes`, the list of what is set, leads there too), `back` (the table).
    Every further page goes back to the one before with `done`.

    - points: `points.<color>`, then a number
    - hands: `hand.<color>.<material>`, then a number
    - a number: `digit.0` to `digit.9`, `digit.clear`, `number.less`, `number.more`, `leave`
    - a plain: `supply`, then a number; `stack.clear`, then `stack.<color>` puts a worker on top;
      `stack.leave`
    - runes: `rune.<rune>`, then `holder.<color>`, `holder.none` or `leave`
    - a field: `field.empty`, `field.hut.<color>`, `field.temple.<color>`, `field.leave`;
      `bonus.none`, `bonus.<kind>`, `bonus.leave`; `field.less` and `field.more` go to the next field
    - druid: `stone.0` (his temple) to `stone.3`, or a field of the picture; `leave`
    - turn: `turn.<color>`, `leave`
    - reasons: `leave.<n>` leaves the nth change of the list (from 0) as it was, `more` turns the
      list's page, `why.<n>` is a ready reason, `why.type` opens the keyboard (see `Keyboard`),
      `correct.done` corrects and shows the table, `back` is the first page again

    From the first page, the taps for each change (`plain`, `field`: a tap on the picture):

    - `SetPoints(c, n)`: part.points, points.c, digit.clear, digit.d for each digit, done, done
    - `SetHand(c, m, n)`: part.hands, hand.c.m, digit.clear, digit.d for each digit, done, done
    - `SetSupply(m, n)`: plain m, supply, digit.clear, digit.d for each digit, done, done
    - `SetStack(m, workers)`: plain m, stack.clear, stack.c from the bottom up, done
    - `SetRune(r, c)`: part.runes, rune.r, holder.c or holder.none, done
    - `SetField(f, b)`: field f, field.hut.c or field.temple.c or field.empty, done
    - `SetBonus(f, b)`: field f, bonus.b or bonus.none, done
    - `SetDruid(n, None)`: part.druid, stone.n, done; `SetDruid(None, f)`: part.druid, field f, done
    - `SetActive(c)`: part.turn, turn.c, done
    - then: next, why.type, the keyboard's key.clear, the reason, key.done, correct.done
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.head(_("Correct the app"), back=lambda: stage.go("table"))
