"""The roll sheet as screen data: who rolled what how often, and whether chance does that too.

Every roll is in the log, the app's as well as the wooden die's. Rolls that were taken back are
told apart and judged by nobody: a face that was tapped by mistake was never rolled. Knows no Kivy.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.events import DieRolled
from companion.fairness import chance_of_so_uneven
from companion.memory.journal.rows import Kind
from companion.memory.timeline import LogEntry
from companion.pieces import FACES, Color
from companion.state import Player
from kiosk.words.language import _, decimal, visible

LEAST_ROLLS = 12
"""Two for each face: fewer tell nothing about a die, however they fall."""


class RollRow(msgspec.Struct, frozen=True):
    """How often each face was rolled, in the order of `FACES`; `color` None for all together."""

    name: str
    color: Color | None
    counts: tuple[int, ...]

    @property
    def rolls(self) -> int:
        """How many rolls there were."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often chance rolls each face in so many rolls."""
        return self.rolls / len(FACES)


class RollSheet(msgspec.Struct, frozen=True):
    """The rolls that count, of everybody in seating order and of all; those taken back apart."""

    players: tuple[RollRow, ...]
    together: RollRow
    taken_back: RollRow


def roll_sheet(log: Sequence[LogEntry], players: Sequence[Player]) -> RollSheet:
    """The rolls of a game, as its log tells them."""
    counted: dict[Color, Counter[object]] = {player.color: Counter() for player in players}
    taken_back: Counter[object] = Counter()
    for entry in log:
        if entry.step is None or entry.kind is not Kind.COMMAND:
            continue
        for event in entry.step.events:
            if isinstance(event, DieRolled):
                told = counted[event.color] if entry.in_effect else taken_back
                told[event.face] += 1
    rows = tuple(
        RollRow(visible(player.name), player.color, _counts(counted[player.color]))
        for player in players
    )
    together = tuple(map(sum, zip(*(row.counts for row in rows), strict=True)))
    return RollSheet(
        rows,
        RollRow(_("All"), None, together),
        RollRow(_("Undone"), None, _counts(taken_back)),
    )


def _counts(counted: Counter[object]) -> tuple[int, ...]:
    return tuple(counted[face] for face in FACES)


def expected_text(row: RollRow) -> str:
    """How often chance rolls each face, to a tenth."""
    return decimal(row.expected)


def verdict(row: RollRow) -> str:
    """How often a fair die is at least so uneven, in words."""
    if row.rolls < LEAST_ROLLS:
        return _(
            "Too few rolls to tell anything about the die: that takes at least {number}.",
            number=LEAST_ROLLS,
        )
    chance = chance_of_so_uneven(row.counts)
    if chance >= 0.95:
        return _("Hardly any fair die rolls more evenly than this one did.")
    if chance >= 0.15:
        return _(
            "Nothing unusual: of 10 fair dice, about {number} are at least as uneven in as many "
            "rolls.",
            number=round(10 * chance),
        )
    dice = round(1 / chance, 0 if chance > 0.01 else -1)
    if chance >= 0.05:
        return _(
            "Nothing unusual: of {dice} fair dice, about one is at least as uneven in as many "
            "rolls.",
            dice=int(dice),
        )
    if chance >= 0.001:
        return _(
            "Rare, but it happens: of {dice} fair dice, about one is at least as uneven in as many "
            "rolls.",
            dice=int(dice),
        )
    return _("Very rare: of 1000 fair dice, not even one is so uneven in as many rolls.")
