"""The cardboard of people who do exactly what the rows say.

It parses the English words of a row and the symbols of the moving players, moves pieces, and uses
neither the rules nor the events: an incomprehensible or impossible row is an error.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.moves import AlreadyDone, is_move
from companion.pieces import Chips, Color
from companion.state import GameState
from kiosk.words.moves import MoveRow

BONUS_WORDS = {"points": "+2", "hut": "free hut", "druid": "druid"}
PLAINS = ("wood", "wool", "copper", "stone")
RUNES = ("serpent", "shield", "sprout", "eye", "spiral", "waves", "cross", "hook", "arrow")
HUTS = {2: 12, 3: 8, 4: 8}
WORKERS = {2: 3, 3: 2, 4: 2}

Hand = Counter[str]
Peek = Callable[[Color], Hand]


def hand_in(state: GameState, color: Color) -> Hand:
    """Returns a player's hand, as shown on the screen on request."""
    return _counted(state.player(color).hand)


@dataclass
class Cardboard:
    """All pieces of the box and their places."""

    names: dict[str, Color]
    plains: Counter[str]
    hands: dict[Color, Hand]
    stacks: dict[str, list[Color]]
    workers: Counter[Color]
    fields: dict[int, tuple[str, Color]]
    stock: Counter[tuple[str, Color]]
    bonus: dict[int, str]
    box: Counter[str]
    runes: dict[str, Color | None]
    druid: str
    markers: dict[Color, int]
    die: int | None

    @classmethod
    def laid(cls, state: GameState, die: int | None = None) -> "Cardboard":
        """Return the pieces of a state; the die is beside a field if it marks the end."""
        buildings = dict(enumerate(state.buildings, start=1))
        fields = {at: (one.kind.value, one.owner) for at, one in buildings.items() if one}
        chips = dict(enumerate(state.bonus, start=1))
        bonus = {at: BONUS_WORDS[chip] for at, chip in chips.items() if chip}
        stacks = {plain: list(stack) for plain, stack in zip(PLAINS, state.stacks, strict=True)}
        return cls(
            names={player.name: player.color for player in state.players},
            plains=_counted(state.supply),
            hands={color: hand_in(state, color) for color in state.colors},
            stacks=stacks,
            workers=_left(_workers(state), [one for stack in stacks.values() for one in stack]),
            fields=fields,
            stock=_left(_stock(state), fields.values()),
            bonus=bonus,
            box=_left(Counter(dict.fromkeys(BONUS_WORDS.values(), 2)), bonus.values()),
            runes=dict(zip(RUNES, state.runes, strict=True)),
            druid=_druid_words(state),
            markers={player.color: player.points for player in state.players},
            die=die,
        )

    def follow(self, rows: Iterable[MoveRow], peek: Peek) -> None:
        """Do what the rows say; `peek` returns a player's hand.

        Rows with news describe what the table has already done, so they are followed as well.
        """
        rows = tuple(rows)
        counted_anew = any("on the" in row.line and " lie" in row.line for row in rows)
        for row in rows:
            done = self._do(row.row.who, row.words, peek)
            is_noted = isinstance(row.row, AlreadyDone) and is_move(row.row.row)
            assert done == (is_move(row.row) or is_noted), f"a move, or none? {row.line}"
            assert counted_anew or min(self.plains.values()) >= 0, row.line

    def _do(self, who: tuple[Color, ...], words: str, peek: Peek) -> bool:
        """Do what one row says; return whether anything was moved."""
        for pattern, action in _ACTIONS:
            found = re.fullmatch(pattern, words)
            if found:
                action(self, who, found, peek)
                return True
        return False


def _counted(chips: Chips) -> Hand:
    return Counter(wood=chips.wood, wool=chips.wool, copper=chips.copper, stone=chips.stone)


def _workers(state: GameState) -> Counter[Color]:
    """Return all workers of the game."""
    return Counter(dict.fromkeys(state.colors, WORKERS[len(state.players)]))


