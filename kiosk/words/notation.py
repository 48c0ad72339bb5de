"""How a language writes lists, decimals, days and times of day.

Unicode's CLDR knows that of every language. What the app needs of it for those that it speaks lies
in a file, which `deploy/catalogues.py` writes: Babel, which has it all, takes up five mebibytes.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache, reduce
from pathlib import Path

import msgspec

NOTATIONS = Path(__file__).parent / "locale" / "notations.json"


class Notation(msgspec.Struct, frozen=True):
    """What one language has.

    `two`, `first`, `inner` and `last` join two parts of a list: both of them, the first two of
    more, what there is with one more, and with the last. `day`, `short_day` and `time` have CLDR's
    fields as gaps, `moment` the time as its first one and the day as its second.
    """

    two: str
    first: str
    inner: str
    last: str
    point: str
    group: str
    minus: str
    day: str
    short_day: str
    time: str
    moment: str
    months: tuple[str, ...]

    def listed(self, parts: Sequence[str]) -> str:
        """Several things in one breath: "Ada, Bo and Cy"."""
        if len(parts) <= 1:
            return "".join(parts)
        if len(parts) == 2:
            return self.two.format(*parts)
        begun = self.first.format(*parts[:2])
        return self.last.format(reduce(self.inner.format, parts[2:-1], begun), parts[-1])

    def decimal(self, number: float, digits: int) -> str:
        """A number with that many digits behind its decimal sign, rounded half to even."""
        # As it is written, not as it lies in memory: 0.35 is no less than 0.35.
        english = f"{Decimal(str(number)):,.{digits}f}"
        signs = {",": self.group, ".": self.point, "-": self.minus}
        return "".join(signs.get(sign, sign) for sign in english)

    def date(self, moment: datetime) -> str:
        """A day, its month as a word where the language has it so."""
        return self._filled(self.day, moment)

    def time_of_day(self, moment: datetime) -> str:
        """The hour and the minute."""
        return self._filled(self.time, moment)

    def date_and_time(self, moment: datetime) -> str:
        """A day in numbers and the time of day to the minute."""
        return self.moment.format(self.time_of_day(moment), self._filled(self.short_day, moment))

    def _filled(self, pattern: str, moment: datetime) -> str:
        return pattern.format(
            d=moment.day,
            dd=f"{moment.day:02}",
            M=moment.month,
            MM=f"{moment.month:02}",
            MMM=self.months[moment.month - 1],
            y=moment.year,
            yy=f"{moment.year % 100:02}",
            H=moment.hour,
            HH=f"{moment.hour:02}",
            mm=f"{moment.minute:02}",
        )


@cache
def notation_of(language: str) -> Notation:
    """How a language writes that the app speaks. Raises KeyError for any other."""
    known = msgspec.json.decode(NOTATIONS.read_bytes(), type=dict[str, Notation])
    return known[language]
