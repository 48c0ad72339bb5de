"""What a new game asks: players, board, bonus chips, and then what to lay out; no Kivy.

Source: rules "Setup"; how many pieces there are comes from `companion.pieces`.
"""

from typing import assert_never

from msgspec.structs import replace

from companion.memory.boards import BoardFile, BoardShelf
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    START_POINTS,
    TEMPLES_PER_PLAYER,
    Bonus,
    Color,
    huts_per_player,
    workers_per_player,
)
from companion.state import Board
from kiosk.pages.flow.view import (
    Choice,
    Column,
    Errand,
    Form,
    Paper,
    Reading,
    Row,
    Style,
    Tone,
    Typed,
    Words,
    attempt,
    told_or,
    turned,
)
from kiosk.pages.new_game.bonus import bonus_form
from kiosk.pages.new_game.draft import (
    MOST,
    SetupDraft,
    board_of,
    color_name,
    on_ring,
    with_chair,
    with_color,
    with_name,
    without_chair,
)
from kiosk.pages.new_game.steps import (
    Boards,
    BonusChips,
    LayingOut,
    Naming,
    Players,
    SetupFlow,
    UnreadBoards,
    Unsaved,
    back_from,
)
from kiosk.toolkit.key_pages import Typing, typing
from kiosk.words.language import _, several, visible
from kiosk.words.texts import enumerated, short_name, word

NAME_LIMIT = 40
"""Characters that a name may have (record)."""
_BOARD_NAME_SHOWN = 40
_BOARDS_A_PAGE = 5
_FOOT = 56
_NOTICE = 40


def setup_form(flow: SetupFlow, shelf: BoardShelf) -> Form | Typed | Reading:
    """What the present step shows."""
    match flow.step:
        case Players(coloring):
            return _players(flow, shelf, coloring)
        case Naming(chair, typed):
            return _naming(flow, chair, typed)
        case Boards(page):
            return _boards(flow, shelf, page)
        case UnreadBoards():
            told = tuple(str(error) for error in shelf.errors)
            return Reading(_("Boards that cannot be read"), told, flow.back())
        case BonusChips():
            return bonus_form(flow, board_of(flow.draft, shelf))
        case LayingOut():
            return _laying_out(flow, board_of(flow.draft, shelf))
        case Unsaved(text):
            return Reading(_("The game at hand is not saved"), (text,), flow.back())
        case _:
            assert_never(flow.step)


# The players


def _players(flow: SetupFlow, shelf: BoardShelf, coloring: int | None) -> Form:
    chairs = range(len(flow.draft.chairs))
    rows = [
        Row(_colors(flow, chair) if chair == coloring else _chair(flow, chair), share=1)
        for chair in chairs
    ]
    if len(rows) < MOST:
        more = attempt(flow, lambda: flow.at(Players()).entered(with_chair(flow.draft)))
        add = Choice("seat.add", more, _("One more player"), Style.QUIET)
        rows.append(Row((add,), share=1))
    rows += [Row(share=1)] * (MOST - len(rows))
    told = told_or(flow, _("In seating order, clockwise round the table."))
    return Form(
        _("New game"),
        Choice("back", Errand.LEAVE, _("Back")),
        (Column((*rows, Row((told,), _NOTICE), _players_foot(flow, shelf))),),
    )


def _players_foot(flow: SetupFlow, shelf: BoardShelf) -> Row:
    shown = board_of(flow.draft, shelf)
    file = next(file for file in shelf.boards if file.board == shown)
    at_rest = flow.at(Players())
    laid = at_rest.entered(on_ring(flow.draft, len(shown)))
    board = replace(_board("board", file, at_rest.on(Boards())), width=2.4)
    return Row(
        (board, Choice("next", laid.on(BonusChips()), _("Bonus chips"), Style.PRIMARY)), _FOOT
    )


def _chair(flow: SetupFlow, number: int) -> tuple[Choice, ...]:
    draft, seat = flow.draft, f"seat.{number}"
    at_rest = flow.at(Players())
    chair = draft.chairs[number]
    naming = Naming(number, typing(chair.shown, NAME_LIMIT, fresh=chair.name is None))
    others = attempt(at_rest, lambda: at_rest.entered(without_chair(draft, number)))
    return (
        Choice(
            f"{seat}.color",
            flow.at(Players(number)),
            color_name(chair.color),
            symbol=chair.color,
            width=1.5,
        ),
        Choice(
            f"{seat}.name",
            at_rest.on(naming),
            visible(chair.shown),
            Style.NAME,
            hint=_("Rename"),
            typed=chair.name is not None,
            width=4.1,
        ),
        Choice(
            f"{seat}.first",
            at_rest.entered(replace(draft, first=number)),
            _("Starts"),
            Style.RADIO,
            chosen=number == draft.first,
            width=1.3,
        ),
        Choice(f"{seat}.remove", others, "×", Style.QUIET, width=0.6),
    )