def _stock(state: GameState) -> Counter[tuple[str, Color]]:
    """Return all huts and temples of the game."""
    kinds = {"hut": HUTS[len(state.players)], "temple": 2}
    return Counter({(kind, color): most for kind, most in kinds.items() for color in state.colors})


def _left(most: Counter, used: Iterable) -> Counter:
    left = Counter(most)
    left.subtract(Counter(used))
    return left


def _druid_words(state: GameState) -> str:
    if state.druid.field is not None:
        return f"field {state.druid.field}"
    return f"stone {state.druid.stone}" if state.druid.stone else "temple"


def _heap(words: str) -> Hand:
    """Parse the chips of each material: "1 wood, 3 stone"."""
    parts = [part.split(" ") for part in words.split(", ")]
    return Counter({material: int(number) for number, material in parts})


def _take(table: Cardboard, who, found, _) -> None:
    assert len(who) > 1 if found["each"] else len(who) == 1
    for color in who:
        for material, number in _heap(found["chips"]).items():
            table.plains[material] -= number
            table.hands[color][material] += number


def _return(table: Cardboard, who, found, _) -> None:
    assert len(who) > 1 if found["each"] else len(who) == 1
    for color in who:
        for material, number in _heap(found["chips"]).items():
            table.hands[color][material] -= number
            assert table.hands[color][material] >= 0
            table.plains[material] += number


def _hand(table: Cardboard, who, found, _) -> None:
    assert len(who) > 1 if found["each"] else len(who) == 1
    for color in who:
        for material, number in _heap(found["chips"]).items():
            table.hands[color][material] = number


def _look(table: Cardboard, who, _, peek: Peek) -> None:
    for color in who:
        table.hands[color] = peek(color)


def _plain(table: Cardboard, who, found, _) -> None:
    assert who == ()
    table.plains[found["plain"]] = int(found["number"])


def _worker_on(table: Cardboard, who, found, _) -> None:
    (color,) = who
    table.workers[color] -= 1
    assert table.workers[color] >= 0
    table.stacks[found["plain"]].append(color)


def _level(storey: str, workers: int) -> int:
    """Parse which worker of a stack it is, from 1 at the bottom: each has another name."""
    (level,) = {"bottom": [1], "middle": range(2, workers), "top": [workers]}[storey]
    return level


def _worker_moves(table: Cardboard, who, found, _) -> None:
    (color,) = who
    stack = table.stacks[found["off"]]
    if found["low"]:
        assert stack.pop(_level(found["low"], len(stack)) - 1) == color
    else:
        assert stack.count(color) == 1
        stack.remove(color)
    target = table.stacks[found["plain"]]
    after = len(target) + 1
    target.insert((_level(found["at"], after) if found["at"] else after) - 1, color)
    assert len(target) <= 3


def _worker_off(table: Cardboard, who, found, _) -> None:
    assert (table.stacks[found["plain"]].pop(),) == who
    table.workers.update(who)


def _stack(table: Cardboard, who, found, _) -> None:
    assert who == ()
    table.workers.update(table.stacks[found["plain"]])
    workers = found["workers"]
    stand = (
        [] if workers == "none" else [table.names[name] for name in re.split(", | and ", workers)]
    )
    table.workers.subtract(stand)
    table.stacks[found["plain"]] = stand


def _up(table: Cardboard, who, found, _) -> None:
    (color,) = who
    field, building = int(found["field"]), (found["kind"], color)
    assert field not in table.fields
    assert bool(found["below"]) == (building[0] == "hut" and table.bonus.get(field) == "druid")
    table.stock[building] -= 1
    assert table.stock[building] >= 0
    table.fields[field] = building


def _off(table: Cardboard, who, found, _) -> None:
    (color,) = who
    building = table.fields.pop(int(found["field"]))
    assert building == (found["kind"], color)
    table.stock[building] += 1


