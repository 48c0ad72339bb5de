"""Page to compare the real board with the current game, for example after resuming an old game.

The page shows the board and a checklist with several pages. If a line differs from the real board,
the player taps the line to correct the app. After the correction, the next page of the checklist
appears. Hands are shown only if the setting for open chips is on.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.moves import merge_chip_moves
from companion.pieces import MATERIALS, RUNES, Bonus, BuildingKind, Color, Material, Rune
from companion.state import Building, GameState, Phase, Player
from companion.telling.sentences import track_position_sentence
from companion.trays import Tray
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import FlowPage, board_form_boxes
from kiosk.pieces.form import BoardBesideForm, RuneStone, Sign, WorkerStack
from kiosk.pieces.picture import board_picture
from kiosk.settings import Settings
from kiosk.ui.form import (
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Flow,
    Form,
    Ground,
    Icon,
    Row,
    Text,
    TextStyle,
    back_button,
    call,
)
from kiosk.ui.renderer import split_into_fitting_groups
from kiosk.ui.surface import Box
from kiosk.ui.theme import DECISION_TEXT, GAP, PAPER_SHADE, SMALL_TEXT
from kiosk.words.language import _, join_with_and, plural
from kiosk.words.texts import (
    chips_text,
    display_name,
    join_with_commas,
    piece_name,
    player_names,
    sentence_text,
)
from kiosk.words.times import next_decision_text, progress_text

_FOOT = 56
_TITLE = 28
_PIECE, _STONE = 14, 10
"""Half the height in dp: of the piece that begins a line, and of a rune stone."""
_MOST_BESIDE = 5
"""Maximum number of rune stones beside a player's name; more stones are drawn below the name."""
_STACK_WIDTH, _OWNER = 0.3, 0.32
_GAP, _STONE_GAP = 5, 4
_PAD = 6
_MOST_PAGES = 88


class ChecklistStep(msgspec.Struct, frozen=True):
    """State of the page: the index, from 0, of the visible page of the checklist."""

    page_index: int


class BoardCheckPage(FlowPage[GameState, ChecklistStep]):
    def __init__(self, navigator: Navigator) -> None:
        session = navigator.app_state.required_session
        self._state = session.state
        super().__init__(navigator, Flow(session.state, (ChecklistStep(0),)), session.game_id)

    def field_tap_action(self, field: int) -> object:
        return routes.Correct(routes.FieldToCorrect(field))

    def plain_tap_action(self, plain: Material) -> object:
        return routes.Correct(routes.PlainToCorrect(plain))

    def build_form(self) -> Form:
        state = self._state
        pages = _pages(
            state, self.app_state.settings, self.box, self.app_state.required_session.trays()
        )
        # After a correction, the next page is shown.
        number = (self.flow.step.page_index + (self.flow.draft != state)) % len(pages)
        page, card = pages[number]
        goal = routes.GameResult() if state.phase is Phase.FINISHED else routes.Table()
        previous, following = (
            Flow(state, (ChecklistStep((number + by) % len(pages)),)) for by in (-1, 1)
        )
        play = call(self._leave, self.navigator.replace, goal)
        buttons = (
            Button("previous", previous, _("Previous")),
            Button("next", following, _("Next")),
            Button("play", play, _("Play"), ButtonStyle.PRIMARY),
        )
        rows = (replace(card, share=1), Row(buttons, _FOOT, fits_texts=True))
        back = back_button(call(self._leave, self.navigator.back))
        return Form(page.hint, back, (Column(rows),), page.scene(state))

    def _leave(self, go: Callable[..., None], *where: object) -> None:
        self.reset_flow()
        go(*where)


class _Page(NamedTuple):
    parts: tuple["ChecklistPart", ...]

    @property
    def hint(self) -> str:
        if self.parts[0].instruction:
            return self.parts[0].instruction
        tapped = any(
            line.thing_to_correct is not None for part in self.parts for line in part.lines
        )
        return checklist_question_versions()[0 if tapped else 1]

    def scene(self, state: GameState) -> BoardBesideForm:
        return BoardBesideForm(
            replace(board_picture(state), druid_visits=()),
            frozenset(field for part in self.parts for field in part.highlighted_fields),
            outlined_plains=tuple(plain for part in self.parts for plain in part.outlined_plains),
            outlines_druid_corner=any(part.outlines_druid_corner for part in self.parts),
        )


