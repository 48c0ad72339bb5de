"""Reproducible random choices."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Luck:
    """Choices determined by a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)

    def __repr__(self) -> str:
        return f"Luck({self._seed})"

    def below(self, number: int) -> int:
        """Return a number from 0 to `number` - 1."""
        return self._random.randrange(number)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def once_in(self, number: int) -> bool:
        """Return true once in `number` times."""
        return self.below(number) == 0

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """Return `number` different items, or all if there are fewer."""
        return self._random.sample(items, min(number, len(items)))
