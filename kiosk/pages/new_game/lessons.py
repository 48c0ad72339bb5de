"""Lessons while a game is set up: the aim, the contents of the box, the pieces to set up.

The lesson about the pieces to set up is shown for every game, the others only for a first game.
Free of Kivy.
"""

from typing import assert_never

from msgspec.structs import replace

from companion.game import initial_state
from companion.pieces import MATERIALS, Material
from companion.sentence import N_, Sentence
from companion.state import Board, GameState
from companion.teaching.hints import SetupMoment as Moment
from companion.teaching.hints import due_hint, explain_trays, setup_hints
from companion.teaching.opening import BoxPieces, SetupStep, box_contents, setup_steps
from companion.teaching.picture import DrawnPieces, Piece
from companion.teaching.picture import Picture as Lesson
from companion.teaching.seen import NOTHING_SEEN, HintSetting
from companion.telling.places import InStack
from companion.what_if import Yields
from kiosk.pages.new_game.draft import (
    FEWEST,
    MOST,
    BonusChipsStep,
    BoxContentsStep,
    FirstGameStep,
    PieceStep,
    PlayersStep,
    SetupDraft,
    SetupFlow,
    StandInsStep,
    SuggestedOpeningStep,
)
from kiosk.pieces.form import BoardBesideForm, LessonPicture
from kiosk.pieces.picture import board_picture
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
    arrange_in_rows,
    back_button,
    reading_page,
)
from kiosk.words.language import _, escape_invisible, in_context
from kiosk.words.texts import sentence_text, short_name

_FOOT = 56
_FOUND_ABREAST = 4
"""Number of pieces shown in a row on the checklist; half as many on an upright page."""


def lesson_form(
    flow: SetupFlow,
    step: FirstGameStep | BoxContentsStep | StandInsStep | SuggestedOpeningStep | PieceStep,
    board: Board,
) -> Form:
    match step:
        case FirstGameStep():
            return _aim(flow)
        case BoxContentsStep(found):
            return _box_contents(flow, found)
        case StandInsStep():
            return reading_page(_("A piece is missing"), _stand_ins(), flow.back())
        case SuggestedOpeningStep():
            return _opening(flow, board)
        case PieceStep(place):
            return _setup_part(flow, board, place)
        case _:
            assert_never(step)


def _lesson_card(text: Block, lesson: Lesson) -> Column:
    drawn = LessonPicture(lesson, share=1)
    return Column((drawn, text), gap=4, ground=Ground.PAPER, pad=10, share=1)


def _aim(flow: SetupFlow) -> Form:
    cards = [
        _lesson_card(
            Text(sentence_text(one.text), TextStyle.PLAIN, size=theme.DECISION_TEXT, shrinks=True),
            one.picture,
        )
        for one in setup_hints(
            Moment.AIM, len(flow.draft.seats), NOTHING_SEEN, HintSetting.FIRST_GAME
        )
    ]
    numbers = (
        Button(
            f"players.{number}",
            flow.with_draft(flow.draft.of(number)).with_next_step(PlayersStep()),
            str(number),
            ButtonStyle.PRIMARY,
        )
        for number in range(FEWEST, MOST + 1)
    )
    rows = [replace(row, share=1) for row in arrange_in_rows(cards, 2)]
    foot = Row((Text(_("How many play?"), TextStyle.HEADING, width=1.6), *numbers), _FOOT)
    return Form(
        _("Our first game"),
        back_button(PageAction.LEAVE),
        (Column(tuple(rows), gap=12),),
        foot=(foot,),
    )


