"""Forms of the page that sets up a new game. Imports no Kivy.

For every game, the forms show how to set up each kind of piece. For a first game, they also explain
the aim and the contents of the box, and suggest an opening. Source: RULES.md, "Setup"; the numbers
of pieces come from `companion.pieces`.
"""

from collections.abc import Callable
from random import Random
from typing import assert_never

from msgspec.structs import replace

from companion.game import LONGEST_NAME, initial_state
from companion.memory.boards import BoardFile, BoardShelf
from companion.memory.names import name_key
from companion.memory.people import Person as SomebodyKnown
from companion.memory.people import person_from_name
from companion.pieces import (
    BONUS_CHIPS,
    CHIPS_PER_MATERIAL,
    MATERIALS,
    RUNES,
    START_POINTS,
    TEMPLES_PER_PLAYER,
    Bonus,
    Color,
    Material,
    huts_per_player,
    workers_per_player,
)
from companion.sentence import N_, Sentence
from companion.state import Board, Druid
from companion.teaching.first_game import (
    BoxPieces,
    SetupStep,
    bonus_chip_field_texts,
    box_contents,
    setup_steps,
)
from companion.teaching.hint_setting import NOTHING_SEEN, HintSetting
from companion.teaching.hints import SetupMoment as Moment
from companion.teaching.hints import due_hint, setup_hints, tray_explanation
from companion.teaching.illustration import Illustration, Piece, PieceGroup
from companion.telling.places import WorkerPlace
from companion.what_if import Yields
from kiosk import routes
from kiosk.pages.new_game.draft import (
    CLOCKWISE,
    FEWEST,
    MOST,
    BoardFileErrorsStep,
    BonusChipsStep,
    BoxContentsStep,
    ChooseBoardStep,
    CurrentGameNotSavedStep,
    FirstGameIntroStep,
    NameStep,
    PieceSetupStep,
    PlayersStep,
    ReplacementPiecesStep,
    SeatSidesStep,
    SetupDraft,
    SetupFlow,
    SetupOverviewStep,
    SuggestedOpeningStep,
    reason_against_names,
)
from kiosk.pieces.form import (
    BoardBesideForm,
    LessonPicture,
    RoundTable,
    badge_beside_name,
    message_or_help,
    not_possible_text,
    try_or_refuse,
)
from kiosk.pieces.picture import BoardPicture, FieldPicture, PlainPicture, board_picture
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    PageAction,
    Row,
    Text,
    TextStyle,
    TypingForm,
    arrange_in_rows,
    back_button,
    reading_page,
)
from kiosk.ui.key_pages import KeyboardState, new_keyboard_state
from kiosk.words.language import _, escape_invisible, plural, translate_in_context
from kiosk.words.texts import color_name, join_with_commas, piece_name, sentence_text, short_name

_FOUND_ABREAST = 4
"""Number of pieces in a row of the box's checklist; on an upright page, half of this number."""


def _lesson_form(
    flow: SetupFlow,
    step: FirstGameIntroStep
    | BoxContentsStep
    | ReplacementPiecesStep
    | SuggestedOpeningStep
    | PieceSetupStep,
    board: Board,
) -> Form:
    match step:
        case FirstGameIntroStep():
            return _aim(flow)
        case BoxContentsStep(found):
            return _box_contents(flow, found)
        case ReplacementPiecesStep():
            return reading_page(_("A piece is missing"), _stand_ins(), flow.back())
        case SuggestedOpeningStep():
            return _opening(flow, board)
        case PieceSetupStep(place):
            return _setup_part(flow, board, place)


def _aim(flow: SetupFlow) -> Form:
    players, cards = len(flow.draft.seats), []
    for hint in setup_hints(Moment.AIM, players):
        told = sentence_text(hint.text)
        text = Text(told, TextStyle.PLAIN, size=theme.DECISION_TEXT, shrinks=True)
        drawn = LessonPicture(hint.picture, share=1)
        cards.append(Column((drawn, text), gap=4, ground=Ground.PAPER, pad=10, share=1))
    numbers = []
    for number in range(FEWEST, MOST + 1):
        chosen = flow.with_draft(flow.draft.with_number_of_players(number))
        act = chosen.with_next_step(PlayersStep())
        numbers.append(Button(f"players.{number}", act, str(number), ButtonStyle.PRIMARY))
    rows = tuple(replace(row, share=1) for row in arrange_in_rows(cards, 2))
    foot = Row((Text(_("How many play?"), TextStyle.HEADING, width=1.6), *numbers), _FOOT)
    out = back_button(PageAction.LEAVE)
    return Form(_("Our first game"), out, (Column(rows, gap=12),), foot=(foot,))