def _colors(flow: SetupFlow, number: int) -> tuple[Choice, ...]:
    at_rest = flow.at(Players())

    def colored(color: Color) -> Choice:
        return Choice(
            f"color.{color}",
            attempt(at_rest, lambda: at_rest.entered(with_color(flow.draft, number, color))),
            color_name(color),
            symbol=color,
            chosen=color is flow.draft.chairs[number].color,
            width=1.6,
        )

    cancel = Choice("color.cancel", at_rest, "×", Style.QUIET, width=0.6)
    return (*(colored(color) for color in Color), cancel)


def _naming(flow: SetupFlow, number: int, typed: Typing) -> Typed:
    former = flow.back()
    color = flow.draft.chairs[number].color
    return Typed(
        _("The name of the {color} player", color=word(color)),
        typed,
        lambda name: former.entered(with_name(flow.draft, number, name)),
        former,
    )


# The board


def _boards(flow: SetupFlow, shelf: BoardShelf, page: int) -> Form:
    draft, players = flow.draft, len(flow.draft.chairs)
    usual = Choice(
        "board.auto",
        flow.back().entered(replace(draft, board=None)),
        several("The one for {number} player", "The one for {number} players", players),
        detail=board_title(shelf.for_players(players).name),
        chosen=draft.board is None,
    )
    rows = [Row((usual,), share=1)]
    for index, file in enumerate(shelf.boards):
        if index // _BOARDS_A_PAGE == page:
            choose = flow.back().entered(replace(draft, board=file.board.name))
            chosen = draft.board == file.board.name
            rows.append(Row((_board(f"board.{index}", file, choose, chosen=chosen),), share=1))
    rows += [Row(share=1)] * (_BOARDS_A_PAGE + 1 - len(rows))
    foot = _boards_foot(flow, shelf, page)
    return Form(_("Which board?"), back_from(flow), (Column((*rows, foot)),))


def _boards_foot(flow: SetupFlow, shelf: BoardShelf, page: int) -> Row:
    errors, pages = len(shelf.errors), -(-len(shelf.boards) // _BOARDS_A_PAGE)
    unread = several("{number} board cannot be read", "{number} boards cannot be read", errors)
    following = flow.at(Boards((page + 1) % pages))
    return Row(
        (
            Choice("board.errors", flow.on(UnreadBoards()), unread, Style.QUIET)
            if errors
            else Words(""),
            Choice("more", following, turned(page, pages), Style.QUIET) if pages > 1 else Words(""),
        ),
        _FOOT,
    )


def _board(key: str, file: BoardFile, choose: SetupFlow, *, chosen: bool = False) -> Choice:
    """A button with a board's name, which may be cut, and how many fields it has."""
    title = board_title(file.board.name)
    return Choice(key, choose, title, Style.NAME, hint=board_detail(file), chosen=chosen)


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


# What to lay out


def _laying_out(flow: SetupFlow, board: Board) -> Form:
    begin = Choice("begin", Errand.FINISH, _("Begin"), Style.PRIMARY)
    rows = (
        Row((Paper(to_lay_out(flow.draft, board)),), share=1),
        Row((begin, Words(flow.told, Tone.TOLD, width=1.9)), _FOOT),
    )
    return Form(_("Lay this out"), back_from(flow), (Column(rows),))


def to_lay_out(draft: SetupDraft, board: Board) -> tuple[tuple[str, str], ...]:
    """What has to lie on the table before the first worker is placed, and how many or where."""
    players = len(draft.chairs)
    starter = visible(short_name(draft.chairs[draft.first].shown))
    each = _(
        "{huts} huts, {temples} temples, {workers} workers; "
        "behind the screen one chip of each material",
        huts=huts_per_player(players),
        temples=TEMPLES_PER_PLAYER,
        workers=workers_per_player(players),
    )
    plains = several(
        "{number} chip of its material on each",
        "{number} chips of its material on each",
        CHIPS_PER_MATERIAL - players,
    )
    return (
        (_("Board"), board_title(board.name)),
        (_("Each player"), each),
        (_("High plains"), plains),
        (_("Point markers"), _("All on {points}", points=START_POINTS)),
        (_("Druid"), _("In his temple")),
        (_("Bonus chips"), _bonus_text(draft)),
        (_("Beside the board"), _("Nine rune stones, the die, the 100 chips")),
        (_("First"), _("{player} places a worker, then clockwise in turn", player=starter)),
    )


def _bonus_text(draft: SetupDraft) -> str:
    """Where the six chips lie, kind by kind."""

    def places(kind: Bonus) -> str:
        return enumerated([str(field) for field, laid in sorted(draft.bonus) if laid is kind])

    return _(
        "“+2” on fields {points}; “free hut” on {hut}; “druid” on {druid}",
        points=places(Bonus.POINTS),
        hut=places(Bonus.HUT),
        druid=places(Bonus.DRUID),
    )
