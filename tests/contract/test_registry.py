"""What every game of the registry must have: whoever adds one, a folder and a line, reads here what is missing."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from scripts.transcript import RECORDS
from simcards import registry
from simcards.cards import DECK, card_text
from simcards.compile import compile_rules, parse_policies, parse_policy
from simcards.errors import InputError
from simcards.game import Game
from simcards.referee import replay_record
from simcards.rules import load_rules, presets
from simcards.simulation import simulate

ROOT = Path(__file__).parents[2]
MODULES = {"kernel", "outcomes", "params", "play", "record", "rules"}

GAMES = pytest.mark.parametrize("name", registry.games())


def integers_only(dtype: np.dtype) -> bool:
    """Whether every field of a record, however nested, is int64."""
    return all(dtype[field].base == np.int64 for field in dtype.names or ())


def test_games_are_known_by_name() -> None:
    assert registry.games()
    for name in registry.games():
        assert registry.game(name).name == name
    with pytest.raises(InputError, match="Unknown game 'bridge'; the games are: gin, gin3, tonk"):
        registry.game("bridge")
    folders = {path.parent.name for path in (ROOT / "simcards" / "games").glob("*/__init__.py")}
    assert folders == set(registry.games())


@GAMES
def test_it_has_its_files(name: str) -> None:
    folder = ROOT / "simcards" / "games" / name
    assert {path.stem for path in folder.glob("*.py")} >= MODULES
    assert {path.stem for path in (folder / "presets").glob("*.toml")} == set(presets(name))
    missing = [
        place
        for place in (f"docs/rules/{name}.md", f"tests/golden/transcripts/{name}.txt", f"tests/naive/{name}.py")
        if not (ROOT / place).is_file()
    ]
    assert missing == []
    assert name in RECORDS


@GAMES
def test_its_clauses_are_tested(name: str) -> None:
    files = [*(ROOT / "tests" / "clauses").glob(f"test_{name}*.py")]
    tests = re.findall(r"^def (test_\w+)", "\n".join(path.read_text("utf-8") for path in files), re.MULTILINE)
    assert len(tests) >= 10


@GAMES
def test_its_presets_can_be_played(name: str) -> None:
    game = registry.game(name)
    assert presets(name)
    for preset in presets(name):
        rules = load_rules(name, preset)
        assert rules.preset == preset
        assert rules.differences(preset) == {}
        params = compile_rules(game, rules)
        assert set(params.dtype.names) <= game.load_engine().params_of(rules).keys()
        assert simulate(name, preset, games=20).games == 20


@GAMES
def test_every_option_has_a_sentence_and_a_place_in_the_docs(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    game = registry.game(name)
    options = game.load_rules().option_names()
    for preset in presets(name):
        sentences = load_rules(name, preset).sentences()
        assert [*sentences] == [*options]
        assert all(re.fullmatch(r"[A-Z0-9].*\.", sentence) for sentence in sentences.values())
        assert len(set(sentences.values())) == len(sentences)
    choices = [option for option in options if option != "players" or game.seats[0] < game.seats[1]]
    assert [option for option in choices if f"`{option}`" not in page] == []


@GAMES
def test_every_policy_is_described_and_plays(name: str) -> None:
    game = registry.game(name)
    numbers = [spec.number for spec in game.policies]
    assert numbers == list(range(len(numbers)))
    assert len({spec.name for spec in game.policies}) == len(numbers)
    assert game.default_policy in [spec.name for spec in game.policies]
    for spec in game.policies:
        assert spec.summary
        assert spec.source
        result = simulate(name, policies=[spec.name], games=50)
        assert result.policies == [spec.name] * game.active(load_rules(name).players)
        plain = [parameter.place for parameter in spec.parameters if not parameter.table]
        assert len(set(plain)) == len(plain)
        assert len(spec.parameters) - len(plain) <= 1
        for parameter in spec.parameters:
            assert parameter.meaning
            assert parameter.low < parameter.high
            assert parameter.default is None or parameter.low <= parameter.default <= parameter.high
            for value in (parameter.low, parameter.high):
                text = f"{spec.name}:{parameter.name}={parameter.written(value)}"
                policy = parse_policy(game, text)
                assert str(policy) in (text, spec.name)
                assert parse_policy(game, str(policy)) == policy
                assert simulate(name, policies=[text], games=5).games == 5
            for value in (parameter.low - 1, parameter.high + 1):
                with pytest.raises(InputError, match=f"{spec.name}:{parameter.name} was given"):
                    parse_policy(game, f"{spec.name}:{parameter.name}={value}")


@GAMES
def test_policies_are_given_once_or_once_a_seat_or_role(name: str) -> None:
    game = registry.game(name)
    players = game.seats[1]
    most = game.active(players)
    default, other = game.default_policy, game.policies[0].name
    assert [str(policy) for policy in parse_policies(game, [], players)] == [default] * most
    assert [str(policy) for policy in parse_policies(game, [other], players)] == [other] * most
    mixed = [other, *[default] * (most - 1)]
    assert [str(policy) for policy in parse_policies(game, mixed, players)] == mixed
    with pytest.raises(InputError, match=f"--policy was given {most + 1} times"):
        parse_policies(game, [other] * (most + 1), players)


@GAMES
def test_its_roles_are_its_positions(name: str) -> None:
    game = registry.game(name)
    assert sorted(game.roles.values()) == [*range(1, len(game.roles) + 1)]
    assert game.active(game.seats[0]) <= game.seats[0]
    assert [game.role(position) for position in game.roles.values()] == [*game.roles]
    assert game.role(None) is None


@GAMES
def test_its_shortest_record_can_be_replayed(name: str) -> None:
    game = registry.game(name)
    assert set(game.first_place) <= set(game.place_keys)
    deck = " ".join(map(card_text, DECK))
    assert replay_record({"game": name, **game.first_place, "deck": deck, "actions": []})["ok"]
    for key in game.first_place:
        assert not replay_record({"game": name, **game.first_place, "deck": deck, "actions": []} | {key: None})["ok"]


@GAMES
def test_its_records_hold_whole_numbers_only(name: str) -> None:
    engine = registry.game(name).load_engine()
    for dtype in (engine.params, engine.state, engine.scratch):
        assert integers_only(dtype)
    shapes = engine.count_shapes([load_rules(name)])
    assert tuple(shapes) == tuple(engine.count_axes)
    for array, axes in engine.count_axes.items():
        assert len(axes) == len(shapes[array])


@GAMES
def test_its_outcomes_are_rows(name: str) -> None:
    game = registry.game(name)
    params = import_module(f"simcards.games.{name}.params")
    assert tuple(outcome.name.lower() for outcome in params.Outcome) == game.outcomes
    metrics = [row["metric"] for row in simulate(name, games=10).rows]
    assert [f"outcome:{outcome}" for outcome in game.outcomes] == [m for m in metrics if m.startswith("outcome:")]


@GAMES
def test_its_wiring_names_what_is_there(name: str) -> None:
    game = registry.game(name)
    assert isinstance(game, Game)
    assert game.load_rules().game == name
    assert game.seats[0] <= load_rules(name).players <= game.seats[1]
    assert {"ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"} <= set(
        game.load_engine().referee.result_keys
    )
