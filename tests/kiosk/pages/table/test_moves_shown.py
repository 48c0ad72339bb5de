"""What follows a list of moves, and how many points it has brought to whom."""

from companion.events import DieRolled, OfferingMade, PointsScored, RiverCrossed
from companion.evolution import evolve
from companion.game import play, start
from companion.pieces import Face, Give
from companion.preview import visits
from companion.state import GameState, Phase, PointSource
from companion.telling.happening import rows_of
from companion.telling.moves import MarkerMoved, Row
from kiosk.pages.table.moves import Line, MovesShown, moves_shown
from kiosk.ui.form import Style
from kiosk.words.latest_moves import LatestMoves, Section
from kiosk.words.moves import move_rows
from tests.companion.playing import commands
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.asking import ask, choice


def test_points_stand_with_whoever_won_them_unless_there_are_two_ways() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    section = Section("", move_rows(state, (MarkerMoved((BLUE, RED), 5, 9),)))

    assert dict(moves_shown(state, LatestMoves((section,), ()), done=False).won) == {
        BLUE: 4,
        RED: 4,
    }
    assert moves_shown(state, LatestMoves((section, section), ()), done=False).won == ()


def shown(state: GameState, *rows: Row) -> MovesShown:
    latest = LatestMoves((Section("", move_rows(state, rows)),), ())
    return moves_shown(state, latest, done=False)


def text_of(line: Line) -> str:
    return "".join(span.text for span in line.spans)


def test_news_that_the_moves_say_again_is_not_shown() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.OFFERING)
    offered = rows_of(state, OfferingMade(BLUE, 3, Give.ONE, huts=1), "offer.one")
    river = rows_of(state, RiverCrossed(), "river.interim")
    rolled = rows_of(state, DieRolled(BLUE, Face.PLUS), "small.roll")

    lines = shown(state, *offered, *river, *rolled).lines

    assert [text_of(line) for line in lines] == ["Bo rolled: +1"]


def test_who_offers_nothing_and_has_nothing_to_lose_is_told() -> None:
    offering = OfferingMade(BLUE, 3, Give.NONE, huts=1)
    rich = position(BLUE, GREEN, phase=Phase.OFFERING)
    poor = evolve(rich, PointsScored(BLUE, -5, 0, PointSource.OFFERINGS))

    assert shown(rich, *rows_of(rich, offering, "offer.none")).lines == ()
    (line,) = shown(poor, *rows_of(poor, offering, "offer.none")).lines
    assert text_of(line) == "Bo offers nothing at 3"


def test_the_next_decision_is_named() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)

    assert moves_shown(state, LatestMoves((), ()), done=False).follows == "Bo: roll the die"


def test_at_a_single_hut_both_icons_are_not_the_main_offering() -> None:
    seen = set()
    state = start(beginning(3))
    for command in commands(beginning(3), 400, seed=3):
        state = play(state, command)
        if state.phase is not Phase.OFFERING or not state.board.field(state.visits[0]).known:
            continue
        single = visits(state)[0].both == 1
        seen.add(single)
        asked = ask(state)
        both = choice(asked, "offer.both")
        assert (both.style is Style.PRIMARY) is not single
    assert seen == {True, False}
