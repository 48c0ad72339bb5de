"""How the cardboard must lie, item by item, as screen data; knows no Kivy.

Source: touchscreen, "Resume". Hands are told only where the table plays with open chips.
"""

import msgspec
from msgspec.structs import replace

from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Color, Material, Rune
from companion.state import Building, GameState, Phase, Player
from kiosk.routes import DruidPlace, OfPlayer, Plain, Runes, Thing, Turn
from kiosk.words.language import _, listed, several, visible
from kiosk.words.moments import decision_text, turn_text
from kiosk.words.narration import marker_place
from kiosk.words.texts import chips_text, in_a_row, names_of, word


class DruidFigure(msgspec.Struct, frozen=True):
    """Stands for the druid among the pieces of a line."""


Piece = Material | Color | Bonus | DruidFigure


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to look at: a piece, what it is, a number at the right, and more below.

    `stones` are drawn at the right, `stack` too: a plain's workers, bottom to top, or None.
    `fields` are where it lies on the board, `thing` is what is corrected where it lies otherwise;
    None: its field on the picture is pointed at. A text that `is_name` may be shortened.
    """

    text: str
    piece: Piece | None = None
    number: str = ""
    below: tuple[str, ...] = ()
    stones: tuple[Rune, ...] = ()
    stack: tuple[Color, ...] | None = None
    fields: tuple[int, ...] = ()
    is_name: bool = False
    thing: Thing | None = None


class Item(msgspec.Struct, frozen=True):
    """What to compare at once."""

    title: str
    lines: tuple[Line, ...]

    @property
    def fields(self) -> tuple[int, ...]:
        """The fields on which its lines lie."""
        return tuple(field for line in self.lines for field in line.fields)

    @property
    def plains(self) -> tuple[Material, ...]:
        """The high plains that it is about."""
        return tuple(line.piece for line in self.lines if isinstance(line.piece, Material))

    @property
    def hint(self) -> str:
        """What to do where something lies otherwise."""
        if any(line.thing is not None for line in self.lines):
            return hints()[0]
        return hints()[1]

    @property
    def corner(self) -> bool:
        """Whether the druid has not come out of his corner yet."""
        return any(isinstance(line.piece, DruidFigure) and not line.fields for line in self.lines)


def hints() -> tuple[str, str]:
    """What to do where a thing of the list lies otherwise, and where a field does."""
    return (
        _("Does your board look like this? Tap what differs."),
        _("Does your board look like this? Tap the field that differs."),
    )


def items(state: GameState, *, open_chips: bool) -> tuple[Item, ...]:
    """Everything that lies on the table, in the order in which one looks it over."""
    return (
        _plains(state),
        _druid_and_markers(state),
        _runes(state),
        _buildings(state),
        _bonus(state),
        _decision(state, open_chips=open_chips),
    )


def _plains(state: GameState) -> Item:
    return Item(_("High plains"), tuple(_plain(state, plain) for plain in MATERIALS))


def _plain(state: GameState, plain: Material) -> Line:
    workers = state.stack(plain)
    text = several(
        "{material}: {number} chip",
        "{material}: {number} chips",
        state.supply.number(plain),
        material=word(plain),
    )
    below = several("{number} worker", "{number} workers", len(workers))
    return Line(
        piece=plain,
        text=text,
        below=(below if workers else _("No worker"),),
        stack=workers,
        thing=Plain(plain),
    )


def _druid_and_markers(state: GameState) -> Item:
    markers = (
        replace(
            _player_line(player, number=marker_place(player.points)), thing=OfPlayer(player.color)
        )
        for player in state.players
    )
    return Item(_("Druid and markers"), (_druid(state), *markers))


def _druid(state: GameState) -> Line:
    field, stone = state.druid.field, state.druid.stone
    if field is None:
        text = _("On stone {stone} of 3", stone=stone) if stone else _("In his temple")
        return Line(piece=DruidFigure(), text=text, thing=DruidPlace())
    hut = state.building(field)
    below = (_("That is {player}'s hut.", player=names_of(state)[hut.owner]),) if hut else ()
    text = _("At field {field}", field=field)
    return Line(piece=DruidFigure(), text=text, below=below, fields=(field,), thing=DruidPlace())


def _player_line(
    player: Player,
    *,
    number: str = "",
    below: tuple[str, ...] = (),
    stones: tuple[Rune, ...] = (),
    fields: tuple[int, ...] = (),
) -> Line:
    return Line(
        piece=player.color,
        text=visible(player.name),
        number=number,
        below=below,
        stones=stones,
        fields=fields,
        is_name=True,
    )


def _runes(state: GameState) -> Item:
    lines = [
        replace(
            _player_line(player, below=(_runes_text(stones),), stones=stones),
            thing=OfPlayer(player.color),
        )
        for player in state.players
        if (stones := state.runes_of(player.color))
    ]
    free = tuple(rune for rune in RUNES if state.rune_holder(rune) is None)
    if free:
        beside = _("Beside the board")
        lines.append(Line(text=beside, below=(_runes_text(free),), stones=free, thing=Runes()))
    return Item(_("Rune stones"), tuple(lines))


def _runes_text(runes: tuple[Rune, ...]) -> str:
    return in_a_row([word(rune) for rune in runes])


def _buildings(state: GameState) -> Item:
    lines = (_built(state, player) for player in state.players)
    return Item(_("Huts and temples"), tuple(lines))


def _built(state: GameState, player: Player) -> Line:
    huts = _places(state, Building(BuildingKind.HUT, player.color))
    temples = _places(state, Building(BuildingKind.TEMPLE, player.color))
    below = []
    if huts:
        below.append(
            several("Hut on {fields}", "Huts on {fields}", len(huts), fields=_numbers(huts))
        )
    if temples:
        text = several(
            "Temple on {fields}", "Temples on {fields}", len(temples), fields=_numbers(temples)
        )
        below.append(text)
    return _player_line(player, below=tuple(below) or (_("Nothing yet"),), fields=(*huts, *temples))


def _places(state: GameState, building: Building) -> tuple[int, ...]:
    return tuple(field for field, there in enumerate(state.buildings, 1) if there == building)


def _numbers(fields: tuple[int, ...]) -> str:
    return listed([str(field) for field in fields])


def _bonus(state: GameState) -> Item:
    lines = []
    for bonus in Bonus:
        places = tuple(field for field, chip in enumerate(state.bonus, 1) if chip is bonus)
        below = _("On {fields}", fields=_numbers(places)) if places else _("Both in the box")
        lines.append(Line(piece=bonus, text=word(bonus), below=(below,), fields=places))
    return Item(_("Bonus chips"), tuple(lines))


def _decision(state: GameState, *, open_chips: bool) -> Item:
    turn = None if state.phase is Phase.FINISHED else Turn()
    lines = [Line(text=turn_text(state), thing=turn), *_who(state)]
    if state.visits:
        left = _("The druid still asks at {fields}.", fields=_numbers(state.visits))
        lines.append(Line(piece=DruidFigure(), text=left, fields=state.visits[:1]))
    if open_chips:
        lines += [
            replace(
                _player_line(player, below=(chips_text(player.hand),)), thing=OfPlayer(player.color)
            )
            for player in state.players
        ]
    else:
        lines.append(Line(text=_("All chips stay behind the cardboard screens.")))
    return Item(_("Who goes on"), tuple(lines))


def _who(state: GameState) -> list[Line]:
    lines = []
    if state.active is not None and state.active != state.decider:
        turn = _("It is {player}'s turn.", player=names_of(state)[state.active])
        lines.append(Line(piece=state.active, text=turn))
    lines.append(Line(piece=state.decider, text=decision_text(state)))
    return lines
