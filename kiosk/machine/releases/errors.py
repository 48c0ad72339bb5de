"""What is told of releases, and what can go wrong with them."""

import json
from typing import NamedTuple, Self


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a sentence for the translators and leave it as it is."""
    return sentence


class ErrorMessage(NamedTuple):
    """An English sentence with named gaps, marked for the translators, and what fills the gaps.

    Whoever tells it looks the message up in the language of whoever reads it (`release_words`).
    """

    text: str
    gaps: dict[str, str]

    def __str__(self) -> str:
        return self.text.format(**self.gaps)

    def encode(self) -> str:
        """A line of JSON that `decode` reads, whatever the language of its reader."""
        return json.dumps({"message": self.text, "gaps": self.gaps})

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote; any other text is told as it is."""
        try:
            found = json.loads(text)
            read = cls(found["message"], {name: str(fact) for name, fact in found["gaps"].items()})
            str(read)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return cls("{text}", {"text": text})
        return read


def message_of(text: str, **gaps: object) -> ErrorMessage:
    """A sentence with its gaps filled."""
    return ErrorMessage(text, {name: str(fact) for name, fact in gaps.items()})


class ReleaseError(RuntimeError):
    """An archive or an installed release is not as it has to be; `message` says what to do."""

    def __init__(self, message: str, **gaps: object) -> None:
        super().__init__(message, gaps)
        self.message = message_of(message, **gaps)

    def __str__(self) -> str:
        return str(self.message)
