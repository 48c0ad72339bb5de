"""Every question that tables ask is found by plausible words, in each language."""

import pytest

from companion.rulebook import DISPUTES, RULES
from kiosk.pages.rules.view import looked_up
from kiosk.words.language import _, use_language

WORDS = {
    "plus-for-whom": (
        ("+1", "player or worker", "plus"),
        ("+1", "Pfeil", "Spieler oder Arbeiter"),
        ("+1", "flèche", "joueur ou ouvrier"),
    ),
    "who-returns-first": (
        ("-1", "minus first", "return"),
        ("-1", "Reihenfolge", "zurückgeben"),
        ("-1", "rendre", "moins"),
    ),
    "same-plain-again": (
        ("same plain", "worker back", "big yield"),
        ("selbe Hochebene", "umsetzen", "versetzen"),
        ("même plateau", "déplacer", "transférer"),
    ),
    "swap-freely": (
        ("swap", "exchange", "three for one"),
        ("tauschen", "Wechselkurs", "drei gegen eins"),
        ("échange", "échanger librement", "trois contre une"),
    ),
    "empty-plain-replaced": (
        ("empty plain", "replace copper", "stand in"),
        ("leere Hochebene", "Kupfer", "ersetzen"),
        ("plateau vide", "cuivre", "remplacer"),
    ),
    "hidden-chips": (
        ("hidden", "screen", "secret"),
        ("Sichtschirm", "geheim", "ansehen"),
        ("paravent", "secret", "caché"),
    ),
    "temple-in-settlement": (
        ("temple settlement", "border", "bounds"),
        ("Tempel Siedlung", "begrenzen", "Grenze"),
        ("temple colonie", "limite", "frontière"),
    ),
    "temple-here-instead": (
        ("temple instead", "druid temple", "stop"),
        ("Tempel Druide", "stehen bleiben", "stattdessen"),
        ("druide temple", "arrêter", "plutôt un temple"),
    ),
    "temples-side-by-side": (
        ("two temples", "side by side", "adjacent"),
        ("zwei Tempel", "nebeneinander", "benachbart"),
        ("deux temples", "accolés", "voisins"),
    ),
    "hut-behind-the-druid": (
        ("behind", "am I asked", "hut behind"),
        ("hinter", "werde ich gefragt", "Hütte hinter"),
        ("derrière", "dépassée", "hutte derrière"),
    ),
    "middle-of-the-settlement": (
        ("middle", "settlement size", "huts count"),
        ("mitten", "Größe der Siedlung", "Hütten zählen"),
        ("milieu", "taille de la colonie", "huttes comptent"),
    ),
    "own-hut-own-turn": (
        ("own hut", "own turn", "just built"),
        ("eigene Hütte", "eigener Zug", "gerade gebaut"),
        ("propre hutte", "propre tour", "vient de construire"),
    ),
    "must-offer": (
        ("must I offer", "refuse", "nothing"),
        ("muss ich opfern", "ablehnen", "Pflicht"),
        ("dois-je", "refuser", "obligatoire"),
    ),
    "both-at-a-single-hut": (
        ("single hut", "both", "alone"),
        ("frei stehend", "einzelne Hütte", "beide"),
        ("hutte isolée", "les deux matières", "seule"),
    ),
    "offer-with-others": (
        ("three others", "pay an offering", "replace offering"),
        ("drei andere", "Opfergabe bezahlen", "Opfergabe ersetzen"),
        ("trois autres", "payer une offrande", "remplacer offrande"),
    ),
    "druid-chip-in-a-ritual": (
        ("druid chip", "chip ritual", "bonus chip"),
        ("Chip Druide", "Chip Opferritual", "Bonus-Chip"),
        ("jeton druide", "jeton rituel", "jeton bonus"),
    ),
    "rune-stone-for-the-druid": (
        ("rune stone", "rune druid", "offer rune"),
        ("Runenstein", "Rune Druide", "Runenstein opfern"),
        ("pierre runique", "rune druide", "donner pierre"),
    ),
    "river-in-the-ritual": (
        ("river", "all score", "interim"),
        ("Fluss", "Zwischenwertung", "alle Punkte"),
        ("fleuve", "traverser", "intermédiaire"),
    ),
    "unused-druid-chip": (
        ("unused chip", "chip end", "druid chip"),
        ("unbenutzter Chip", "Chip Ende", "Chip Druide"),
        ("jeton fin", "non utilisé", "jeton druide"),
    ),
    "end-with-empty-plains": (
        ("empty plains", "game ends", "exhausted"),
        ("leere Hochebenen", "Spielende", "aufgebraucht"),
        ("plateaux vides", "partie finit", "épuisé"),
    ),
    "one-wants-to-build": (
        ("end the game", "still build", "agree"),
        ("Spiel beenden", "noch bauen", "einig"),
        ("finir la partie", "encore construire", "accord"),
    ),
    "last-hut-by-correction": (
        ("correction", "last hut", "forgotten"),
        ("Berichtigung", "letzte Hütte", "vergessen"),
        ("correction", "dernière hutte", "oublié"),
    ),
    "river-in-the-final-circuit": (
        ("river", "river final", "cross"),
        ("Fluss", "überqueren", "Fluss letzte Runde"),
        ("fleuve", "traverse", "fleuve dernier tour"),
    ),
    "level-on-points": (
        ("tie", "level", "who wins"),
        ("Gleichstand", "unentschieden", "Sieger"),
        ("égalité", "ex aequo", "gagnant"),
    ),
}
"""Three searches for each question in English, German and French."""

SEEN_AT_ONCE = 6
"""So many are on the first page of what was found on every screen."""

CASES = [
    pytest.param(code, query, dispute_id, id=f"{code}-{query}-{dispute_id}")
    for dispute_id, by_language in WORDS.items()
    for code, queries in zip(("en", "de", "fr"), by_language, strict=True)
    for query in queries
]


def test_each_question_has_three_searches_in_each_language() -> None:
    assert list(WORDS) == list(DISPUTES)
    assert {len(set(queries)) for words in WORDS.values() for queries in words} == {3}


@pytest.mark.parametrize(("code", "query", "dispute_id"), CASES)
def test_a_question_is_found_among_the_first(code: str, query: str, dispute_id: str) -> None:
    use_language(code)
    assert DISPUTES[dispute_id] in looked_up(query)[:SEEN_AT_ONCE]


@pytest.mark.parametrize("rule_id", RULES)
@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_a_rule_is_found_by_its_name_among_the_first(code: str, rule_id: str) -> None:
    use_language(code)
    assert RULES[rule_id] in looked_up(_(RULES[rule_id].title))[:SEEN_AT_ONCE]
