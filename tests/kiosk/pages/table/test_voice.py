"""What is heard at the table: it stands in the trays and on the card, and nothing else is said."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import moves
from companion.events import GameEnded
from companion.game import events_of_command, state_after_command
from companion.pieces import Chips, Color, Face, Material, StackPosition
from companion.rules.setup import initial_state
from companion.state import FinaleStage, Phase
from companion.teaching.hint_setting import HintSetting
from kiosk import routes
from kiosk.pages.table.voice import tone_for_step
from kiosk.settings import SoundSettings
from kiosk.sound import Tone
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import use_language
from kiosk.words.speech import spoken_pieces_to_move
from kiosk.words.spoken_text import join_as_sentences, spoken_text
from kiosk.words.texts import player_names, sentence_text
from kiosk.words.victory import deciding_criteria_lines, winners_headline
from tests.companion.playing import commands
from tests.kiosk.ear import EVERYTHING, QUESTIONS, Ear, listen
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.laid_tables import all_around, lay_table, state
from tests.kiosk.robot import pieces_in_tray
from tests.kiosk.touch import Touchscreen, says

PURPLE, BLUE = Color.PURPLE, Color.BLUE


def heard_at(touch: Touchscreen, sound: SoundSettings = EVERYTHING) -> Ear:
    """An ear at the table, that has heard what stands there."""
    ear = listen(touch.navigator.announcer, sound)
    touch.navigator.announcer.last_screen = None
    touch.navigator.go(routes.Table())
    return ear


def name(touch: Touchscreen, color: Color) -> str:
    return player_names(state(touch))[color]


def symbol(touch: Touchscreen, color: Color) -> tuple[float, float]:
    box = touch.place(f"tray.{color}")
    return box.x + 14, box.top - 14


def test_a_step_is_said_once_as_it_stands_in_the_trays_and_again_to_whoever_asks(touch):
    ear, purple = heard_at(touch), name(touch, PURPLE)
    assert ear.said == [f"{purple}: roll the die."]
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said == [f"{purple} rolls wood. {purple}: take 2 wood. {purple}: move or build."]
    assert ear.rung == [Tone.TAKE]
    touch.navigator.go(routes.Rules())
    touch.navigator.back()
    assert ear.said == []
    touch.tap("why")
    (told,) = ear.said
    assert told.startswith("Why?")
    for text in touch.texts()[-1].splitlines():
        assert spoken_text(text) in told
    touch.tap("back")
    assert ear.said == []
    touch.tap_at(symbol(touch, PURPLE))
    assert ear.said == [f"{purple}: take 2 wood. {purple}: move or build."]
    assert pieces_in_tray(touch, PURPLE) == 2, "a tap on the sign moves nothing"
    touch.wait(1)
    touch.slide((touch.place("tray.purple").center, symbol(touch, PURPLE)))
    assert pieces_in_tray(touch, PURPLE) == 0, "a finger that came from the tray means the tray"
    touch.tap("menu", "back")
    assert ear.said == []
    touch.tap_at(symbol(touch, PURPLE))
    assert ear.said == [f"{purple}: nothing to move. {purple}: move or build."]
    assert not touch.shows("hand.purple"), "it does not tell how they stand either"


def test_a_tap_waits_for_no_words(touch):
    """What is said of a step is put into words by whoever says it, not in the thread that draws."""

    class Later(Ear):
        def __init__(self) -> None:
            super().__init__()
            self.unsaid = []

        def say(self, sentence, language) -> None:
            self.unsaid.append(sentence)

    ear, purple = heard_at(touch), name(touch, PURPLE)
    touch.navigator.announcer.speaker = later = Later()
    touch.tap(f"face.{Face.WOOD}")
    told = later.unsaid[-1]
    assert not isinstance(told, str)
    touch.tap("tray.purple", "menu", "back")
    assert ear.said == [f"{purple}: roll the die."]
    assert told() == f"{purple} rolls wood. {purple}: take 2 wood. {purple}: move or build."


def test_nothing_is_heard_but_what_the_table_wants(touch):
    ear, purple = heard_at(touch, SoundSettings(tones=True)), name(touch, PURPLE)
    touch.tap(f"face.{Face.WOOD}")
    assert (ear.said, ear.rung) == ([], [Tone.TAKE])
    touch.wait(1)
    touch.tap_at(symbol(touch, PURPLE))
    assert pieces_in_tray(touch, PURPLE) == 0, "without a voice the sign is a part of the tray"
    ear = heard_at(touch, SoundSettings())
    touch.tap("undo", f"face.{Face.WOOD}", "tray.purple", "undo")
    assert (ear.said, ear.rung) == ([], [])
    ear = heard_at(touch, QUESTIONS)
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said == [f"{purple}: roll the die.", f"{purple}: move or build."]
    touch.tap("why")
    assert ear.said == []


def test_of_chips_that_stood_there_already_only_those_that_have_come_are_said(touch):
    """Who moves at once what they hear would take the others twice."""
    ear, purple = heard_at(touch), name(touch, PURPLE)
    touch.tap(f"face.{Face.WOOD}")
    assert f"{purple}: take 2 wood." in ear.said[-1]
    field = next(at for at in range(1, 33) if Material.WOOD in state(touch).board.field(at).needs)
    pay = Chips.of(*state(touch).board.field(field).needs)
    touch.page.decide(do.BuildHut(by=PURPLE, field=field, pay=pay))
    told = " ".join(ear.said)
    assert f"{purple}: return one wood" in told
    assert "take 2 wood" not in told
    touch.tap(f"face.{Face.WOOD}")
    assert f"{purple}: take 2 wood." in ear.said[-1]
    rows, wood = touch.app_state.session.trays()[0].rows, Chips.of(Material.WOOD)
    assert moves.ChipsToTake((PURPLE,), wood * 4) in rows
    assert moves.ChipsToReturn((PURPLE,), wood) in rows


def test_several_who_are_asked_are_named_once_and_a_refused_answer_is_said_once(touch):
    session, blue = touch.app_state.session, name(touch, BLUE)
    back = do.SetSupply(Material.WOOD, session.state.supply.wood + 1)
    session.apply(do.Correct(changes=(do.SetHand(BLUE, Material.WOOD, 0), back), why="seen"))
    session.apply(do.Roll(by=PURPLE, face=Face.MINUS))
    ear = heard_at(touch)
    assert ear.said == [f"{name(touch, PURPLE)} and {blue}: return a chip."]
    assert not ear.rung
    touch.tap("give_back.blue.wood")
    (told,) = ear.said
    (part,) = (one for one in touch.page.column.answerable_question.parts if one.color is BLUE)
    assert told.startswith(f"{blue}: Not possible")
    assert told == spoken_text(f"{blue}: {part.refusal}")
    assert ear.rung == [Tone.REFUSED]
    touch.tap("give_back.purple.wool")
    assert not any("Not possible" in told or "return a chip" in told for told in ear.said)
    assert ear.rung == [], "it stands there still, and is not refused once more"


def test_a_question_is_asked_after_what_has_covered_it_and_a_refusal_is_heard_and_said_once(touch):
    touch.app_state.session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    touch.app_state.wait_for_writes(60)
    ear = heard_at(touch)
    assert ear.said
    touch.navigator.announcer.last_screen = None
    touch.page.column.show_text("question")
    (told,) = ear.said
    assert told.startswith("Why?")
    touch.tap("back")
    assert ear.said == [f"{name(touch, PURPLE)}: move or build."]

    touch.page.decide(do.BuildHut(by=BLUE, field=1))
    assert ear.rung == [Tone.REFUSED]
    assert ear.said == [touch.page._refused.explanation]
    touch.page.refresh()
    assert (ear.rung, ear.said) == ([], [])


def test_what_something_is_is_said_to_whoever_asks_and_another_game_begins_anew(touch):
    ear = heard_at(touch)
    touch.tap("menu", "menu.ask")
    assert "What is this?" in ear.said[-1]
    touch.tap_field(3)
    (told,) = ear.said
    assert told.startswith("What is this?")
    assert "Nothing is built here yet" in told
    touch.app_state.begin_game(beginning(3))
    touch.navigator.go(routes.Table())
    (told,) = ear.said
    assert told.endswith(": place a worker.")


def test_a_hint_is_said_once_before_what_is_asked(touch):
    touch.app_state.set_settings(replace(touch.app_state.settings, hints=HintSetting.FIRST_GAME))
    ear = heard_at(touch)
    assert ear.said
    touch.tap(f"face.{Face.WOOD}")
    text = sentence_text(touch.page._hint.text, player_names(state(touch)))
    (told,) = ear.said
    assert told.endswith(f"{spoken_text(text)} {name(touch, PURPLE)}: move or build.")
    touch.tap("hint.got")
    assert ear.said == []


@pytest.mark.parametrize(
    ("players", "size", "large"), [(4, (800, 480), False), (3, (480, 800), True)]
)
def test_it_is_said_again_at_every_seat_in_trays_and_on_the_cards_that_cover_them(
    screen, players, large
):
    start = beginning(players)
    lay_table(screen, start, large_letters=large, sides=all_around(start))
    session = screen.app_state.session
    ear = heard_at(screen)
    names = player_names(session.state_with_saved_fields)

    def hear_signs(places: dict[Color, tuple[Surface, int]]) -> Iterator[tuple[str, str]]:
        screen.wait(1)
        assert ear.said
        for color, (surface, inset) in places.items():
            sign = Box(surface.box.x + inset, surface.box.top - inset, 0, 0)
            screen.tap_at(surface.box_to_ancestor(screen.page, sign).center)
            (told,) = ear.said
            yield names[color], told

    trays = {color: (screen.find(f"tray.{color}"), 14) for color in session.state.colors}
    assert all(told.startswith(f"{name}: ") for name, told in hear_signs(trays))
    session.apply(do.Roll(by=session.state.decider, face=Face.MINUS))
    screen.page.refresh()
    if screen.page.column.trays.parent is None:
        placed, column = screen.page.column._shown.part_of, screen.page.column
        trays = {color: (column._card_view_at(at).view, 12) for color, (at, _) in placed.items()}
    else:
        trays = {color: (screen.find(f"tray.{color}"), 14) for color in trays}
    for name, told in hear_signs(trays):
        assert told.endswith(f"{name}: return a chip.")
    assert session.answers_so_far == ()


def test_one_tap_at_the_table_mutes_it_and_another_lets_it_be_heard_again(touch):
    ear = heard_at(touch)
    touch.tap("mute")
    assert ear.hushed == 1
    assert (ear.said, ear.rung) != ([], [])
    touch.tap(f"face.{Face.WOOD}")
    assert (ear.said, ear.rung) == ([], [])
    touch.tap_at(symbol(touch, PURPLE))
    assert says(touch, "The sound is off: tap the loudspeaker to hear it again.")
    assert (ear.said, pieces_in_tray(touch, PURPLE)) == ([], 2), "and it moves nothing"
    touch.tap("mute", "undo")
    assert ear.said


def test_each_step_has_one_tone_at_most_and_all_of_them_come_up():
    rung = set()
    for seed in range(5):
        before = initial_state(beginning(3))
        for command in commands(beginning(3), 900, seed):
            after, events = state_after_command(before, command), events_of_command(before, command)
            tone = tone_for_step(before, after, events)
            rung.add(tone)
            assert (tone is Tone.END) == any(isinstance(one, GameEnded) for one in events)
            if tone is Tone.LAST_TURNS:
                assert (before.finale, after.finale) == (None, FinaleStage.LAST_TURNS)
            if tone is Tone.DRUID:
                assert after.phase is Phase.OFFERING
            before = after
    assert set(Tone) - rung == {Tone.REFUSED}


def test_that_the_game_is_over_and_who_has_won_is_said(tmp_path):
    app_state = app_state_with_game(tmp_path, beginning(2))
    app_state.required_session.undo()
    app_state.wait_for_writes(60)
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        ear = heard_at(touch)
        assert ear.said
        touch.page.decide(commands(beginning(2), 5000)[-1])
        (told,), rung = ear.said, ear.rung
        assert told.endswith(
            "The final circuit is over. Move what your trays show: then comes the final scoring."
        )
        assert told.count("The final circuit is over") == 1
        assert "wins" not in told, "the final scoring comes first"
        assert not says(touch, "wins")
        touch.tap("to.scoring", "all")
        state = app_state.required_session.state
        assert ear.said == [
            join_as_sentences((winners_headline(state), *deciding_criteria_lines(state)))
        ]
        touch.tap("log", "back")
        assert ear.said == [], "it is known by then"
        assert Tone.END in rung


@pytest.mark.parametrize(
    ("code", "one_chip"), [("en", "take one wood"), ("de", "ein Holz nehmen"), ("fr", "un bois")]
)
def test_one_chip_is_said_as_people_say_it_and_no_colon_but_that_after_the_name(code, one_chip):
    use_language(code)
    blue = (Color.BLUE,)
    rows = (
        moves.ChipsToTake(blue, Chips.of(Material.WOOD)),
        moves.WorkerToMove(blue, Material.WOOD, StackPosition.MIDDLE, Material.STONE),
        moves.DieToMove(blue, 19),
        moves.StackTarget(blue, Material.WOOD, blue),
    )
    told = spoken_pieces_to_move(initial_state(beginning(2)), Color.BLUE, rows)
    assert one_chip in told
    assert told.count(":") == 1, told
