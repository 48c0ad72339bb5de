"""Prepares what the table's page will show after likely taps, while nobody touches the screen.

After a tap for which nothing is prepared, the page computes its contents only then.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.commands import Answer, Command, MoveWorker, Roll
from companion.errors import RuleViolation
from companion.events import GameEnded
from companion.memory.played_game import face_rolled_in_turn
from companion.pieces import MATERIALS, BuildingKind, Face
from companion.preview import building_sites, movable_levels, plain_has_room, preview_build
from companion.state import GameState, Phase
from companion.teaching.hints import due_hint
from companion.trays import Tray
from kiosk.pages.table.building import BUILDS
from kiosk.pages.table.column import ColumnLayout
from kiosk.pages.table.draft import (
    Draft,
    EmptyDraft,
    MenuDraft,
    SelectedField,
    SelectedOption,
    TurnOption,
    draft_after_field_tap,
    uncovered_draft,
)
from kiosk.pages.table.notices import announcement_of
from kiosk.pages.table.question import (
    Decide,
    HintAction,
    MarkMovesDone,
    RollDie,
    SetDraft,
    decider_of,
)
from kiosk.pages.table.sheet import SheetInputs, sheet_of
from kiosk.pages.table.view import action_for_plain_tap, own_plains
from kiosk.words.latest_moves import piece_moves_of_step

if TYPE_CHECKING:
    from kiosk.pages.table.page import TablePage

_Key = tuple[int, Draft, tuple[Tray, ...]]


class Lookahead:
    """Cache of layouts that the column of the table's page will need if likely taps come."""

    def __init__(self, page: "TablePage") -> None:
        self._page = page
        self._layouts: dict[_Key, ColumnLayout] = {}
        self._from: GameState | None = None

    def layout(self, inputs: SheetInputs) -> ColumnLayout:
        """Return the column's layout for the page contents `inputs`, from the cache if possible."""
        known = self._layouts.get(_key(inputs))
        if known is not None and known.sheet.inputs == inputs:
            return known
        return self._page.column.layout_for(sheet_of(inputs, self._page.screen_rotation))

    def prepare_in_steps(self, now: SheetInputs) -> Iterator[None]:
        """Prepare layouts and widgets for likely taps, the most likely tap first.

        `now` determines the present contents of the page. The iterator yields after each small part
        of the work, so that the caller can stop when a player touches the screen.
        """
        if self._from is not now.state:
            self._from, here = now.state, id(now.state)
            self._layouts = {key: one for key, one in self._layouts.items() if key[0] == here}
        for action in dict.fromkeys(self._likely_actions(now)):
            for inputs in self._inputs_after(action, now):
                layout = self.layout(inputs)
                if layout is self._layouts.get(_key(inputs)):
                    continue
                yield
                yield from self._page.column.prepare_in_steps(layout)
                yield from self._page.board.prepare_in_steps(layout.sheet.board_picture)
                self._layouts[_key(inputs)] = layout

    def _inputs_after(self, action: object, now: SheetInputs) -> Iterator[SheetInputs]:
        match action:
            case SetDraft(draft):
                yield now._replace(draft=draft, refusal_or_news=None)
            case MarkMovesDone(color, rows):
                trays = self._page.session.game.trays_if_done(color, rows)
                draft = uncovered_draft(now.draft)
                yield now._replace(
                    draft=draft, trays=trays, first_visible_moves={}, refusal_or_news=None
                )
            case Decide(command):
                yield from self._inputs_after_command(command, now)
            case RollDie() if now.state.decider is not None:
                for face in Face:
                    yield from self._inputs_after_command(
                        Roll(by=now.state.decider, face=face), now
                    )
            case HintAction.DISMISS:
                yield now._replace(hint=None)
            case _:  # The tap leads to another page, or shows a hand.
                return

    def _inputs_after_command(self, command: Command, now: SheetInputs) -> Iterator[SheetInputs]:
        session, seen = self._page.session, self._page.app_state.seen_concepts
        try:
            step = session.preview(command)
        except RuleViolation:
            return
        events, after = step.all_events, step.after
        if any(isinstance(event, GameEnded) for event in events):
            return
        latest = piece_moves_of_step(step, open_chips=now.settings.open_chips)
        answers: tuple[Answer, ...] = ()
        if isinstance(command, Answer) and after.phase is step.before.phase:
            answers = (*now.answers, command)
        asked = after.deciders if answers else ()
        yield SheetInputs(
            after,
            EmptyDraft(),
            now.settings,
            latest,
            frozenset({"redo"}),
            session.game.trays_after(step),
            after.deciders,
            answers,
            announcement_of(after, latest),
            face_rolled_in_turn(after, (step, *reversed(session.steps))),
            now.save_error,
            hint=due_hint(step.state_before, events, seen, now.settings.hints),
            suggested_command=self._page.suggested_command(after, events),
            refusals={one: why for one, why in now.refusals.items() if one in asked},
            players_with_seen_hands=session.game.players_with_seen_hands(after),
        )

    def _likely_actions(self, now: SheetInputs) -> Iterator[object]:
        asked, state, draft = self._page.column.answerable_question, now.state, now.draft
        if now.hint is not None:
            yield HintAction.DISMISS
        if asked is None:
            return
        yield from (choice.action for choice in asked.choices)
        if asked.back is not None:
            yield SetDraft(asked.back)
        for color in state.colors:
            if rows := self._page.visible_moves(color):
                yield MarkMovesDone(color, rows)
        yield SetDraft(MenuDraft(uncovered_draft(draft)))
        yield from (action_for_plain_tap(state, draft, plain) for plain in MATERIALS)
        if state.phase is Phase.ACTION and isinstance(
            draft, EmptyDraft | SelectedOption | SelectedField
        ):
            is_temple = draft == SelectedOption(TurnOption.TEMPLE)
            kind = BuildingKind.TEMPLE if is_temple else BuildingKind.HUT
            for field in building_sites(state, kind):
                yield SetDraft(draft_after_field_tap(state, field, draft, lifted=False))
            yield from map(Decide, _commands_by_dragging(state))


def _key(inputs: SheetInputs) -> _Key:
    return id(inputs.state), inputs.draft, inputs.trays


def _commands_by_dragging(state: GameState) -> Iterator[Command]:
    by = decider_of(state)
    for source in own_plains(state):
        for level in movable_levels(state, by, source):
            for target in MATERIALS:
                if target is not source and plain_has_room(state, target):
                    yield MoveWorker(by=by, source=source, level=level, target=target)
    for kind, build in BUILDS.items():
        for field in building_sites(state, kind):
            yield build(by=by, field=field, pay=preview_build(state, kind, field, by).price)
