"""Inputs of the table's page: all data that determine the board's picture and the column."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.commands import Answer, BuildHut, MoveWorker
from companion.pieces import Color, Face
from companion.preview import preview_move
from companion.state import GameState, Phase
from companion.teaching.hints import Hint
from companion.teaching.seen import HintSetting
from companion.trays import Tray
from kiosk.pages.table.column import ColumnContents
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    FieldReadingDraft,
    PaymentDraft,
    SelectedField,
    SelectedOption,
)
from kiosk.pages.table.hint import ShownHint, hints_off_notice
from kiosk.pages.table.moves import correction_sentences, newest_moves_first, tray_symbols
from kiosk.pages.table.notices import Announcement, Notices
from kiosk.pages.table.question import (
    Action,
    Decide,
    Question,
    SetDraft,
    optional_help,
)
from kiosk.pages.table.turn import earnings, highlighted_fields, own_or_chosen_plains
from kiosk.pages.table.view import table_question
from kiosk.pieces.picture import BoardPicture, TrayPicture, board_picture, tray_pictures
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.form import Button, ButtonStyle, Row
from kiosk.words.language import _
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.reasons import ReasonText
from kiosk.words.texts import piece_name, player_names, sentence_text


class SceneInputs(NamedTuple):
    """All data that determine the contents of the table's page.

    `latest` are the moves of the last decision. `dim` has the keys of bar buttons without effect.
    `trays` has the moves still to be made on the table. `asked` are the players who can answer the
    current question, and `answers` the answers so far. `refused` explains why the last tap did
    nothing; `refusals` has, for some players, the reason why their last answer is impossible.
    `face` is the face that the die shows. `unsaved` and `notice` describe problems with saving.
    `hint` is the hint on the screen. `suggested` is the move that the app suggests in a first game.
    `silenced` is set directly after a player has switched hints off. `opened` has the index of the
    first visible move for each tray that hides its first moves. `eyes` has the players whose hands
    were looked at.
    """

    state: GameState
    draft: Draft
    latest: LatestMoves
    dim: frozenset[str]
    trays: tuple[Tray, ...] = ()
    asked: tuple[Color, ...] = ()
    answers: tuple[Answer, ...] = ()
    refused: ReasonText | None = None
    face: Face | None = None
    unsaved: str = ""
    notice: str = ""
    hint: Hint | None = None
    suggested: MoveWorker | BuildHut | None = None
    refusals: tuple[tuple[Color, str], ...] = ()
    silenced: bool = False
    opened: tuple[tuple[Color, int], ...] = ()
    eyes: frozenset[Color] = frozenset()


def board_picture_of(inputs: SceneInputs) -> BoardPicture:
    state, draft = inputs.state, inputs.draft
    return board_picture(
        state,
        pointed=_pointed(draft),
        plains=own_or_chosen_plains(state, draft),
        lit=highlighted_fields(state, draft),
        face=inputs.face,
        earnings=earnings(state, draft),
    )


def column_contents(
    inputs: SceneInputs, settings: Settings, turned: Rotation | None = None
) -> ColumnContents:
    """Return the contents of the column beside the board.

    `turned` is the screen's rotation relative to the front, or None if the card keeps its rotation.
    """
    latest = inputs.latest
    asked = table_question(
        inputs.state,
        inputs.draft,
        app_die=settings.app_die,
        asked=inputs.asked,
        answers=inputs.answers,
        refused=dict(inputs.refusals),
    )
    if inputs.suggested is not None and isinstance(inputs.draft, EmptyDraft):
        asked = replace(asked, rows=(*asked.rows, _suggestion(inputs.state, inputs.suggested)))
    if not has_selection(inputs.draft):
        asked = replace(
            asked, rows=(*map(optional_help, correction_sentences(latest)), *asked.rows)
        )
    taught, refused = _taught(inputs, settings), inputs.refused
    if taught is not None and isinstance(refused, Announcement):
        refused = None  # shown once the hint is read
    is_over = inputs.state.phase is Phase.FINISHED  # for all players
    return ColumnContents(
        inputs.state,
        asked,
        Notices(refused, inputs.unsaved, inputs.notice),
        latest,
        tray_pictures_of(inputs, settings),
        Rotation.NONE if is_over else _side(asked, settings, turned),
        dim=inputs.dim,
        hint=taught,
        keeps_hint_room=(settings.hints is HintSetting.FIRST_GAME or inputs.silenced)
        and not has_selection(inputs.draft),
    )


def tray_pictures_of(inputs: SceneInputs, settings: Settings) -> tuple[TrayPicture, ...]:
    return tray_pictures(
        inputs.state,
        open_chips=settings.open_chips,
        moves={tray.color: tray_symbols(newest_moves_first(tray)) for tray in inputs.trays},
        first=dict(inputs.opened),
        seen=() if settings.open_chips else inputs.eyes,
    )


def _suggestion(state: GameState, command: MoveWorker | BuildHut) -> Row:
    """Return a row with a button for the move suggested in a first game."""
    action: Action = Decide(command)
    if isinstance(command, MoveWorker):
        source, plain = piece_name(command.source), piece_name(command.target)
        earned = preview_move(state, command.source, command.level, command.target).earnings
        text = _(
            "Suggested: worker, {source} to {plain} (+{number})",
            source=source,
            plain=plain,
            number=dict(earned)[command.by],
        )
    else:
        text = _("Suggested: hut on {field}", field=command.field)
        action = SetDraft(SelectedField(command.field))
    return Row((Button("suggested", action, text, ButtonStyle.PRIMARY),))


def _taught(inputs: SceneInputs, settings: Settings) -> ShownHint | None:
    """Return the hint to show, or None if there is none or a player has selected anything."""
    hint = inputs.hint
    if inputs.silenced and not has_selection(inputs.draft):
        return hints_off_notice()
    if hint is None or has_selection(inputs.draft):
        return None
    text, reader = sentence_text(hint.text, player_names(inputs.state)), hint.reader
    return ShownHint(text, hint.picture, hint.rules, None if settings.screen_turns else reader)


def _side(asked: Question, settings: Settings, turned: Rotation | None) -> Rotation | None:
    """Return the card's rotation towards the player asked, or None to keep the present rotation."""
    if turned is None or settings.screen_turns:
        return Rotation.NONE
    return (
        None if asked.color is None else turned.rotation_to(settings.rotation_towards(asked.color))
    )


def has_selection(draft: Draft) -> bool:
    """Return whether the player has selected anything, but not decided yet."""
    return not isinstance(draft, EmptyDraft | SelectedOption)


def _pointed(draft: Draft) -> int | None:
    match draft:
        case SelectedField(field) | FieldReadingDraft(field):
            return field
        case PaymentDraft(purpose):
            return getattr(purpose, "field", None)
        case _:
            return None
