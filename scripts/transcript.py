#!/usr/bin/env python
"""Write the transcripts that tests/golden/transcripts keeps: one seeded hand of every game, for people to read.

Run it after a change that is meant to change play, and read the difference before it is committed:

    python scripts/transcript.py            # writes tests/golden/transcripts/*.txt
    python scripts/transcript.py gin        # prints one
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simcards import registry
from simcards.cards import card_text
from simcards.compile import Record, compile_policies, compile_rules, new_record, parse_policies
from simcards.game import Game
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_stream
from simcards.referee import replay_record
from simcards.rules import GameRules, load_rules

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden" / "transcripts"
SEED = 1


def dealt_hand(game: Game, rules: GameRules, number: int, names: list[str]) -> tuple[Any, Any, Record, Record, str]:
    """Return parameters, policies, an empty state and scratch record at game `number`, and the deck as a text."""
    engine = game.load_engine()
    state, scratch = new_record(engine.state), new_record(engine.scratch)
    scratch.seed_low = SEED
    place_stream(number, scratch)
    shuffle_deck(scratch, state.deck)
    params, policies = compile_rules(game, rules), compile_policies(parse_policies(game, names, rules.players))
    return params, policies, state, scratch, " ".join(card_text(int(card)) for card in state.deck)


def note(game: Game, number: int, names: list[str]) -> str:
    """Return where a hand comes from."""
    places = [*game.roles] or [f"seat {seat}" for seat in range(len(names))]
    told = ", ".join(f"{place} {name}" for place, name in zip(places, names, strict=True))
    return f"seed {SEED}, game {number}: {told}"


def gin_hand(game: Game, number: int, names: list[str], dealer: int) -> dict[str, Any]:
    """Return deck, actions and note of a hand of gin, under the first preset, that a player (0 or 1) deals."""
    from simcards.games.gin.kernel import apply_action, deal
    from simcards.games.gin.params import ACT_SHIFT, Act, Phase
    from simcards.games.gin.policies import choose_action
    from simcards.games.gin.record import action_text
    from simcards.splits import melds_text

    params, policies, state, scratch, deck = dealt_hand(game, load_rules(game.name), number, names)
    deal(params, dealer, state)
    actions = []
    while state.phase != Phase.OVER:
        scratch.named = 0
        code = int(choose_action(params, policies[state.to_act], state, scratch))
        melds = melds_text(int(scratch.named_sets), int(scratch.named_runs)) if scratch.named else []
        named = code >> ACT_SHIFT == Act.KNOCK and scratch.named
        actions.append(action_text(code) + (": " + " ".join(map("".join, melds)) if named else ""))
        apply_action(params, state, scratch, code)
    return {"deck": deck, "actions": actions, "note": note(game, number, names)}


def gin_record(game: Game) -> dict[str, Any]:
    """Return the record of a hand of classic gin, greedy against simple, that ends with lay-offs."""
    number = 92
    dealer = number % 2
    return {"game": "gin", "rules": "classic", "dealer": dealer, **gin_hand(game, number, ["greedy", "simple"], dealer)}


def gin3_record(game: Game) -> dict[str, Any]:
    """Return the record of a hand of three-hand gin in which the captain is undercut."""
    number = 109
    box, captain, out = ((number + place) % 3 for place in range(3))
    hand = gin_hand(game, number, ["greedy", "simple"], dealer=0)
    return {"game": "gin3", "rules": "captain", "roles": [box, captain, out], **hand}


def tonk_record(game: Game) -> dict[str, Any]:
    """Return the record of a hand of tonk for four in which spreads are hit, and whose dropper is caught."""
    from simcards.games.tonk.kernel import apply_action, deal
    from simcards.games.tonk.params import Phase
    from simcards.games.tonk.policies import choose_action
    from simcards.games.tonk.record import HandReplay

    number, names, rules = TONK_HAND, ["simple", "cautious", "simple", "random"], load_rules("tonk", TONK_RULES)
    params, policies, state, scratch, deck = dealt_hand(game, rules, number, names)
    dealer = number % 4
    told = HandReplay(rules, dealer, [int(card) for card in state.deck])
    deal(params, dealer, state)
    actions = []
    while state.phase != Phase.OVER:
        code = int(choose_action(params, policies[state.to_act], state, scratch))
        actions.append(told.text(code))
        told.apply(actions[-1])
        apply_action(params, state, code)
    return {
        "game": "tonk",
        "rules": TONK_RULES,
        "dealer": dealer,
        "deck": deck,
        "actions": actions,
        "note": note(game, number, names),
    }


TONK_HAND = 118
TONK_RULES = {"preset": "wikipedia", "players": 4, "spades_bet": 1, "drop_timing": "own_turn"}


def pitch_record(game: Game) -> dict[str, Any]:
    """Return the record of a hand of pitch for four whose dealer steals the bid, and whose jack changes hands."""
    from simcards.games.pitch.kernel import apply_action, deal
    from simcards.games.pitch.params import Phase
    from simcards.games.pitch.policies import choose_action
    from simcards.games.pitch.record import action_text

    number, names, rules = PITCH_HAND, ["simple", "simple:bold=60", "simple", "random"], load_rules("pitch")
    params, policies, state, scratch, deck = dealt_hand(game, rules, number, names)
    dealer = number % 4
    deal(params, dealer, state)
    actions = []
    while state.phase != Phase.OVER:
        code = int(choose_action(params, policies[state.to_act], state, scratch))
        actions.append(action_text(code))
        apply_action(params, state, code)
    return {
        "game": "pitch",
        "rules": "solo",
        "dealer": dealer,
        "deck": deck,
        "actions": actions,
        "note": note(game, number, names),
    }


PITCH_HAND = 204

RECORDS: dict[str, Callable[[Game], dict[str, Any]]] = {
    "gin": gin_record,
    "gin3": gin3_record,
    "tonk": tonk_record,
    "pitch": pitch_record,
}
"""For each game what plays the hand of its transcript."""


def lines(record: dict[str, Any]) -> list[str]:
    """Return the transcript of a record: the deal, each action with the hand of who chose it, the result."""
    written = [
        f"{record['game']}, {told_rules(record['rules'])} rules, {record['note']}; {place_of(record)}",
        f"deck    {record['deck']}",
    ]
    before = replay_record({**record, "actions": []})
    written += [f"seat {seat}  {' '.join(hand)}" for seat, hand in enumerate(before["hands"])]
    for number, action in enumerate(record["actions"], start=1):
        seat = before["to_act"]
        before = replay_record({**record, "actions": record["actions"][:number]})
        written.append(f"{number:4}  seat {seat}  {action:12}  {' '.join(before['hands'][seat])}")
    hidden = ("ok", "over")
    written += [f"{key}: {json.dumps(value)}" for key, value in before.items() if key not in hidden]
    return written


def place_of(record: dict[str, Any]) -> str:
    """Return who deals a record's hand, and who else has a role in it."""
    if "roles" not in record:
        return f"seat {record['dealer']} deals"
    box, captain, out = record["roles"]
    return f"seat {box} is in the box, seat {captain} is captain, seat {out} sits out"


def told_rules(rules: str | dict[str, object]) -> str:
    """Return a record's rules in a few words."""
    if isinstance(rules, str):
        return rules
    changed = [f"{option}={value}" for option, value in rules.items() if option != "preset"]
    return " ".join([str(rules["preset"]), *changed])


def transcript(name: str) -> str:
    """Return the transcript of a game."""
    return "\n".join(lines(RECORDS[name](registry.game(name)))) + "\n"


def main(names: list[str]) -> None:
    """Print the transcripts named, or write all."""
    for name in names:
        print(transcript(name), end="")
    if not names:
        FOLDER.mkdir(exist_ok=True)
        for name in registry.games():
            (FOLDER / f"{name}.txt").write_text(transcript(name), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
