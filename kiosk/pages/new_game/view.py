"""A game that is being set up: players, board and bonus chips, and what to lay out; no Kivy.

Source: rules "Setup"; how many pieces there are comes from `companion.pieces`.
"""

from random import Random

import msgspec
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.memory.boards import ALL_PLAYERS, BoardFile, BoardShelf
from companion.pieces import (
    CHIPS_PER_BONUS,
    CHIPS_PER_MATERIAL,
    FREE_BETWEEN_BONUS,
    MATERIALS,
    RUNES,
    START_POINTS,
    TEMPLES_PER_PLAYER,
    Bonus,
    Color,
    huts_per_player,
    workers_per_player,
)
from companion.rules.setup import (
    Seat,
    Setup,
    bonus_places_left,
    check_bonus,
    check_players,
)
from companion.state import Board, Druid
from kiosk.pieces.picture import BoardPicture, FieldPicture, PlainPicture
from kiosk.words.texts import _, enumerated, said, several, short_name, visible, word

NAME_LIMIT = 40
"""Characters that a name may have (record)."""
FEWEST, MOST = min(ALL_PLAYERS), max(ALL_PLAYERS)
_BOARD_NAME_SHOWN = 40
_COLORS = tuple(Color)
_CHIPS = tuple(Bonus)


class Chair(msgspec.Struct, frozen=True):
    """A place at the table: a colour, and a name or None while nobody has given one."""

    color: Color
    name: str | None = None

    @property
    def shown(self) -> str:
        """The name, or the colour's where nobody has given one."""
        return _color_name(self.color) if self.name is None else self.name


class SetupDraft(msgspec.Struct, frozen=True):
    """What has been entered so far.

    `first` is the starting chair, from 0; `board` a board's name, or None for the one that goes
    with the number of players; `bonus` the chips in the order in which they were laid; `held` the
    kind of chip that a tap on a field lays, None when all lie.
    """

    chairs: tuple[Chair, ...] = (Chair(Color.PURPLE), Chair(Color.BLUE))
    first: int = 0
    board: str | None = None
    bonus: tuple[tuple[int, Bonus], ...] = ()
    held: Bonus | None = _CHIPS[0]

    @property
    def chips_left(self) -> int:
        """How many bonus chips still have to be laid."""
        return CHIPS_PER_BONUS * len(_CHIPS) - len(self.bonus)


def same_players(setup: Setup) -> SetupDraft:
    """A new game for the players of another."""
    chairs = tuple(_named(seat.color, seat.name) for seat in setup.players)
    return SetupDraft(chairs=chairs, first=setup.first)


def _named(color: Color, name: str) -> Chair:
    return Chair(color, None if name == _color_name(color) else name)


def _color_name(color: Color) -> str:
    match color:
        case Color.PURPLE:
            return _("Purple")
        case Color.BLUE:
            return _("Blue")
        case Color.GREEN:
            return _("Green")
        case Color.RED:
            return _("Red")


# The players


def with_chair(draft: SetupDraft) -> SetupDraft:
    """One more player, in the first colour that is free. Raises RuleViolation beyond four."""
    taken = [chair.color for chair in draft.chairs]
    free = [color for color in _COLORS if color not in taken]
    chairs = draft.chairs + tuple(Chair(color) for color in free[:1])
    if not free:
        raise RuleViolation(
            "setup.players", "two to four people play, not {players}", players=len(chairs) + 1
        )
    return replace(draft, chairs=chairs)


def without_chair(draft: SetupDraft, number: int) -> SetupDraft:
    """The others without chair `number` (from 0); two take purple and blue whatever they had.

    Who starts stays who starts; in place of who leaves it is the next one clockwise. Raises
    RuleViolation when fewer than two would be left.
    """
    chairs = draft.chairs[:number] + draft.chairs[number + 1 :]
    if len(chairs) < FEWEST:
        raise RuleViolation(
            "setup.players", "two to four people play, not {players}", players=len(chairs)
        )
    if len(chairs) == FEWEST:
        chairs = _in_colors_for_two(chairs)
    first = (draft.first - 1 if draft.first > number else draft.first) % len(chairs)
    return replace(draft, chairs=chairs, first=first)


def _in_colors_for_two(chairs: tuple[Chair, ...]) -> tuple[Chair, ...]:
    """Both in purple and blue; who has one of them keeps it."""
    allowed = [Color.PURPLE, Color.BLUE]
    free = [color for color in allowed if color not in [chair.color for chair in chairs]]
    return tuple(
        chair if chair.color in allowed else replace(chair, color=free.pop(0)) for chair in chairs
    )


