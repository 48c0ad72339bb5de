from collections import defaultdict

import pytest

from companion.pieces import STACK_LIMIT, BuildingKind, Color
from companion.rulebook import RULE_QUESTIONS, RULES
from companion.rules import finale, settlements
from companion.rules.druid import crosses_river, druids_next_hut, ritual_huts
from companion.state import GameState
from companion.teaching.illustration import Illustration
from kiosk.pages.rules import (
    EXAMPLES,
    ChapterList,
    ChapterText,
    QuestionList,
    QuestionSection,
    RulesSection,
    SeenHintsSection,
    search_rules,
    section_content,
)
from kiosk.pieces.examples import EarningsExample, FieldsExample, RuneStonesExample
from kiosk.words.language import _, use_language
from tests.companion.positions import position, ring


def read(place) -> str:
    return "\n".join(text for one in section_content(place).paragraphs for text in one)


def test_the_chapters_and_the_questions_lead_to_all_that_there_is() -> None:
    whole, *chapters, questions = section_content(ChapterList()).links
    assert whole.section == ChapterText()
    rules = [way.section for one in chapters for way in section_content(one.section).links]
    assert sorted(rule_id for place in rules for rule_id in place.ids) == sorted(RULES)
    assert questions.section == QuestionList()
    assert [way.section.id for way in section_content(QuestionList()).links] == list(RULE_QUESTIONS)


def test_read_as_one_text_every_rule_and_every_question_stands_once() -> None:
    pages, way = [], ChapterText()
    while way is not None:
        page = section_content(way)
        pages += [one.heading for one in page.paragraphs]
        way = next((one.section for one in page.links if one.key == "read.next"), None)

    told = [rule.title for rule in RULES.values()] + [
        one.question for one in RULE_QUESTIONS.values()
    ]
    assert sorted(pages) == sorted(told)


def test_what_was_explained_is_offered_only_where_something_was() -> None:
    seen_hint = ("A temple scores last.", Illustration())
    keys = [way.key for way in section_content(ChapterList(), (seen_hint,)).links]
    assert keys[:2] == ["read", "explained"]
    assert "explained" not in [way.key for way in section_content(ChapterList()).links]
    assert section_content(SeenHintsSection(), (seen_hint,)).seen_hints == (seen_hint,)


def test_a_question_leads_to_its_rules_and_they_to_it() -> None:
    for question in RULE_QUESTIONS.values():
        links = section_content(QuestionSection(question.id)).links
        assert [way.section for way in links] == [RulesSection((one,)) for one in question.rule_ids]
        for way in links:
            back = [back.section for back in section_content(way.section).links]
            assert QuestionSection(question.id) in back


@pytest.mark.parametrize("booklet_at_hand", [False, True])
def test_where_booklets_differ_the_table_may_decide(
    request: pytest.FixtureRequest,
    booklet_at_hand: bool,  # noqa: FBT001 - a test's own
) -> None:
    if booklet_at_hand:
        request.getfixturevalue("booklet")
    told = read(QuestionSection("plus-for-whom"))
    assert ("German and English: one chip per player" in told) is booklet_at_hand
    assert ("French: each player on page 6, but on page 13" in told) is booklet_at_hand
    assert "The app plays: one chip per player." in told
    assert "Your group may decide differently" in told
    assert "differently" not in read(QuestionSection("must-offer"))


@pytest.mark.parametrize(
    ("code", "place", "words"),
    [
        ("en", RulesSection(("end.exhausted",)), "Page 12 of the booklet."),
        ("de", RulesSection(("end.exhausted",)), "Seite 12 der Anleitung."),
        ("fr", RulesSection(("end.exhausted",)), "Pas dans ce livret"),
        ("en", RulesSection(("turn.decider",)), "Our own rule, not in the booklet."),
        ("de", RulesSection(("swap.any-time",)), "Seiten 7, 10 und 15 der Anleitung."),
        ("en", QuestionSection("last-hut-by-correction"), "Our own rule, not in the booklet."),
    ],
)
@pytest.mark.usefixtures("booklet")
def test_the_pages_are_those_of_the_booklet_on_screen(code: str, place, words: str) -> None:
    use_language(code)
    assert words in read(place)


def test_few_rules_are_shown_at_once_several_are_listed_with_what_tables_ask() -> None:
    assert read(RulesSection(("offer.none",))).startswith("Giving nothing\n")
    few = section_content(RulesSection(("big.move", "offer.none")))
    assert [text.heading for text in few.paragraphs] == ["Moving a worker", "Giving nothing"]
    assert [way.key for way in few.links] == [
        "question.same-plain-again",
        "question.may-i-pass",
        "question.must-offer",
    ]
    several = section_content(RulesSection(("big.move", "offer.none", "hut.rune", "end.winner")))
    assert not several.paragraphs
    assert [way.key for way in several.links][:7] == [
        "rule.big.move",
        "rule.offer.none",
        "rule.hut.rune",
        "rule.end.winner",
        "question.same-plain-again",
        "question.may-i-pass",
        "question.must-offer",
    ]


