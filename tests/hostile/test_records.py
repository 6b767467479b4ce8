"""Game records that lie: each is a result that says what is wrong, whatever else stands in the file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.checks import refused, run, told

DECK = " ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")
GOOD: dict[str, Any] = {"game": "gin", "deck": DECK, "actions": []}
GOOD_MATCH: dict[str, Any] = {"game": "gin", "hands": [{"deck": DECK, "actions": []}]}


def text(**keys: object) -> str:
    return json.dumps({**GOOD, **keys})


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


LINES: dict[str, tuple[str | bytes, str]] = {
    "no JSON": ("once upon a time", "not JSON"),
    "half a record": (text()[:-1], "not JSON"),
    "two records on a line": (text() + text(), "not JSON"),
    "a list": ("[]", "A record is a JSON object"),
    "a long list": ("[" + "1," * 500_000 + "1]", "A record is a JSON object"),
    "a text": ('"gin"', "A record is a JSON object"),
    "a number": ("7", "A record is a JSON object"),
    "nothing": ("null", "A record is a JSON object"),
    "nan": ("NaN", "no number of JSON"),
    "an infinity": ('{"game": -Infinity}', "no number of JSON"),
    "a float that overflows": ('{"game": 1e999}', "no number of JSON"),
    "a giant whole number": ('{"game": ' + "9" * 100_000 + "}", "not JSON"),
    "a whole number just short of too long": ('{"game": ' + "9" * 4_000 + "}", '"game" must be a text'),
    "lists in lists": ('{"game": ' + deep(100_000) + "}", "nested too deep"),
    "lists in lists, never closed": ("[" * 1_000_000, "nested too deep"),
    "objects in objects": ('{"a":' * 100_000 + "1" + "}" * 100_000, "nested too deep"),
    "lists in lists, within the limit": ('{"game": ' + deep(900) + "}", ""),
    "lists in lists for the deck": (text().replace(json.dumps(DECK), deep(900)), ""),
    "lists in lists for an action": (text(actions=[0]).replace("[0]", f"[{deep(900)}]"), ""),
    "lists in lists for an option": (text(rules={"target": 0}).replace("0}", deep(900) + "}"), ""),
    "lists in lists expected": (text(expect={"turns": 0}).replace("0}", deep(900) + "}"), ""),
    "a key twice": ('{"game": "gin", "game": "tonk"}', "'game' stands twice"),
    "a key twice, within": (text(rules={"target": 70}).replace("70", '70, "target": 8'), "'target' stands twice"),
    "a lone surrogate": (r'{"game": "\ud800"}', "game"),
    "lone surrogates for keys": (r'{"\ud800": 1, "\udfff": 2}', "Unknown key"),
    "no UTF-8": (b'{"game": "\xff"}', "not UTF-8"),
    "UTF-16": ('{"game": "gin"}'.encode("utf-16"), "not UTF-8"),
    "NUL": ('{"game": "gin\0"}', "not JSON"),
    "an escaped NUL": (r'{"game": "gin\u0000"}', "game"),
    "a key that steers the terminal": ('{"\\u001b[2J": 1}', r"Unknown key '\\x1b[2J'"),
    "a long key": ('{"' + "k" * 1_000_000 + '": 1}', "Unknown key"),
    "many keys": ("{" + ",".join(f'"k{i}":1' for i in range(50_000)) + "}", "Unknown key 'k0'"),
    "a game that is a path": (text(game="../../etc"), "game"),
    "a game of a million letters": (text(game="g" * 1_000_000), "game"),
    "rules that are a path": (text(rules="/dev/zero"), "Unknown preset"),
    "rules of unknown keys": (text(rules={f"k{i}": i for i in range(20_000)}), "And 19,995 faults more."),
    "rules of nulls": (text(rules={"target": None}), "null is no value"),
    "rules of a giant": (text(rules={"target": 10**4_000}), "target: was given a whole number of about"),
    "rules of nothing": (text(rules={"": {}}), "was given {}"),
    "a dealer of a giant": (text(dealer=10**4_000), '"dealer" must be a whole number'),
    "players of a giant": (text(players=2**64), '"players" must be 2; given: 18446744073709551616'),
    "a deck of one card": (text(deck="As"), "52 cards"),
    "a deck of one card fifty-two times": (text(deck="As " * 52), "twice"),
    "a deck twice": (text(deck=f"{DECK} {DECK}"), "twice"),
    "a deck of cards and one more": (text(deck=f"{DECK} Joker"), "no card"),
    "a deck of blanks": (text(deck=" " * 999), "given: 0 cards"),
    "a deck of a million letters": (text(deck="A" * 1_000_000), "1,000,000 characters"),
    "a deck that is a list": (text(deck=DECK.split()), '"deck" must be a text'),
    "a deck of signs that look alike": (
        text(deck=DECK.replace("Kh", "\N{FULLWIDTH LATIN CAPITAL LETTER K}h")), "no card",
    ),
    "actions that are a text": (text(actions="stock"), '"actions" must be a list'),
    "actions of numbers": (text(actions=[0]), "ILLEGAL at 0"),
    "actions of nulls": (text(actions=[None]), "ILLEGAL at 0"),
    "actions of objects": (text(actions=[{}]), "ILLEGAL at 0"),
    "actions of giants": (text(actions=[10**4_000]), "ILLEGAL at 0"),
    "an empty action": (text(actions=[""]), "ILLEGAL at 0"),
    "an action of a million letters": (text(actions=["discard " + "A" * 1_000_000]), "ILLEGAL at 0"),
    "a knock of a million melds": (
        text(actions=["pass", "pass", "stock", "knock As: " + "KsQsJs/" * 100_000]), "ILLEGAL",
    ),
    "ten thousand actions": (text(actions=["pass"] * 10_000), "ILLEGAL at 2"),
    "a hundred thousand actions": (text(actions=["pass", "pass", *["stock"] * 100_000]), "ILLEGAL at 3"),
    "an action of surrogates": (text(actions=["\ud800"]), "ILLEGAL at 0"),
    "both a hand and a match": (json.dumps({**GOOD, **GOOD_MATCH}), "deck"),
    "a match of no hands": (json.dumps({"game": "gin", "hands": []}), "at least one"),
    "a match of texts": (json.dumps({"game": "gin", "hands": ["x"]}), "ILLEGAL"),
    "a match of lists": (json.dumps({"game": "gin", "hands": [[]]}), "ILLEGAL"),
    "a match of empty hands": (json.dumps({"game": "gin", "hands": [{}]}), "ILLEGAL"),
    "a match of more keys": (json.dumps({"game": "gin", "hands": [{**GOOD_MATCH["hands"][0], "x": 1}]}), "ILLEGAL"),
    "a match without a deck": (json.dumps({"game": "gin", "hands": [{"actions": [], "deck": 7}]}), "ILLEGAL"),
    "a match that goes on in the midst": (json.dumps({"game": "gin", "hands": GOOD_MATCH["hands"] * 1_000}), "ILLEGAL"),
    "a match of tonk": (json.dumps({"game": "tonk", "hands": GOOD_MATCH["hands"]}), "not known in tonk"),
    "unknown keys expected": (text(expect={"a": 1}), "Unknown key 'a'"),
    "a list expected": (text(expect=[1]), '"expect" must be an object'),
    "a giant expected": (text(expect={"turns": 10**4_000}), "DIFFERS"),
    "another type expected": (text(expect={"ok": 1, "turns": "0", "legal": {}, "hands": None}), "DIFFERS"),
    "a million expected": (text(expect={"legal": ["pass"] * 300_000}), "DIFFERS"),
    "a note that is none": (text(note=10**4_000, expect={"turns": 7}), "DIFFERS"),
}  # fmt: skip


@pytest.mark.parametrize("case", LINES)
def test_a_line_of_a_file(table: Path, case: str) -> None:
    """It fails with a reason, and the good records around it are read all the same."""
    line, says = LINES[case]
    data = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    (table / "records.jsonl").write_bytes(b"\n".join([text().encode(), data.replace(b"\n", b""), text().encode()]))
    done = run("replay", "records.jsonl")
    first, second, third, last = done.out.splitlines()
    assert done.code == 1
    assert done.err == ""
    assert last == "3 records, 1 failed."
    assert first.partition(":1:")[2] == third.partition(":3:")[2]
    assert says in second
    assert second.isprintable()
    assert len(second) < 1_000
    told(done)
    results = [json.loads(row) for row in run("replay", "--json", "records.jsonl").out.splitlines()]
    assert [result["ok"] and result.get("agrees", True) for result in results] == [True, False, True]


FILES: dict[str, tuple[bytes, str]] = {
    "a broken list": (b"[" + text().encode(), "not JSON"),
    "lists in lists": (b"[" * 1_000_000, "nested too deep"),
    "no UTF-8": (b"[\xff]", "not UTF-8"),
    "nothing": (b"", "not JSON"),
    "NUL": (bytes(1_000), "not JSON"),
    "a giant": (b"9" * 1_000_000, "not JSON"),
    "an overflow": (b"[1e400]", "no number of JSON"),
    "too much": (b"[" + b"[]," * 1_400_000 + b"[]]", "allowed: at most 4,194,304"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_json_file(table: Path, case: str) -> None:
    content, says = FILES[case]
    (table / "records.json").write_bytes(content)
    done = run("replay", "-q", "records.json")
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    told(done)


def test_a_line_that_is_too_long_is_an_error_in_its_place(table: Path) -> None:
    (table / "records.jsonl").write_bytes(text().encode() + b"\n" + b"[" + b"[]," * 1_400_000 + b"[]]\n")
    done = run("replay", "records.jsonl")
    assert done.code == 1
    assert "ILLEGAL: This line has 4,200,004 bytes; allowed: at most 4,194,304" in done.out
    told(done)


@pytest.mark.parametrize("kind", ["folder", "pipe", "/dev/zero", "/proc/self/mem", "records.jsonl", "nowhere"])
def test_what_stands_in_a_files_place(table: Path, kind: str) -> None:
    path = table / "records.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(kind)
    refused("replay", "-q", "records.jsonl", says="records.jsonl: ")


HANDS: dict[str, bytes] = {
    "no card": b"5c 6c 7x",
    "one card twice": b"5c 5c",
    "fifteen cards": b"Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d",
    "no UTF-8": b"\xff\xfe",
    "NUL": b"5c\0",
    "escapes": b"\x1b[2J",
    "a surrogate": "5c \ud800".encode("utf-8", "surrogatepass"),
    "a million letters": b"5" * 1_000_000,
    "a million cards": b"5c" * 500_000,
}


@pytest.mark.parametrize("case", HANDS)
def test_a_hand_on_standard_input(table: Path, case: str) -> None:
    done = run("melds", "-", "--json", typed=HANDS[case] + b"\n5c 6c 7c\n")
    wrong, good = map(json.loads, done.out.splitlines())
    assert (done.code, list(wrong), good["deadwood"]) == (2, ["error"], 0)
    assert wrong["error"].isprintable()
    refused("melds", HANDS[case].decode("utf-8", "surrogateescape"))


def test_one_record_is_counted_as_one(table: Path) -> None:
    (table / "records.jsonl").write_text(text())
    assert run("replay", "records.jsonl").out.splitlines()[-1] == "1 record, 0 failed."
