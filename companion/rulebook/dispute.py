"""What is kept of a question that tables ask their referee, and its answer."""

import msgspec


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A question as people at a table ask it, the answer in our words, and the booklet's pages.

    `rules` are the ids of the rules that it is about, at least one; `words` are further words
    under which people may look for it. Where the booklets of the languages differ, `booklets`
    tells what each says, a sentence each, and `plays` what the app does, to stand behind a colon;
    else both are empty.
    `left_out_in` are the codes of the languages whose booklet says nothing of it, though others
    do. All texts are marked for the translators.
    """

    id: str
    question: str
    answer: str
    pages: tuple[int, ...]
    rules: tuple[str, ...]
    words: str
    booklets: tuple[str, ...] = ()
    plays: str = ""
    left_out_in: frozenset[str] = frozenset()

    def pages_in(self, language: str) -> tuple[int, ...]:
        """On which pages the booklet of a language has the answer; none where it has not."""
        return () if language in self.left_out_in else self.pages