QUESTIONS = {
    "en": {
        "pieces-of-each": "how many huts; which side; number of workers",
        "open-to-all": "see; visible; open",
        "plus-for-whom": "+1; player or worker; plus",
        "who-returns-first": "-1; minus first; return",
        "same-plain-again": "same plain; worker back; big yield",
        "may-i-pass": "pass; skip; do nothing",
        "swap-freely": "swap; exchange; three for one",
        "empty-plain-replaced": "empty plain; replace copper; stand in",
        "trade-chips": "trade; trade with each other; lend",
        "hidden-chips": "hidden; screen; secret",
        "temple-in-settlement": "temple settlement; border; bounds",
        "settlement-over-the-river": "settlement river; across the river; several areas",
        "temple-here-instead": "temple instead; druid temple; stop",
        "temples-side-by-side": "two temples; side by side; adjacent",
        "hut-behind-the-druid": "behind; am I asked; hut behind",
        "middle-of-the-settlement": "middle; settlement size; huts count",
        "own-hut-own-turn": "own hut; own turn; just built",
        "must-offer": "must I offer; refuse; nothing",
        "both-at-a-single-hut": "single hut; both; alone",
        "offer-with-others": "three others; pay an offering; replace offering",
        "druid-chip-in-a-ritual": "druid chip; chip ritual; bonus chip",
        "druid-chip-same-turn": "same turn; druid chip at once; built on it",
        "rune-stone-for-the-druid": "rune stone; rune druid; offer rune",
        "river-in-the-ritual": "river; all score; interim",
        "unused-druid-chip": "unused chip; chip end; druid chip",
        "hundred-chip": "100; 200; hundred",
        "end-with-empty-plains": "empty plains; game ends; exhausted",
        "one-wants-to-build": "end the game; still build; agree",
        "two-finish": "last building; both finish; who ends the game",
        "last-hut-by-correction": "correction; last hut; forgotten",
        "river-in-the-final-circuit": "river; river final; cross",
        "level-on-points": "tie; level; who wins",
        "we-have-to-stop": "stop; break off; give up",
        "somebody-leaves": "leave; go home; play on",
    },
    "de": {
        "pieces-of-each": "wie viele Hütten; welche Seite; Anzahl Arbeiter",
        "open-to-all": "sehen; sichtbar; offen",
        "plus-for-whom": "+1; Pfeil; Spieler oder Arbeiter",
        "who-returns-first": "-1; Reihenfolge; zurückgeben",
        "same-plain-again": "selbe Hochebene; umsetzen; versetzen",
        "may-i-pass": "passen; aussetzen; nichts tun",
        "swap-freely": "tauschen; Wechselkurs; drei gegen eins",
        "empty-plain-replaced": "leere Hochebene; Kupfer; ersetzen",
        "trade-chips": "handeln; untereinander tauschen; schenken",
        "hidden-chips": "Sichtschirm; geheim; ansehen",
        "temple-in-settlement": "Tempel Siedlung; begrenzen; Grenze",
        "settlement-over-the-river": "Siedlung Fluss; über den Fluss; mehrere Gebiete",
        "temple-here-instead": "Tempel Druide; stehen bleiben; stattdessen",
        "temples-side-by-side": "zwei Tempel; nebeneinander; benachbart",
        "hut-behind-the-druid": "hinter; werde ich gefragt; Hütte hinter",
        "middle-of-the-settlement": "mitten; Größe der Siedlung; Hütten zählen",
        "own-hut-own-turn": "eigene Hütte; eigener Zug; gerade gebaut",
        "must-offer": "muss ich opfern; ablehnen; Pflicht",
        "both-at-a-single-hut": "frei stehend; einzelne Hütte; beide",
        "offer-with-others": "drei andere; Opfergabe bezahlen; Opfergabe ersetzen",
        "druid-chip-in-a-ritual": "Chip Druide; Chip Opferritual; Bonus-Chip",
        "druid-chip-same-turn": "selben Zug; Druiden-Chip sofort; darauf gebaut",
        "rune-stone-for-the-druid": "Runenstein; Rune Druide; Runenstein opfern",
        "river-in-the-ritual": "Fluss; Zwischenwertung; alle Punkte",
        "unused-druid-chip": "unbenutzter Chip; Chip Ende; Chip Druide",
        "hundred-chip": "100; 200; 100er-Chip",
        "end-with-empty-plains": "leere Hochebenen; Spielende; aufgebraucht",
        "one-wants-to-build": "Spiel beenden; noch bauen; einig",
        "two-finish": "alles gebaut; beide fertig; wer beendet",
        "last-hut-by-correction": "Berichtigung; letzte Hütte; vergessen",
        "river-in-the-final-circuit": "Fluss; überqueren; Fluss letzte Runde",
        "level-on-points": "Gleichstand; unentschieden; Sieger",
        "we-have-to-stop": "aufhören; abbrechen; aufgeben",
        "somebody-leaves": "muss gehen; aussteigen; weiterspielen",
    },
    "fr": {
        "pieces-of-each": "combien de huttes; quel côté; nombre d'ouvriers",
        "open-to-all": "voir; visible; caché",
        "plus-for-whom": "+1; flèche; joueur ou ouvrier",
        "who-returns-first": "-1; rendre; moins",
        "same-plain-again": "même plateau; déplacer; transférer",
        "may-i-pass": "passer; sauter; ne rien faire",
        "swap-freely": "échange; échanger librement; trois contre une",
        "empty-plain-replaced": "plateau vide; cuivre; remplacer",
        "trade-chips": "troquer; entre joueurs; négocier",
        "hidden-chips": "paravent; secret; caché",
        "temple-in-settlement": "temple colonie; limite; frontière",
        "settlement-over-the-river": "colonie fleuve; franchir le fleuve; plusieurs districts",
        "temple-here-instead": "druide temple; arrêter; plutôt un temple",
        "temples-side-by-side": "deux temples; accolés; voisins",
        "hut-behind-the-druid": "derrière; dépassée; hutte derrière",
        "middle-of-the-settlement": "milieu; taille de la colonie; huttes comptent",
        "own-hut-own-turn": "propre hutte; propre tour; vient de construire",
        "must-offer": "dois-je; refuser; obligatoire",
        "both-at-a-single-hut": "hutte isolée; les deux matières; seule",
        "offer-with-others": "trois autres; payer une offrande; remplacer offrande",
        "druid-chip-in-a-ritual": "jeton druide; jeton rituel; jeton bonus",
        "druid-chip-same-turn": "même tour; jeton druide aussitôt; construit dessus",
        "rune-stone-for-the-druid": "pierre runique; rune druide; donner pierre",
        "river-in-the-ritual": "fleuve; traverser; intermédiaire",
        "unused-druid-chip": "jeton fin; non utilisé; jeton druide",
        "hundred-chip": "100; 200; jeton 100",
        "end-with-empty-plains": "plateaux vides; partie finit; épuisé",
        "one-wants-to-build": "finir la partie; encore construire; accord",
        "two-finish": "tout construit; deux finir; termine la partie",
        "last-hut-by-correction": "correction; dernière hutte; oublié",
        "river-in-the-final-circuit": "fleuve; traverse; fleuve dernier tour",
        "level-on-points": "égalité; ex aequo; gagnant",
        "we-have-to-stop": "arrêter; interrompre; abandonner",
        "somebody-leaves": "partir; quitter; continuer",
    },
}
"""Three searches for each question, by language."""