def with_color(draft: SetupDraft, number: int, color: Color) -> SetupDraft:
    """Chair `number` in another colour; who had it takes this one's in exchange.

    Raises RuleViolation for a colour that two players do not take.
    """
    former = draft.chairs[number].color
    chairs = tuple(
        replace(chair, color=color)
        if place == number
        else (replace(chair, color=former) if chair.color is color else chair)
        for place, chair in enumerate(draft.chairs)
    )
    check_players(_seats(chairs), draft.first)
    return replace(draft, chairs=chairs)


def with_name(draft: SetupDraft, number: int, name: str) -> SetupDraft:
    """Chair `number` with a name of 1 to 40 characters; its colour's own name is none."""
    chair = _named(draft.chairs[number].color, name)
    return replace(draft, chairs=(*draft.chairs[:number], chair, *draft.chairs[number + 1 :]))


def _seats(chairs: tuple[Chair, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(chair.color, chair.shown) for chair in chairs)


# The board


def board_of(draft: SetupDraft, shelf: BoardShelf) -> Board:
    """The board that is played on."""
    chosen = shelf.find(draft.board) if draft.board is not None else None
    return chosen or shelf.for_players(len(draft.chairs))


def board_title(name: str) -> str:
    """What a board is called at the table."""
    match name:
        case "meduris-2-3":
            return _("Side for two or three players")
        case "meduris-4":
            return _("Side for four players")
        case _:
            shown = visible(name[:_BOARD_NAME_SHOWN])
            return _("{board}…", board=shown) if len(name) > _BOARD_NAME_SHOWN else shown


def board_detail(file: BoardFile) -> str:
    """How many fields a board has, and how many of them nobody has read yet."""
    fields = several("{number} field", "{number} fields", len(file.board))
    unread = sum(not field.known for field in file.board.fields)
    if not unread:
        return fields
    return several(
        "{fields}, {number} not read yet", "{fields}, {number} not read yet", unread, fields=fields
    )


# The bonus chips


def on_ring(draft: SetupDraft, fields: int) -> SetupDraft:
    """The same with the bonus chips that can lie on a ring of `fields` fields."""
    kept: tuple[tuple[int, Bonus], ...] = ()
    for field, kind in draft.bonus:
        if field in bonus_places_left(fields, _places(kept)):
            kept += ((field, kind),)
    if kept == draft.bonus:
        return draft
    return _with_bonus(draft, kept, draft.held)


def _places(bonus: tuple[tuple[int, Bonus], ...]) -> frozenset[int]:
    return frozenset(field for field, _kind in bonus)


def left_of(draft: SetupDraft, kind: Bonus) -> int:
    """How many chips of a kind still have to be laid."""
    return CHIPS_PER_BONUS - sum(laid is kind for _field, laid in draft.bonus)


def _with_bonus(
    draft: SetupDraft, bonus: tuple[tuple[int, Bonus], ...], held: Bonus | None
) -> SetupDraft:
    """Hold on to a kind while there is one, else take the next."""
    changed = replace(draft, bonus=bonus)
    left = [kind for kind in _CHIPS if left_of(changed, kind)]
    return replace(changed, held=held if held in left else next(iter(left), None))


def holding(draft: SetupDraft, kind: Bonus) -> SetupDraft:
    """Take up a kind of chip. Raises RuleViolation when both of it lie."""
    if not left_of(draft, kind):
        raise RuleViolation(
            "setup.bonus",
            "both {bonus} chips lie on the board; tap one there to move it",
            bonus=kind,
        )
    return replace(draft, held=kind)


def tapped_field(draft: SetupDraft, fields: int, field: int) -> SetupDraft:
    """Take away the chip that lies on a field, else lay the one that is held.

    Raises RuleViolation where it must not lie.
    """
    there = dict(draft.bonus).get(field)
    if there is not None:
        return _with_bonus(draft, tuple(laid for laid in draft.bonus if laid[0] != field), there)
    if draft.held is None:
        raise RuleViolation(
            "setup.bonus", "all six chips lie on the board; tap one to take it away"
        )
    if field not in bonus_places_left(fields, _places(draft.bonus)):
        raise RuleViolation(
            "setup.bonus",
            "bonus chips need three free fields between them; fields {field} and {other} are "
            "too close",
            field=field,
            other=_nearest(draft, fields, field),
        )
    return _with_bonus(draft, (*draft.bonus, (field, draft.held)), draft.held)


def _nearest(draft: SetupDraft, fields: int, field: int) -> int:
    """The laid chip that is nearest to a field, round the ring."""
    return min(
        _places(draft.bonus),
        key=lambda other: min((field - other) % fields, (other - field) % fields),
    )


def places_for_held(draft: SetupDraft, fields: int) -> frozenset[int]:
    """Where the chip that is held may be laid."""
    if draft.held is None:
        return frozenset()
    return bonus_places_left(fields, _places(draft.bonus))


def without_bonus(draft: SetupDraft) -> SetupDraft:
    """All six chips back in the hand."""
    return _with_bonus(draft, (), _CHIPS[0])


def laid_by_chance(draft: SetupDraft, fields: int, luck: Random) -> SetupDraft:
    """All six chips on a ring of at least 24 fields; every legal layout is equally likely."""
    chips = [kind for kind in _CHIPS for _one in range(CHIPS_PER_BONUS)]
    luck.shuffle(chips)
    spare = fields - len(chips) * (FREE_BETWEEN_BONUS + 1)
    cuts = sorted(luck.sample(range(spare + len(chips) - 1), len(chips) - 1))
    start = luck.randrange(fields)
    places = [start]
    for before, cut in zip([-1, *cuts], cuts, strict=False):
        places.append(places[-1] + FREE_BETWEEN_BONUS + cut - before)
    bonus = tuple((place % fields + 1, kind) for place, kind in zip(places, chips, strict=True))
    return _with_bonus(draft, bonus, None)


def bonus_advice(draft: SetupDraft, fields: int) -> str:
    """What to do next with the bonus chips."""
    if draft.held is None:
        return _("All six chips lie on the board. Tap one to take it away.")
    if not places_for_held(draft, fields):
        return _(
            "No field is left with three free ones on both sides: "
            "tap a chip to take it away, or let us lay all six."
        )
    return _(
        "Tap a field for a “{bonus}” chip. Between two chips three fields stay free.",
        bonus=word(draft.held),
    )


# All of it


def finished(draft: SetupDraft, board: Board) -> Setup:
    """The setup to begin with. Raises RuleViolation where something is still wrong."""
    seats = _seats(draft.chairs)
    check_players(seats, draft.first)
    check_bonus(len(board), draft.bonus)
    return Setup(board, seats, draft.first, tuple(sorted(draft.bonus)))


def refusal_in_words(refusal: RuleViolation) -> str:
    """Why a setup is refused, in the table's language."""
    return _("Not possible: {reason}.", reason=said(refusal.sentence))


def setup_picture(draft: SetupDraft, board: Board, *, pointed: int | None = None) -> BoardPicture:
    """The board before the first worker: full plains, the druid at home, the chips laid so far."""
    chips = dict(draft.bonus)
    fields = tuple(
        FieldPicture(number, printed.needs, printed.rune, None, chips.get(number))
        for number, printed in enumerate(board.fields, start=1)
    )
    supply = CHIPS_PER_MATERIAL - len(draft.chairs)
    return BoardPicture(
        fields=fields,
        plains=tuple(PlainPicture(material, supply, (), chosen=False) for material in MATERIALS),
        runes=tuple((rune, None) for rune in RUNES),
        druid=Druid(),
        pointed=pointed,
    )


class LayOut(msgspec.Struct, frozen=True):
    """One thing to lay out: what, and how many or where."""

    what: str
    how: str


def to_lay_out(draft: SetupDraft, board: Board) -> tuple[LayOut, ...]:
    """All that has to lie on the table before the first worker is placed."""
    players = len(draft.chairs)
    starter = draft.chairs[draft.first].shown
    return (
        LayOut(_("Board"), board_title(board.name)),
        LayOut(
            _("Each player"),
            _(
                "{huts} huts, {temples} temples, {workers} workers; "
                "behind the screen one chip of each material",
                huts=huts_per_player(players),
                temples=TEMPLES_PER_PLAYER,
                workers=workers_per_player(players),
            ),
        ),
        LayOut(
            _("High plains"),
            several(
                "{number} chip of its material on each",
                "{number} chips of its material on each",
                CHIPS_PER_MATERIAL - players,
            ),
        ),
        LayOut(_("Point markers"), _("All on {points}", points=START_POINTS)),
        LayOut(_("Druid"), _("In his temple")),
        LayOut(_("Bonus chips"), _bonus_text(draft)),
        LayOut(_("Beside the board"), _("Nine rune stones, the die, the 100 chips")),
        LayOut(
            _("First"),
            _(
                "{player} places a worker, then clockwise in turn",
                player=visible(short_name(starter)),
            ),
        ),
    )


def _bonus_text(draft: SetupDraft) -> str:
    """Where the six chips lie, kind by kind."""
    kinds = []
    for kind in _CHIPS:
        places = sorted(field for field, laid in draft.bonus if laid is kind)
        kinds.append(
            _(
                "{bonus}: {fields}",
                bonus=word(kind),
                fields=enumerated([str(field) for field in places]),
            )
        )
    return _("{points}; {hut}; {druid}", points=kinds[0], hut=kinds[1], druid=kinds[2])
