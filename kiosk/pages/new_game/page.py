"""Page to set up a new game: players, board, sides of the table, bonus chips and pieces.

Before a first game, the page also explains the aim of the game and the contents of the box. At
first, the page lists the players of the current game or, for a rematch, of the game to play again.
All entries are kept until the new game begins.
"""

from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom

from msgspec.structs import replace

from companion.errors import JournalError, RuleViolation
from companion.memory.people import People, Person, person_from_name
from companion.pieces import BONUS_CHIPS, Material
from companion.state import Board, Phase
from companion.teaching.hint_setting import HintSetting
from companion.teaching.hints import TAUGHT_BY_SETUP
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.navigator import Navigator
from kiosk.pages.board_page import FlowPage
from kiosk.pages.new_game.draft import (
    CurrentGameNotSavedStep,
    PlayersStep,
    SetupDraft,
    SetupFlow,
    Step,
    draft_with_same_players,
    new_setup_flow,
    place_worker_command,
    rematch_draft,
)
from kiosk.pages.new_game.view import (
    flow_after_field_tap,
    flow_after_plain_tap,
    flow_filled_randomly,
    setup_form,
)
from kiosk.pieces.form import not_possible_text
from kiosk.ui.form import Flow, Form, PageAction, TypingForm
from kiosk.words.language import _
from kiosk.words.texts import sentence_text


class NewGamePage(FlowPage[SetupDraft, Step]):
    opening_route: routes.NewGame | None

    def __init__(self, navigator: Navigator) -> None:
        self._who_is: Callable[[str], Person] = person_from_name
        self._known: tuple[str, ...] = ()
        # If the journal cannot be read, the start page reports it.
        with suppress(JournalError):
            people = People.from_journal(navigator.app_state.journal)
            self._who_is = people.find_or_new
            self._known = tuple(person.name for person in people.everybody)
        self._has_unfinished = _has_unfinished(navigator.app_state)
        route = navigator.opening_route
        if isinstance(route, routes.NewGame) and not route.for_beginners:
            navigator.app_state.rematch = route.rematch
        super().__init__(
            navigator, new_setup_flow(_beginning(navigator.app_state)), navigator.app_state.rematch
        )

    def flow_when_reopened(self, flow: Flow[SetupDraft, Step]) -> SetupFlow:
        if flow.step != PlayersStep():
            return flow
        return flow.with_remark(_("What you entered before is still here."))

    def flow_for_route(self, flow: Flow[SetupDraft, Step]) -> SetupFlow:
        first = self.opening_route is not None and self.opening_route.for_beginners
        if flow.draft.is_first_game == first:
            return flow
        return new_setup_flow(
            replace(
                flow.draft,
                is_first_game=first,
                bonus_chips=(),
                planned_worker_plains=(),
                next_bonus=BONUS_CHIPS[0],
            )
        )

    @property
    def _board(self) -> Board:
        return self.flow.draft.chosen_board(self.app_state.shelf)

    def build_form(self) -> Form | TypingForm:
        return setup_form(
            self.flow,
            self.app_state.shelf,
            self._known,
            has_unfinished=self._has_unfinished,
            find_person=self._who_is,
        )

    def content_of(self, form: Form | TypingForm) -> object:
        # A second tap on a field would take its bonus chip away again.
        return super().content_of(form), self.flow.draft.bonus_chips

    def field_tap_action(self, field: int) -> SetupFlow:
        return flow_after_field_tap(self.flow, len(self._board), field)

    def plain_tap_action(self, plain: Material) -> SetupFlow:  # noqa: ARG002 - all four are the same
        return flow_after_plain_tap(self.flow)

    def perform_page_action(self, effect: PageAction) -> None:
        match effect:
            case PageAction.LEAVE:
                self.navigator.back()
            case PageAction.FILL_RANDOMLY:
                self.perform(flow_filled_randomly(self.flow, self._board, SystemRandom()))
            case PageAction.FINISH:
                self._begin()

    def _begin(self) -> None:
        draft = self.flow.draft
        try:
            session = self.app_state.begin_game(draft.to_setup(self._board))
        except RuleViolation as refusal:
            self.perform(self.flow.with_refusal(not_possible_text(refusal.sentence), refusal.rule))
        except JournalError as error:
            self.perform(
                self.flow.with_next_step(CurrentGameNotSavedStep(sentence_text(error.sentence)))
            )
        else:
            settings = self.app_state.settings
            hints = HintSetting.FIRST_GAME if draft.is_first_game else settings.hints
            self.app_state.set_settings(
                replace(settings, sides=draft.sides_for_settings, hints=hints)
            )
            if draft.is_first_game:
                self.app_state.mark_all_unseen()  # others may have played the earlier games
                self.app_state.mark_seen(
                    TAUGHT_BY_SETUP | ({"workers"} if draft.worker_plains else set())
                )
            for plain in draft.worker_plains:
                session.apply(place_worker_command(session.state, plain))
            session.mark_all_done()  # players have set up the table: trays list no moves
            self.reset_flow()
            self.navigator.replace(routes.Table())


def _beginning(app_state: AppState) -> SetupDraft:
    if app_state.rematch is not None:
        return rematch_draft(app_state.rematch, app_state.shelf).with_sides_from_settings(
            app_state.settings
        )
    if app_state.session is not None:
        return draft_with_same_players(app_state.session.setup).with_sides_from_settings(
            app_state.settings
        )
    return SetupDraft()


def _has_unfinished(app_state: AppState) -> bool:
    if app_state.session is not None and app_state.session.state.phase is not Phase.FINISHED:
        return True
    try:
        return bool(app_state.journal.games(1, ended=False))
    except JournalError:  # The start page has reported it.
        return False