def _pages(
    state: GameState, settings: Settings, box: Box, trays: tuple[Tray, ...]
) -> list[tuple[_Page, Column]]:
    room = board_form_boxes(box, max(checklist_question_versions(), key=len)).rows
    across = 2 if box.is_upright else 1
    around = partial(_for_measuring, across)
    parts = [
        part
        for whole in checklist_parts(state, open_chips=settings.open_chips, trays=trays)
        for part in _split_part(whole, around, room)
    ]
    kinds = (
        [one for one in parts if one.instruction],
        [one for one in parts if not one.instruction],
    )
    found = [split_into_fitting_groups(kind, around, room) for kind in kinds if kind]
    return [
        (_Page(some), _card(some, across, page, len(pages)))
        for pages in found
        for page, some in enumerate(pages)
    ]


_Around = Callable[[tuple["ChecklistPart", ...]], Column]


def _split_part(part: "ChecklistPart", around: _Around, room: Box) -> Iterator["ChecklistPart"]:
    lines = [some for line in part.lines for some in _split_line(part, line, around, room)]
    groups = split_into_fitting_groups(
        lines, lambda some: around((replace(part, lines=some),)), room
    )
    return (replace(part, lines=some) for some in groups)


def _split_line(
    part: "ChecklistPart", line: "ChecklistLine", around: _Around, room: Box
) -> Iterator["ChecklistLine"]:
    def column(below: tuple[str, ...]) -> Column:
        return around((replace(part, lines=(replace(line, texts_below=below),)),))

    return (
        replace(line, texts_below=some)
        for some in split_into_fitting_groups(line.texts_below, column, room)
    )


def _for_measuring(across: int, parts: tuple["ChecklistPart", ...]) -> Column:
    return Column((_card(parts, across, _MOST_PAGES, _MOST_PAGES), Row((), _FOOT)))


def _card(parts: tuple["ChecklistPart", ...], across: int, page: int, pages: int) -> Column:
    number = Text(_("{page} of {pages}", page=page + 1, pages=pages), width=0)
    rows: list[Block] = []
    keys = (f"differs.{place}" for place in count())
    for item in parts:
        title = Text(item.title, TextStyle.HEADING)
        rows.append(Row((title,) if rows or pages == 1 else (title, number), _TITLE))
        lines: list[Block] = [
            _moves_of(line) if item.instruction else _line(line, next(keys)) for line in item.lines
        ]
        beside = across if all(line.fits_half_width for line in item.lines) else 1
        lines += [Text("")] * (-len(lines) % beside)
        rows += (Row(tuple(lines[at : at + beside]), 0) for at in range(0, len(lines), beside))
    # Lines that can be tapped need the usual gap.
    return Column(tuple(rows), gap=_GAP if parts[0].instruction else GAP, ground=Ground.PAPER)


def _moves_of(line: "ChecklistLine") -> Row:
    name = Text(line.text, TextStyle.BOLD, is_name=True, size=SMALL_TEXT, align=Align.CENTER)
    owner = Column((Icon(line.piece, _PIECE), name), gap=0, width=_OWNER)
    return Row(
        (owner, Column(tuple(Text(text, TextStyle.PLAIN) for text in line.texts_below), gap=0)), 0
    )


def _line(line: "ChecklistLine", key: str) -> Block:
    tone = TextStyle.BOLD if line.is_name else TextStyle.PLAIN
    holder = line.piece if isinstance(line.piece, Color) else None
    stones = tuple(Icon(RuneStone(stone, holder), _STONE) for stone in line.rune_stones)
    beside = stones if len(stones) <= _MOST_BESIDE else ()
    number = (
        (Text(line.right_text, TextStyle.BOLD, 0, size=DECISION_TEXT),) if line.right_text else ()
    )
    text = Text(line.text, tone, is_name=line.is_name, size=DECISION_TEXT)
    below: list[Block] = [Text(text) for text in line.texts_below]
    if len(stones) > len(beside):
        below.append(Row((*stones, Text("")), 0, gap=_STONE_GAP))
    first = Row((text, *number, *beside), 0, share=0 if below else 1, gap=_STONE_GAP)
    items: list[Block] = [Column((first, *below), gap=0)]
    if line.piece is not None:
        items.insert(0, Icon(line.piece, _PIECE))
    if isinstance(line.piece, Material) and line.worker_stack is not None:
        items.append(WorkerStack(line.piece, line.worker_stack, has_dot=False, width=_STACK_WIDTH))
    row = Row(tuple(items), 0, share=1)
    if line.thing_to_correct is None:
        return replace(row, share=0)
    return Column(
        (row,), ground=PAPER_SHADE, pad=_PAD, key=key, action=routes.Correct(line.thing_to_correct)
    )


