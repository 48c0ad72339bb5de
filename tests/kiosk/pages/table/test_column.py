"""What a tap changes in the right column, and what stays."""

from itertools import cycle

import pytest
from kivy.metrics import Metrics, dp
from msgspec.structs import replace

from companion.commands import PlaceWorker
from companion.pieces import Color, Face, Material
from companion.state import Phase
from kiosk import routes
from kiosk.pieces.form import CardBackground
from kiosk.rotation import Rotation
from kiosk.ui import framebuffer_pool, sprite_atlas, theme
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.renderer import widget_of
from kiosk.ui.surface import Box, Surface, text_height
from kiosk.ui.tap import TapButton
from tests.benchmarks.watching import drawn_instructions
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen, needs_drawing

pytestmark = pytest.mark.usefixtures("painted")


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    screen.app_state.begin_game(beginning(3))
    screen.navigator.go(routes.Table())
    return screen


def column(touch: Touchscreen) -> set[Surface]:
    return set(touch.page.column.walk())


def test_words_of_a_card_are_written_for_its_paper(touch: Touchscreen) -> None:
    touch.tap_field(4)
    card = touch.page.column.card_box
    said = [
        text
        for surface in touch.page.column.walk()
        if isinstance(surface, Surface) and not isinstance(surface, TapButton)
        for text in surface.written_texts
        if card.y < text.text_box.y < card.top and text.size <= theme.TEXT
    ]
    assert said
    assert {text.ground for text in said} == {theme.PAPER}


def test_a_decision_leaves_the_bar_and_who_is_not_concerned(touch: Touchscreen) -> None:
    before = column(touch)
    touch.draw()
    touch.page.refresh()
    assert column(touch) == before
    assert not needs_drawing(), "nothing is drawn where the same is shown again"
    touch.tap("place.wood")
    stays = [touch.find(key) for key in ("redo", "menu")]
    before = column(touch)
    touch.tap("place.wool")
    assert [touch.find(key) for key in ("redo", "menu")] == stays
    assert len(column(touch) - before) <= 8


def test_the_answers_of_a_question_that_comes_again_stand_and_mean_what_is_asked_now(touch) -> None:
    before = {touch.find(one.key) for one in touch.page.column.answerable_question.choices}
    touch.tap("menu")
    assert not before & set(touch.taps())
    touch.tap("back")
    assert before <= set(touch.taps())
    first = touch.find("place.wood")
    touch.tap("place.stone", "place.stone")
    again = touch.find("place.wood")
    assert again is first
    text = again.written_texts[0]
    assert again.box.contains((text.text_box.x, text.text_box.y))
    asked = touch.app_state.session.state.decider
    touch.tap("place.wood")
    assert touch.app_state.session.state.stack(Material.WOOD) == (asked,)


def test_at_rest_bar_and_card_are_a_rectangle_and_each_tray_is_one_with_its_points(
    touch: Touchscreen,
) -> None:
    touch.draw()
    trays = len(touch.app_state.session.state.players)
    assert drawn_instructions(touch.page.column.canvas) <= 12 + 6 * trays


def test_points_that_count_do_not_draw_the_rest_again(touch: Touchscreen) -> None:
    touch.page.column.trays.animate_points_from(
        {one.color: 99 for one in touch.app_state.session.state.players}
    )
    touch.draw()
    sheet = next(one for one in touch.widgets() if isinstance(one, CachedLayer))
    for _frame in range(5):
        touch.wait(1 / 10)
        assert needs_drawing()
        assert not sheet._picture.needs_redraw
        touch.draw()


def test_no_question_asks_for_a_framebuffer_wherever_its_card_stands(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = touch.app_state.session.state
    sides = tuple(zip(state.colors, Rotation, strict=False))
    touch.app_state.set_settings(replace(touch.app_state.settings, sides=sides))
    monkeypatch.setattr(sprite_atlas, "_SIDE", 2048)  # room for the sprites of all questions
    sprite_atlas.clear_cache()
    touch.navigator.go(routes.Table())
    seen = set()

    def tap(*keys: str) -> None:
        for key in keys:
            touch.draw()
            for _step in touch.page.prepare_in_steps():
                pass
            with monkeypatch.context() as patched:
                patched.delattr(framebuffer_pool, "acquire")
                touch.tap(key)
                seen.update(view.area for view in touch.page.column._shown_views)

    plains = cycle(Material)
    tap(f"place.{next(plains)}")
    session = touch.app_state.session
    while session.state.phase is Phase.PLACING:
        session.apply(PlaceWorker(by=session.state.decider, plain=next(plains)))
    touch.navigator.go(routes.Table())
    tap(f"face.{Face.MINUS}")
    assert touch.page.column.has_player_parts
    for part in touch.page.column.answerable_question.parts:
        tap(part.choices[0].key)
    tap("menu", "back", "undo")
    assert len(seen) > len(state.players)


@pytest.mark.usefixtures("touch")
def test_a_title_of_two_lines_keeps_off_the_edge_of_its_card() -> None:
    card = Box(0, 0, dp(290), dp(200))
    paper = CardBackground(None, "", "Feld 9: Was ist gedruckt?", has_back_button=True)
    surface = widget_of(paper, card, theme.PAPER, lambda _action: None)
    (title,) = surface.written_texts
    assert title.height > 1.5 * text_height("Feld", card.width, title.size, bold=True)
    assert card.top - (title.bottom + title.height) >= dp(5)


@pytest.mark.parametrize("title", ["Feld 2", "Feld 28 · Mondsichel"])
@pytest.mark.usefixtures("touch")
def test_a_name_in_a_narrow_head_is_no_smaller_than_an_answer(title: str) -> None:
    """Beside the title it shrank to half of its size."""
    Metrics.fontscale = theme.LARGE_LETTERS
    card = Box(0, 0, dp(290), dp(200))
    paper = CardBackground(Color.BLUE, "Maximilian", title, has_back_button=True)
    surface = widget_of(paper, card, theme.PAPER, lambda _action: None)
    name, said = surface.written_texts
    assert name.size >= theme.DECISION_TEXT
    assert said.size >= theme.SMALL_TEXT
    assert name.bottom >= said.bottom + said.height - 1
