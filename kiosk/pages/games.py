"""Page with a list of saved games, either of everybody or of one person.

If the route has no filter, the list opens as the player left it, unless a game has been started or
resumed since. Then the list opens at the top, without a filter.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import Journal, SavedGame
from companion.memory.people import People, Person
from companion.memory.statistics.figures import GameSummary, summarize_saved_game
from companion.pieces import Color
from companion.state import Phase
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.form import Sign
from kiosk.rotation import Rotation
from kiosk.routes import GameFilter
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    Icon,
    Row,
    Text,
    TextStyle,
    back_button,
    call,
)
from kiosk.ui.theme import LARGE_LETTERS, TITLE_TEXT
from kiosk.words.language import _, translate_in_context
from kiosk.words.texts import display_name, sentence_text
from kiosk.words.times import duration_text, last_played_date_and_time


class GameListQuery(msgspec.Struct, frozen=True):
    """Filter of the list of games, and the position in the list.

    `person_id` is a person's id, or None for the games of everybody. `earlier_page_ends` has the
    last game of each page before the visible page; the “Newer” button uses it to go back.
    `newest_sort_key` is the `SavedGame.sort_key` that the most recent game had when the list was
    opened. If the most recent game has another key now, a game has been started or resumed since.
    """

    game_filter: GameFilter = GameFilter.ALL
    person_id: str | None = None
    earlier_page_ends: tuple[SavedGame, ...] = ()
    newest_sort_key: int = 0


_ENDED = {GameFilter.UNFINISHED: False, GameFilter.ENDED: True}


def games_in_list(
    journal: Journal, people: People, query: GameListQuery, most: int
) -> tuple[SavedGame, ...]:
    """Return up to `most` games that match the filter in `query`, the most recently played first.

    The result begins after the last game in `query.earlier_page_ends`, if any. Raises JournalError.
    """
    person = None if query.person_id is None else people.find_by_id(query.person_id)
    names = person.spellings if person else ()
    return journal.games(
        most,
        query.earlier_page_ends[-1] if query.earlier_page_ends else None,
        ended=_ENDED.get(query.game_filter),
        player_names=None if query.person_id is None else names,
        archived=query.game_filter is GameFilter.ARCHIVED,
    )


def duration_or_turn_text(summary: GameSummary, time_of_day: str) -> str:
    """Return a finished game's time of day and duration, or an unfinished game's current turn.

    `time_of_day` is the time at which the game was last played. An unknown duration is left out.
    """
    if summary.phase is Phase.PLACING:
        return _("Before the first turn")
    if summary.phase is not Phase.FINISHED:
        return _("Turn {turn}", turn=summary.turn)
    if summary.figures.minutes is None:
        return time_of_day
    return " · ".join((time_of_day, duration_text(summary.figures.minutes)))


def no_games_text(query: GameListQuery, *, some_archived: bool) -> str:
    if query.person_id is not None:
        return _("This person has no games of this kind.")
    match query.game_filter:
        case GameFilter.UNFINISHED:
            return _("All games have been finished.")
        case GameFilter.ENDED:
            return _("No game has been finished yet.")
        case GameFilter.ARCHIVED:
            return _("No game is archived.")
        case GameFilter.ALL if some_archived:
            return _("All games are archived.")
        case GameFilter.ALL:
            return _("No game has been played yet. Every game you play here will be in this list.")


_BADGE, _CROWN = 11, 9
"""Radius of a badge and half the width of a crown, in dp."""
_FOOT = 52
_LINE = 22
_BUTTON = 280
_WHEN = 1.1
"""Width of the column with the day and length of a game, relative to a player's column."""
_MOST_PLAYERS = 4
_NOBODY = People((), {})


