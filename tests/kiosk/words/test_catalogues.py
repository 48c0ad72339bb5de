import re
from functools import cache
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from companion import content
from companion.pieces import Chips
from deploy import catalogues
from deploy.catalogues import (
    CHECKOUT,
    MARKERS,
    TEMPLATE,
    build_template,
    catalogue_paths,
    collect_sentences,
    compile_catalogues,
    french_typography,
    language_of,
    read_catalogue,
    sentences_in_source,
    toml_with_french_typography,
    untranslated_sentences,
)
from kiosk.words.language import (
    SOURCE_LANGUAGE,
    languages,
    native_language_name,
    translate,
    use_language,
)
from kiosk.words.texts import chips_text

every_language = pytest.mark.parametrize("path", catalogue_paths(), ids=language_of)
_GAP = re.compile(r"\{(\w*)[^}]*\}")


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


@cache
def of_the_sources() -> set[tuple[object, object]]:
    return {(one.context, one.id) for one in messages(build_template())}


def forms(text: str | tuple[str, ...] | None) -> list[str]:
    return [text or ""] if text is None or isinstance(text, str) else list(text)


def gaps(text: str) -> set[str]:
    return set(_GAP.findall(text))


def test_the_app_speaks_german_and_french() -> None:
    assert set(map(language_of, catalogue_paths())) >= {"de", "fr"}
    assert set(languages()) == {SOURCE_LANGUAGE, *map(language_of, catalogue_paths())}


def test_the_template_has_every_sentence_of_the_sources() -> None:
    """Else: `.venv/bin/python deploy/catalogues.py update`, then translate what is new."""
    with TEMPLATE.open("rb") as file:
        kept = read_po(file)
    assert {(one.context, one.id) for one in messages(kept)} == of_the_sources()


def test_every_function_that_marks_sentences_is_called_in_the_sources() -> None:
    packages = (CHECKOUT / folder for folder in ("companion", "hardware", "kiosk"))
    sources = "".join(path.read_text() for folder in packages for path in folder.rglob("*.py"))
    assert [marker for marker in MARKERS if f"{marker}(" not in sources] == []


def test_no_sentence_is_marked_both_with_a_plural_and_without() -> None:
    """In Python 3.11, gettext finds no translation of the sentence where it has no plural."""
    found = set(collect_sentences())
    several = {(one.context, one.sentence) for one in found if one.plural is not None}
    single = {(one.context, one.sentence) for one in found if one.plural is None}
    assert several & single == set()


def test_every_sentence_is_translated() -> None:
    """`deploy/catalogues.py missing` lists those that are not."""
    assert untranslated_sentences() == []


@every_language
def test_a_catalogue_has_the_sentences_of_the_sources_and_none_but_those(path) -> None:
    found = {(one.context, one.id) for one in messages(read_catalogue(path))}
    assert found == of_the_sources()


def test_no_line_of_french_begins_with_a_sign_that_belongs_to_the_word_before() -> None:
    """Else: `.venv/bin/python deploy/catalogues.py update`."""
    (path,) = (path for path in catalogue_paths() if language_of(path) == "fr")
    loose = [
        one.id
        for one in messages(read_catalogue(path))
        if french_typography(one.string) != one.string
    ]
    assert loose == []
    assert (
        french_typography("L'as-tu ?") == "L\N{RIGHT SINGLE QUOTATION MARK}as-tu\N{NO-BREAK SPACE}?"
    )


@every_language
def test_no_line_begins_with_an_ellipsis(path) -> None:
    told = [text for one in messages(read_catalogue(path)) for text in forms(one.string)]
    assert [text for text in told if " …" in text] == []


@every_language
def test_no_gap_is_lost_or_added(path) -> None:
    """The form for one may leave its number out."""
    for message in messages(read_catalogue(path)):
        english = forms(message.id)
        least, most = set.intersection(*map(gaps, english)), gaps(english[-1]) | gaps(english[0])
        for form in forms(message.string):
            assert least - {"number"} <= gaps(form) <= most, (message.id, form)
            assert len(english) > 1 or gaps(form) == most, (message.id, form)