def _box_contents(flow: SetupFlow, found: frozenset[int]) -> Form:
    pieces = box_contents([seat.color for seat in flow.draft.seats])

    def card(number: int, piece: BoxPieces) -> Column:
        is_found = number in found
        # Draw each kind of piece once; the text says how many there are.
        one_of_each = tuple(replace(one, number=1) for one in piece.piece_groups)
        drawn = LessonPicture(Illustration(piece_groups=one_of_each), is_found, share=1)
        text = Text(sentence_text(piece.name), TextStyle.PLAIN, align=Align.CENTER, shrinks=True)
        return Column(
            (drawn, text),
            gap=2,
            ground=theme.PAPER_SHADE if is_found else Ground.PAPER,
            pad=6,
            key=f"found.{number}",
            action=flow.with_current_step(BoxContentsStep(found ^ {number})),
        )

    opening = flow.with_next_step(SuggestedOpeningStep())
    following = Button("next", opening, _("It's all here"), ButtonStyle.PRIMARY, width=0.8)
    stand_ins = flow.with_next_step(ReplacementPiecesStep())
    missing = Button("missing", stand_ins, _("Something is missing"), ButtonStyle.QUIET)
    tip = Text(sentence_text(_setup_hint(Moment.UNPACKING, flow.draft)))
    cards = [card(number, piece) for number, piece in enumerate(pieces)]
    rows = tuple(
        replace(row, share=1, wraps_after=_FOUND_ABREAST // 2)
        for row in arrange_in_rows(cards, _FOUND_ABREAST)
    )
    foot = Row((tip, missing, following), _FOOT)
    title = _("What you need from the box")
    return Form(title, back_button(flow.back()), (Column(rows),), foot=(foot,))


def _stand_ins() -> tuple[str, ...]:
    return (
        _("You can still play: the app knows where everything is, and counts for you."),
        _("Material chips: use buttons, beans or coins for lost ones."),
        _("The die: let the app roll."),
        _("Huts, temples, workers: any small thing of the same colour, or with a mark on it."),
        _(
            "Druid, scorekeepers, rune stones, bonus chips: anything that all of you can tell "
            "apart."
        ),
        _("Cardboard screens: a hand or an upright book hides your chips just as well."),
    )


def _setup_hint(moment: Moment, draft: SetupDraft) -> Sentence:
    (hint,) = setup_hints(moment, len(draft.seats))
    return hint.text


def _opening(flow: SetupFlow, board: Board) -> Form:
    opened = flow.draft.with_suggested_opening(board)
    text = _(
        "Chips and workers are set up as in the picture, and the app suggests two turns. After "
        "that you decide everything: it is the real game."
    )
    words = (
        Text(_("A first round to begin with"), TextStyle.HEADING),
        Text(text, TextStyle.PLAIN, size=theme.DECISION_TEXT),
    )
    choose = flow.with_next_step(BonusChipsStep())
    lay = flow.with_draft(opened).with_next_step(PieceSetupStep())
    laid = Button("opening.lay", lay, _("Set it up like this"), ButtonStyle.PRIMARY)
    rows = (
        Column(words, ground=Ground.PAPER),
        GAP_ROW,
        Row((Button("opening.leave", choose, _("We choose"), ButtonStyle.QUIET),)),
        Row((laid,), _FOOT),
    )
    scene = BoardBesideForm(board_picture(opened.first_state(board)))
    return Form(_("Our first game"), back_button(flow.back()), (Column(rows),), scene)


def piece_setup_steps(draft: SetupDraft, board: Board) -> tuple[SetupStep, ...]:
    """Return the steps in which players set up the pieces on the table, in order.

    If the high plains of the workers are already chosen (`worker_plains`), the last step but one
    shows where to place the workers.
    """
    begins = initial_state(draft.to_setup(board))
    *others, die = setup_steps(begins)
    if not draft.worker_plains:
        return (*others, die)
    state = draft.first_state(board)
    lit = tuple(
        WorkerPlace(plain, level)
        for plain in MATERIALS
        for level in range(1, len(state.stack(plain)) + 1)
    )
    stacks = tuple(
        Yields(plain, (), tuple((color, 0) for color in reversed(state.stack(plain))))
        for plain in MATERIALS
    )
    text = Sentence(N_("Workers, in stacks as drawn here"))
    return (
        *others,
        SetupStep("workers", text, Illustration(highlighted=lit, yield_examples=stacks)),
        die,
    )


_HINTS = {"board": Moment.BOARD, "chips": Moment.SHIELD, "bonus": Moment.BONUS_CHIPS}
"""Hints shown when a first game is set up, by the id of the setup step."""


def _lesson_of(
    layer: SetupStep, draft: SetupDraft, board: Board
) -> tuple[Illustration, Sentence | None]:
    lesson = replace(layer.picture, player_numbers=())
    if not draft.is_first_game:
        return lesson, None
    if layer.id == "workers":
        hint = due_hint(
            initial_state(draft.to_setup(board)), (), NOTHING_SEEN, HintSetting.FIRST_GAME
        )
        # Take only the text of the hint: its picture shows an example, not these workers.
        return lesson, None if hint is None else hint.text
    if layer.id == "die":
        boxes = tuple(
            PieceGroup(Piece.TRAY, 1, seat.color, material=Material.WOOD) for seat in draft.seats
        )
        return replace(lesson, piece_groups=(*lesson.piece_groups, *boxes)), tray_explanation()
    moment = _HINTS.get(layer.id)
    if moment is Moment.BOARD and all(field.is_known for field in board.fields):
        moment = None
    return lesson, None if moment is None else _setup_hint(moment, draft)


def _setup_part(flow: SetupFlow, board: Board, place: int) -> Form:
    draft = flow.draft
    parts = piece_setup_steps(draft, board)
    layer, last = parts[place], len(parts) - 1
    names = _short_names(draft)
    words: list[Block] = [
        Text(_("{number} of {all}", number=place + 1, all=len(parts)), size=theme.SMALL_TEXT),
        Text(sentence_text(layer.text, names), TextStyle.BOLD, size=theme.TITLE_TEXT, shrinks=True),
    ]
    lesson, hint = _lesson_of(layer, draft, board)
    if lesson.has_drawing:
        words.append(LessonPicture(lesson, share=1))
    if hint is not None:
        words.append(Text(sentence_text(hint, names), TextStyle.PLAIN, shrinks=True))
    message_row: tuple[Block, ...] = (Text(flow.message, TextStyle.WARNED),) if flow.message else ()
    former = flow.with_current_step(PieceSetupStep(place - 1)) if place else flow.back()
    # For translators: on a button that leads back to the previous thing to set up
    before = Button(
        "laid.before", former, translate_in_context("laying", "Previous"), ButtonStyle.QUIET
    )
    to_last = flow.with_current_step(PieceSetupStep(last))
    skip = Button("laid.all", to_last, _("All set up"), ButtonStyle.QUIET)
    following = flow.with_current_step(PieceSetupStep(place + 1))
    # For translators: on a button that leads to the next thing to set up
    laid = Button("laid", following, translate_in_context("laying", "Next"), ButtonStyle.PRIMARY)
    if place == last:
        laid = Button("begin", PageAction.FINISH, _("Begin"), ButtonStyle.PRIMARY)
    rows = (
        Column(tuple(words), ground=Ground.PAPER, share=1),
        *message_row,
        Row((before, skip) if place < last else (before,)),
        Row((laid,), _FOOT),
    )
    scene = BoardBesideForm(
        board_picture(draft.first_state(board)), highlighted_places=layer.picture.highlighted
    )
    return Form(_("Set it up like this"), back_button(flow.back()), (Column(rows),), scene)


_NAMES_OFFERED = 5
_BOARD_NAME_SHOWN = 40
_FOOT, _ADVICE, _SEAT, _BOARD = 56, 62, 62, 56
_DRAWING = 20
"""Height of the drawing of the table on an upright screen, relative to the other rows."""
_SEATS = 2.4
"""Width of the buttons to choose sides, relative to the drawing of the table."""
_NOBODY = "–"
"""Shown for a plain without workers."""


def setup_form(
    flow: SetupFlow,
    shelf: BoardShelf,
    known_names: tuple[str, ...] = (),
    *,
    has_unfinished: bool = False,
    find_person: Callable[[str], SomebodyKnown] = person_from_name,
) -> Form | TypingForm:
    """Return the form for the step of the setup page that `flow` has reached.

    `shelf` has the saved boards. `known_names` has names of players of earlier games to choose
    from, the most recent first. `has_unfinished` is set if an earlier game is unfinished.
    `find_person` returns the person with a given name.
    """
    board = flow.draft.chosen_board(shelf)
    match flow.step:
        case PlayersStep(coloring):
            return _players(
                flow, shelf, coloring, has_unfinished=has_unfinished, who_is=find_person
            )
        case NameStep(seat, typed):
            return _name_form(flow, seat, typed, known_names)
        case ChooseBoardStep():
            return _boards(flow, shelf)
        case BoardFileErrorsStep():
            errors = (
                _("{file}: {told}", file=error.source, told=sentence_text(error.sentence))
                for error in shelf.errors
            )
            return reading_page(_("Boards that cannot be read"), errors, flow.back())
        case SeatSidesStep():
            return _seats(flow)
        case BonusChipsStep():
            return _bonus(flow, board)
        case SetupOverviewStep():
            return _setup_overview(flow, board)
        case (
            FirstGameIntroStep()
            | BoxContentsStep()
            | ReplacementPiecesStep()
            | SuggestedOpeningStep()
            | PieceSetupStep()
        ):
            return _lesson_form(flow, flow.step, board)
        case CurrentGameNotSavedStep(text):
            return reading_page(_("The current game is not saved"), (text,), flow.back())
        case _:
            assert_never(flow.step)


def flow_filled_randomly(flow: SetupFlow, board: Board, luck: Random) -> SetupFlow:
    """Return the setup page's state after the app has filled in one part of the setup at random.

    `flow` is the state before. On the step for the players, the part is the starting player; on the
    overview of the setup, it is the workers; on any other step, the bonus chips. `luck` is the
    source of chance.
    """
    draft = flow.draft
    match flow.step:
        case PlayersStep():
            drawn = replace(draft, starting_seat=luck.randrange(len(draft.seats)))
            message = _("Drawn at random: {player} starts.", player=_starter(drawn))
            return flow.with_draft(drawn).with_remark(message)
        case SetupOverviewStep():
            return flow.with_draft(draft.with_random_workers(board, luck))
        case _:
            return flow.with_draft(draft.with_all_chips_at_random(len(board), luck))


def _short_names(draft: SetupDraft) -> dict[Color, str]:
    return {seat.color: escape_invisible(short_name(seat.display_name)) for seat in draft.seats}


def _starter(draft: SetupDraft) -> str:
    return _short_names(draft)[draft.seats[draft.starting_seat].color]


# The players


def _players(
    flow: SetupFlow,
    shelf: BoardShelf,
    coloring: int | None,
    *,
    has_unfinished: bool,
    who_is: Callable[[str], SomebodyKnown],
) -> Form:
    draft, at_rest = flow.draft, flow.with_current_step(PlayersStep())
    rows = []
    for seat in range(len(draft.seats)):
        buttons = _colors(flow, seat) if seat == coloring else _seat_row(flow, seat)
        rows.append(Row(buttons, share=1, wraps_after=2))
    if len(rows) < MOST:
        more = try_or_refuse(flow, lambda: at_rest.with_draft(draft.with_one_more_seat()))
        rows.append(Row((Button("seat.add", more, _("Add a player"), ButtonStyle.QUIET),), share=1))
    rows += [Row(share=1, wraps_after=1)] * (MOST - len(rows))
    advice = _("In seating order, clockwise round the table.")
    if has_unfinished:
        advice = _("In seating order, clockwise. Your unfinished game is kept under “Games”.")
    message = replace(message_or_help(flow, advice), width=1.6)
    chance = Button(
        "first.chance", PageAction.FILL_RANDOMLY, _("Random starting player"), ButtonStyle.QUIET
    )

    shown = draft.chosen_board(shelf)
    file = next(file for file in shelf.boards if file.board == shown)
    board = replace(_board("board", file, at_rest.with_next_step(ChooseBoardStep())), width=2.4)
    read = Button("read", routes.PrintedFields(board_name=shown.name), _("Enter its fields"))
    unread = () if _is_read(file) else (read,)
    seats = at_rest.with_draft(draft.without_illegal_chips(len(shown))).with_next_step(
        SeatSidesStep()
    )
    if why_not := reason_against_names(draft, who_is):
        seats = at_rest.with_refusal(not_possible_text(why_not))
    wide = 1.2 if unread else 1
    following = Button("next", seats, _("Next: seats"), ButtonStyle.PRIMARY, width=wide)
    foot = Row((board, *unread, following), _FOOT, wraps_after=1)
    if draft.is_first_game:  # A first game does not ask about boards.
        foot = Row((following,), _FOOT)
    column = Column((*rows, Row((message, chance)), foot))
    if draft.is_first_game:
        return Form(_("Our first game"), back_button(flow.back()), (column,))
    # For translators: a short word, on the button beside the title “New game”
    text = translate_in_context("button", "First game")
    first = Button("first_game", routes.NewGame(for_beginners=True), text)
    return Form(_("New game"), back_button(PageAction.LEAVE), (column,), head_buttons=(first,))


def _seat_row(flow: SetupFlow, number: int) -> tuple[Button, ...]:
    draft, at_rest, prefix = flow.draft, flow.with_current_step(PlayersStep()), f"seat.{number}"
    seat, is_named = draft.seats[number], draft.seats[number].name is not None
    naming = at_rest.with_next_step(_name_entry(draft, number))
    others = try_or_refuse(at_rest, lambda: at_rest.with_draft(draft.without_seat(number)))
    color, coloring = seat.color, flow.with_current_step(PlayersStep(number))
    name = escape_invisible(seat.display_name)
    starts = Button(
        f"{prefix}.first",
        at_rest.with_draft(replace(draft, starting_seat=number)),
        _("Starts"),
        ButtonStyle.RADIO,
        chosen=number == draft.starting_seat,
        width=1.6,
        spoken=_("{player}: {what}", player=name, what=_("Starts")),
    )
    removed = _("{player}: {what}", player=name, what=_("Remove player"))
    colored = _("{player}: {what}", player=name, what=color_name(color))
    return (
        Button(
            f"{prefix}.color", coloring, color_name(color), symbol=color, width=1.9, spoken=colored
        ),
        Button(
            f"{prefix}.name",
            naming,
            name,
            ButtonStyle.NAME,
            detail=_("Rename"),
            typed=is_named,
            width=3.8,
        ),
        starts,
        Button(f"{prefix}.remove", others, "×", ButtonStyle.QUIET, width=0.6, spoken=removed),
    )


def _name_entry(draft: SetupDraft, number: int) -> NameStep:
    name = draft.seats[number].display_name
    return NameStep(number, new_keyboard_state(name, LONGEST_NAME, fresh=True, is_name=True))


def _colors(flow: SetupFlow, number: int) -> tuple[Button, ...]:
    draft, at_rest = flow.draft, flow.with_current_step(PlayersStep())

    def colored(color: Color) -> Button:
        taken = try_or_refuse(at_rest, lambda: at_rest.with_draft(draft.with_color(number, color)))
        chosen = color is draft.seats[number].color
        text = color_name(color)
        return Button(f"color.{color}", taken, text, symbol=color, chosen=chosen, width=1.6)

    cancel = Button("color.cancel", at_rest, "×", ButtonStyle.QUIET, width=0.6, spoken=_("Cancel"))
    return (*map(colored, Color), cancel)


def _name_form(
    flow: SetupFlow, number: int, typed: KeyboardState, known: tuple[str, ...]
) -> TypingForm:
    draft, former = flow.draft, flow.back()
    later = (n for n in range(number + 1, len(draft.seats)) if draft.seats[n].name is None)
    following = next(later, None) if draft.is_first_game else None

    def named(name: str) -> SetupFlow:
        entered = former.with_draft(draft.with_name(number, name))
        if following is None:
            return entered
        return entered.with_next_step(_name_entry(draft, following))

    taken = {*map(color_name, Color), *(seat.display_name for seat in draft.seats)}
    keys = set(map(name_key, taken))
    free = [name for name in known if name_key(name) not in keys][:_NAMES_OFFERED]
    offers = tuple(
        Button(f"known.{place}", named(name), escape_invisible(name), ButtonStyle.NAME)
        for place, name in enumerate(free)
    )
    title = _("The name of the {color} player", color=piece_name(draft.seats[number].color))
    done = "" if following is None else _("Next name")
    return TypingForm(title, typed, named, former, offers, done)


def _seats(flow: SetupFlow) -> Form:
    draft = flow.draft
    step, text = flow.with_next_step(BonusChipsStep()), _("Next: bonus chips")
    if draft.is_first_game:
        step, text = flow.with_next_step(BoxContentsStep()), _("Next: the box")
    following = Button("next", step, text, ButtonStyle.PRIMARY)
    order = Button("seats.order", flow.with_draft(draft.sorted_clockwise()), _("Use seating order"))
    columns = seat_columns(draft, flow.with_draft, following, order_button=order)
    return Form(_("Who sits where?"), back_button(flow.back()), columns)


def seat_columns(
    draft: SetupDraft,
    action_for: Callable[[SetupDraft], object],
    *more: Button,
    order_button: Button | None = None,
) -> tuple[Column, Column]:
    """Return two columns: buttons to choose each player's side, and the table seen from above.

    `draft` has the players. `action_for` returns the action of a button, given the setup that a tap
    on it would lead to. `more` are further buttons in the last row of the first column.
    `order_button`, which sorts the players by their sides, is on the table; it is shown only if the
    players do not sit in the order of turns.
    """

    def sides(number: int) -> Row:
        seat = draft.seats[number]
        choices = []
        for side in CLOCKWISE:
            act, chosen = action_for(draft.with_side(number, side)), side is seat.side
            key, name = f"side.{number}.{side:d}", seat_side_name(side)
            choices.append(Button(key, act, name, ButtonStyle.RADIO, chosen=chosen))
        player = badge_beside_name(seat.color, escape_invisible(seat.display_name))
        return Row((player, *choices), _SEAT, wraps_after=1)

    front, around = action_for(draft.with_all_at_front()), action_for(draft.with_all_around())
    everybody = (
        Button("side.all", front, _("All in front"), ButtonStyle.QUIET),
        Button("side.around", around, _("All round"), ButtonStyle.QUIET),
    )
    rows = (*map(sides, range(len(draft.seats))), GAP_ROW, Row((*everybody, *more), _FOOT))
    about = Text(_("Which side do you sit on? Each question turns to you."))
    if not draft.players_sit_clockwise:
        text = _("You are not sitting in turn order, which goes clockwise.")
        about = Text(text, TextStyle.WARNED)
    drawing = RoundTable(
        _seats_to_draw(draft), about, None if draft.players_sit_clockwise else order_button
    )
    return Column(rows, width=_SEATS), Column((Row((drawing,), share=_DRAWING),))


def _seats_to_draw(draft: SetupDraft) -> tuple[tuple[Color, Rotation], ...]:
    """Return each player's colour and side in the order of turns, to draw around the table.

    The first entry is a player who sits on another side than the player of the turn before. If the
    players of one side were at both ends of the result, the drawing would show them in the wrong
    order.
    """
    seats = tuple((seat.color, seat.side) for seat in draft.seats)
    beginnings = (n for n, (_color, side) in enumerate(seats) if seats[n - 1][1] is not side)
    first = next(beginnings, 0)
    return (*seats[first:], *seats[:first])


def seat_side_name(side: Rotation) -> str:
    match side:
        case Rotation.NONE:
            return _("In front")
        case Rotation.QUARTER:
            return _("Right")
        case Rotation.HALF:
            return _("Across")
        case Rotation.THREE_QUARTERS:
            return _("Left")


# The board


def board_title(name: str) -> str:
    match name:
        case "meduris-2-3":
            return _("Side for two or three players")
        case "meduris-4":
            return _("Side for four players")
        case _:
            shown = escape_invisible(name[:_BOARD_NAME_SHOWN])
            return _("{board}…", board=shown) if len(name) > _BOARD_NAME_SHOWN else shown


def board_description(file: BoardFile) -> str:
    fields = plural("{number} field", "{number} fields", len(file.board))
    unread = sum(not field.is_known for field in file.board.fields)
    if not unread:
        return fields
    return plural("{fields}, {number} unknown", "{fields}, {number} unknown", unread, fields=fields)


def _is_read(file: BoardFile) -> bool:
    return all(field.is_known for field in file.board.fields)


def _board(key: str, file: BoardFile, choose: SetupFlow, *, chosen: bool = False) -> Button:
    title = board_title(file.board.name)
    return Button(
        key, choose, title, ButtonStyle.NAME, detail=board_description(file), chosen=chosen
    )


def _boards(flow: SetupFlow, shelf: BoardShelf) -> Form:
    draft, former, players = flow.draft, flow.back(), len(flow.draft.seats)
    usual = Button(
        "board.auto",
        former.with_draft(replace(draft, board_name=None)),
        plural("The one for {number} player", "The one for {number} players", players),
        detail=board_title(shelf.default_board(players).name),
        chosen=draft.board_name is None,
    )
    rows = []
    for index, file in enumerate(shelf.boards):
        name = file.board.name
        choose = former.with_draft(replace(draft, board_name=name))
        board = _board(f"board.{index}", file, choose, chosen=draft.board_name == name)
        text = _("Enter them again") if _is_read(file) else _("Enter its fields")
        read = Button(
            f"read.{index}", routes.PrintedFields(board_name=name), text, ButtonStyle.QUIET
        )
        rows.append(Row((replace(board, width=3.4), read), _BOARD))
    unread: tuple[Row, ...] = ()
    if shelf.errors:
        text = plural(
            "{number} board cannot be read", "{number} boards cannot be read", len(shelf.errors)
        )
        errors = flow.with_next_step(BoardFileErrorsStep())
        unread = (Row((Button("board.errors", errors, text, ButtonStyle.QUIET),)),)
    boards = Column(tuple(rows), pages="more", share=1, foot=unread)
    return Form(_("Which board?"), back_button(former), (Column((Row((usual,), _BOARD), boards)),))


# The bonus chips (setup.bonus)


def _bonus(flow: SetupFlow, board: Board) -> Form:
    draft = flow.draft
    following, left = flow.with_next_step(SetupOverviewStep()), draft.chips_left_to_place
    if left:
        text = plural("{number} chip left to place.", "{number} chips left to place.", left)
        following = flow.with_refusal(text)

    def kind(bonus: Bonus) -> Row:
        left, name = draft.chips_left_of(bonus), piece_name(bonus)
        none_left = _("All “{bonus}” chips are on the board. Tap one there to move it.", bonus=name)
        button = Button(
            f"bonus.{bonus}",
            flow.with_draft(replace(draft, next_bonus=bonus))
            if left
            else flow.with_refusal(none_left),
            _("“{bonus}” chip", bonus=name),
            symbol=bonus,
            detail=plural("{number} to place", "{number} to place", left),
            chosen=bonus is draft.next_bonus,
        )
        return Row((button,))

    chance = Button(
        "bonus.lay", PageAction.FILL_RANDOMLY, _("Place them for us"), ButtonStyle.QUIET, width=1.7
    )
    clear = Button(
        "bonus.clear",
        flow.with_draft(draft.without_bonus_chips()),
        _("Remove all"),
        ButtonStyle.QUIET,
    )
    rows = (
        Row((message_or_help(flow, bonus_chips_help(draft, len(board))),), _ADVICE),
        *map(kind, Bonus),
        GAP_ROW,
        Row((chance, clear)),
        Row((Button("next", following, _("See the setup"), ButtonStyle.PRIMARY),), _FOOT),
    )
    scene = BoardBesideForm(setup_picture(board, draft), draft.fields_for_next_bonus(len(board)))
    title = _("The {number} bonus chips", number=len(BONUS_CHIPS))
    return Form(title, back_button(flow.back()), (Column(rows),), scene)


def bonus_chips_help(draft: SetupDraft, ring_size: int) -> str:
    if draft.next_bonus is None:
        return _(
            "All {number} chips are on the board. Tap one to remove it.", number=len(BONUS_CHIPS)
        )
    if not draft.fields_for_next_bonus(ring_size):
        return _(
            "No field is left with three free ones on both sides: tap a chip to remove it, or "
            "let the app place all {number}.",
            number=len(BONUS_CHIPS),
        )
    return _(
        "Tap a field for a “{bonus}” chip. Between two chips at least three fields stay free.",
        bonus=piece_name(draft.next_bonus),
    )


def flow_after_field_tap(flow: SetupFlow, ring_size: int, field: int) -> SetupFlow:
    """Return the setup page's state after a tap on a field.

    `flow` is the state before, and `ring_size` is the number of fields in the ring. While players
    place the bonus chips, the tap removes the chip from the field or, if there is none, places the
    next chip there. On the overview of the setup, the tap goes back to the step before. On any
    other step, the tap has no effect.
    """
    draft = flow.draft
    if isinstance(flow.step, SetupOverviewStep):
        return flow.back()
    if not isinstance(flow.step, BonusChipsStep):
        return flow
    if field in dict(draft.bonus_chips):
        return flow.with_draft(draft.without_chip(field))
    if draft.next_bonus is None:
        return flow.with_refusal(bonus_chips_help(draft, ring_size))
    return try_or_refuse(flow, lambda: flow.with_draft(draft.with_chip(ring_size, field)))


def flow_after_plain_tap(flow: SetupFlow) -> SetupFlow:
    if not isinstance(flow.step, BonusChipsStep):
        return flow
    return flow.with_refusal(_("Bonus chips go on the fields of the ring, not on the high plains."))


def setup_picture(board: Board, draft: SetupDraft) -> BoardPicture:
    """Return the picture of `board` with the bonus chips placed so far, but without workers."""
    chips = dict(draft.bonus_chips)
    fields = tuple(
        FieldPicture(number, printed.needs, printed.rune, None, chips.get(number))
        for number, printed in enumerate(board.fields, start=1)
    )
    supply = CHIPS_PER_MATERIAL - len(draft.seats)
    return BoardPicture(
        fields=fields,
        plains=tuple(PlainPicture(material, supply, (), chosen=False) for material in MATERIALS),
        runes=tuple((rune, None) for rune in RUNES),
        druid=Druid(),
    )


def _setup_overview(flow: SetupFlow, board: Board) -> Form:
    draft = flow.draft
    workers = Button(
        "workers.lay", PageAction.FILL_RANDOMLY, _("Place the workers for us"), ButtonStyle.QUIET
    )
    if draft.worker_plains:
        taken = flow.with_draft(replace(draft, planned_worker_plains=()))
        workers = Button("workers.clear", taken, _("We place the workers"), ButtonStyle.QUIET)
    paper = tuple(
        Column((Text(heading), Text(text, TextStyle.PLAIN)), gap=0)
        for heading, text in setup_summary(draft, board)
    )
    message: tuple[Block, ...] = (Text(flow.message, TextStyle.WARNED),) if flow.message else ()
    one_by_one = flow.with_next_step(PieceSetupStep())
    first = Button("laid.first", one_by_one, _("Step by step"), width=0.7)
    begin = Button("begin", PageAction.FINISH, _("Begin"), ButtonStyle.PRIMARY)
    rows = (
        Column(paper, ground=Ground.PAPER, least_gap=1, pages="more", share=1),
        *message,
        Row((workers,)),
        Row((first, begin), _FOOT),
    )
    fields = frozenset(field for field, _kind in draft.bonus_chips)
    scene = BoardBesideForm(board_picture(draft.first_state(board)), chosen_fields=fields)
    return Form(_("Set it up like this"), back_button(flow.back()), (Column(rows),), scene)


def setup_summary(draft: SetupDraft, board: Board) -> tuple[tuple[str, str], ...]:
    """Return (heading, text) for each part of the setup that a picture of the board cannot show."""
    state, players = draft.first_state(board), len(draft.seats)
    workers: tuple[tuple[str, str], ...] = ()
    begins = _("{player} places the first worker", player=_starter(draft))
    if draft.worker_plains:
        names = _short_names(draft)
        stacks = {
            plain.value: ", ".join(names[color] for color in state.stack(plain)) or _NOBODY
            for plain in MATERIALS
        }
        text = _("wood: {wood}; wool: {wool}; copper: {copper}; stone: {stone}", **stacks)
        workers = ((_("Workers, from below"), text),)
        begins = _("{player} begins", player=_starter(draft))
    side = _(
        "{board}; all scorekeepers on {points}, the druid on his temple, "
        "{number} chips on each high plain",
        board=board_title(board.name),
        points=START_POINTS,
        number=state.supply.number(Material.WOOD),
    )
    each = _(
        "{huts} huts, {temples} temples, {workers} workers; one chip of each behind the cardboard "
        "screen",
        huts=huts_per_player(players),
        temples=TEMPLES_PER_PLAYER,
        workers=workers_per_player(players),
    )
    chips = join_with_commas([sentence_text(one) for one in bonus_chip_field_texts(state)])
    return (
        *workers,
        (_("Board"), side),
        (_("Each player"), each),
        (_("Bonus chips"), chips),
        (_("Beside the board"), _("Nine rune stones, the die, the chips for 100 points")),
        (_("First"), begins),
    )
