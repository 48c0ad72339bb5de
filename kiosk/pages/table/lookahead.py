"""Preparation of likely next pictures while the screen is idle.

If no picture was prepared for a tap, it is computed after the tap.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.commands import Answer, BuildHut, Command, MoveWorker, Roll
from companion.errors import RuleViolation
from companion.events import Event, GameEnded
from companion.history import Step
from companion.memory.played_game import last_face_rolled
from companion.memory.session import Session
from companion.moves import Row
from companion.pieces import MATERIALS, BuildingKind, Color, Face
from companion.preview import building_sites, has_room, movable_levels, preview_build
from companion.state import GameState, Phase
from companion.teaching.hints import Hint
from companion.teaching.seen import NOTHING_SEEN
from companion.trays import Tray
from kiosk.pages.table.building import BUILDS
from kiosk.pages.table.column import ColumnContents, ColumnLayout
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
    DismissHint,
    MarkMovesDone,
    Question,
    RollDie,
    SetDraft,
    decider_of,
)
from kiosk.pages.table.scene_inputs import SceneInputs, board_picture_of, column_contents
from kiosk.pages.table.turn import own_plains
from kiosk.pages.table.view import action_for_plain_tap
from kiosk.pieces.picture import BoardPicture
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.latest_moves import moves_of_step

Suggestion = MoveWorker | BuildHut | None
"""Move suggested at the beginning of a first game, or None."""
_Key = tuple[int, Draft, tuple[Tray, ...]]


class PreparedScene(NamedTuple):
    """Prepared content of the table's page for `inputs`: the board and the column beside it."""

    inputs: SceneInputs
    picture: BoardPicture
    arrangement: ColumnLayout


class Lookahead:
    """Cache of scenes: screen contents prepared for the taps that are likely to come next.

    `arranged` computes the layout of the column. `turned` is the rotation in which the screen is
    read, or None if the card keeps its rotation when the player changes. `taught` returns the hint
    to show after a step. `suggested` returns the move that the app suggests in a state, given the
    latest events.
    """

    def __init__(
        self,
        session: Session,
        arranged: Callable[[ColumnContents], ColumnLayout],
        turned: Rotation | None,
        taught: Callable[[Step], Hint | None],
        suggested: Callable[[GameState, tuple[Event, ...]], Suggestion],
    ) -> None:
        self._session = session
        self._settings = Settings()
        self._arranged = arranged
        self._turned = turned
        self._taught = taught
        self._suggested = suggested
        self._scenes: dict[_Key, PreparedScene] = {}
        self._from: GameState | None = None

    def scene(self, inputs: SceneInputs, settings: Settings) -> PreparedScene:
        """Return the scene for `inputs`, from the cache if it is there."""
        known = self._scenes.get(_key(inputs))
        if known is not None and known.inputs == inputs and self._settings == _look(settings):
            return known
        contents = column_contents(inputs, settings, self._turned)
        return PreparedScene(inputs, board_picture_of(inputs), self._arranged(contents))

    def scenes(
        self,
        now: SceneInputs,
        settings: Settings,
        asked: Question | None,
        in_sight: Mapping[Color, tuple[Row, ...]],
    ) -> Iterator[PreparedScene]:
        """Prepare the scenes after likely taps, the most likely scene first, one per iteration.

        `asked` is the question that can be answered now, or None while another text replaces it.
        `in_sight` has the moves visible in each player's tray. Each scene enters the cache when the
        next one is requested.
        """
        if self._settings != _look(settings):
            self._settings = _look(settings)
            self._scenes.clear()
        if self._from is not now.state:
            self._from = now.state
            here = id(now.state)
            self._scenes = {key: one for key, one in self._scenes.items() if key[0] == here}
        for action in dict.fromkeys(_likely(now, asked, in_sight)):
            for inputs in self._after(action, now):
                key = _key(inputs)
                if key not in self._scenes or self._scenes[key].inputs != inputs:
                    scene = self.scene(inputs, settings)
                    yield scene
                    self._scenes[key] = scene

    def _after(self, action: object, now: SceneInputs) -> Iterator[SceneInputs]:
        """Yield the page's inputs after a tap; after a roll of the die, one for each face."""
        match action:
            case SetDraft(draft):
                yield now._replace(draft=draft, refused=None)
            case MarkMovesDone(color, rows):
                trays = self._session.game.trays_if_done(color, rows)
                yield now._replace(
                    draft=uncovered_draft(now.draft), trays=trays, opened=(), refused=None
                )
            case Decide(command):
                yield from self._after_command(command, now)
            case RollDie() if now.state.decider is not None:
                for face in Face:
                    yield from self._after_command(Roll(by=now.state.decider, face=face), now)
            case DismissHint():
                yield now._replace(hint=None)
            case _:  # The tap leads to another page, or shows a hand.
                return

    def _after_command(self, command: Command, now: SceneInputs) -> Iterator[SceneInputs]:
        try:
            step = self._session.preview(command)
        except RuleViolation:
            return
        events = step.all_events
        if any(isinstance(event, GameEnded) for event in events):
            return
        after, hint = step.after, self._taught(step)
        latest = moves_of_step(step, open_chips=self._settings.open_chips)
        answers = _answers(step, now)
        asked = after.asked if answers else ()
        yield now._replace(
            state=after,
            draft=EmptyDraft(),
            latest=latest,
            dim=frozenset({"redo"}),
            trays=self._session.game.trays_after(step),
            asked=after.asked,
            answers=answers,
            refused=announcement_of(after, latest),
            refusals=tuple(one for one in now.refusals if one[0] in asked),
            face=last_face_rolled(step.after, (step, *reversed(self._session.steps))),
            notice="",
            hint=hint,
            suggested=self._suggested(after, events),
            silenced=False,
            opened=(),
            eyes=self._session.game.seen_hands(after),
        )


