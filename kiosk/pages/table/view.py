"""Choice of the table's question for a state of the game and a draft. Free of Kivy.

No question depends on a player's hand: no answer appears, disappears or becomes dim because of
secret chips (SCREEN.md, 1, 2, 4 and 5).
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion import commands as do
from companion.pieces import MATERIALS, SWAP_RATE, Color, Material, Rune
from companion.preview import possible_areas
from companion.state import GameState, Phase
from companion.teaching.things import Thing, explain, player_status
from kiosk import routes
from kiosk.pages.table.building import site_question
from kiosk.pages.table.draft import (
    BoardDraft,
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
    ShowHand,
    icon_question_text,
    optional_help,
    player_or_table_name,
    rule_reasons,
    shrinking_text,
    supply_text,
)
from kiosk.pages.table.turn import (
    declare_end_question,
    decline_offerings_question,
    draft_after_plain_tap,
    end_of_game_line,
    move_worker_question,
    own_plains,
    plain_info_question,
    question_for_several_players,
    turn_question,
)
from kiosk.routes import Route
from kiosk.ui.form import Block, Button, ButtonStyle, Row
from kiosk.words.language import _, escape_invisible, listed, plural
from kiosk.words.reasons import reason_without_rule
from kiosk.words.texts import piece_name, player_names, sentence_text


def table_question(
    state: GameState,
    draft: Draft,
    *,
    app_die: bool,
    asked: tuple[Color, ...] = (),
    answers: tuple[do.Answer, ...] = (),
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
    state: GameState, draft: Draft, *, app_die: bool
) -> Question:
    match draft:
        case PlayerStatusDraft():
            return _player_status_question(state, draft)
        case ThingExplanationDraft(thing):
            return _thing_question(state, thing)
        case SelectedField():
            return site_question(state, draft)
        case PaymentDraft():
            return payment_question(state, draft)
        case SelectedWorker():
            return move_worker_question(state, draft)
        case SelectedPlain(plain):
            return plain_info_question(state, plain)
        case FieldReadingDraft():
            return _field_reading_question(state, draft)
        case HandsDraft(under):
            return hands_question(state, under)
        case SwapDraft():
            return swap_question(draft)
        case EndDeclarationDraft():
            return declare_end_question()
        case DeclineOfferingsDraft():
            return decline_offerings_question(state)
        case MenuDraft(under):
            return _menu_question(under)
        case EmptyDraft() | SelectedOption():
            return turn_question(state, draft, app_die=app_die)


def action_for_plain_tap(
    state: GameState, draft: Draft, plain: Material, *, asked: bool = True
) -> Action:
    """Return the action of a tap on a high plain.

    If the question on the card is visible (`asked`), the tap can answer it. If not, the tap decides
    nothing, and only selects or explains.
    """
    action: Action = ExplainImpossible(supply_text(state, plain))
    if isinstance(draft, BoardDraft):
        action = _plain_tap_of_decider(state, draft, plain)
    elif isinstance(draft, SwapDraft):
        missing = SWAP_RATE - draft.pay.total
        action = ExplainImpossible(swap_instruction(missing))
        if not missing:
            action = Decide(do.SwapChips(by=draft.color, pay=draft.pay, take=plain))
    if isinstance(action, Decide) and not asked:
        return ExplainImpossible(supply_text(state, plain))
    return action


def _plain_tap_of_decider(state: GameState, draft: BoardDraft, plain: Material) -> Action:
    decider = state.decider
    if decider is None:
        return ExplainImpossible(_("The game is over."))
    match state.phase:
        case Phase.PLACING:
            return Decide(do.PlaceWorker(by=decider, plain=plain))
        case Phase.TAKE:
            return Decide(do.TakeChip(by=decider, material=plain))
        case Phase.GIVE_BACK:
            return Decide(do.GiveBackChip(by=decider, material=plain))
        case Phase.ROLL | Phase.OFFERING:
            under = draft.under if isinstance(draft, SelectedPlain) else draft
            return SetDraft(SelectedPlain(plain, under))
        case _:
            pass
    if isinstance(draft, SelectedWorker) and draft.level is not None and draft.plain is not plain:
        return Decide(
            do.MoveWorker(by=decider, source=draft.plain, level=draft.level, target=plain)
        )
    begun = draft_after_plain_tap(state, plain)
    if begun is not None:
        return SetDraft(begun)
    player, others = player_or_table_name(state, decider), map(piece_name, own_plains(state))
    if plains := listed([*others]):
        text = _("{player} only has workers on {plains}.", player=player, plains=plains)
    else:
        there = piece_name(plain)
        text = _("{player} has no worker on the {plain} plain.", player=player, plain=there)
    return ExplainImpossible(text)


def _player_status_question(state: GameState, draft: PlayerStatusDraft) -> Question:
    """Return a player's public status, with buttons to look at the hand and to correct the app."""
    color, names = draft.color, player_names(state)
    _points, *rest = (sentence_text(line, names) for line in player_status(state, color))
    hand = Button(f"hand.{color}", ShowHand(color), _("Hold: own chips"), lifted=ShowHand(None))
    action = routes.Correct(routes.PlayerToCorrect(color))
    correct = Button("correct", action, _("Correct it"), ButtonStyle.QUIET)
    # Text that does not fit on the card is shown after a tap on the question mark.
    rows = (shrinking_text(rest[0]), optional_help("\n".join(rest[1:])), Row((hand, correct)))
    reasons = (reason_without_rule("\n".join(rest)), *rule_reasons("correct.table"))
    title = plural("{number} point", "{number} points", state.player(color).points)
    return Question(color=color, title=title, rows=rows, reasons=reasons)