def _box_contents(flow: SetupFlow, found: frozenset[int]) -> Form:
    """Return a checklist of the pieces in the box, with the number of each."""
    pieces = box_contents([seat.color for seat in flow.draft.seats])

    def card(number: int, piece: BoxPieces) -> Column:
        is_found = number in found
        drawn = LessonPicture(Lesson(drawn=_without_numbers(piece)), is_found, share=1)
        text = Text(sentence_text(piece.name), TextStyle.PLAIN, align=Align.CENTER, shrinks=True)
        return Column(
            (drawn, text),
            gap=2,
            ground=theme.PAPER_SHADE if is_found else Ground.PAPER,
            pad=6,
            key=f"found.{number}",
            action=flow.with_current_step(BoxContentsStep(found ^ {number})),
        )

    following = Button(
        "next",
        flow.with_next_step(SuggestedOpeningStep()),
        _("It's all here"),
        ButtonStyle.PRIMARY,
        width=0.8,
    )
    tip = sentence_text(_setup_hint(Moment.UNPACKING, flow.draft))
    tip_text = Text(tip, TextStyle.SOFT)
    missing = Button(
        "missing", flow.with_next_step(StandInsStep()), _("Something is missing"), ButtonStyle.QUIET
    )
    cards = [card(number, piece) for number, piece in enumerate(pieces)]
    rows = [
        replace(row, share=1, folds=_FOUND_ABREAST // 2)
        for row in arrange_in_rows(cards, _FOUND_ABREAST)
    ]
    return Form(
        _("What is in the box"),
        back_button(flow.back()),
        (Column(tuple(rows)),),
        foot=(Row((tip_text, missing, following), _FOOT),),
    )


def _stand_ins() -> tuple[str, ...]:
    """Return the app's own advice on replacing lost pieces, for example with buttons or coins."""
    return (
        _("You can play all the same: the app knows what lies where, and counts everything."),
        _("Material chips: use buttons, beans or coins for lost ones."),
        _("The die: let the app roll."),
        _("Huts, temples, workers: any small thing of the same colour, or with a sign on it."),
        _("Druid, markers, rune stones, bonus chips: anything that all of you can tell apart."),
        _("Cardboard screens: a hand, or a book that stands, hides your chips as well."),
    )


def _without_numbers(piece: BoxPieces) -> tuple[DrawnPieces, ...]:
    """Return one picture of each piece, without the number of pieces, which the text gives."""
    return tuple(replace(one, number=1) for one in piece.drawn)


def _setup_hint(moment: Moment, draft: SetupDraft) -> Sentence:
    (hint,) = setup_hints(moment, len(draft.seats), NOTHING_SEEN, HintSetting.FIRST_GAME)
    return hint.text


def _opening(flow: SetupFlow, board: Board) -> Form:
    draft = flow.draft
    opened = draft.with_suggested_opening(board)
    words = (
        Text(_("A first round to begin with"), TextStyle.HEADING),
        Text(
            _(
                "Chips and workers are set up as in the picture, and the app suggests two "
                "turns. After that you decide everything: it is the real game."
            ),
            TextStyle.PLAIN,
            size=theme.DECISION_TEXT,
        ),
    )
    rows = (
        Column(words, ground=Ground.PAPER),
        GAP_ROW,
        Row(
            (
                Button(
                    "opening.leave",
                    flow.with_next_step(BonusChipsStep()),
                    _("We choose"),
                    ButtonStyle.QUIET,
                ),
            )
        ),
        Row(
            (
                Button(
                    "opening.lay",
                    flow.with_draft(opened).with_next_step(PieceStep()),
                    _("Set it up like this"),
                    ButtonStyle.PRIMARY,
                ),
            ),
            _FOOT,
        ),
    )
    scene = BoardBesideForm(board_picture(opened.first_state(board)))
    return Form(_("Our first game"), back_button(flow.back()), (Column(rows),), scene)


def piece_setup_steps(draft: SetupDraft, board: Board) -> tuple[SetupStep, ...]:
    """Return the pieces to set up in order; workers placed by the app come just before the die."""
    begins = initial_state(draft.to_setup(board))
    *others, die = setup_steps(begins)
    if not draft.worker_plains:
        return (*others, die)
    state = draft.first_state(board)
    lit = tuple(
        InStack(plain, level)
        for plain in MATERIALS
        for level in range(1, len(state.stack(plain)) + 1)
    )
    text = Sentence(N_("Workers, in stacks as drawn here"))
    workers = SetupStep("workers", text, Lesson(lit=lit, yields=_stacks(state)))
    return (*others, workers, die)


def _stacks(state: GameState) -> tuple[Yields, ...]:
    return tuple(
        Yields(plain, (), tuple((color, 0) for color in reversed(state.stack(plain))))
        for plain in MATERIALS
    )


_HINTS = {
    "board": Moment.BOARD,
    "chips": Moment.SHIELD,
    "bonus": Moment.BONUS_CHIPS,
}
"""Hints that a first game shows with some of the pieces to set up."""


def _lesson_of(layer: SetupStep, draft: SetupDraft, board: Board) -> tuple[Lesson, Sentence | None]:
    """Return the picture of a piece to set up, and the hint about it: None unless in a first game.

    The hint for the workers explains their earnings. With the die, which comes last, the hint
    explains the trays.
    """
    lesson = replace(layer.picture, numbers=())
    if not draft.is_first_game:
        return lesson, None
    if layer.id == "workers":
        hint = due_hint(
            initial_state(draft.to_setup(board)), (), NOTHING_SEEN, HintSetting.FIRST_GAME
        )
        # The hint's own picture is an example; this page shows only the workers to place.
        return lesson, None if hint is None else hint.text
    if layer.id == "die":
        boxes = tuple(
            DrawnPieces(Piece.TRAY, 1, seat.color, material=Material.WOOD) for seat in draft.seats
        )
        return replace(lesson, drawn=(*lesson.drawn, *boxes)), explain_trays()
    moment = _HINTS.get(layer.id)
    return lesson, None if moment is None else _setup_hint(moment, draft)


def _setup_part(flow: SetupFlow, board: Board, place: int) -> Form:
    """Return the form for a piece to set up: picture, description, and its place on the board."""
    draft = flow.draft
    parts = piece_setup_steps(draft, board)
    layer, last = parts[place], len(parts) - 1
    names = {seat.color: escape_invisible(short_name(seat.display_name)) for seat in draft.seats}
    words: list[Block] = [
        Text(
            _("{number} of {all}", number=place + 1, all=len(parts)),
            size=theme.SMALL_TEXT,
        ),
        Text(sentence_text(layer.text, names), TextStyle.BOLD, size=theme.TITLE_TEXT, shrinks=True),
    ]
    lesson, hint = _lesson_of(layer, draft, board)
    if lesson.is_drawn:
        words.append(LessonPicture(lesson, share=1))
    if hint is not None:
        words.append(Text(sentence_text(hint, names), TextStyle.PLAIN, shrinks=True))
    message_row: tuple[Block, ...] = (Text(flow.message, TextStyle.WARNED),) if flow.message else ()
    before = Button(
        "laid.before",
        flow.with_current_step(PieceStep(place - 1)) if place else flow.back(),
        _("Back one"),
        ButtonStyle.QUIET,
    )
    skip = Button(
        "laid.all", flow.with_current_step(PieceStep(last)), _("All set up"), ButtonStyle.QUIET
    )
    # For translators: on a button that goes on to the next thing to lay out
    laid = Button(
        "laid",
        flow.with_current_step(PieceStep(place + 1)),
        in_context("laying", "Next"),
        ButtonStyle.PRIMARY,
    )
    if place == last:
        laid = Button("begin", PageAction.FINISH, _("Begin"), ButtonStyle.PRIMARY)
    rows = (
        Column(tuple(words), ground=Ground.PAPER, share=1),
        *message_row,
        Row((before, skip) if place < last else (before,)),
        Row((laid,), _FOOT),
    )
    scene = BoardBesideForm(board_picture(draft.first_state(board)), lit=layer.picture.lit)
    return Form(_("Set it up like this"), back_button(flow.back()), (Column(rows),), scene)
