"""Every question that tables ask is found by plausible words, in each language."""

import pytest

from companion.rulebook import DISPUTES, RULES
from kiosk.pages.rules import find_rules
from kiosk.words.language import _, use_language

WORDS = {
    "pieces-of-each": (
        ("how many huts", "which side", "number of workers"),
        ("wie viele Hütten", "welche Seite", "Anzahl Arbeiter"),
        ("combien de huttes", "quel côté", "nombre d'ouvriers"),
    ),
    "open-to-all": (
        ("see", "visible", "open"),
        ("sehen", "sichtbar", "offen"),
        ("voir", "visible", "caché"),
    ),
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
    "may-i-pass": (
        ("pass", "skip", "do nothing"),
        ("passen", "aussetzen", "nichts tun"),
        ("passer", "sauter", "ne rien faire"),
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
    "trade-chips": (
        ("trade", "trade with each other", "lend"),
        ("handeln", "untereinander tauschen", "schenken"),
        ("troquer", "entre joueurs", "négocier"),
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
    "settlement-over-the-river": (
        ("settlement river", "across the river", "several areas"),
        ("Siedlung Fluss", "über den Fluss", "mehrere Gebiete"),
        ("colonie fleuve", "franchir le fleuve", "plusieurs districts"),
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
    "druid-chip-same-turn": (
        ("same turn", "druid chip at once", "built on it"),
        ("selben Zug", "Druiden-Chip sofort", "darauf gebaut"),
        ("même tour", "jeton druide aussitôt", "construit dessus"),
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
    "hundred-chip": (
        ("100", "200", "hundred"),
        ("100", "200", "100er-Chip"),
        ("100", "200", "jeton 100"),
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
    "two-finish": (
        ("last building", "both finish", "who ends the game"),
        ("alles gebaut", "beide fertig", "wer beendet"),
        ("tout construit", "deux finir", "termine la partie"),
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
    "we-have-to-stop": (
        ("stop", "break off", "give up"),
        ("aufhören", "abbrechen", "aufgeben"),
        ("arrêter", "interrompre", "abandonner"),
    ),
    "somebody-leaves": (
        ("leave", "go home", "play on"),
        ("muss gehen", "aussteigen", "weiterspielen"),
        ("partir", "quitter", "continuer"),
    ),
}
"""Three searches for each question in English, German and French."""

SEEN_AT_ONCE = 6
"""So many are on the first page of what was found on every screen."""

EVERYDAY = {
    "en": {
        "house": ("hut.field", "hut.cost"),
        "goal": ("end.winner",),
        "aim": ("end.winner",),
        "win": ("end.winner", "level-on-points"),
        "pass": ("may-i-pass",),
        "trade": ("trade-chips", "swap.any-time"),
        "100": ("hundred-chip",),
        "steal": ("hut.rune",),
        "joker": ("pay.swap",),
    },
    "de": {
        "Haus": ("hut.field", "hut.cost"),
        "Häuser": ("hut.field", "hut.cost"),
        "Stapel": ("big.move", "big.yield"),
        "doppelt": ("hut.cost",),
        "100": ("hundred-chip",),
        "wegnehmen": ("hut.rune",),
        "handeln": ("trade-chips", "swap.any-time"),
        "Joker": ("pay.swap",),
        "passen": ("may-i-pass",),
        "aussetzen": ("may-i-pass",),
        "Siedlung Fluss": ("settlement-over-the-river",),
        "Ziel": ("end.winner",),
        "gewinnen": ("end.winner", "level-on-points"),
    },
    "fr": {
        "maison": ("hut.field", "hut.cost"),
        "tour d'ouvriers": ("big.move", "big.yield"),
        "empiler": ("big.move", "big.yield"),
        "double": ("hut.cost",),
        "cent": ("hundred-chip",),
        "voler": ("hut.rune",),
        "troc": ("trade-chips", "swap.any-time"),
        "joker": ("pay.swap",),
        "passer": ("may-i-pass",),
        "but": ("end.winner",),
        "objectif": ("end.winner",),
        "gagner": ("end.winner", "level-on-points"),
        "colonie fleuve": ("settlement-over-the-river",),
    },
}
"""Words that no booklet has, or not there, under which people look, and what they want to find."""


CODES = ("en", "de", "fr")


def test_each_question_has_three_searches_in_each_language() -> None:
    assert list(WORDS) == list(DISPUTES)
    assert {len(set(queries)) for words in WORDS.values() for queries in words} == {3}


@pytest.mark.parametrize("code", CODES)
def test_questions_rules_and_what_everyday_words_mean_are_found_among_the_first(code: str) -> None:
    use_language(code)
    wanted = [(query, ids) for query, ids in EVERYDAY[code].items()]
    wanted += [(_(rule.title), (rule_id,)) for rule_id, rule in RULES.items()]
    for dispute_id, queries in WORDS.items():
        wanted += [(query, (dispute_id,)) for query in queries[CODES.index(code)]]
    missed = [
        (query, ids)
        for query, ids in wanted
        if not set(ids) <= {one.id for one in find_rules(query)[:SEEN_AT_ONCE]}
    ]
    assert missed == []
