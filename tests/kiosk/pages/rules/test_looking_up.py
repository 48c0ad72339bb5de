"""Every question that tables ask is found by plausible words, in each language."""

import pytest

from companion.rulebook import RULE_QUESTIONS, RULES
from kiosk.pages.rules import search_rules
from kiosk.words.language import _, use_language

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