# The pieces on the table

Piece = Material | Color | Bonus | Sign


class ChecklistLine(msgspec.Struct, frozen=True, kw_only=True):
    """Line of the checklist: the symbol of `piece`, then `text`, then further texts and pieces.

    `right_text` and `rune_stones` are at the right of `text`, and `texts_below` are below it.
    `worker_stack` has the workers on a high plain, from bottom to top. `on_fields` are the fields
    on which the piece stands. `is_name` is set if `text` is a player's name, which may be
    shortened.

    A tap on the line opens the page to correct `thing_to_correct`. If it is None, a tap on the line
    has no effect; players tap a field on the board instead.
    """

    text: str
    piece: Piece | None = None
    right_text: str = ""
    texts_below: tuple[str, ...] = ()
    rune_stones: tuple[Rune, ...] = ()
    worker_stack: tuple[Color, ...] | None = None
    on_fields: tuple[int, ...] = ()
    is_name: bool = False
    thing_to_correct: routes.ThingToCorrect | None = None

    @property
    def fits_half_width(self) -> bool:
        """True if half the page is wide enough: there is no `right_text` and no rune stone."""
        return not self.right_text and not self.rune_stones


class ChecklistPart(msgspec.Struct, frozen=True):
    """Part of the checklist: a title, and lines with pieces to check or with moves to make.

    If the lines are moves that players have not made on the table yet, `instruction` is the
    sentence that asks for them. If the lines are pieces to check, `instruction` is empty.
    """

    title: str
    lines: tuple[ChecklistLine, ...]
    instruction: str = ""

    @property
    def highlighted_fields(self) -> tuple[int, ...]:
        return tuple(field for line in self.lines for field in line.on_fields)

    @property
    def outlined_plains(self) -> tuple[Material, ...]:
        return tuple(line.piece for line in self.lines if isinstance(line.piece, Material))

    @property
    def outlines_druid_corner(self) -> bool:
        """True if the app must outline the board's corner in which the druid waits.

        This is so if one of the lines says that the druid is in this corner.
        """
        return any(line.piece is Sign.DRUID and not line.on_fields for line in self.lines)


def checklist_question_versions() -> tuple[str, str]:
    """Return two versions of the question whether the real board looks like the app's board.

    The first version is for checklist pages whose lines can be tapped. The second version is for
    pages on which only the board's fields can be tapped.
    """
    return (
        _("Does your board look like this? Tap what differs."),
        _("Does your board look like this? Tap a wrong field."),
    )


def checklist_parts(
    state: GameState, *, open_chips: bool, trays: tuple[Tray, ...] = ()
) -> tuple[ChecklistPart, ...]:
    """Return the parts of the checklist: first the moves still to make, then all the pieces.

    `trays` list the moves that players have not made on the table yet. The players' hands are
    included only if `open_chips` is set.
    """
    markers = (
        _correctable_line(player, right_text=sentence_text(track_position_sentence(player.points)))
        for player in state.players
    )
    return (
        *_to_move(state, trays),
        ChecklistPart(_("High plains"), tuple(_plain(state, plain) for plain in MATERIALS)),
        ChecklistPart(_("Druid and scorekeepers"), (_druid(state), *markers)),
        _runes(state),
        ChecklistPart(_("Huts and temples"), tuple(_built(state, one) for one in state.players)),
        _bonus(state),
        _decision(state, open_chips=open_chips),
    )


def _to_move(state: GameState, trays: tuple[Tray, ...]) -> Iterator[ChecklistPart]:
    from kiosk.pages.table.moves import main_moves_first  # noqa: PLC0415 - not needed by the first
    from kiosk.words.moves import move_texts  # noqa: PLC0415 - picture

    lines = tuple(
        _player_line(
            state.player(tray.color), texts_below=tuple(row.text_without_players for row in rows)
        )
        for tray in trays
        if (rows := move_texts(state, main_moves_first(merge_chip_moves(tray.rows))))
    )
    if lines:
        yield ChecklistPart(_("To move"), lines, _("Already moved? If not, do that first."))


