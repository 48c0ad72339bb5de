"""What the next tap may show, worked out while nobody touches: then it only has to be laid.

Nothing of it is ever shown before the tap, and what people do otherwise is worked out as they do
it. The table's first picture is drawn before anybody goes there.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion import asking, trays
from companion.commands import Command, Roll
from companion.errors import RuleViolation
from companion.events import GameEnded
from companion.memory.session import Session
from companion.memory.timeline import Step
from companion.pieces import MATERIALS, BuildingKind, Face
from companion.preview import sites
from companion.state import GameState, Phase
from companion.trays import Cardboard, Tray
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
from kiosk.pages.table.moment import Moment, contents_of, picture_of
from kiosk.pages.table.places import places
from kiosk.pages.table.question import Decide, Moved, Question, RollDie, SetDraft
from kiosk.pages.table.turn import begun
from kiosk.pages.table.view import tap_on_plain
from kiosk.pieces import board
from kiosk.pieces.picture import BoardPicture
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.ui.surface import Box
from kiosk.words.latest_moves import LatestMoves, moves_of_step

_IN_A_TRAY = 6
"""So many movements mostly have room in a tray; more may be told on a card."""


class Scene(NamedTuple):
    """What is shown at a moment: the board, and what stands where beside it."""

    moment: Moment
    picture: BoardPicture
    arrangement: Arrangement


class Prefetch:
    """Knows the scenes that the taps lead to which are likely now; `arranged` places contents.

    `turned` is how far the screen is turned; None: the card turns to nobody.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        arranged: Callable[[Contents], Arrangement],
        turned: Rotation | None = None,
    ) -> None:
        self._session = session
        self._settings = settings
        self._arranged = arranged
        self._turned = turned
        self._scenes: dict[tuple[int, Draft, tuple[Tray, ...]], Scene] = {}
        self._latest: dict[tuple[int, Command], LatestMoves] = {}
        self._from: GameState | None = None

    def scene(self, moment: Moment) -> Scene:
        """The scene of a moment, foreseen or worked out now."""
        known = self._known(moment)
        if known is not None:
            return known
        contents = contents_of(moment, self._settings, self._turned)
        return Scene(moment, picture_of(moment), self._arranged(contents))

    def _known(self, moment: Moment) -> Scene | None:
        found = self._scenes.get(_key(moment))
        return found if found is not None and found.moment == moment else None

    def latest(self, step: Step) -> LatestMoves:
        """What a command asks to move, foreseen or worked out now."""
        known = self._latest.get((step.number, step.command))
        return known or moves_of_step(step, open_chips=self._settings.open_chips)

    def scenes(self, now: Moment, asked: Question | None) -> Iterator[Scene]:
        """The scenes that taps lead to and that are not known, one a step, the likeliest first.

        `asked` is the question that can be answered now; None while something else is read. A
        scene is known once the next one is asked for.
        """
        if self._from is not now.state:
            self._from = now.state
            self._scenes.clear()
            self._latest.clear()
        for action in dict.fromkeys(_likely(now, asked)):
            for moment in self._after(action, now):
                if self._known(moment) is None:
                    scene = self.scene(moment)
                    yield scene
                    self._scenes[_key(moment)] = scene

    def _after(self, action: object, now: Moment) -> Iterator[Moment]:
        """The moments that something may lead to; not while answers wait for those of others."""
        if now.kept:
            return
        match action:
            case SetDraft(draft):
                yield now._replace(draft=draft, refused=None)
            case Moved(color):
                lies = trays.moved(self._session.cardboard, now.state, color)
                yield now._replace(trays=self._told(lies, now.state), refused=None)
            case Decide(command):
                yield from self._after_command(command, now)
            case RollDie() if now.state.decider is not None:
                for face in Face:
                    yield from self._after_command(Roll(by=now.state.decider, face=face), now)

    def _told(self, cardboard: Cardboard, state: GameState) -> tuple[Tray, ...]:
        return trays.trays(cardboard, state, open_chips=self._settings.open_chips)

    def _after_command(self, command: Command, now: Moment) -> Iterator[Moment]:
        try:
            step = self._session.foresee(command)
        except RuleViolation:
            return
        if any(isinstance(event, GameEnded) for event in step.events):
            return
        latest = self._latest[step.number, step.command] = self.latest(step)
        lies = trays.went_on(self._session.cardboard, step.before, step.after, step.before.active)
        yield Moment(
            step.after,
            begun(step.events),
            latest,
            dim=frozenset({"redo"}),
            trays=self._told(lies, step.after),
            asked=asking.asked(step.after),
            face=self._session.face_after(step),
            unsaved=now.unsaved,
            swaps=now.swaps,
        )


def _key(moment: Moment) -> tuple[int, Draft, tuple[Tray, ...]]:
    return id(moment.state), moment.draft, moment.trays


def _likely(now: Moment, asked: Question | None) -> Iterator[object]:
    """What a tap may mean now: an answer, a way back, a plain, a field to build on."""
    if asked is None:
        return
    yield from (choice.action for choice in asked.choices)
    if asked.back is not None:
        yield SetDraft(asked.back)
    for tray in now.trays:
        if tray.rows:
            yield Moved(tray.color)
        if len(tray.rows) > _IN_A_TRAY:
            yield SetDraft(InTray(tray.color, under=beneath(now.draft)))
    yield SetDraft(Menu(beneath(now.draft)))
    yield from (tap_on_plain(now.state, now.draft, plain) for plain in MATERIALS)
    if now.state.phase is Phase.ACTION and isinstance(now.draft, Nothing | Aiming | Site):
        kind = BuildingKind.TEMPLE if now.draft == Aiming(Aim.TEMPLE) else BuildingKind.HUT
        for field in sites(now.state, kind):
            yield SetDraft(draft_at_field(now.state, field, now.draft, lifted=False))


def draw_ahead(
    box: Box,
    state: GameState,
    latest: LatestMoves,
    settings: Settings,
    lie: Rotation,
    trays: tuple[Tray, ...],
) -> Iterator[None]:
    """Draw, in short steps, what a table of that size will show at first; its board lies so.

    The widgets are thrown away; their texts and the pictures of their pieces are kept.
    """
    where = places(box, len(state.players))
    moment = Moment(state, Nothing(), latest, frozenset(), trays)
    yield from board.draw_ahead(where.board, picture_of(moment), lie)
    column = RightColumn(
        box, where, table_bar(settings.sound), lambda _action: None, seats(state, settings)
    )
    yield from column.make_ahead(column.arranged(contents_of(moment, settings)))
    column.close()