@every_language
def test_every_sentence_has_as_many_plural_forms_as_its_catalogue_says(path) -> None:
    """Not as many as Babel says: since 2.19 it has a third form of French, for millions."""
    catalog = read_catalogue(path)
    assert set(map(c2py(catalog.plural_expr), range(200))) <= set(range(catalog.num_plurals))
    for message in messages(catalog):
        if not isinstance(message.id, str) and any(message.string):
            assert len(forms(message.string)) == catalog.num_plurals, message.id


@every_language
def test_what_is_told_by_format_is_told_without_an_error(path) -> None:
    for message in messages(read_catalogue(path)):
        for form in forms(message.string):
            assert form.format(**dict.fromkeys(gaps(form), "x"))


def test_an_invalid_catalogue_is_refused_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = folder / "meduris.po"
    catalogue.write_text('msgid "Hut"\nmsgid "Temple"\n', encoding="utf-8")
    with pytest.raises(PoFileError):
        compile_catalogues()
    assert list(folder.iterdir()) == [catalogue]


def test_each_language_has_its_own_name() -> None:
    assert [native_language_name(code) for code in ("en", "de", "fr")] == [
        "English",
        "Deutsch",
        "Français",
    ]


def test_chips_have_a_form_for_each_material_and_number() -> None:
    use_language("fr")
    found = chips_text(Chips(wood=2, wool=1, stone=3))
    assert found.replace("\N{NO-BREAK SPACE}", "_") == "2_bois, 1_laine, 3_pierres"
    use_language("de")
    assert chips_text(Chips(wood=2, wool=1, stone=3)) == "2 Holz, 1 Wolle, 3 Stein"


def test_texts_of_the_content_stand_in_every_language_with_the_same_gaps() -> None:
    """Its French holds together; else: `.venv/bin/python deploy/catalogues.py update`."""
    for text in content.all_texts():
        assert set(text) == set(languages())
        english = content.text_forms(text)
        most = set().union(*map(gaps, english))
        least = most if len(english) == 1 else set.intersection(*map(gaps, english)) - {"number"}
        for code in text:
            for told in content.text_forms(text, code):
                assert told == re.sub(" +", " ", told).strip()
                assert least <= gaps(told) <= most, text
        french = content.text_forms(text, "fr")
        assert french_typography(french) == french


@pytest.mark.parametrize("code", languages())
def test_a_text_of_the_content_is_said_as_it_is_written_there(code: str) -> None:
    use_language(code)
    for text in content.all_texts():
        one, *many = content.text_forms(text)
        plural = many[0] if many else None
        told = {translate(one, plural, number) for number in ((1, 2, 0) if many else (1,))}
        assert told == set(content.text_forms(text, code))


def test_french_in_a_content_file_is_held_together() -> None:
    source = 'title.en = "Ready : go"\ntitle.fr = "Fini : ?"\ntext.fr = """\nOui !\nNon ?"""\n'
    held = toml_with_french_typography(source).replace("\N{NO-BREAK SPACE}", "_")
    assert held == source.replace("Fini : ?", "Fini_:_?").replace("Oui !\nNon ?", "Oui_!\nNon_?")


SOURCE = """
# For translators: a word
# in the bar
word = translate_in_context("bar", "Undo")
_("one gap {gap}", gap=1)
plural("{number} chip", "{number} chips", 3)
Sentence(N_("{number} hut"), {"number": 2}, N_("{number} huts"))
Sentence(N_("alone"), {})
raise RuleViolation("a.rule", "refused")
raise _wrong(file, make_config_problem("broken: {error}", error=error))
unmarked("nothing")
_(variable)
"""


def test_each_mark_is_found_with_its_context_its_form_for_many_and_its_note() -> None:
    found = [(one.context, one.message_id, one.note) for one in sentences_in_source(SOURCE, "a.py")]
    assert found == [
        ("bar", "Undo", "a word in the bar"),
        (None, "one gap {gap}", None),
        (None, ("{number} chip", "{number} chips"), None),
        (None, ("{number} hut", "{number} huts"), None),
        (None, "alone", None),
        (None, "refused", None),
        (None, "broken: {error}", None),
    ]
