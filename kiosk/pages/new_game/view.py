"""What a new game asks: players, board, bonus chips, and then what to lay out; no Kivy.

Source: rules "Setup"; how many pieces there are comes from `companion.pieces`.
"""

from collections.abc import Callable
from random import Random
from typing import assert_never

from msgspec.structs import replace

from companion.memory.boards import BoardFile, BoardShelf
from companion.memory.people import Person, by_name
from companion.pieces import Color
from companion.state import Board
from kiosk.pages.new_game.boards import board_detail, board_title
from kiosk.pages.new_game.bonus import bonus_form
from kiosk.pages.new_game.draft import (
    MOST,
    SetupDraft,
    begun_by_chance,
    board_of,
    laid_by_chance,
    on_ring,
    one_name_for_two,
    with_chair,
    with_color,
    with_name,
    without_chair,
)
from kiosk.pages.new_game.laying_out import laying_out_form, placed_by_chance
from kiosk.pages.new_game.seats import seats_form
from kiosk.pages.new_game.steps import (
    Boards,
    BonusChips,
    LayingOut,
    Naming,
    Players,
    ReadBoard,
    Seats,
    SetupFlow,
    UnreadBoards,
    Unsaved,
    back_from,
)
from kiosk.pieces.form import attempt, not_possible, told_or
from kiosk.ui.form import (
    Button,
    Column,
    Effect,
    Form,
    Row,
    Style,
    Text,
    Typed,
    page_to_read,
    page_words,
)
from kiosk.ui.key_pages import Typing, typing
from kiosk.words.language import _, several, visible
from kiosk.words.texts import board_error_text, color_name, short_name, word

NAME_LIMIT = 40
"""Characters that a name may have (record)."""
_BOARDS_A_PAGE = 5
_FOOT = 56
_NAMES_OFFERED = 5


def setup_form(
    flow: SetupFlow,
    shelf: BoardShelf,
    known: tuple[str, ...] = (),
    *,
    one_waits: bool = False,
    who_is: Callable[[str], Person] = by_name,
    swaps: bool = True,
) -> Form | Typed:
    """What the present step shows.

    `known` are names that were used before, the last first; `one_waits`: a game is not finished;
    `who_is` tells who plays under a name; `swaps`: three chips are swapped for one at any time.
    """
    match flow.step:
        case Players(coloring):
            return _players(flow, shelf, coloring, one_waits=one_waits, who_is=who_is)
        case Naming(chair, typed):
            return _naming(flow, chair, typed, known)
        case Boards(page):
            return _boards(flow, shelf, page)
        case UnreadBoards():
            told = tuple(map(board_error_text, shelf.errors))
            return page_to_read(_("Boards that cannot be read"), told, flow.back())
        case Seats():
            return seats_form(flow)
        case BonusChips():
            return bonus_form(flow, board_of(flow.draft, shelf))
        case LayingOut():
            return laying_out_form(flow, board_of(flow.draft, shelf), swaps=swaps)
        case Unsaved(text):
            return page_to_read(_("The game at hand is not saved"), (text,), flow.back())
        case _:
            assert_never(flow.step)


def by_chance(flow: SetupFlow, board: Board, luck: Random) -> SetupFlow:
    """What chance enters at this step: who starts, the bonus chips, or where the workers stand."""
    draft = flow.draft
    match flow.step:
        case Players():
            drawn = begun_by_chance(draft, luck)
            starter = visible(short_name(drawn.chairs[drawn.first].shown))
            return flow.entered(drawn).noting(
                _("Drawn at random: {player} starts.", player=starter)
            )
        case LayingOut():
            return flow.entered(placed_by_chance(draft, board, luck))
        case _:
            return flow.entered(laid_by_chance(draft, len(board), luck))


# The players


def _players(
    flow: SetupFlow,
    shelf: BoardShelf,
    coloring: int | None,
    *,
    one_waits: bool,
    who_is: Callable[[str], Person],
) -> Form:
    chairs = range(len(flow.draft.chairs))
    rows = [
        Row(_colors(flow, chair), share=1, folds=2)
        if chair == coloring
        else Row(_chair(flow, chair), share=1, folds=2)
        for chair in chairs
    ]
    if len(rows) < MOST:
        more = attempt(flow, lambda: flow.at(Players()).entered(with_chair(flow.draft)))
        add = Button("seat.add", more, _("One more player"), Style.QUIET)
        rows.append(Row((add,), share=1))
    rows += [Row(share=1, folds=1)] * (MOST - len(rows))
    told = replace(told_or(flow, _advice(one_waits=one_waits)), width=1.6)
    chance = Button("first.chance", Effect.CHANCE, _("Draw at random who starts"), Style.QUIET)
    return Form(
        _("New game"),
        Button("back", Effect.LEAVE, _("Back")),
        (Column((*rows, Row((told, chance)), _players_foot(flow, shelf, who_is))),),
    )


def _advice(*, one_waits: bool) -> str:
    """In which order people are entered, and what becomes of the game that is not finished."""
    if one_waits:
        return _("In seating order, clockwise. Your unfinished game is kept: see the start screen.")
    return _("In seating order, clockwise round the table.")


