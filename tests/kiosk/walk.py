"""A walk from screen to screen, over all that the app can show in a game from before to its end."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from companion.commands import BuildHut, Correct, PlaceWorker, Roll
from companion.memory.boards import write_board
from companion.pieces import MATERIALS, STACK_LIMIT, BuildingKind
from companion.preview import preview_build, sites
from companion.rulebook import DISPUTES, RULES
from companion.sentence import Sentence
from companion.state import Board, Phase
from kiosk.pages.amend.view import How, Wish
from kiosk.pages.rules import AllChapters, AllQuestions, ChapterAt, QuestionAt, RuleAt
from kiosk.pieces.form import RulesBehind
from kiosk.rulings import StandIn, SwapInPayment, this_second
from kiosk.words.language import language
from tests.companion.playing import commands
from tests.companion.positions import ring
from tests.kiosk.beside import until_shown
from tests.kiosk.inspection import faults
from tests.kiosk.laid_games import LONGEST_NAMES, beginning
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen

TROUBLE = Sentence(
    "The saved games could not be read. Their file was kept under the name {name}, and a new one "
    "was begun.",
    {"name": "games.unreadable-20260101T120000Z.db"},
)
REASON = "The marker of the green player fell off the board; all agree where it stood before. " * 2


class Walk:
    """Goes from screen to screen and notes what is wrong on each, and which screens were seen."""

    def __init__(self, touch: Touchscreen) -> None:
        self.touch = touch
        self.found: list[str] = []
        self.seen: set[str] = set()
        self.looks = 0

    def look(self, what: str) -> None:
        self.looks += 1
        self.seen.add(self.touch.name)
        self.found += [f"{self.touch.name}, {what}: {fault}" for fault in self._faults()]

    def _faults(self) -> list[str]:
        return faults(self.touch)

    def tap(self, *keys: str) -> None:
        """Tap one after the other, with a look after each."""
        for key in keys:
            self.touch.tap(key)
            self.look(key)

    def go(self, name: str) -> None:
        self.touch.navigator.go(name)
        self.touch.wait(0.4)  # who comes to another page looks at it before they tap again
        self.look("as it comes")

    def turn(self, key: str, pages: int = 30) -> None:
        """Tap a key that turns pages, as long as it is there and shows another page."""
        seen = [self.touch.texts()]
        while self.touch.shows(key) and len(seen) < pages:
            self.tap(key)
            if self.touch.texts() in seen:
                return
            seen.append(self.touch.texts())


def walk_over_all(walk: Walk, players: int, *, longest: bool) -> None:
    before_a_game(walk)
    the_rules(walk)
    a_new_game(walk)
    start = beginning(players, longest=longest)
    walk.touch.app_state.begin(start)
    steps = iter(commands(start, 5000, seed=players))
    walk.go("table")
    walk.tap("log", "back", "menu", "menu.correct", "back")
    play_until(walk, steps, Phase.ACTION, turn=6)
    walk.go("table")
    a_game_that_waits(walk)
    walk.go("table")
    what_if(walk)
    a_ruling(walk)
    corrections(walk)
    the_log(walk)
    old_steps(walk)
    play_until(walk, steps, Phase.FINISHED)
    walk.go("end")
    walk.tap("final_scoring")
    walk.turn("next")
    walk.tap("log", "back")
    walk.touch.tap("hand_over")
    until_shown(walk.touch)
    walk.look("hand_over")
    walk.tap("back")
    rolls_and_time(walk)
    past_games(walk)
    walk.tap("to.start")
    the_statistics(walk)
    walk.go("panel")
    walk.go("machine")
    walk.tap("switch_off", "backup", "back", "back")


def before_a_game(walk: Walk) -> None:
    touch = walk.touch
    settings = touch.app_state.settings
    walk.go("start")
    touch.app_state.notices.append(TROUBLE)
    walk.go("start")
    walk.tap("notice.dismiss", "settings", f"setting.language.{language()}")
    walk.turn("more")
    the_house_rules(walk)
    touch.app_state.set(settings)
    walk.tap("back")
    walk.go("language")
    walk.tap(f"language.{language()}")


def the_house_rules(walk: Walk) -> None:
    """No ruling, and one of each kind for people with long names."""
    app_state = walk.touch.app_state
    walk.go("rulings")
    some = (StandIn(2, this_second()), StandIn(1, 5 * 10**8, LONGEST_NAMES))
    swaps = tuple(
        SwapInPayment(5 * 10**8, LONGEST_NAMES[:number], ("game",), again=number % 2 == 0)
        for number in (2, 3)
    )
    app_state.set(replace(app_state.settings, rulings=(*some, *swaps)))
    walk.tap("back")
    walk.go("rulings")
    walk.turn("more")
    walk.tap("remove.0", "back")


def the_rules(walk: Walk) -> None:
    """Every page of the rules, where it has several parts all of them, and what is found."""
    places = [AllChapters(), AllQuestions(), RulesBehind(tuple(RULES)[:12])]
    places += map(ChapterAt, dict.fromkeys(rule.chapter for rule in RULES.values()))
    places += (*map(RuleAt, RULES), *map(QuestionAt, DISPUTES))
    for place in places:
        walk.touch.navigator.go("rules", place)
        walk.touch.wait(0.4)
        walk.look(type(place).__name__)
        walk.turn("more")
    walk.go("start")
    walk.tap("rules", "search")
    for query in ("x", "+1"):
        Typist(walk.touch).type(query)
        walk.look(f"what is found for {query}")
        walk.turn("more")
        walk.tap("search")
    walk.tap("key.cancel", "back", "back")


def a_new_game(walk: Walk) -> None:
    walk.tap(
        "new_game",
        "seat.add",
        "seat.add",
        "first.chance",
        "seat.3.first",
        "seat.1.color",
        "color.cancel",
    )
    walk.tap(
        "read", "icon.wood", "first.again", "icon.wood", "icon.wool", "again", "unsure", "back"
    )
    walk.tap("seat.0.name", *["key.shift", "key.page"] * 4, "key.0", "key.page")
    Typist(walk.touch).type(LONGEST_NAMES[0])
    walk.look("a long name")
    walk.tap("seat.0.name", "key.x", "key.cancel", "board")
    walk.turn("more")
    walk.tap("board.errors", "back", "board.auto", "next", "side.0.90", "next", "bonus.druid")
    walk.touch.tap_field(12)
    walk.look("a chip laid")
    walk.tap("next", "bonus.lay", "next")
    walk.turn("more")
    walk.tap("workers.lay", "back", "bonus.clear", "back", "back", "back")


def a_game_that_waits(walk: Walk) -> None:
    walk.go("unfinished")
    walk.go("table")
    walk.tap("menu", "menu.start", "resume")
    walk.turn("next")
    walk.tap("back")


def what_if(walk: Walk) -> None:
    """A building and a worker, looked at to the end."""
    state = walk.touch.app_state.session.state
    huts = sites(state, BuildingKind.HUT)
    most = max(huts, key=lambda field: len(preview_build(state, BuildingKind.HUT, field).visits))
    walk.touch.tap_field(most)
    walk.tap("what_if")
    walk.turn("more")
    walk.tap("show.temple", "why", "back")
    walk.touch.tap_plain(next(plain for plain in MATERIALS if state.stack(plain)))
    walk.look("a worker")
    walk.touch.tap("leave")
    walk.tap("back")


def a_ruling(walk: Walk) -> None:
    """A payment that does not work, which the table plays otherwise."""
    state = walk.touch.app_state.session.state
    field = next(
        field
        for field in sites(state, BuildingKind.HUT)
        if preview_build(state, BuildingKind.HUT, field).price.total
    )
    walk.touch.step()
    walk.touch.page.decide(BuildHut(by=state.decider, field=field))
    walk.look("a payment that does not work")
    walk.tap("overrule", "back")


def corrections(walk: Walk) -> None:
    touch = walk.touch
    color = touch.app_state.session.state.players[-1].color
    walk.tap("menu", "menu.correct", "part.points", f"points.{color}", "digit.9", "number.more")
    walk.tap("done", "done", "part.hands", f"hand.{color}.wood")
    walk.tap("digit.1" if touch.app_state.settings.open_chips else "number.more", "leave", "done")
    walk.tap("part.runes", "rune.eye", f"holder.{color}", "done", "part.turn", f"turn.{color}")
    walk.tap("done", "part.druid", "stone.2", "done")
    touch.tap_plain("wool")
    walk.look("a plain")
    walk.tap("supply", "digit.7", "done", "stack.clear", f"stack.{color}", "done")
    for field in range(1, 13):
        touch.tap_field(field)
        walk.look("a field")
        walk.tap(f"field.hut.{color}", "bonus.druid", "done")
    walk.tap("next")
    walk.turn("more")
    walk.tap("why.type")
    Typist(touch).type(REASON)
    walk.look("a long reason")
    walk.tap("correct.done")


def the_log(walk: Walk) -> None:
    walk.go("table")
    walk.tap("undo", "log")
    entries = [tap.key for tap in walk.touch.taps() if tap.key.startswith("entry.")]
    walk.tap(entries[0])
    walk.turn("more")
    walk.tap("later", "earlier", "why", "back", "back")
    walk.tap(next(tap.key for tap in walk.touch.taps() if tap.key.startswith("why.")), "back")
    walk.turn("older", pages=4)
    walk.tap("back", "redo")


def old_steps(walk: Walk) -> None:
    """Every kind of question once more, and what comes of another answer."""
    navigator, session = walk.touch.navigator, walk.touch.app_state.session
    kinds: dict[type, int] = {}
    for place, step in enumerate(session.steps, start=1):
        if not isinstance(step.command, Correct):
            kinds[type(step.command)] = place
    for kind, place in kinds.items():
        navigator.go("log")
        navigator.go("amend", Wish(place, How.CHANGE))
        walk.look(f"asks for {kind.__name__} again")
    for face in ("plus", "minus"):
        navigator.go("log")
        navigator.go("amend", Wish(kinds[Roll], How.CHANGE))
        walk.touch.tap(f"face.{face}")
        walk.look(f"what comes of {face}")
    sheets_of_an_old_step(walk, kinds[PlaceWorker])
    forgotten_steps(walk, kinds[Roll])
    walk.go("table")


def sheets_of_an_old_step(walk: Walk, place: int) -> None:
    """A step of long ago is another, and the game ends where the next one does not fit."""
    navigator, session = walk.touch.navigator, walk.touch.app_state.session
    navigator.go("log")
    navigator.go("amend", Wish(place, How.CHANGE))
    step = session.steps[place - 1]
    walk.touch.tap_plain(
        next(
            plain
            for plain in MATERIALS
            if plain is not step.command.plain and len(step.before.stack(plain)) < STACK_LIMIT
        )
    )
    walk.look("what comes of a worker elsewhere")
    walk.turn("more", pages=3)
    if walk.touch.shows("amend.end"):
        walk.touch.wait(1)
        walk.tap("amend.end")
        walk.turn("more", pages=4)
    walk.touch.wait(1)
    walk.tap("amend.leave")


def forgotten_steps(walk: Walk, place: int) -> None:
    """A turn is put in by half, and the step that follows does not fit; one is left out."""
    navigator, touch = walk.touch.navigator, walk.touch
    walk.go("table")
    walk.tap("menu", "menu.forgotten")
    navigator.go("amend", Wish(place, How.INSERT))
    walk.look("asks for a forgotten step")
    walk.tap("hands")
    navigator.go("amend", Wish(place, How.INSERT))
    touch.wait(1)
    touch.tap("face.wool")
    walk.look("asks for the rest of the turn")
    touch.wait(1)
    walk.tap("amend.enough")
    touch.wait(1)
    walk.tap("amend.remove")
    walk.turn("more", pages=3)
    touch.wait(1)
    walk.tap("amend.leave")
    navigator.go("amend", Wish(place, How.REMOVE))
    walk.look("what comes of a step that was never done")
    touch.wait(1)
    walk.tap("amend.leave")


def the_statistics(walk: Walk) -> None:
    walk.tap("statistics")
    for _step in walk.touch.page.prepare():
        pass
    walk.look("all are added up")
    walk.tap("people", "person.0", "part.points", "part.die", "part.records", "part.figures")
    walk.turn("more")
    walk.tap("back")


def rolls_and_time(walk: Walk) -> None:
    app_state = walk.touch.app_state
    settings = app_state.settings
    app_state.set(replace(settings, times=True))
    walk.tap("rolls", "times", "back", "back")
    app_state.set(settings)


def past_games(walk: Walk) -> None:
    """The list of games and people, and a game of it, taken away and brought back."""
    touch = walk.touch
    walk.tap("history", "people", "person.0", "person", "rename", "key.cancel", "join", "back")
    walk.tap("games")
    game = next(tap.key for tap in touch.taps() if tap.key.startswith("game."))
    walk.tap(game, "log", "back", "rolls", "back", "past_board", "earlier", "why", "back", "back")
    walk.tap("take_away", "back", "back", "people", "away", game, "bring_back", "back")
    walk.go("end")


def play_until(walk: Walk, steps: Iterator[object], phase: Phase, turn: int = 0) -> None:
    session = walk.touch.app_state.session
    while session.state.phase is not phase or session.state.turn < turn:
        session.apply(next(steps))


def lay_learnt_boards(folder: Path) -> None:
    """Put learnt boards of long names into a data folder, one of which is torn."""
    boards = folder / "boards"
    boards.mkdir()
    for number in range(7):
        board = Board(f"{number} {LONGEST_NAMES[2]}", ring(24 + number).fields)
        write_board(boards / f"{number}.toml", board)
    (boards / "torn.toml").write_text("name =")
