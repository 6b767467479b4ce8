"""Stage 1: presets are the table of the rules, every fault is told, and nothing wrong passes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, ClassVar, Literal

import pytest
from annotated_types import Interval
from hypothesis import given
from hypothesis import strategies as st

from simcards import registry
from simcards.errors import InputError
from simcards.games.gin.rules import GinRules
from simcards.rules import Contradiction, GameRules, load_rules, presets
from tests.unit.faults import faults_of, only_fault

CLASSIC: dict[str, object] = {
    "players": 2,
    "hand_size": 10,
    "first_turn": "offer",
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace_gin": True,
    "oklahoma_spades_double": False,
    "return_discard": False,
    "gin_bonus": 25,
    "undercut_bonus": 25,
    "undercut_tie": True,
    "big_gin_bonus": 31,
    "layoff": True,
    "layoff_after_melds": False,
    "stock_floor": 2,
    "next_dealer": "loser",
    "target": 100,
    "game_bonus": 100,
    "box_bonus": 25,
    "shutout_double": True,
    "hollywood": False,
}
NO_MATCH_BONUSES: dict[str, object] = {"game_bonus": 0, "box_bonus": 0, "shutout_double": False}
PRESETS: dict[str, dict[str, object]] = {
    "classic": {},
    "web": {"first_turn": "free", "undercut_tie": False, "next_dealer": "alternate", **NO_MATCH_BONUSES},
    "oklahoma": {"oklahoma": True, "oklahoma_spades_double": True},
    "eaai": {"big_gin_bonus": "none", "next_dealer": "alternate_scored", **NO_MATCH_BONUSES},
}
RANGES: dict[str, tuple[int, int]] = {
    "players": (2, 2),
    "hand_size": (3, 11),
    "knock_limit": (0, 100),
    "gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "stock_floor": (0, 10),
    "target": (1, 10_000),
    "game_bonus": (0, 1000),
    "box_bonus": (0, 1000),
}
WORDS: dict[str, tuple[str, ...]] = {
    "first_turn": ("offer", "free"),
    "next_dealer": ("winner", "loser", "alternate", "alternate_scored"),
}
SWITCHES = tuple(option for option, value in CLASSIC.items() if isinstance(value, bool))


def values_of(option: str) -> st.SearchStrategy[object]:
    if option in SWITCHES:
        return st.booleans()
    if option in WORDS:
        return st.sampled_from(WORDS[option])
    numbers = st.integers(*RANGES[option])
    return numbers | st.just("none") if option == "big_gin_bonus" else numbers


def wrong_values_of(option: str) -> st.SearchStrategy[object]:
    anything: list[st.SearchStrategy[object]] = [st.floats(), st.just([]), st.just({}), st.just("nonsense")]
    if option in SWITCHES:
        return st.one_of(*anything, st.sampled_from([0, 1, "true", "none"]))
    if option in WORDS:
        return st.one_of(*anything, st.booleans(), st.integers(), st.just("none"))
    low, high = RANGES[option]
    return st.one_of(*anything, st.booleans(), st.integers(max_value=low - 1), st.integers(min_value=high + 1))


OPTIONS = st.fixed_dictionaries({option: values_of(option) for option in CLASSIC})


# Presets


def test_presets_are_those_of_the_rules() -> None:
    assert presets("gin") == tuple(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_has_the_values_of_the_table(preset: str) -> None:
    assert load_rules("gin", preset).options() == CLASSIC | PRESETS[preset]


def test_first_preset_holds_where_none_is_named() -> None:
    assert load_rules("gin") == load_rules("gin", "classic") == load_rules("gin", {})


@pytest.mark.parametrize("preset", PRESETS)
def test_differences_are_those_from_the_preset_named(preset: str) -> None:
    rules = load_rules("gin", preset)
    assert rules.differences("classic") == {o: (CLASSIC[o], value) for o, value in PRESETS[preset].items()}
    assert rules.differences() == {}


def test_none_is_none_in_the_model_and_a_word_outside() -> None:
    rules = load_rules("gin", "eaai")
    assert isinstance(rules, GinRules)
    assert rules.big_gin_bonus is None
    assert rules.options()["big_gin_bonus"] == "none"


# Hash and TOML


def test_hash_is_pinned() -> None:
    assert {preset: load_rules("gin", preset).hash for preset in PRESETS} == {
        "classic": "db75469e92200d2112c3e0a3ce545bb04f621f8608d3dd9d960990c84ac8eab4",
        "web": "29ea2d01150817851423c07c6c353b24dfbfaba49f140216ded7806de33dc7fc",
        "oklahoma": "56c82ebd35aa03a5f21d16eeb5775b61e98f5a1d048b0f93c1c1850dce46f7f8",
        "eaai": "3d04ffd6b5f54a67a9da586d5a1133eb4dc74120504b6a53c6a44b59a62fc8bd",
    }


def test_hash_knows_options_only() -> None:
    as_web = load_rules("gin", {"preset": "classic", "name": "Ours", **PRESETS["web"]})
    assert as_web.hash == load_rules("gin", "web").hash
    assert as_web != load_rules("gin", "web")


@given(OPTIONS)
def test_any_options_in_range_load_and_survive_toml(options: dict[str, object]) -> None:
    rules = load_rules("gin", options)
    assert rules.options() == options
    again = load_rules("gin", tomllib.loads(rules.to_toml()))
    assert again == rules
    assert again.hash == rules.hash


@given(OPTIONS)
def test_every_option_has_a_sentence(options: dict[str, object]) -> None:
    sentences = load_rules("gin", options).sentences()
    assert list(sentences) == list(CLASSIC)
    assert all(sentence[0].isupper() and sentence[-1] == "." for sentence in sentences.values())


def test_the_docstring_of_every_option_is_its_description() -> None:
    assert all(field.description for field in GinRules.model_fields.values())


def test_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_rules("gin").players = 3  # type: ignore[misc]


def test_sentences_say_the_value() -> None:
    rules = load_rules("gin", overrides=["knock_limit=1", "stock_floor=0", "big_gin_bonus=none"])
    sentences = rules.sentences()
    assert sentences["knock_limit"] == "A knock needs at most 1 point of deadwood."
    assert sentences["stock_floor"] == "The hand is drawn after a discard that leaves no cards in the stock."
    assert sentences["big_gin_bonus"] == "Big gin is not allowed."


@pytest.mark.parametrize(
    ("overrides", "idle"),
    [
        ({"oklahoma": False}, {"oklahoma_ace_gin", "oklahoma_spades_double"}),
        ({"oklahoma": True}, {"knock_limit"}),
        ({"layoff": False}, {"layoff_after_melds", "oklahoma_ace_gin", "oklahoma_spades_double"}),
    ],
)
def test_options_without_effect_say_so(overrides: dict[str, object], idle: set[str]) -> None:
    sentences = load_rules("gin", overrides=overrides).sentences()
    assert {option for option, sentence in sentences.items() if "has no effect" in sentence} == idle


def test_usual_values_are_the_others_and_load() -> None:
    rules = load_rules("gin")
    assert rules.usual("players") == ()
    assert rules.usual("layoff") == (False,)
    assert rules.usual("first_turn") == ("free",)
    assert rules.usual("big_gin_bonus") == ("none", 50)
    for option, own in CLASSIC.items():
        for value in rules.usual(option):
            assert load_rules("gin", overrides={option: value}).options()[option] == value != own


# Faults of options


@given(st.data())
def test_a_single_wrong_value_is_refused_and_named(data: st.DataObject) -> None:
    option = data.draw(st.sampled_from(list(CLASSIC)))
    options = data.draw(OPTIONS) | {option: data.draw(wrong_values_of(option))}
    assert only_fault(options).startswith(f"{option}: was given ")


@pytest.mark.parametrize(
    ("option", "value", "fault"),
    [
        ("knock_limit", 101, "knock_limit: was given 101; allowed: a whole number from 0 to 100."),
        ("gin_bonus", True, "gin_bonus: was given true; allowed: a whole number from 0 to 1000."),
        ("hand_size", 10.0, "hand_size: was given 10.0; allowed: a whole number from 3 to 11."),
        ("hand_size", "10", "hand_size: was given '10'; allowed: a whole number from 3 to 11."),
        ("target", float("nan"), "target: was given nan; allowed: a whole number from 1 to 10000."),
        ("target", float("inf"), "target: was given inf; allowed: a whole number from 1 to 10000."),
        ("layoff", 1, "layoff: was given 1; allowed: true or false."),
        ("first_turn", "offered", "first_turn: was given 'offered'; allowed: 'offer' or 'free'."),
        ("big_gin_bonus", -1, "big_gin_bonus: was given -1; allowed: a whole number from 0 to 1000 or 'none'."),
        ("players", 3, "players: was given 3; allowed: only 2."),
        ("gin_bonus", None, "gin_bonus: was given 'none'; allowed: a whole number from 0 to 1000."),
        (
            "knock_limit",
            [1, [2, {"a": [3]}]],
            "knock_limit: was given [1, [2, {a = […]}]]; allowed: a whole number from 0 to 100.",
        ),
        ("name", "", "name: was given ''; allowed: text of 1 to 80 printable characters."),
        ("name", "a\x1b[31m", "name: was given 'a\\x1b[31m'; allowed: text of 1 to 80 printable characters."),
        ("knok_limit", 5, "knok_limit: was given 5; allowed: an option of gin. Did you mean 'knock_limit'?"),
        (
            "preset",
            "clasic",
            "preset: was given 'clasic'; allowed: 'classic', 'web', 'oklahoma' or 'eaai'. Did you mean 'classic'?",
        ),
        ("preset", 7, "preset: was given 7; allowed: 'classic', 'web', 'oklahoma' or 'eaai'."),
        ("game", "tonk", "game: was given 'tonk'; allowed: 'gin'."),
    ],
)
def test_fault_in_plain_words(option: str, value: object, fault: str) -> None:
    assert only_fault({option: value}) == fault


def test_an_unknown_option_lists_the_options_once() -> None:
    first, second = faults_of({"zebra": 1, "quagga": 2})
    assert first == f"zebra: was given 1; allowed: {', '.join(CLASSIC)}."
    assert second == "quagga: was given 2; allowed: an option of gin."


def test_all_faults_at_once() -> None:
    source = {"preset": "nowhere", "zebra": 1, "hand_size": 2, "layoff": "yes", "target": 0}
    faults = faults_of(source, ["gin_bonus=1001", "stock_floor", "game=gin", "box_bonus=[1"])
    assert [fault.split(":")[0] for fault in faults] == [
        "preset", "game", "zebra", "hand_size", "gin_bonus", "layoff", "target", "'stock_floor'", "'box_bonus=[1'",
    ]  # fmt: skip


def test_long_values_are_cut() -> None:
    fault = only_fault({"first_turn": "x" * 10_000})
    assert len(fault) < 130


def test_unknown_game() -> None:
    with pytest.raises(InputError, match="gin"):
        load_rules("chess")


# Overrides


@pytest.mark.parametrize(
    ("text", "option", "value"),
    [
        ("knock_limit=5", "knock_limit", 5),
        (" knock_limit = 5 ", "knock_limit", 5),
        ("layoff=false", "layoff", False),
        ("first_turn=free", "first_turn", "free"),
        ('first_turn="free"', "first_turn", "free"),
        ("big_gin_bonus=none", "big_gin_bonus", "none"),
        ("target=1_000", "target", 1000),
    ],
)
def test_override(text: str, option: str, value: object) -> None:
    rules = load_rules("gin", "classic", [text])
    assert rules.differences("classic") == {option: (CLASSIC[option], value)}
    assert rules == load_rules("gin", "classic", {option: value})


def test_the_last_override_holds() -> None:
    assert load_rules("gin", overrides=["target=7", "target=8"]).options()["target"] == 8


def test_an_override_heals_a_fault() -> None:
    assert load_rules("gin", {"target": 0}, ["target=8"]).options()["target"] == 8


@pytest.mark.parametrize(
    "text", ["target", "=5", "target=", "target=1\nhand_size=3", "", "target=[", "target=0x", "a" * 5000]
)
def test_override_that_cannot_be_read(text: str) -> None:
    assert "allowed: " in only_fault(overrides=[text]) or "not TOML" in only_fault(overrides=[text])


def test_the_preset_is_no_option() -> None:
    fault = only_fault(overrides=["preset=web"])
    assert fault == "preset: was given 'web'; allowed: only options and the name. Choose with --rules."


# Names


def test_a_changed_preset_says_so() -> None:
    assert load_rules("gin", "web").name == "Gin rummy on the web"
    assert load_rules("gin", "web", ["gin_bonus=20"]).name == "Gin rummy on the web, changed"
    assert load_rules("gin", {"name": "Ours", "gin_bonus": 20}).name == "Ours"
    assert load_rules("gin", {"name": "Ours", "gin_bonus": 20}, ["gin_bonus=21"]).name == "Ours, changed"
    assert load_rules("gin", {"gin_bonus": 20}, ["name=Our kitchen table"]).name == "Our kitchen table"
    assert load_rules("gin", {"name": "x" * 80}, ["gin_bonus=20"]).name.endswith(", changed")


# Combinations that cannot be played (gin has none)


class Toy(GameRules):
    game: ClassVar[str] = "toy"
    presets: ClassVar[tuple[str, ...]] = ("plain",)
    players: Annotated[int, Interval(ge=2, le=6)]
    cards: Annotated[int, Interval(ge=1, le=20)] | Literal["auto"]

    def sentences(self) -> dict[str, str]:
        return {}

    def contradictions(self) -> Iterator[Contradiction]:
        if self.cards != "auto" and self.players * self.cards >= 52:
            yield Contradiction(("players", "cards"), "the deal leaves no stock; allowed: at most 51 cards in all.")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {"game": "toy", "name": "Toy", "players": 2, "cards": 5}
    monkeypatch.setattr(registry, "game", lambda _: SimpleNamespace(load_rules=lambda: Toy))
    monkeypatch.setattr("simcards.rules.read_rule_file", lambda _: plain)


@pytest.mark.usefixtures("toy")
def test_a_contradiction_is_told_with_all_its_options() -> None:
    assert load_rules("toy").options() == {"players": 2, "cards": 5}
    assert load_rules("toy", overrides=["players=6", "cards=8"]).options() == {"players": 6, "cards": 8}
    assert faults_of(None, ["players=6", "cards=9"], "toy") == (
        "players = 6 and cards = 9: the deal leaves no stock; allowed: at most 51 cards in all.",
    )


@pytest.mark.usefixtures("toy")
def test_no_contradiction_is_told_of_an_option_that_is_wrong_itself() -> None:
    assert faults_of(None, ["players=7", "cards=20"], "toy") == (
        "players: was given 7; allowed: a whole number from 2 to 6.",
    )
    assert faults_of(None, ["cards=21"], "toy") == (
        "cards: was given 21; allowed: a whole number from 1 to 20 or 'auto'.",
    )