SEEN_AT_ONCE = 6
"""Number of results on the first page on every screen."""

EVERYDAY = {
    "en": {
        "hut.field hut.cost": "house",
        "end.winner": "goal; aim",
        "end.winner level-on-points": "win",
        "may-i-pass": "pass",
        "trade-chips swap.any-time": "trade",
        "hundred-chip": "100",
        "hut.rune": "steal",
        "pay.swap": "joker",
    },
    "de": {
        "hut.field hut.cost": "Haus; Häuser",
        "big.move big.yield": "Stapel",
        "hut.cost": "doppelt",
        "hundred-chip": "100",
        "hut.rune": "wegnehmen",
        "trade-chips swap.any-time": "handeln",
        "pay.swap": "Joker",
        "may-i-pass": "passen; aussetzen",
        "settlement-over-the-river": "Siedlung Fluss",
        "end.winner": "Ziel",
        "end.winner level-on-points": "gewinnen",
    },
    "fr": {
        "hut.field hut.cost": "maison",
        "big.move big.yield": "tour d'ouvriers; empiler",
        "hut.cost": "double",
        "hundred-chip": "cent",
        "hut.rune": "voler",
        "trade-chips swap.any-time": "troc",
        "pay.swap": "joker",
        "may-i-pass": "passer",
        "end.winner": "but; objectif",
        "end.winner level-on-points": "gagner",
        "settlement-over-the-river": "colonie fleuve",
    },
}
"""Words that the booklet does not use, and the rules or questions that people look for."""


def test_each_question_has_three_searches_in_each_language() -> None:
    for questions in QUESTIONS.values():
        assert list(questions) == list(RULE_QUESTIONS)
        assert {len(set(words.split("; "))) for words in questions.values()} == {3}


