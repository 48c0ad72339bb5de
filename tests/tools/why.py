"""Which line says this? Leads from a sentence on the screen to the sources.

    .venv/bin/python -m tests.tools.why "Bo zahlt 3 Holz"

The sentence may be in any language of the catalogues, its gaps filled, and only a part of it: at
least two words. What fills a gap is looked for in its turn. Prints for each line that fits: the
file and the line, the sentence as it stands there, and what fills its gaps.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from companion import content
from deploy import catalogues

_GAP = re.compile(r"\{(\w*)[^{}]*\}|%\((\w+)\)[sdr]|%([sdr])")
_NUMBERS = ("field", "number", "percent", "place", "points", "step", "turn")
"""What names a gap that holds a number."""
_MOST = 5
_DEEPEST = 3


class Saying(NamedTuple):
    """A sentence in one language; `place` is the file and the line of its English form."""

    place: tuple[str, int]
    source: str
    language: str
    text: str

    @property
    def letters(self) -> int:
        """How many of its letters fill no gap."""
        return sum(map(str.isalpha, _GAP.sub("", self.text)))


class Answer(NamedTuple):
    """A sentence that fits, and what fills its gaps; none where only a part was given."""

    saying: Saying
    gaps: dict[str, str]


def sayings() -> list[Saying]:
    """All that is marked in the sources, in English and in every language it is translated to."""
    found = list(catalogues.sentences())
    told = [
        Saying(one.place, one.sentence, "en", text)
        for one in found
        for text in (one.sentence, one.many)
        if text is not None
    ]
    for path in catalogues.catalogues():
        catalogue, language = catalogues.read(path), catalogues.language_of(path)
        for one in found:
            message = catalogue.get(one.sentence, one.context)
            texts = message.string if message is not None else ()
            forms = (texts,) if isinstance(texts, str) else texts or ()
            told += [Saying(one.place, one.sentence, language, form) for form in forms]
    return [*told, *_sayings_of_content()]


def _sayings_of_content() -> Iterator[Saying]:
    for name in content.FILES:
        path = catalogues.CONTENT / f"{name}.toml"
        lines = path.read_text(encoding="utf-8").splitlines()
        for text in content.texts_of(name):
            message = content.english(text)
            first = next(number for number, line in enumerate(lines, 1) if _begins(line, message))
            place = (str(path.relative_to(catalogues.CHECKOUT)), first)
            yield from (
                Saying(place, message, code, told)
                for code in text
                for told in content.forms(text, code)
            )


def _begins(line: str, message: str) -> bool:
    of_one, *_of_many = (line.partition("en = ")[2] or line).split('", "')
    written = of_one.strip('[ ",')
    return bool(written) and message.startswith(written)


def who_says(text: str, known: list[Saying], *, wholly: bool = False) -> list[Answer]:
    """The sentences that this may be, or be a part of unless `wholly`; the likeliest first."""
    wanted = _plain(text)
    found = []
    for saying in known:
        answer = _filled(saying, wanted)
        if answer is not None:
            found.append((saying.letters, answer))
        elif not wholly and " " in wanted and wanted.lower() in _plain(saying.text).lower():
            found.append((sum(map(str.isalpha, wanted)), Answer(saying, {})))
    likeliest = max((likely for likely, _answer in found), default=0)
    found = [one for one in found if one[0] * 2 >= likeliest]
    return [answer for _likely, answer in sorted(found, key=lambda one: -one[0])]


def _filled(saying: Saying, wanted: str) -> Answer | None:
    pattern, names = _pattern(saying.text)
    found = pattern.fullmatch(wanted) if saying.letters else None
    if found is None:
        return None
    return Answer(saying, dict(zip(names, found.groups(), strict=True)))


@cache
def _pattern(text: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """What the sentence is with its gaps filled, and the names of these."""
    text = _plain(text)
    written, names, end = "", [], 0
    for gap in _GAP.finditer(text):
        names.append(gap[1] or gap[2] or gap[3])
        filled = r"([-+\u2212]?\d+)" if names[-1] in _NUMBERS else "(.+?)"
        written += re.escape(text[end : gap.start()]) + filled
        end = gap.end()
    return re.compile(written + re.escape(text[end:]), re.IGNORECASE), tuple(names)


@cache
def _plain(text: str) -> str:
    """Without what is only to be seen: bold letters, broken lines, spaces that hold together."""
    return " ".join(text.replace("**", "").split())


def told(text: str, known: list[Saying], depth: int = 0) -> Iterator[str]:
    """A line for each sentence that fits, and below it those that fill its gaps."""
    indent = "    " * depth
    answers = who_says(text, known, wholly=depth > 0)
    shown = list({answer.saying.place: answer for answer in reversed(answers)}.values())[::-1]
    for answer in shown[:_MOST]:
        saying = answer.saying
        beside = "" if saying.language == "en" else f"   ({saying.language}: {saying.text})"
        yield f"{indent}{saying.place[0]}:{saying.place[1]}  {saying.source}{beside}"
        for name, filled in answer.gaps.items():
            yield f"{indent}    {{{name}}} is {filled}"
            if depth < _DEEPEST and any(map(str.isalpha, filled)):
                yield from told(filled, known, depth + 1)
    if len(shown) > _MOST:
        yield f"{indent}and {len(shown) - _MOST} lines more"


def main() -> int:
    """Tell which lines say it; returns 1 where none does, and names what is near."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.tools.why")
    parser.add_argument("text", help="a sentence as it is shown, or a part of it")
    text = parser.parse_args().text
    known = sayings()
    lines = list(told(text, known))
    if not lines:
        near = get_close_matches(
            _plain(text), [_plain(saying.text) for saying in known], _MOST, 0.5
        )
        lines = ["No line says that. Near to it:", *near] if near else ["No line says that."]
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return 1
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