def _thing_question(state: GameState, thing: Thing | None) -> Question:
    title = _("What is this?")
    if thing is None:
        text = _("Tap anything on the board, or somebody's tray: its explanation appears here.")
        return Question(None, title, (shrinking_text(text),), rule_reasons("turn.decider"))
    told, names = explain(state, thing), player_names(state)
    lines = (sentence_text(one, names) for one in (*told.text, *told.worth))
    return Question(None, title, tuple(map(shrinking_text, lines)), rule_reasons(*told.rules))


# Menu, and entering the icons on a field


def _menu_question(under: Draft) -> Question:
    def way(route: Route, text: str) -> Button:
        return Button(f"menu.{routes.page_module_name(type(route))}", route, text)

    asks = SetDraft(ThingExplanationDraft(None, under, asks=True))
    rows = (
        (
            Button("menu.hands", SetDraft(HandsDraft(under)), _("Hand")),
            way(routes.Log(), _("Log")),
        ),
        (Button("menu.ask", asks, _("What is this?")), way(routes.Rules(), _("How to play"))),
        (
            way(routes.BoardCheck(), _("Check the board")),
            way(routes.Correct(), _("Correct the app")),
        ),
        (way(routes.DieRolls(), _("Rolls of the die")), way(routes.Settings(), _("Settings"))),
        (
            Button("menu.forgotten", routes.Log(forgot=True), _("We forgot a step")),
            way(routes.Start(), _("To the start screen")),
        ),
    )
    return Question(None, _("Menu"), tuple(map(Row, rows)), rule_reasons("correct.table"))


_RUNE_ROWS_WITH_HELP = 3
"""Maximum number of rows with rune areas that leave room for help on an upright screen."""


def _field_reading_question(state: GameState, draft: FieldReadingDraft) -> Question:
    runes = [
        Button(
            key=f"rune.{rune}",
            text=piece_name(rune),
            symbol=rune,
            chosen=rune is draft.rune,
            action=SetDraft(replace(draft, rune=None if rune is draft.rune else rune)),
        )
        for rune in (
            possible_areas(state.board, draft.field) if draft.rune is None else (draft.rune,)
        )
    ]
    rows: list[Block] = [Row(tuple(runes[at : at + 2])) for at in range(0, len(runes), 2)]
    if draft.rune is not None:
        text = icon_question_text(draft.first, is_twice=draft.second is not None)
        rows = [shrinking_text(text), *rows, _icon_row(draft, draft.rune)]
    elif len(rows) <= _RUNE_ROWS_WITH_HELP:
        rows.insert(0, optional_help(_("Read it off your board: the rune area and the two icons.")))
    all_fields = _("Read all fields, one by one")
    rows.append(Row((Button("survey.all", routes.PrintedFields(), all_fields),)))
    return Question(
        color=None,
        title=_("Field {field}: what is printed?", field=draft.field),
        rows=tuple(rows),
        reasons=rule_reasons("board.survey"),
        steady=True,
    )


def _icon_row(draft: FieldReadingDraft, rune: Rune) -> Row:
    """Return the buttons to enter the outer icon or, once it is known, the inner icon.

    If both icons are the same, the player must confirm that, since a trembling finger may have
    tapped twice.
    """
    first = draft.first
    if first is None:
        outer = {one: SetDraft(replace(draft, first=one)) for one in MATERIALS}
        return Row(tuple(Button(f"first.{one}", way, symbol=one) for one, way in outer.items()))
    inner: dict[Material, Action] = {
        one: Decide(do.EnterPrintedField(field=draft.field, needs=(first, one), rune=rune))
        for one in MATERIALS
    }
    if draft.second is not None:
        change = SetDraft(replace(draft, second=None))
        no = Button("survey.change", change, _("No"), ButtonStyle.QUIET)
        yes = Button("survey.done", inner[first], _("Yes, twice"), ButtonStyle.PRIMARY)
        return Row((no, yes))
    inner[first] = SetDraft(replace(draft, second=first))
    return Row(tuple(Button(f"second.{one}", way, symbol=one) for one, way in inner.items()))
