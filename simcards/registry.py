"""The games, one lazy line each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from simcards.errors import InputError, did_you_mean, shorten

if TYPE_CHECKING:
    from simcards.game import Game

_MODULES = {
    "gin": "simcards.games.gin",
    "gin3": "simcards.games.gin3",
    "tonk": "simcards.games.tonk",
    "pitch": "simcards.games.pitch",
}


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_MODULES)


def game(name: object) -> Game:
    """Return the game called `name`.

    Raises
    ------
    InputError
        If there is no such game.
    """
    if not isinstance(name, str) or name not in _MODULES:
        known = ", ".join(_MODULES)
        raise InputError(
            f"Unknown game {shorten(name)!r}; the games are: {known}.{did_you_mean(shorten(name), _MODULES)}"
        )
    return cast("Game", import_module(_MODULES[name]).GAME)