@pytest.mark.parametrize("code", QUESTIONS)
def test_questions_rules_and_what_everyday_words_mean_are_found_among_the_first(code: str) -> None:
    use_language(code)
    wanted = [(_(rule.title), rule_id) for rule_id, rule in RULES.items()]
    for ids, words in (*QUESTIONS[code].items(), *EVERYDAY[code].items()):
        wanted += [(query, ids) for query in words.split("; ")]
    missed = [
        (query, ids)
        for query, ids in wanted
        if not {*ids.split()} <= {one.id for one in search_rules(query)[:SEEN_AT_ONCE]}
    ]
    assert missed == []


FIRST = 10
"""The field at the left end of a row, where the row itself names none."""
FIELDS = 40

ROWS = {
    rule_id: example for rule_id, example in EXAMPLES.items() if isinstance(example, FieldsExample)
}


def fields_of(example: FieldsExample) -> list[int]:
    """Where on a ring of 40 the fields of a row lie; those beside the river have their numbers."""
    start = FIRST if example.river_index is None else FIELDS + 1 - example.river_index
    return [(start + place - 1) % FIELDS + 1 for place in range(len(example.fields))]


def laid(example: FieldsExample) -> GameState:
    """The row laid out; the druid stands where his walk begins."""
    fields = fields_of(example)
    standing: dict[BuildingKind, dict[Color, tuple[int, ...]]] = {
        kind: defaultdict(tuple) for kind in BuildingKind
    }
    for field, cell in zip(fields, example.fields, strict=True):
        if cell.building is not None:
            standing[cell.building.kind][cell.building.owner] += (field,)
    return position(
        *Color,
        board=ring(FIELDS),
        huts=dict(standing[BuildingKind.HUT]),
        temples=dict(standing[BuildingKind.TEMPLE]),
        druid=fields[example.druid_path[0]] if example.druid_path else None,
    )


def test_examples_belong_to_rules() -> None:
    assert set(EXAMPLES) <= set(RULES)


def test_the_hut_in_the_gap_is_paid_for_as_often_as_is_written() -> None:
    example = ROWS["hut.cost"]
    state = laid(example)
    ((place, gap),) = ((n, cell) for n, cell in enumerate(example.fields) if cell.is_highlighted)
    huts = len(settlements.settlement_fields(state, fields_of(example)[place]))
    assert gap.text_below == f"×{huts}"  # noqa: RUF001 - times


@pytest.mark.parametrize("rule_id", [rule_id for rule_id, row in ROWS.items() if row.druid_path])
def test_the_druid_walks_to_the_next_hut(rule_id: str) -> None:
    example = ROWS[rule_id]
    assert druids_next_hut(laid(example)) == fields_of(example)[example.druid_path[1]]


def test_he_asks_in_the_order_that_is_written_and_the_hut_behind_him_counts() -> None:
    example = ROWS["ritual.order"]
    state, fields = laid(example), fields_of(example)
    asked = tuple(fields[place] for place in example.druid_path[1:])
    assert ritual_huts(state, asked[0]) == asked
    assert [example.fields[place].text_below for place in example.druid_path[1:]] == ["1", "2", "3"]
    assert len(settlements.settlement_fields(state, asked[0])) == 4
    assert EXAMPLES["offer.both"] == example


def test_the_river_lies_where_he_crosses_it() -> None:
    example = ROWS["river.interim"]
    fields = fields_of(example)
    assert [cell.text_below for cell in example.fields] == [str(field) for field in fields]
    assert fields[example.river_index] == 1
    assert crosses_river(*(fields[place] for place in example.druid_path))


def test_temples_score_what_is_written_below_them() -> None:
    example = ROWS["end.temples"]
    state = laid(example)
    temples = [
        (field, cell.text_below)
        for field, cell in zip(fields_of(example), example.fields, strict=True)
        if cell.is_highlighted
    ]
    assert temples == [(field, f"+{finale.temple_points(state, field)}") for field, _ in temples]
    assert len(temples) == 2


def test_rune_stones_score_what_is_written_below_them() -> None:
    example = EXAMPLES["end.runes"]
    assert isinstance(example, RuneStonesExample)
    scores = [int(score) for _stone, score in example.stones]
    assert sum(scores) == finale.rune_points(len(scores)) == 10


def test_workers_earn_by_their_height_in_the_big_yield_only() -> None:
    big, small = EXAMPLES["big.yield"], EXAMPLES["small.material"]
    assert isinstance(big, EarningsExample)
    assert isinstance(small, EarningsExample)
    assert [chips for _color, chips in big.workers] == list(range(STACK_LIMIT, 0, -1))
    assert {chips for _color, chips in small.workers} == {1}