def _bonus_gone(table: Cardboard, _who, found, _) -> None:
    chip = table.bonus.pop(int(found["field"]))
    assert chip == found["chip"]
    table.box[chip] += 1


def _bonus_back(table: Cardboard, _who, found, _) -> None:
    field, chip = int(found["field"]), found["chip"]
    assert field not in table.bonus
    table.box[chip] -= 1
    assert table.box[chip] >= 0
    table.bonus[field] = chip


def _rune(table: Cardboard, who, found, _) -> None:
    (color,) = who
    former = found.groupdict().get("former")
    assert table.runes[found["rune"]] == (None if former is None else table.names[former])
    table.runes[found["rune"]] = color


def _rune_back(table: Cardboard, who, found, _) -> None:
    assert (table.runes[found["rune"]],) == who
    table.runes[found["rune"]] = None


def _druid(table: Cardboard, who, found, _) -> None:
    assert who == ()
    if found["source"]:
        assert table.druid == f"field {found['source']}"
    else:
        assert not table.druid.startswith("field")
    table.druid = f"field {found['field']}"


def _druid_home(table: Cardboard, who, found, _) -> None:
    assert who == ()
    table.druid = found["place"]


def _die_on(table: Cardboard, who, found, _) -> None:
    assert who == ()
    table.die = int(found["field"])


def _die_off(table: Cardboard, _who, _found, _) -> None:
    assert table.die is not None
    table.die = None


def _marker(table: Cardboard, who, found, _) -> None:
    points = int(found["points"].replace("−", "-"))  # noqa: RUF001 - a minus
    place = int(found["place"]) + int(found["chip"] or 0)
    for color in who:
        assert place == table.markers[color] + points != table.markers[color]
        table.markers[color] = place


_STOREYS = "top|middle|bottom"
_ACTIONS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"take (?P<chips>\d+ .*?)(?P<each> each)?", _take),
    (r"return (?P<chips>\d+ .*?)(?P<each> each)?", _return),
    (r"(?P<chips>\d+ .*) in hand now(?P<each>, each)?", _hand),
    (r"chips corrected, look at your hand", _look),
    (r"(?P<number>\d+) chips? lies? on the (?P<plain>\w+) plain", _plain),
    (r"worker onto the (?P<plain>\w+) plain", _worker_on),
    (r"worker off the (?P<plain>\w+) plain", _worker_off),
    (
        (
            rf"worker from (?P<off>\w+)(, (?P<low>{_STOREYS}),)? to (?P<plain>\w+)"
            rf"(, (?P<at>{_STOREYS}))?"
        ),
        _worker_moves,
    ),
    (r"Workers on the (?P<plain>\w+) plain(?:, from below)?: (?P<workers>.*)", _stack),
    (r"(?P<kind>hut|temple) onto (?P<field>\d+)(?P<below>, onto the druid chip)?", _up),
    (r"(?P<kind>hut|temple) off (?P<field>\d+)", _off),
    (r"“(?P<chip>.*)” chip from (?P<field>\d+) into the box", _bonus_gone),
    (r"“(?P<chip>.*)” chip back onto (?P<field>\d+)", _bonus_back),
    (r"take rune (?P<rune>\w+)", _rune),
    (r"rune (?P<rune>\w+) from (?P<former>.*)", _rune),
    (r"rune (?P<rune>\w+) back beside the board", _rune_back),
    (r"Druid (from (?P<source>\d+) (over the river )?)?to (?P<field>\d+)", _druid),
    (r"Druid to his (?P<place>temple|stone \d)", _druid_home),
    (r"Die beside (?P<field>\d+): the circuit ends there", _die_on),
    (r"Take the die off the board", _die_off),
    (
        (
            r"(?P<points>[+−]\d+), point marker to (?P<place>\d+)"  # noqa: RUF001 - a minus
            r"( with the (?P<chip>\d+) chip)?"
        ),
        _marker,
    ),
)
