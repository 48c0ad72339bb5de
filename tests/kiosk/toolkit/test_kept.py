from kivy.clock import Clock

from kiosk.toolkit.kept import Kept
from kiosk.toolkit.surface import Box, Surface

LEFT, RIGHT = Box(0, 0, 10, 10), Box(10, 0, 10, 10)


def lay(kept: Kept, *boxes: Box) -> list[Surface]:
    laid = [kept.lay(Surface, box) for box in boxes]
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


def test_what_is_not_put_by_is_dismantled_with_the_next_frame() -> None:
    kept = Kept(Surface(LEFT))
    (left,) = lay(kept, LEFT)
    left.fill((1, 0, 0))
    left.add_widget(Surface(RIGHT))
    lay(kept, RIGHT)
    assert left.parent is None
    assert left.canvas.length() > 0
    Clock.tick()
    assert left.children == []
    assert left.canvas.length() == 0
