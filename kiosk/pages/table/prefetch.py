"""What the next tap may show, worked out while nobody touches: then it only has to be laid.

Nothing of it is ever shown before the tap, and what people do otherwise is worked out as they do
it. The table's first picture is drawn before anybody goes there.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from companion import asking, trays
from companion.asking import Answer
from companion.commands import BuildHut, Command, MoveWorker, Roll
from companion.errors import RuleViolation
from companion.events import Event, GameEnded
from companion.memory.session import Session
from companion.memory.timeline import Step
from companion.pieces import MATERIALS, BuildingKind, Color, Face
from companion.preview import has_room, levels_to_move, preview_build, sites
from companion.state import GameState, Phase
from companion.teaching.hints import Hint
from companion.teaching.seen import NOTHING_SEEN, Hints, Seen
from companion.trays import Cardboard, Tray
from kiosk.pages.table.building import BUILDS
from kiosk.pages.table.column import Arrangement, Contents, RightColumn, seats, table_bar
from kiosk.pages.table.draft import (
    Aim,
    Aiming,
    Draft,
    InTray,
    Menu,
    Nothing,
    Site,
    beneath,
    draft_at_field,
)
from kiosk.pages.table.moment import Moment, contents_of, picture_of, trays_of
from kiosk.pages.table.notices import announced
from kiosk.pages.table.parts import decider_of
from kiosk.pages.table.places import places
from kiosk.pages.table.question import Decide, GotIt, Moved, Question, RollDie, SetDraft, TakeBack
from kiosk.pages.table.turn import begun, own_plains
from kiosk.pages.table.view import tap_on_plain
from kiosk.pieces import board
from kiosk.pieces.picture import BoardPicture
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.surface import Box
from kiosk.words.latest_moves import LatestMoves, moves_of_steps

_Key = tuple[int, Draft, tuple[Answer, ...]]
_Steps = tuple[int, tuple[Command, ...]]


class Scene(NamedTuple):
    """What is shown at a moment: the board, and what stands where beside it."""

    moment: Moment
    picture: BoardPicture
    arrangement: Arrangement


class Learnt(NamedTuple):
    """What a step teaches a table: the hint that is due, and what the table has done by itself.

    `of` is what the table had seen before, and how much it wants to be taught.
    """

    of: tuple[Seen, Hints]
    hint: Hint | None = None
    met: frozenset[str] = frozenset()


NOTHING_LEARNT = Learnt((NOTHING_SEEN, Hints.NEVER))


Suggestion = MoveWorker | BuildHut | None
"""What the opening of a first game does; None: nothing in particular."""


def suggests_nothing(_state: GameState, _events: tuple[Event, ...]) -> None:
    """At a table that plays no opening of a first game."""


def teaches_nothing(_state: GameState, _events: tuple[Event, ...]) -> Learnt:
    """At a table that is taught nothing."""
    return NOTHING_LEARNT


class Prefetch:
    """Knows the scenes that the taps lead to which are likely now; `arranged` places contents.

    `turned` is how far the screen is turned; None: the card turns to nobody. `learnt` tells what
    steps from a state teach, `suggested` what the opening of a first game does in the state
    to which events lead.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        arranged: Callable[[Contents], Arrangement],
        turned: Rotation | None = None,
        learnt: Callable[[GameState, tuple[Event, ...]], Learnt] = teaches_nothing,
        suggested: Callable[[GameState, tuple[Event, ...]], Suggestion] = suggests_nothing,
    ) -> None:
        self._teach, self._suggested = learnt, suggested
        self._session = session
        self._settings = settings
        self._arranged = arranged
        self._turned = turned
        self._scenes: dict[_Key, dict[tuple[Tray, ...], Scene]] = {}
        self._latest: dict[_Steps, LatestMoves] = {}
        self._learnt: dict[_Steps, Learnt] = {}
        self._from: GameState | None = None

    def scene(self, moment: Moment) -> Scene:
        """The scene of a moment, foreseen or worked out now."""
        known = self._known(moment)
        if known is not None:
            return known
        # The pieces that lie open come and go by themselves; only a tray's own card tells of them.
        alike = next((one for one in self._like(moment).values() if _is_alike(one, moment)), None)
        if alike is not None:
            beside = alike.arrangement.with_trays(trays_of(moment, self._settings))
            return Scene(moment, alike.picture, beside)
        contents = contents_of(moment, self._settings, self._turned)
        return Scene(moment, picture_of(moment), self._arranged(contents))

    def _known(self, moment: Moment) -> Scene | None:
        found = self._like(moment).get(moment.trays)
        return found if found is not None and found.moment == moment else None

    def _like(self, moment: Moment) -> dict[tuple[Tray, ...], Scene]:
        """The scenes of that state and draft, by what stands in the trays."""
        return self._scenes.get(_key(moment), {})

    def latest(self, steps: Sequence[Step]) -> LatestMoves:
        """What steps in one go ask to move, foreseen or worked out now."""
        known = self._latest.get(_known_as(steps))
        return known or moves_of_steps(steps, open_chips=self._settings.open_chips)

    def learnt(self, steps: Sequence[Step], of: tuple[Seen, Hints]) -> Learnt:
        """What steps in one go teach a table that has seen so much, foreseen or worked out now."""
        known = self._learnt.get(_known_as(steps))
        if known is not None and known.of[0] is of[0] and known.of[1] is of[1]:
            return known
        return self._teach(steps[0].before, events_of(steps))

    def scenes(
        self, now: Moment, asked: Question | None, on_cards: Collection[Color] = ()
    ) -> Iterator[Scene]:
        """The scenes that taps lead to and that are not known, one a step, the likeliest first.

        `asked` is the question that can be answered now; None while something else is read.
        `on_cards` are those whose tray has no room for all that they have to move. A
        scene is known once the next one is asked for.
        """
        if self._from is not now.state:
            self._from = now.state
            here = id(now.state)
            self._scenes = {key: one for key, one in self._scenes.items() if key[0] == here}
            self._latest.clear()
            self._learnt.clear()
        done: set[object] = set()
        for action in _likely(now, asked, on_cards):
            if action in done:
                continue
            done.add(action)
            for moment in self._after(action, now):
                if self._known(moment) is None:
                    scene = self.scene(moment)
                    yield scene
                    self._scenes.setdefault(_key(moment), {})[moment.trays] = scene

    def _after(self, action: object, now: Moment) -> Iterator[Moment]:
        """The moments that something may lead to."""
        match action:
            case SetDraft(draft):
                yield now._replace(draft=draft, refused=None)
            case Moved(color):
                expected = asking.expected(now.state, now.kept)
                lies = trays.moved(self._session.cardboard, expected, color)
                yield now._replace(trays=self._told(lies, expected), refused=None)
            case Decide(command):
                yield from self._after_command(command, now)
            case RollDie() if now.state.decider is not None:
                for face in Face:
                    yield from self._after_command(Roll(by=now.state.decider, face=face), now)
            case GotIt():
                yield now._replace(hint=None)
            case TakeBack(color):
                kept = tuple(answer for answer in now.kept if answer.by != color)
                yield self._with_kept(now, kept)

    def _told(self, cardboard: Cardboard, state: GameState) -> tuple[Tray, ...]:
        return trays.trays(cardboard, state, open_chips=self._settings.open_chips)

    def _with_kept(self, now: Moment, kept: tuple[Answer, ...]) -> Moment:
        expected = asking.expected(now.state, kept)
        lies, _kept = self._session.foresee_trays(kept=kept)
        return now._replace(
            trays=self._told(lies, expected),
            asked=asking.asked(now.state, kept),
            kept=kept,
            refused=None,
            dim=now.dim - {"undo"},
        )

    def _after_command(self, command: Command, now: Moment) -> Iterator[Moment]:
        try:
            steps = self._session.foresee_all(command)
        except RuleViolation:
            return
        if not steps:
            if isinstance(command, Answer):
                others = (answer for answer in now.kept if answer.by != command.by)
                yield self._with_kept(now, (*others, command))
            return
        if any(isinstance(event, GameEnded) for step in steps for event in step.events):
            return
        latest = self._latest[_known_as(steps)] = self.latest(steps)
        lies, kept = self._session.foresee_trays(steps)
        after = steps[-1].after
        events = events_of(steps)
        learnt = self._learnt[_known_as(steps)] = self._teach(steps[0].before, events)
        yield Moment(
            after,
            begun(events),
            latest,
            dim=frozenset({"redo"}),
            trays=self._told(lies, asking.expected(after, kept)),
            asked=asking.asked(after, kept),
            kept=kept,
            refused=announced(after, latest, learnt.hint),
            face=self._session.face_after(steps[-1]),
            unsaved=now.unsaved,
            swaps=now.swaps,
            hint=learnt.hint,
            suggested=self._suggested(after, events),
            tells_tap=now.tells_tap,
        )


