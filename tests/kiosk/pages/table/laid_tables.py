"""Tables at the first roll: the workers stand, and nothing moves by itself."""

from collections.abc import Iterable

from companion.commands import Correct, PlaceWorker, SetHand, SetSupply
from companion.pieces import STACK_LIMIT, Chips, Color, Material
from companion.rules.setup import Setup
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.kiosk.touch import Touchscreen

WORKERS = (
    Material.WOOD,
    Material.STONE,
    Material.WOOD,
    Material.STONE,
    Material.WOOL,
    Material.COPPER,
)
"""Where two players place theirs: the purple one, who begins, stands on wood and wool."""


def lay_table(
    touch: Touchscreen, start: Setup, workers: Iterable[Material] = (), **wishes: object
) -> None:
    """Begin, place these workers and the others on the first plain with room; show the table.

    `wishes` are settings. All pieces lie where they belong.
    """
    touch.app_state.set_settings(Settings(motion=False, **wishes))
    session = touch.app_state.begin_game(start)
    plains = iter(workers)
    while session.state.phase is Phase.PLACING:
        roomy = (one for one in Material if len(session.state.stack(one)) < STACK_LIMIT)
        plain = next(plains, None) or next(roomy)
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
    session.mark_all_done()
    touch.navigator.go(routes.Table())
    touch.step()


def lay_hand(touch: Touchscreen, hand: Chips) -> None:
    """Let the decider have these chips, the others lie on their plains."""
    session = touch.app_state.session
    color, supply = session.state.decider, session.state.supply
    given = hand - session.state.player(color).hand
    held = tuple(SetHand(color, one, hand.number(one)) for one in Material)
    left = tuple(SetSupply(one, (supply - given).number(one)) for one in Material)
    session.apply(Correct(changes=(*held, *left), why="laid for the test"))
    touch.navigator.go(routes.Table())


def all_around(start: Setup) -> tuple[tuple[Color, Rotation], ...]:
    """Seat each player at another side."""
    return tuple(zip((seat.color for seat in start.players), Rotation, strict=False))


def state(touch: Touchscreen) -> GameState:
    return touch.app_state.session.state
