from kivy.clock import Clock

from kiosk.ui.kept import MOST_GONE, Kept, Recipe
from kiosk.ui.surface import Box, Surface

LEFT, RIGHT = Box(0, 0, 10, 10), Box(10, 0, 10, 10)


def lay(kept: Kept, *boxes: Box) -> list[Surface]:
    laid = [kept.lay(Recipe(Surface, box)) for box in boxes]
    kept.finish()
    return laid


def test_what_is_made_of_the_same_stays_and_the_rest_goes() -> None:
    ground = Surface(LEFT)
    kept = Kept(ground)
    left, right = lay(kept, LEFT, RIGHT)
    assert lay(kept, RIGHT) == [right]
    assert ground.children == [right]
    assert left.parent is None
    assert lay(kept, LEFT, RIGHT) != [left, right]


def test_two_of_the_same_are_two_widgets_and_both_stay() -> None:
    ground = Surface(LEFT)
    kept = Kept(ground)
    twins = lay(kept, LEFT, LEFT)
    assert twins[0] is not twins[1]
    assert lay(kept, LEFT, LEFT) == twins
    assert lay(kept, LEFT) == twins[:1]
    assert ground.children == twins[:1]


def test_of_what_is_put_by_the_oldest_goes_first() -> None:
    kept = Kept(Surface(LEFT), spares=1)
    (left,), (right,) = lay(kept, LEFT), lay(kept, RIGHT)
    assert lay(kept, LEFT) == [left]
    lay(kept, Box(20, 0, 10, 10))
    assert lay(kept, RIGHT) != [right]


def made_ahead(kept: Kept, *boxes: Box) -> list[Surface]:
    return list(kept.make_ahead([Recipe(Surface, box) for box in boxes]))


def test_what_was_made_ahead_is_laid_when_it_is_wanted() -> None:
    ground = Surface(LEFT)
    kept = Kept(ground, spares=3)
    (left,) = lay(kept, LEFT)
    ahead = made_ahead(kept, LEFT, LEFT, RIGHT)
    assert ahead[0] is left
    assert ground.children == [left]
    assert lay(kept, LEFT, LEFT, RIGHT) == ahead


def test_where_nothing_is_laid_again_what_was_made_ahead_is_laid_once() -> None:
    kept = Kept(Surface(LEFT), spares=1, again=False)
    ahead = made_ahead(kept, LEFT)
    assert made_ahead(kept, LEFT) == ahead
    assert lay(kept, LEFT) == ahead
    lay(kept)
    assert lay(kept, LEFT) != ahead


def laid_and_gone(kept: Kept) -> Surface:
    (gone,) = lay(kept, LEFT)
    gone.fill((1, 0, 0))
    gone.add_widget(Surface(RIGHT))
    lay(kept)
    assert gone.parent is None
    assert gone.canvas.length() > 0
    return gone


def is_dismantled(widget: Surface) -> bool:
    return not widget.children and widget.canvas.length() == 0


def test_what_is_not_put_by_is_dismantled_in_a_pause() -> None:
    kept = Kept(Surface(LEFT))
    gone = laid_and_gone(kept)
    Clock.tick()
    assert not is_dismantled(gone)
    assert len(list(kept.tidy())) == 1
    assert is_dismantled(gone)


def test_where_no_pause_comes_what_has_gone_is_dismantled_with_the_next_frame() -> None:
    kept = Kept(Surface(LEFT))
    gone = [laid_and_gone(kept) for _times in range(100)]
    Clock.tick()
    assert sum(not is_dismantled(one) for one in gone) == MOST_GONE


def test_what_is_put_by_for_a_surface_that_goes_is_dismantled_with_the_next_frames() -> None:
    kept = Kept(Surface(LEFT), spares=30)
    boxes = [Box(10 * number, 0, 10, 10) for number in range(30)]
    spares = made_ahead(kept, *boxes)
    for one in spares:
        one.fill((1, 0, 0))
    kept.close()
    Clock.tick()
    assert 0 < sum(map(is_dismantled, spares)) < len(spares) / 2
    for _frame in boxes:
        Clock.tick()
    assert all(map(is_dismantled, spares))
    assert made_ahead(kept, *boxes) != spares
