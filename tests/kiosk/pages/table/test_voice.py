"""What is heard at the table: it stands in the trays and on the card, and nothing else is said."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion import moves
from companion.events import GameEnded
from companion.game import decide, state_after_command
from companion.pieces import Chips, Color, Face, Material, StackPosition
from companion.rules.setup import initial_state
from companion.state import FinaleStage, Phase
from companion.teaching.seen import HintSetting
from kiosk import routes
from kiosk.pages.table.voice import tone_for_step
from kiosk.settings import SoundSettings
from kiosk.sound import Tone
from kiosk.ui.surface import Box, Surface
from kiosk.words.aloud import as_sentences, speakable
from kiosk.words.language import use_language
from kiosk.words.speech import moves_spoken
from kiosk.words.texts import player_names, sentence_text
from kiosk.words.victory import deciding_criteria_lines, winners_headline
from tests.companion.playing import commands
from tests.kiosk.ear import EVERYTHING, QUESTIONS, Ear, listen
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.pages.table.laid_tables import all_around, lay_table, state
from tests.kiosk.robot import pieces_in_tray
from tests.kiosk.touch import Touchscreen, says

PURPLE, BLUE = Color.PURPLE, Color.BLUE
TONES_ONLY = SoundSettings(tones=True)


def heard_at(touch: Touchscreen, sound: SoundSettings = EVERYTHING) -> Ear:
    """An ear at the table, that has heard what stands there."""
    ear = listen(touch.navigator.announcer, sound)
    touch.navigator.announcer.last_screen = None
    touch.navigator.go(routes.Table())
    return ear


def name(touch: Touchscreen, color: Color) -> str:
    return player_names(state(touch))[color]


def test_a_step_is_said_as_it_stands_in_the_trays_and_then_what_is_asked(touch):
    ear = heard_at(touch)
    purple = name(touch, PURPLE)
    assert ear.said == [f"{purple}: roll the die."]
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said == [f"{purple} rolls wood. {purple}: take 2 wood. {purple}: move or build."]
    assert ear.rung == [Tone.TAKE]


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


def test_only_questions_are_said_where_only_these_are_wanted(touch):
    ear = heard_at(touch, QUESTIONS)
    touch.tap(f"face.{Face.WOOD}")
    purple = name(touch, PURPLE)
    assert ear.said == [f"{purple}: roll the die.", f"{purple}: move or build."]
    touch.tap("why")
    assert ear.said == []


def test_nothing_is_heard_unless_the_table_wants_it(touch):
    ear = heard_at(touch, SoundSettings())
    touch.tap(f"face.{Face.WOOD}", "tray.purple")
    assert (ear.said, ear.rung) == ([], [])


def test_what_stood_there_already_is_not_said_again(touch):
    ear = heard_at(touch)
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said
    touch.navigator.go(routes.Rules())
    touch.navigator.back()
    touch.tap("tray.purple", "menu", "back")
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


def test_another_game_begins_with_its_question(touch, tmp_path):
    ear = heard_at(touch)
    assert ear.said
    touch.app_state.begin(beginning(3))
    touch.navigator.go(routes.Table())
    (told,) = ear.said
    assert told.endswith(": place a worker.")


def test_several_who_are_asked_are_named_once_and_not_again_with_each_answer(touch):
    touch.app_state.session.apply(do.Roll(by=PURPLE, face=Face.PLUS))
    ear = heard_at(touch)
    assert ear.said == [f"{name(touch, PURPLE)} and {name(touch, BLUE)}: take a chip."]
    touch.page.decide(do.TakeChip(by=BLUE, material=Material.WOOD))
    assert not any("take a chip" in told for told in ear.said)


def test_why_the_answer_of_one_of_several_cannot_be_is_said_to_them_and_once(touch):
    session, blue = touch.app_state.session, name(touch, BLUE)
    back = do.SetSupply(Material.WOOD, session.state.supply.wood + 1)
    session.apply(do.Correct(changes=(do.SetHand(BLUE, Material.WOOD, 0), back), why="seen"))
    session.apply(do.Roll(by=PURPLE, face=Face.MINUS))
    ear = heard_at(touch)
    assert ear.said
    assert not ear.rung
    touch.tap("give_back.blue.wood")
    (told,) = ear.said
    (part,) = (one for one in touch.page.column.answerable_question.parts if one.color is BLUE)
    assert told.startswith(f"{blue}: Not possible")
    assert told == speakable(f"{blue}: {part.refused}")
    assert ear.rung == [Tone.REFUSED]
    touch.tap("give_back.purple.wool")
    assert not any("Not possible" in told for told in ear.said)
    assert ear.rung == [], "it stands there still, and is not refused once more"


def test_a_refusal_is_heard_and_said(touch):
    session = touch.app_state.session
    session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    touch.app_state.wait_for_writes(60)
    ear = heard_at(touch)
    assert ear.said
    touch.page.decide(do.BuildHut(by=BLUE, field=1))
    assert ear.rung == [Tone.REFUSED]
    assert ear.said == [touch.page._refused.sum]
    touch.page.refresh()
    assert (ear.rung, ear.said) == ([], [])


# What is read


def test_why_is_read_aloud_to_whoever_asks_and_not_again_on_the_way_back(touch):
    touch.app_state.session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    ear = heard_at(touch)
    assert ear.said
    touch.tap("why")
    (told,) = ear.said
    assert told.startswith("Why?")
    for text in touch.texts()[-1].splitlines():
        assert speakable(text) in told
    touch.tap("back")
    assert ear.said == []


def test_what_something_is_is_said_to_whoever_asks(touch):
    ear = heard_at(touch)
    assert ear.said
    touch.tap("menu", "menu.ask")
    assert "What is this?" in ear.said[-1]
    touch.tap_field(3)
    (told,) = ear.said
    assert told.startswith("What is this?")
    assert "Nothing is built here yet" in told


def test_a_hint_is_said_once_before_what_is_asked(touch):
    touch.app_state.set_settings(replace(touch.app_state.settings, hints=HintSetting.FIRST_GAME))
    ear = heard_at(touch)
    assert ear.said
    touch.tap(f"face.{Face.WOOD}")
    text = sentence_text(touch.page._hint.text, player_names(state(touch)))
    (told,) = ear.said
    assert told.endswith(f"{speakable(text)} {name(touch, PURPLE)}: move or build.")
    touch.tap("hint.got")
    assert ear.said == []


def test_a_question_that_was_covered_by_something_to_read_is_asked_after_it(touch):
    touch.app_state.session.apply(do.Roll(by=PURPLE, face=Face.WOOD))
    ear = heard_at(touch)
    assert ear.said
    touch.navigator.announcer.last_screen = None
    touch.page.column.show_text("question")
    (told,) = ear.said
    assert told.startswith("Why?")
    touch.tap("back")
    assert ear.said == [f"{name(touch, PURPLE)}: move or build."]


# Again


def symbol(touch: Touchscreen, color: Color) -> tuple[float, float]:
    box = touch.place(f"tray.{color}")
    return box.x + 14, box.top - 14


def test_a_tap_on_a_trays_sign_says_it_again_and_moves_nothing(touch):
    ear = heard_at(touch)
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said
    touch.tap_at(symbol(touch, PURPLE))
    purple = name(touch, PURPLE)
    assert ear.said == [f"{purple}: take 2 wood. {purple}: move or build."]
    assert pieces_in_tray(touch, PURPLE) == 2
    touch.tap("tray.purple")
    assert pieces_in_tray(touch, PURPLE) == 0
    touch.tap_at(symbol(touch, PURPLE))
    assert ear.said == [f"{purple}: nothing to move. {purple}: move or build."]
    assert not touch.shows("hand.purple"), "it does not tell how they stand either"


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
    names = player_names(session.state_with_known_fields)

    def hear_signs(places: dict[Color, tuple[Surface, int]]) -> Iterator[tuple[str, str]]:
        screen.wait(1)
        assert ear.said
        for color, (surface, inset) in places.items():
            sign = Box(surface.box.x + inset, surface.box.top - inset, 0, 0)
            screen.tap_at(surface.box_relative_to(screen.page, sign).center)
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
    assert session.answers == ()


def test_without_a_voice_a_trays_sign_is_a_part_of_the_tray(touch):
    heard_at(touch, TONES_ONLY)
    touch.tap(f"face.{Face.WOOD}")
    touch.wait(1)
    touch.tap_at(symbol(touch, PURPLE))
    assert pieces_in_tray(touch, PURPLE) == 0


def test_a_finger_that_comes_to_the_sign_from_elsewhere_in_the_tray_means_the_tray(touch):
    ear = heard_at(touch)
    touch.tap(f"face.{Face.WOOD}")
    assert ear.said
    touch.wait(1)
    touch.slide((touch.place("tray.purple").center, symbol(touch, PURPLE)))
    assert (ear.said, pieces_in_tray(touch, PURPLE)) == ([], 0)


# Quiet


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


# Tones


def test_each_step_has_one_tone_at_most_and_all_of_them_come_up():
    rung = set()
    for seed in range(5):
        before = initial_state(beginning(3))
        for command in commands(beginning(3), 900, seed):
            after, events = state_after_command(before, command), decide(before, command)
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
    app_state.game.undo()
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
        state = app_state.game.state
        assert ear.said == [
            as_sentences((winners_headline(state), *deciding_criteria_lines(state)))
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
    told = moves_spoken(initial_state(beginning(2)), Color.BLUE, rows)
    assert one_chip in told
    assert told.count(":") == 1, told
