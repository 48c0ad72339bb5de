"""Choice of the table's question for a state of the game and a draft. Free of Kivy.

No question depends on a player's hand: no answer appears, disappears or becomes dim because of
secret chips (SCREEN.md, 1, 2, 4 and 5).
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion.commands import (
    Answer,
    EnterPrintedField,
    GiveBackChip,
    MoveWorker,
    PlaceWorker,
    SwapChips,
    TakeChip,
)
from companion.pieces import MATERIALS, SWAP_RATE, Color, Material
from companion.preview import possible_areas
from companion.state import GameState, Phase
from companion.teaching.things import Thing, explain
from kiosk import routes
from kiosk.pages.table.building import site_question
from kiosk.pages.table.draft import (
    DeclineOfferingsDraft,
    Draft,
    EmptyDraft,
    EndDeclarationDraft,
    FieldReadingDraft,
    HandsDraft,
    MenuDraft,
    PaymentDraft,
    PlayerStatusDraft,
    SelectedField,
    SelectedOption,
    SelectedPlain,
    SelectedWorker,
    SwapDraft,
    ThingExplanationDraft,
    draft_after_back,
)
from kiosk.pages.table.moves import player_status_question
from kiosk.pages.table.parts import (
    icon_question_text,
    player_or_table_name,
    rule_reasons,
    supply_text,
)
from kiosk.pages.table.paying import (
    hands_question,
    payment_question,
    swap_instruction,
    swap_question,
)
from kiosk.pages.table.question import (
    Action,
    Decide,
    ExplainImpossible,
    Question,
    SetDraft,
    optional_help,
    shrinking_text,
    single_answer_row,
)
from kiosk.pages.table.turn import (
    action_question,
    circuit_over_question,
    declare_end_question,
    decline_offerings_question,
    draft_after_plain_tap,
    end_of_game_line,
    give_back_chip_question,
    move_worker_question,
    offering_question,
    own_plains,
    placing_question,
    plain_info_question,
    question_for_several_players,
    roll_question,
    take_chip_question,
)
from kiosk.routes import Route
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, escape_invisible, listed
from kiosk.words.texts import piece_name, player_names, sentence_text


def table_question(
    state: GameState,
    draft: Draft,
    *,
    app_die: bool,
    asked: tuple[Color, ...] = (),
    answers: tuple[Answer, ...] = (),
    refused: Mapping[Color, str] = MappingProxyType({}),
) -> Question:
    """Return the question for a state of the game and a draft.

    If the question is for several players, `asked` are those who can answer, and `answers` are the
    answers so far. `refused` has, for some players, the reason why their last answer is impossible.
    """
    if isinstance(draft, EmptyDraft) and len(asked) + len(answers) > 1:
        return question_for_several_players(state, asked, answers, refused)
    found = _draft_question(state, draft, app_die=app_die)
    over = state.phase is Phase.FINISHED
    name = "" if found.color is None or over else state.player(found.color).name
    line = end_of_game_line(state, draft)
    rows = (optional_help(line), *found.rows) if line else found.rows
    return replace(
        found, rows=rows, back=draft_after_back(draft, state.phase), name=escape_invisible(name)
    )


def _draft_question(  # noqa: C901, PLR0911, PLR0912 - one flat case a draft
    state: GameState,
    draft: Draft,
    *,
    app_die: bool,
) -> Question:
    match draft:
        case PlayerStatusDraft():
            return player_status_question(state, draft)
        case ThingExplanationDraft(thing):
            return thing_explanation(state, thing)
        case SelectedField():
            return site_question(state, draft)
        case PaymentDraft():
            return payment_question(state, draft)
        case SelectedWorker():
            return move_worker_question(state, draft)
        case SelectedPlain(plain):
            return plain_info_question(state, plain)
        case FieldReadingDraft():
            return field_reading_question(state, draft)
        case HandsDraft(under):
            return hands_question(state, under)
        case SwapDraft():
            return swap_question(draft)
        case EndDeclarationDraft():
            return declare_end_question()
        case DeclineOfferingsDraft():
            return decline_offerings_question(state)
        case MenuDraft(under):
            return menu_question(under)
        case EmptyDraft() | SelectedOption():
            return _phase_question(state, draft, app_die=app_die)


def _phase_question(
    state: GameState, draft: EmptyDraft | SelectedOption, *, app_die: bool
) -> Question:
    match state.phase:
        case Phase.PLACING:
            return placing_question(state)
        case Phase.ROLL:
            return roll_question(state, app_die=app_die)
        case Phase.TAKE:
            return take_chip_question(state)
        case Phase.GIVE_BACK:
            return give_back_chip_question(state)
        case Phase.ACTION:
            return action_question(state, draft)
        case Phase.OFFERING:
            return offering_question(state)
        case Phase.FINISHED:
            return circuit_over_question(state)


def action_for_plain_tap(
    state: GameState, draft: Draft, plain: Material, *, asked: bool = True
) -> Action:
    """Return the action of a tap on a high plain.

    If the question on the card is visible (`asked`), the tap can answer it. If not, the tap decides
    nothing, and only selects or explains.
    """
    action = _meaning(state, draft, plain)
    return (
        action
        if asked or not isinstance(action, Decide)
        else ExplainImpossible(supply_text(state, plain))
    )


def _meaning(state: GameState, draft: Draft, plain: Material) -> Action:
    match draft:
        case EmptyDraft() | SelectedOption() | SelectedField() | SelectedPlain() | SelectedWorker():
            return _decider_taps_plain(state, draft, plain)
        case SwapDraft(color, pay) if pay.total == SWAP_RATE:
            return Decide(SwapChips(by=color, pay=pay, take=plain))
        case SwapDraft(_, pay):
            return ExplainImpossible(swap_instruction(SWAP_RATE - pay.total))
        case _:
            return ExplainImpossible(supply_text(state, plain))


def _decider_taps_plain(
    state: GameState,
    draft: EmptyDraft | SelectedOption | SelectedField | SelectedPlain | SelectedWorker,
    plain: Material,
) -> Action:
    decider = state.decider
    if decider is None:
        return ExplainImpossible(_("The game is over."))
    if state.phase is Phase.PLACING:
        return Decide(PlaceWorker(by=decider, plain=plain))
    if state.phase is Phase.TAKE:
        return Decide(TakeChip(by=decider, material=plain))
    if state.phase is Phase.GIVE_BACK:
        return Decide(GiveBackChip(by=decider, material=plain))
    if state.phase is not Phase.ACTION:
        return SetDraft(
            SelectedPlain(plain, draft.under if isinstance(draft, SelectedPlain) else draft)
        )
    if isinstance(draft, SelectedWorker) and draft.level is not None and draft.plain is not plain:
        return Decide(MoveWorker(by=decider, source=draft.plain, level=draft.level, target=plain))
    begun = draft_after_plain_tap(state, plain)
    if begun is not None:
        return SetDraft(begun)
    player, there = player_or_table_name(state, decider), piece_name(plain)
    others = listed([piece_name(own) for own in own_plains(state)])
    if not others:
        return ExplainImpossible(
            _("{player} has no worker on the {plain} plain.", player=player, plain=there)
        )
    return ExplainImpossible(
        _(
            "{player} only has workers on {plains}.",
            player=player,
            plains=others,
        )
    )


def thing_explanation(state: GameState, thing: Thing | None) -> Question:
    """Return a card that explains a piece or place; if `thing` is None, it asks to tap one."""
    if thing is None:
        ask = shrinking_text(
            _("Tap anything on the board, or somebody's tray: its explanation appears here.")
        )
        return Question(None, _("What is this?"), (ask,), rule_reasons("turn.decider"))
    told, names = explain(state, thing), player_names(state)
    lines = (sentence_text(one, names) for one in (*told.text, *told.worth))
    return Question(
        None, _("What is this?"), tuple(map(shrinking_text, lines)), rule_reasons(*told.rules)
    )


# Menu, and entering the icons on a field


def menu_question(under: Draft) -> Question:
    asks = ThingExplanationDraft(None, under, asks=True)
    ask = Button(key="menu.ask", text=_("What is this?"), action=SetDraft(asks))
    hands = Button(key="menu.hands", text=_("Hand"), action=SetDraft(HandsDraft(under)))
    forgot = routes.Log(forgot=True)
    lines = (
        (hands, _way(routes.Log(), _("Log"))),
        (ask, _way(routes.Rules(), _("How to play"))),
        (
            _way(routes.BoardCheck(), _("Check the board")),
            _way(routes.Correct(), _("Correct the app")),
        ),
        (_way(routes.DieRolls(), _("Rolls of the die")), _way(routes.Settings(), _("Settings"))),
        (
            Button(key="menu.forgotten", text=_("We forgot a step"), action=forgot),
            _way(routes.Start(), _("To the start screen")),
        ),
    )
    rows = tuple(map(Row, lines))
    return Question(color=None, title=_("Menu"), rows=rows, reasons=rule_reasons("correct.table"))


def _way(route: Route, text: str) -> Button:
    return Button(key=f"menu.{routes.page_module_name(type(route))}", text=text, action=route)


_RUNE_ROWS_WITH_HELP = 3
"""Maximum number of rows with rune areas that leave room for help on an upright screen."""


def field_reading_question(state: GameState, draft: FieldReadingDraft) -> Question:
    """Return a question asking which rune area and icons are printed on a field."""
    rows: list[Block] = [*_rune_rows(state, draft)]
    first, is_twice = draft.first, draft.second is not None
    if draft.rune is not None:
        rows.insert(0, shrinking_text(icon_question_text(first, is_twice=is_twice)))
        rows.append(_twice_row(draft) if is_twice else _icon_row(draft))
    elif len(rows) <= _RUNE_ROWS_WITH_HELP:
        rows.insert(0, optional_help(_("Read it off your board: the rune area and the two icons.")))
    all_fields = _("Read all fields, one by one")
    rows.append(
        single_answer_row(Button(key="survey.all", text=all_fields, action=routes.PrintedFields()))
    )
    return Question(
        color=None,
        title=_("Field {field}: what is printed?", field=draft.field),
        rows=tuple(rows),
        reasons=rule_reasons("board.survey"),
        steady=True,
    )


def _rune_rows(state: GameState, draft: FieldReadingDraft) -> list[Block]:
    """Return buttons for the rune areas that the neighbouring fields allow, two in a row."""
    fitting = possible_areas(state.board, draft.field) if draft.rune is None else (draft.rune,)
    choices = [
        Button(
            key=f"rune.{rune}",
            text=piece_name(rune),
            symbol=rune,
            chosen=rune is draft.rune,
            action=SetDraft(replace(draft, rune=None if rune is draft.rune else rune)),
        )
        for rune in fitting
    ]
    return [Row(tuple(choices[start : start + 2])) for start in range(0, len(choices), 2)]


def _icon_row(draft: FieldReadingDraft) -> Row:
    """Return the buttons to enter the outer icon or, once it is known, the inner icon.

    If both icons are the same, the player must confirm that, since a trembling finger may have
    tapped twice.
    """

    def choice(icon: Material) -> Button:
        if draft.first is None or draft.rune is None:
            return Button(
                key=f"first.{icon}", symbol=icon, action=SetDraft(replace(draft, first=icon))
            )
        action: Action = SetDraft(replace(draft, second=icon))
        if icon is not draft.first:
            action = Decide(
                EnterPrintedField(field=draft.field, needs=(draft.first, icon), rune=draft.rune)
            )
        return Button(key=f"second.{icon}", symbol=icon, action=action)

    return Row(tuple(map(choice, MATERIALS)))


def _twice_row(draft: FieldReadingDraft) -> Row:
    """Return the buttons to confirm or change two equal icons."""
    icon, rune = draft.first, draft.rune
    if icon is None or rune is None:
        raise ValueError("no icon of this field was entered yet")
    read = EnterPrintedField(field=draft.field, needs=(icon, icon), rune=rune)
    change = SetDraft(replace(draft, second=None))
    return Row(
        (
            Button(key="survey.change", text=_("No"), action=change, style=ButtonStyle.QUIET),
            Button(
                key="survey.done",
                text=_("Yes, twice"),
                action=Decide(read),
                style=ButtonStyle.PRIMARY,
            ),
        )
    )
