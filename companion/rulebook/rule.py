"""What is kept of a rule, and the chapters under which rules are shown."""

import msgspec

from companion.sentence import N_


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, its name, the booklet's pages (none: the app's own rule), a few sentences.

    `chapter` is a title under which a list shows the rule; like the name and the sentences it is
    marked for the translators. `left_out_in` are the codes of the languages whose booklet does
    not have the rule, though others do. `words` are further words under which people may look
    for it, marked too.
    """

    id: str
    title: str
    pages: tuple[int, ...]
    text: str
    chapter: str
    left_out_in: frozenset[str] = frozenset()
    words: str = ""

    def pages_in(self, language: str) -> tuple[int, ...]:
        """On which pages the booklet of a language has it; none where it does not."""
        return () if language in self.left_out_in else self.pages


ORDER = N_("Who decides")
SETUP = N_("Setup")
SMALL_YIELD = N_("Small yield")
BIG_YIELD = N_("Big yield")
BUILDING = N_("Huts and temples")
PAYMENT = N_("Payment")
DRUID = N_("The druid")
OFFERING = N_("Offerings")
FINALE = N_("The end")