def events_of(steps: Sequence[Step]) -> tuple[Event, ...]:
    """All that happened in steps, in its order."""
    return tuple(event for step in steps for event in step.events)


def _known_as(steps: Sequence[Step]) -> _Steps:
    return steps[-1].number, tuple(step.command for step in steps)


def _key(moment: Moment) -> _Key:
    return id(moment.state), moment.draft, moment.kept


def _is_alike(scene: Scene, moment: Moment) -> bool:
    """Whether a scene differs from a moment's by what stands in the trays at most."""
    covers = isinstance(moment.draft, InTray)
    return not covers and scene.moment._replace(trays=moment.trays) == moment


def _likely(now: Moment, asked: Question | None, on_cards: Collection[Color]) -> Iterator[object]:
    """What a tap may mean now: an answer, a way back, a plain, a field to build on."""
    if now.hint is not None:
        yield GotIt()
    if asked is None:
        return
    yield from (choice.action for choice in asked.choices)
    if asked.back is not None:
        yield SetDraft(asked.back)
    for tray in now.trays:
        if tray.rows:
            yield Moved(tray.color)
        if tray.color in on_cards:
            yield SetDraft(InTray(tray.color, under=beneath(now.draft)))
    yield SetDraft(Menu(beneath(now.draft)))
    yield from (tap_on_plain(now.state, now.draft, plain) for plain in MATERIALS)
    if now.state.phase is Phase.ACTION and isinstance(now.draft, Nothing | Aiming | Site):
        kind = BuildingKind.TEMPLE if now.draft == Aiming(Aim.TEMPLE) else BuildingKind.HUT
        for field in sites(now.state, kind):
            yield SetDraft(draft_at_field(now.state, field, now.draft, lifted=False))
        yield from map(Decide, _drops(now.state))


