from collections.abc import Sequence

class Matrix:
    def set(self, flat: Sequence[float]) -> None: ...