def _answers(step: Step, now: SceneInputs) -> tuple[Answer, ...]:
    """Return the answers so far, including the answer given in `step`.

    The result is () if `step` is not an answer, or if it is the last answer that the question
    needs.
    """
    command = step.command
    if isinstance(command, Answer) and step.after.phase is step.before.phase:
        return (*now.answers, command)
    return ()


def _look(settings: Settings) -> Settings:
    """Return the settings without the known concepts, which do not affect the page's look."""
    return replace(settings, seen=NOTHING_SEEN)


def _key(inputs: SceneInputs) -> _Key:
    return id(inputs.state), inputs.draft, inputs.trays


def _likely(
    now: SceneInputs, asked: Question | None, in_sight: Mapping[Color, tuple[Row, ...]]
) -> Iterator[object]:
    """Yield actions of likely taps: answers, back, menu, high plains, fields to build on."""
    if now.hint is not None:
        yield DismissHint()
    if asked is None:
        return
    yield from (choice.action for choice in asked.choices)
    if asked.back is not None:
        yield SetDraft(asked.back)
    yield from (MarkMovesDone(color, rows) for color, rows in in_sight.items() if rows)
    yield SetDraft(MenuDraft(uncovered_draft(now.draft)))
    yield from (action_for_plain_tap(now.state, now.draft, plain) for plain in MATERIALS)
    if now.state.phase is Phase.ACTION and isinstance(
        now.draft, EmptyDraft | SelectedOption | SelectedField
    ):
        kind = (
            BuildingKind.TEMPLE
            if now.draft == SelectedOption(TurnOption.TEMPLE)
            else BuildingKind.HUT
        )
        for field in building_sites(now.state, kind):
            yield SetDraft(draft_after_field_tap(now.state, field, now.draft, lifted=False))
        yield from map(Decide, _drops(now.state))


def _drops(state: GameState) -> Iterator[Command]:
    """Yield the commands that a drag can give: moving a worker, or building at the normal price."""
    by = decider_of(state)
    for source in own_plains(state):
        for level in movable_levels(state, by, source):
            for target in MATERIALS:
                if target is not source and has_room(state, target):
                    yield MoveWorker(by=by, source=source, level=level, target=target)
    for kind, build in BUILDS.items():
        for field in building_sites(state, kind):
            yield build(by=by, field=field, pay=preview_build(state, kind, field, by).price)
