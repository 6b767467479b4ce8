"""What a manifest may say: its keys, and the types and ranges of their values, checked before anything is believed."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from annotated_types import Interval, Len, Predicate
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from simcards.errors import InputError, shorten
from simcards.limits import MOST_GAMES, MOST_SEED

Text = Annotated[str, Len(0, 1000), Predicate(str.isprintable)]
Value = bool | int | float | Annotated[str, Len(0, 10_000)] | None
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Games = Annotated[int, Interval(ge=1, le=MOST_GAMES)]
First = Annotated[int, Interval(ge=0, le=2 * MOST_GAMES)]


def _ascending(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    end = -1
    for first, games in ranges:
        if first <= end:
            raise ValueError("ranges of games overlap, or touch, or are out of order")
        end = first + games
    return ranges


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class About(_Strict):
    """What a run of `simulate` is: all that its numbers depend on."""

    command: Text
    game: Text
    preset: Text
    name: Text
    rules: dict[Text, Any]
    """Checked like any rules, when they are loaded."""
    rules_hash: Digest
    policies: Annotated[list[Text], Len(1, 52)]
    seed: Annotated[int, Interval(ge=0, le=MOST_SEED)]
    first: First
    stream: int
    precision: Annotated[float, Interval(gt=0)] | None
    match: Literal[True] | None = None
    """Whether its games are whole matches."""


class PartsAbout(_Strict):
    """What a run of many parts is, a sweep, chart or report: the command's own options, and who plays what."""

    command: Literal["sweep", "chart", "report"]
    game: Text
    preset: Text
    name: Text
    rules: dict[Text, Any]
    rules_hash: Digest
    policies: Annotated[list[Text], Len(0, 52)]
    """As they were given."""
    seed: Annotated[int, Interval(ge=0, le=MOST_SEED)]
    stream: int
    options: dict[Text, Any]
    """Checked like any input, when the command is given again."""


class CornerOptions(_Strict):
    """A rule set of a sweep."""

    keys: dict[Text, Value]
    game: Text
    preset: Text
    name: Text
    rules: dict[Text, Any]
    """Checked like any rules, when they are loaded."""
    rules_hash: Digest


class SkippedOptions(_Strict):
    """A value that a sweep of all options has left out."""

    option: Text
    value: Value
    why: Annotated[str, Len(1, 10_000), Predicate(str.isprintable)]


class SweepOptions(_Strict):
    """What a sweep varies."""

    corners: Annotated[list[CornerOptions], Len(0, 10_000)]
    varied: dict[Text, list[Value]]
    one_at_a_time: bool
    skipped: list[SkippedOptions]


class ChartOptions(_Strict):
    """What a chart is asked for."""

    question: Text
    against: Text | None
    policy: Text | None
    position: Annotated[int, Interval(ge=1, le=52)] | Text | None
    when: Text | None


class PartsState(_Strict):
    """How far it is."""

    target: Games
    finished: bool
    versions: dict[Text, Text]
    written: Text


class State(_Strict):
    """How far it is."""

    target: Games
    ranges: Annotated[
        list[Annotated[tuple[First, Games], Field(strict=False)]], Len(0, 10_000), AfterValidator(_ascending)
    ]
    tally: Digest | None
    versions: dict[Text, Text]
    written: Text


class Chunk(_Strict):
    """A file with arrays."""

    file: Text
    sha256: Digest
    bytes: Annotated[int, Interval(ge=0)]


class Holder(_Strict):
    """Who has the lock of a run's folder."""

    pid: Annotated[int, Interval(ge=0, le=MOST_SEED)]
    host: Text
    since: Annotated[float, Interval(ge=0)]


Model = TypeVar("Model", bound=BaseModel)


def check(model: type[Model], value: object, where: str) -> Model:
    """Return a part of a manifest, and refuse one that is not what simcards writes.

    Raises
    ------
    InputError
        With `where` in front, and the first key that is wrong.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"])) or "the whole"
        raise InputError(f"{where}: {shorten(key)} is not what a run has there ({shorten(first['msg'])}).") from None