def _players_foot(flow: SetupFlow, shelf: BoardShelf, who_is: Callable[[str], Person]) -> Row:
    shown = board_of(flow.draft, shelf)
    file = next(file for file in shelf.boards if file.board == shown)
    at_rest = flow.at(Players())
    laid = at_rest.entered(on_ring(flow.draft, len(shown)))
    board = replace(_board("board", file, at_rest.on(Boards())), width=2.4)
    unread = any(not field.known for field in shown.fields)
    read = (Button("read", Effect.READ, _("Enter its fields")),) if unread else ()
    why_not = one_name_for_two(flow.draft, who_is)
    following = Button(
        "next",
        laid.on(Seats()) if why_not is None else at_rest.telling(not_possible(why_not)),
        _("Next: seats"),
        Style.PRIMARY,
        width=1 if not unread else 1.2,
    )
    return Row((board, *read, following), _FOOT, folds=1)


def _chair(flow: SetupFlow, number: int) -> tuple[Button, ...]:
    draft, seat = flow.draft, f"seat.{number}"
    at_rest = flow.at(Players())
    chair = draft.chairs[number]
    naming = Naming(number, typing(chair.shown, NAME_LIMIT, fresh=chair.name is None))
    others = attempt(at_rest, lambda: at_rest.entered(without_chair(draft, number)))
    return (
        Button(
            f"{seat}.color",
            flow.at(Players(number)),
            color_name(chair.color),
            symbol=chair.color,
            width=1.9,
        ),
        Button(
            f"{seat}.name",
            at_rest.on(naming),
            visible(chair.shown),
            Style.NAME,
            hint=_("Rename"),
            typed=chair.name is not None,
            width=3.8,
        ),
        Button(
            f"{seat}.first",
            at_rest.entered(replace(draft, first=number)),
            _("Starts"),
            Style.RADIO,
            chosen=number == draft.first,
            width=1.6,
        ),
        Button(f"{seat}.remove", others, "×", Style.QUIET, width=0.6),
    )


def _colors(flow: SetupFlow, number: int) -> tuple[Button, ...]:
    at_rest = flow.at(Players())

    def colored(color: Color) -> Button:
        return Button(
            f"color.{color}",
            attempt(at_rest, lambda: at_rest.entered(with_color(flow.draft, number, color))),
            color_name(color),
            symbol=color,
            chosen=color is flow.draft.chairs[number].color,
            width=1.6,
        )

    cancel = Button("color.cancel", at_rest, "×", Style.QUIET, width=0.6)
    return (*(colored(color) for color in Color), cancel)


def _naming(flow: SetupFlow, number: int, typed: Typing, known: tuple[str, ...]) -> Typed:
    former = flow.back()
    color = flow.draft.chairs[number].color

    def named(name: str) -> SetupFlow:
        return former.entered(with_name(flow.draft, number, name))

    offers = tuple(
        Button(f"known.{place}", named(name), visible(name), Style.NAME)
        for place, name in enumerate(_free_names(flow.draft, known)[:_NAMES_OFFERED])
    )
    title = _("The name of the {color} player", color=word(color))
    return Typed(title, typed, named, former, offers)


def _free_names(draft: SetupDraft, known: tuple[str, ...]) -> list[str]:
    """The names that were used before, but for those of colours and of who sits there already."""
    taken = {*map(color_name, Color), *(chair.name for chair in draft.chairs)}
    return [name for name in known if name not in taken]


# The board


def _boards(flow: SetupFlow, shelf: BoardShelf, page: int) -> Form:
    draft, players = flow.draft, len(flow.draft.chairs)
    usual = Button(
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
            board = replace(_board(f"board.{index}", file, choose, chosen=chosen), width=3.4)
            known = all(field.known for field in file.board.fields)
            text = _("Enter them anew") if known else _("Enter its fields")
            read = Button(f"read.{index}", ReadBoard(file.board.name), text, Style.QUIET)
            rows.append(Row((board, read), share=1))
    rows += [Row(share=1)] * (_BOARDS_A_PAGE + 1 - len(rows))
    foot = _boards_foot(flow, shelf, page)
    return Form(_("Which board?"), back_from(flow), (Column((*rows, foot)),))


def _boards_foot(flow: SetupFlow, shelf: BoardShelf, page: int) -> Row:
    errors, pages = len(shelf.errors), -(-len(shelf.boards) // _BOARDS_A_PAGE)
    unread = several("{number} board cannot be read", "{number} boards cannot be read", errors)
    following = flow.at(Boards((page + 1) % pages))
    return Row(
        (
            Button("board.errors", flow.on(UnreadBoards()), unread, Style.QUIET)
            if errors
            else Text(""),
            Button("more", following, page_words(page, pages), Style.QUIET)
            if pages > 1
            else Text(""),
        ),
        _FOOT,
    )


def _board(key: str, file: BoardFile, choose: SetupFlow, *, chosen: bool = False) -> Button:
    """A button with a board's name, which may be cut, and how many fields it has."""
    title = board_title(file.board.name)
    return Button(key, choose, title, Style.NAME, hint=board_detail(file), chosen=chosen)
