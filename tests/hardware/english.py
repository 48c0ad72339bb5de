"""Somebody at a terminal who reads English."""

from hardware.troubles import Trouble


class English:
    """Reads what is written in the sources."""

    def words(self, sentence: str, **gaps: object) -> str:
        return sentence.format(**gaps)

    def fact(self, fact: str) -> str:
        return fact

    def advice(self, trouble: Trouble) -> tuple[str, str]:
        return trouble.reason, trouble.advice
