"""What the app has to tell the table without being asked: a sentence that can be translated."""

import msgspec


class Notice(msgspec.Struct, frozen=True):
    """An English sentence with named gaps, marked for the translators, and what fills the gaps."""

    message: str
    facts: dict[str, object] = {}

    def __str__(self) -> str:
        return self.message.format(**self.facts)