def _drops(state: GameState) -> Iterator[Command]:
    """What carrying a worker may decide, or a building, which is paid with its price then."""
    by = decider_of(state)
    for source in own_plains(state):
        for level in levels_to_move(state, by, source):
            for target in MATERIALS:
                if target is not source and has_room(state, target):
                    yield MoveWorker(by=by, source=source, level=level, target=target)
    for kind, build in BUILDS.items():
        for field in sites(state, kind):
            yield build(by=by, field=field, pay=preview_build(state, kind, field, by).price)


def draw_ahead(
    box: Box,
    state: GameState,
    latest: LatestMoves,
    settings: Settings,
    lie: Rotation,
    trays: tuple[Tray, ...],
    face: Face | None,
) -> Iterator[None]:
    """Draw, in short steps, what a table of that size will show at first; its board lies so.

    The widgets are thrown away; their texts, the pictures of their pieces and the framebuffers on
    which they are drawn are kept.
    """
    where = places(box, len(state.players))
    moment = Moment(state, Nothing(), latest, frozenset(), trays, face=face)
    yield from board.draw_ahead(where.board, picture_of(moment), lie)
    column = RightColumn(
        box, where, table_bar(settings.sound), lambda _action: None, seats(state, settings)
    )
    with closing(column):  # also where a touch comes before all is drawn
        yield from column.draw_ahead(column.arranged(contents_of(moment, settings)))
