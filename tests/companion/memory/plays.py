"""Whole games with names and times of a test's choosing, as plays for others."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from companion.history import make_step
from companion.memory.exchange.plays import Play, play_from_game
from companion.memory.journal import GameHeader
from companion.memory.people import person_from_name
from companion.memory.played_game import PlayedGame
from companion.rules.setup import Setup
from tests.companion.playing import commands, four_players, named

BEGAN = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
ODD_NAMES = ("=1+1", "Zoë 😀 & Łucja", 'Ó "Conor", O\'Neill\\', "ليلى")
LONG_NAMES = ("M" * 40, "ليلى" * 10, "Wilhelmina-Charlotte von und zu Oberndor", "😀" * 40)


def stamp(seconds: float) -> str:
    """A time as games keep it, so many seconds after the beginning."""
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


@contextmanager
def at(seconds: float) -> Iterator[None]:
    """What is done with a game meanwhile is done so many seconds after the beginning."""
    with patch("companion.memory.played_game.current_timestamp", return_value=stamp(seconds)):
        yield


def game_of(setup: Setup, number: int = 5000, seconds: float = 20, seed: int = 1) -> PlayedGame:
    """A random game, a step each so many seconds."""
    game = PlayedGame(head_of(setup), setup)
    with at(0):
        game.resume()
    for place, command in enumerate(commands(setup, number, seed), start=1):
        game.add_step(make_step(game.state, command, stamp(seconds * place)))
    return game


def head_of(setup: Setup) -> GameHeader:
    """A game's head that is the same in every test."""
    return replace(GameHeader.new(setup), key="0123456789abcdef" * 2, started=stamp(0))


def told(game: PlayedGame, number: int | None = 7) -> Play:
    """What is told of a game, where nobody was joined or renamed."""
    return play_from_game(number, game, person_from_name)


@cache
def whole_play(names: tuple[str, ...] = ODD_NAMES, seed: int = 1) -> Play:
    """A game of four that has ended, as if nobody had corrected anything."""
    game = game_of(named(four_players(), *names), seed=seed)
    return replace(told(game), number_of_corrections=0)


def data_in(text: str) -> dict:
    """What an address for BG Stats holds, read as any server reads it."""
    parts = urlsplit(text)
    assert (parts.scheme, parts.netloc, parts.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)