def _plain(state: GameState, plain: Material) -> ChecklistLine:
    workers = state.stack(plain)
    text = plural(
        "{material}: {number} chip",
        "{material}: {number} chips",
        state.supply.number(plain),
        material=piece_name(plain),
    )
    below = plural("{number} worker", "{number} workers", len(workers))
    return ChecklistLine(
        piece=plain,
        text=text,
        texts_below=(below if workers else _("No worker"),),
        worker_stack=workers,
        thing_to_correct=routes.PlainToCorrect(plain),
    )


def _druid(state: GameState) -> ChecklistLine:
    field, stone = state.druid.field, state.druid.stone
    if field is None:
        text = _("On stone {stone} of 3", stone=stone) if stone else _("In his temple")
        return ChecklistLine(piece=Sign.DRUID, text=text, thing_to_correct=routes.DruidToCorrect())
    hut = state.building(field)
    below = (_("That is {player}'s hut.", player=player_names(state)[hut.owner]),) if hut else ()
    text = _("At field {field}", field=field)
    return ChecklistLine(
        piece=Sign.DRUID,
        text=text,
        texts_below=below,
        on_fields=(field,),
        thing_to_correct=routes.DruidToCorrect(),
    )


def _player_line(player: Player, **what: Any) -> ChecklistLine:
    return ChecklistLine(piece=player.color, text=display_name(player.name), is_name=True, **what)


def _correctable_line(player: Player, **what: Any) -> ChecklistLine:
    return _player_line(player, thing_to_correct=routes.PlayerToCorrect(player.color), **what)


def _runes(state: GameState) -> ChecklistPart:
    lines = [
        _correctable_line(player, texts_below=(_runes_text(stones),), rune_stones=stones)
        for player in state.players
        if (stones := state.runes_of(player.color))
    ]
    free = tuple(rune for rune in RUNES if state.rune_holder(rune) is None)
    if free:
        beside, below = _("Beside the board"), (_runes_text(free),)
        thing = routes.RunesToCorrect()
        lines.append(
            ChecklistLine(text=beside, texts_below=below, rune_stones=free, thing_to_correct=thing)
        )
    return ChecklistPart(_("Rune stones"), tuple(lines))


def _runes_text(runes: tuple[Rune, ...]) -> str:
    return join_with_commas([piece_name(rune) for rune in runes])


def _built(state: GameState, player: Player) -> ChecklistLine:
    huts = _places(state, Building(BuildingKind.HUT, player.color))
    temples = _places(state, Building(BuildingKind.TEMPLE, player.color))
    below = []
    if huts:
        below.append(
            plural("Hut on {fields}", "Huts on {fields}", len(huts), fields=_numbers(huts))
        )
    if temples:
        text = plural(
            "Temple on {fields}", "Temples on {fields}", len(temples), fields=_numbers(temples)
        )
        below.append(text)
    return _player_line(
        player, texts_below=tuple(below) or (_("Nothing yet"),), on_fields=(*huts, *temples)
    )


def _places(state: GameState, building: Building) -> tuple[int, ...]:
    return tuple(field for field, there in enumerate(state.buildings, 1) if there == building)


def _numbers(fields: tuple[int, ...]) -> str:
    return join_with_and([str(field) for field in fields])


def _bonus(state: GameState) -> ChecklistPart:
    lines = []
    for bonus in Bonus:
        places = state.bonus_fields(bonus)
        below = _("On {fields}", fields=_numbers(places)) if places else _("All in the box")
        lines.append(
            ChecklistLine(
                piece=bonus, text=piece_name(bonus), texts_below=(below,), on_fields=places
            )
        )
    return ChecklistPart(_("Bonus chips"), tuple(lines))


def _decision(state: GameState, *, open_chips: bool) -> ChecklistPart:
    turn = None if state.phase is Phase.FINISHED else routes.TurnToCorrect()
    lines = [ChecklistLine(text=progress_text(state), thing_to_correct=turn)]
    if state.active is not None and state.active != state.decider:
        active = _("It is {player}'s turn.", player=player_names(state)[state.active])
        lines.append(ChecklistLine(piece=state.active, text=active))
    lines.append(ChecklistLine(piece=state.decider, text=next_decision_text(state)))
    if state.visits:
        left = _("The druid still asks at {fields}.", fields=_numbers(state.visits))
        lines.append(ChecklistLine(piece=Sign.DRUID, text=left, on_fields=state.visits[:1]))
    if open_chips:
        lines += (
            _correctable_line(player, texts_below=(chips_text(player.hand),))
            for player in state.players
        )
    else:
        lines.append(ChecklistLine(text=_("All chips stay behind the cardboard screens.")))
    return ChecklistPart(_("Whose turn"), tuple(lines))
