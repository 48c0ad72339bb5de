"""A new game: the players, the board, the bonus chips, and the layout."""

from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom

from msgspec.structs import replace

from companion.errors import JournalError, RuleViolation
from companion.memory.people import People, Person, by_name
from companion.pieces import Bonus, Material
from companion.state import Board, Phase
from companion.teaching.hints import TAUGHT_BY_SETUP
from companion.teaching.seen import Hints
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.navigator import Navigator
from kiosk.pages.flow_page import FlowPage
from kiosk.pages.new_game.draft import (
    NotSaved,
    Players,
    SetupDraft,
    SetupFlow,
    Step,
    new_flow,
    next_placement,
    rematch,
    same_players,
)
from kiosk.pages.new_game.view import (
    choose_at_random,
    setup_form,
    tapped_field,
    tapped_plain,
)
from kiosk.pieces.form import not_possible
from kiosk.ui.form import Effect, Flow, Form, TypingForm
from kiosk.words.language import _
from kiosk.words.texts import sentence_text


class NewGamePage(FlowPage[SetupDraft, Step]):
    """Four steps: the players and the board, their sides, the six bonus chips, the layout.

    Players, n from 0 in seating order: `seat.<n>.color` turns the row into `color.<color>` for each
    colour (another player's is swapped) and `color.cancel`; `seat.<n>.name` opens the keyboard (see
    `Keyboard`), above which `known.<k>` are names that were used before, the last ones first;
    `seat.<n>.first` makes them begin, `first.chance` a random player; `seat.<n>.remove`;
    `seat.add`. `board` lists the boards: `board.auto` (the default for that number of players) or
    `board.<index>` in the order of `BoardShelf.boards`, `more` turns the page, `read.<index>` reads
    one off the cardboard, for the first time or again, `board.errors` lists unreadable files,
    `back` changes nothing; `read` reads the unknown fields of the board. `next` goes on, `back` is
    the start page. The players of the current game are entered already. Entries are kept until a
    game begins.

    Seats: `side.<n>.<degrees>` for the side of a seat, `side.all` for all in front of the screen,
    `next`, `back`.

    Bonus chips: `bonus.<kind>` chooses one; a field of the picture places it, or removes its chip;
    `bonus.lay` places all six at random; `bonus.clear` removes all; `next`, `back`.

    A first game asks more: its aim, with `players.<number>`; the content of the box, where
    `found.<n>` ticks a piece, `missing` shows how to replace a lost one and `next` goes on;
    `opening.lay` or `opening.leave`.

    Layout: `workers.lay` places all workers at random, `workers.clear` leaves that to the players;
    `laid.first` shows it piece by piece: `laid` ticks one, `laid.before` goes back, `laid.all` to
    the last one; `begin` begins the game and shows the table, or why the current game cannot be
    replaced yet; `back`.
    """

    leads_to = (routes.Survey,)
    route: routes.NewGame | None

    def __init__(self, navigator: Navigator) -> None:
        self._who_is: Callable[[str], Person] = by_name
        self._known: tuple[str, ...] = ()
        # None if the journal cannot be read, which the start page reports.
        with suppress(JournalError):
            people = People.of(navigator.app_state.journal)
            self._who_is = people.person_of
            self._known = tuple(person.name for person in people.everybody)
        self._has_unfinished = _has_unfinished(navigator.app_state)
        super().__init__(
            navigator, new_flow(_beginning(navigator.app_state)), navigator.app_state.rematch
        )

    def resumed_flow(self, flow: Flow[SetupDraft, Step]) -> SetupFlow:
        """Return the flow as it was left; the first step notes that its entries were kept."""
        if flow.step != Players():
            return flow
        return flow.with_note(_("What you entered before is still here."))

    def flow_at_route(self, flow: Flow[SetupDraft, Step]) -> SetupFlow:
        """Return a new flow if the entries are for the other kind of game."""
        first = self.route is not None and self.route.first
        if flow.draft.taught == first:
            return flow
        return new_flow(
            replace(flow.draft, taught=first, bonus=(), workers=(), held=next(iter(Bonus)))
        )

    @property
    def _board(self) -> Board:
        return self.flow.draft.board_of(self.app_state.shelf)

    def form(self) -> Form | TypingForm:
        return setup_form(
            self.flow,
            self.app_state.shelf,
            self._known,
            has_unfinished=self._has_unfinished,
            who_is=self._who_is,
        )

    def tap_field(self, field: int) -> SetupFlow:
        return tapped_field(self.flow, len(self._board), field)

    def tap_plain(self, plain: Material) -> SetupFlow:  # noqa: ARG002 - all four are the same
        return tapped_plain(self.flow)

    def run(self, effect: Effect) -> None:
        match effect:
            case Effect.LEAVE:
                self.navigator.back()
            case Effect.CHANCE:
                self.take(choose_at_random(self.flow, self._board, SystemRandom()))
            case Effect.FINISH:
                self._begin()

    def _begin(self) -> None:
        draft = self.flow.draft
        try:
            session = self.app_state.begin(draft.to_setup(self._board))
        except RuleViolation as refusal:
            self.take(self.flow.with_refusal(not_possible(refusal.sentence), refusal.rule))
        except JournalError as error:
            self.take(self.flow.on(NotSaved(sentence_text(error.sentence))))
        else:
            settings = self.app_state.settings
            hints = Hints.FIRST_GAME if draft.taught else settings.hints
            self.app_state.set(replace(settings, sides=draft.sides, hints=hints))
            if draft.taught:
                self.app_state.see(
                    TAUGHT_BY_SETUP | ({"workers"} if draft.worker_plains else set())
                )
            for plain in draft.worker_plains:
                session.apply(next_placement(session.state, plain))
            session.settle_all()  # the workers are placed already
            self.finished()
            self.navigator.replace(routes.Table())


def _beginning(app_state: AppState) -> SetupDraft:
    """Return the known players before any entry."""
    if app_state.rematch is not None:
        return rematch(app_state.rematch, app_state.shelf).with_sides(app_state.settings)
    if app_state.session is not None:
        return same_players(app_state.session.setup).with_sides(app_state.settings)
    return SetupDraft()


def _has_unfinished(app_state: AppState) -> bool:
    """Return whether the current game or a saved one is unfinished."""
    if app_state.session is not None and app_state.session.state.phase is not Phase.FINISHED:
        return True
    try:
        return bool(app_state.journal.games(1, ended=False))
    except JournalError:  # The start page has reported it.
        return False