class GamesPage(FormPage):
    opening_route: routes.Games | None
    wanted_rotation = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.app_state.viewed_game = None
        self._message = ""
        self._listed = GameListQuery()
        self._people = _NOBODY
        try:
            self._people = People.from_journal(self.app_state.journal)
            self._listed = self._restored_list()
        except JournalError as error:
            self._message = sentence_text(error.sentence)
        self.show()
        self.app_state.on_saved = self.show  # a game still being saved may be missing

    def _restored_list(self) -> GameListQuery:
        at, kept = self.opening_route, self.navigator.state_to_restore
        journal = self.app_state.journal
        newest_games = (*journal.games(1), *journal.games(1, archived=True))
        newest = max((game.sort_key for game in newest_games), default=0)
        former = GameListQuery(newest_sort_key=newest)
        if isinstance(kept, GameListQuery) and kept.newest_sort_key == newest:
            former = kept
        if at is None or at == routes.Games():
            return former
        person = None if at.all_people else at.person_id
        return GameListQuery(at.game_filter or former.game_filter, person, newest_sort_key=newest)

    @property
    def state_to_restore(self) -> GameListQuery:
        return self._listed

    def build_form(self) -> Form:
        person = self._person
        empty = Form(
            _("Games") if person is None else display_name(person.name),
            back_button(self._back),
            (),
            head_buttons=tuple(self._buttons()),
            is_name=person is not None,
            above=self._above(),
            foot=(Row(height=_FOOT),),
        )
        seats = tuple(_player_row(color, 0, "", won=False) for color in Color)
        some = self._card("0", Text("0"), seats, "", None)
        most = self.number_of_rows_that_fit(some, empty)
        found = self._games(most + 1)
        rows: list[Block] = [*map(self._row, found[:most])]
        if not rows and not self._message:
            rows = [*self._empty_rows()]
        newer: Block = Text("")
        older: Block = Text("")
        if self._listed.earlier_page_ends:
            newer = Button(
                "newer",
                call(self._list, earlier_page_ends=self._listed.earlier_page_ends[:-1]),
                _("Newer"),
            )
        if len(found) > most:
            pages = (*self._listed.earlier_page_ends, found[most - 1])
            older = Button("older", call(self._list, earlier_page_ends=pages), _("Older"))
        above, self._message = self._above(), ""
        foot = Row((newer, older), _FOOT)
        return replace(empty, columns=(Column(tuple(rows)),), above=above, foot=(foot,))

    @property
    def _person(self) -> Person | None:
        return (
            None
            if self._listed.person_id is None
            else self._people.find_by_id(self._listed.person_id)
        )

    def _above(self) -> tuple[Block, ...]:
        message = (Text(self._message, TextStyle.WARNED),) if self._message else ()
        if not self.app_state.has_games:
            return message
        texts = {
            GameFilter.ALL: translate_in_context("games", "All"),
            GameFilter.UNFINISHED: translate_in_context("games", "Unfinished"),
            GameFilter.ENDED: translate_in_context("games", "Ended"),
            GameFilter.ARCHIVED: translate_in_context("games", "Archived"),
        }
        filters = []
        for show, text in texts.items():
            act, chosen = (
                call(self._list, game_filter=show, earlier_page_ends=()),
                show is self._listed.game_filter,
            )
            filters.append(Button(f"show.{show}", act, text, chosen=chosen))
        return (*message, Row(tuple(filters), fits_texts=True))

    def _row(self, game: SavedGame) -> Block:
        day, hour = last_played_date_and_time(game)
        key, action = f"game.{game.id}", routes.PastGame(game)
        try:
            summary = summarize_saved_game(self.app_state.journal, game)
        except JournalError:  # the game's own page says why
            return self._card(day, Text(_("cannot be read"), TextStyle.WARNED), (), key, action)
        is_over = summary.phase is Phase.FINISHED
        ink = TextStyle.SOFT if is_over else TextStyle.WARNED
        players = []
        for player in summary.figures.players:
            name = display_name(self._people.find_or_new(player.name).name)
            won = bool(player.winners_if_won)
            players.append(_player_row(player.color, player.points, name, won=won))
        return self._card(
            day, Text(duration_or_turn_text(summary, hour), ink), players, key, action
        )

    def _card(
        self, day: str, length: Text, players: Sequence[Row], key: str, action: object
    ) -> Column:
        when = Text(day, TextStyle.BOLD)
        if self.box.is_upright:
            places: tuple[Block, ...] = (*players, *(Text(""),) * (_MOST_PLAYERS - len(players)))
            first = Row((when, replace(length, align=Align.RIGHT)), _LINE)
            lines = (first, *(Row(places[two : two + 2], _LINE) for two in (0, 2)))
        else:
            wide = _WHEN * (LARGE_LETTERS if self.app_state.settings.large_letters else 1)
            beside = Row(tuple(players), width=_MOST_PLAYERS)
            lines = (Row((Column((when, length), wide, gap=0), beside), 2 * _LINE),)
        return Column(lines, gap=0, ground=Ground.PAPER, pad=8, key=key, action=action)

    def _games(self, most: int) -> tuple[SavedGame, ...]:
        try:
            found = games_in_list(self.app_state.journal, self._people, self._listed, most)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
            return ()
        if found or not self._listed.earlier_page_ends:
            return found
        # This page is empty: its last game was archived or restored. Go back to the page before.
        self._listed = replace(self._listed, earlier_page_ends=self._listed.earlier_page_ends[:-1])
        return self._games(most)

    def _buttons(self) -> Iterator[Button]:
        if self._listed.person_id is not None:
            yield Button("person", routes.Person(self._listed.person_id), _("This person"))
        if self._people.everybody:
            yield Button("people", routes.People(), _("People"))

    def _empty_rows(self) -> Iterator[Block]:
        has_games = self.app_state.has_games
        yield GAP_ROW
        yield Text(no_games_text(self._listed, some_archived=has_games), align=Align.CENTER)
        if not has_games:
            button = Button("new_game", routes.NewGame(), _("New game"), ButtonStyle.PRIMARY)
            yield Column((Row((button,), _FOOT),), most=_BUTTON)
        yield GAP_ROW

    def _back(self) -> None:
        if self._listed.person_id is None:
            self.navigator.back()
        else:
            self._list(person_id=None, earlier_page_ends=())

    def _list(self, **changes: object) -> None:
        self._listed = replace(self._listed, **changes)
        self.show()


def _player_row(color: Color, points: int, name: str, *, won: bool) -> Row:
    tone = TextStyle.BOLD if won else TextStyle.PLAIN
    crown = (Icon(Sign.CROWN, _CROWN),) if won else ()
    number = Text(str(points), tone, width=0, size=TITLE_TEXT)
    return Row((Icon(color, _BADGE), number, *crown, Text(name, tone, is_name=True)), 0, gap=6)
