"""Rule files that lie: through `rules check` and through `--rules`, each refused with its faults."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.checks import refused

GIN = b'game = "gin"\n'
TONK = b'game = "tonk"\n'

CONTENTS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "game: was not given"),
    "only a byte order mark": (codecs.BOM_UTF8, "game: was not given"),
    "UTF-16": (codecs.BOM_UTF16_LE + 'game = "gin"'.encode("utf-16-le"), "not UTF-8"),
    "UTF-16 without a mark": ('game = "gin"'.encode("utf-16-be"), "not TOML"),
    "Latin-1": (GIN + 'name = "Schwarzwälder"'.encode("latin-1"), "not UTF-8"),
    "overlong UTF-8": (b'game = "\xc0\xae"', "not UTF-8"),
    "half of a surrogate pair": (GIN + b'name = "\xed\xa0\x80"', "not UTF-8"),
    "an escaped surrogate": (GIN + rb'name = "\ud800"', "not TOML"),
    "NUL": (GIN + b"target\x00 = 7", "not TOML"),
    "NUL in a string": (GIN + b'name = "a\x00b"', "not TOML"),
    "an escaped NUL": (GIN + rb'name = "a\u0000b"', "name: was given"),
    "lone carriage returns": (b'game = "gin"\rtarget = 7\r', "not TOML"),
    "JSON": (b'{"game": "gin"}', "not TOML"),
    "YAML": (b"game: gin\n!!python/object/apply:os.system ['true']", "not TOML"),
    "an archive": (b"PK\x03\x04" + bytes(60), "not TOML"),
    "a pickle": (b"\x80\x04\x95\x10\x00\x00\x00cos\nsystem\n(S'true'\ntR.", "not UTF-8"),
    "lists in lists": (GIN + b"target = " + b"[\n" * 900 + b"]\n" * 900, "nested too deep"),
    "lists in lists, never closed": (GIN + b"target = " + b"[\n" * 30_000, "nested too deep"),
    "tables in tables": (GIN + b"target = " + b"{a=" * 100 + b"1" + b"}" * 100, "target: was given {a = {a = {a = {"),
    "lists in lists, within the limit": (GIN + b"target = " + b"[" * 150 + b"]" * 150, "target: was given [[[[…]]]]"),
    "a dotted key": (GIN + b".".join([b"a"] * 480) + b" = 1", "a: was given {a = {a = {a = {…}}}}"),
    "dotted keys": (GIN + b"\n".join(b"a%d" % i + b".a" * 200 + b" = 1" for i in range(140)), "a139: was given"),
    "headers": (GIN + b"\n".join(b"[a%d" % i + b".a" * 200 + b"]" for i in range(140)), "a139: was given"),
    "arrays of tables": (GIN + b"[[target]]\n" * 5_000, "target: was given [{}, {}, {}, {}, …]"),
    "thousands of quotes": (GIN + b"name = " + b'"' * 900, "not TOML"),
    "an endless text": (GIN + b'name = """\n' + b"x\n" * 30_000, "not TOML"),
    "a giant whole number": (GIN + b"target = " + b"9" * 950, "a whole number of about 950 digits"),
    "a giant hexadecimal number": (GIN + b"target = 0x" + b"f" * 950, "a whole number of about 1144 digits"),
    "digits beyond Python's limit": (GIN + b"target = " + b"9" * 5_000, "line 2 has 5,009 characters"),
    "a whole number of 64 bits and one": (GIN + b"target = 18446744073709551616", "target: was given 1844674407"),
    "a number below all": (GIN + b"undercut_bonus = -1", "undercut_bonus: was given -1"),
    "minus nothing": (GIN + b"target = -0", "target: was given 0"),
    "nan": (GIN + b"target = nan", "target: was given nan"),
    "minus nan": (GIN + b"target = -nan", "target: was given nan"),
    "infinity": (GIN + b"target = inf", "target: was given inf"),
    "a float that overflows": (GIN + b"target = 1e999", "target: was given inf"),
    "a float of many digits": (GIN + b"target = 0." + b"1" * 900, "target: was given 0.1111"),
    "a float that is whole": (GIN + b"target = 100.0", "target: was given 100.0"),
    "a number in a text": (GIN + b'target = "100"', "target: was given '100'"),
    "true for a number": (GIN + b"target = true", "target: was given true"),
    "a number for true": (GIN + b"layoff = 1", "layoff: was given 1"),
    "a date": (GIN + b"target = 1979-05-27", "target: was given 1979-05-27"),
    "a time": (GIN + b"target = 07:32:00.999999", "target: was given 07:32:00.999999"),
    "a table for a number": (GIN + b"target = {min = 1}", "target: was given {min = 1}"),
    "a list for a word": (GIN + b'first_turn = ["offer"]', "first_turn: was given ['offer']"),
    "a table for the name": (GIN + b"[name]\na = 1", "name: was given {a = 1}"),
    "a table for the game": (b"[game]\na = 1", "game: was given {a = 1}"),
    "a list for the game": (b'game = ["gin"]', "game: was given ['gin']"),
    "nan for the game": (b"game = nan", "game: was given nan"),
    "a list for the preset": (GIN + b'preset = ["web"]', "preset: was given ['web']"),
    "a preset that is a path": (GIN + b'preset = "../../../../etc/passwd"', "preset: was given '../../"),
    "an empty name": (GIN + b'name = ""', "name: was given ''"),
    "a long name": (GIN + b'name = "' + b"x" * 900 + b'"', "name: was given 'xxx"),
    "a name that steers the terminal": (GIN + rb'name = "\u001b]0;x\u0007"', r"name: was given '\x1b]0;x\x07'"),
    "a name that runs backwards": (GIN + rb'name = "\u202egnissim"', r"name: was given '\x202e"),
    "a name of two lines": (GIN + rb'name = "a\nb"', r"name: was given 'a\x0ab'"),
    "one key twice": (GIN + b"target = 7\ntarget = 8", "not TOML"),
    "one key twice, quoted": (GIN + b'target = 7\n"target" = 8', "not TOML"),
    "a key and a table of its name": (GIN + b"target = 7\n[target]\n", "not TOML"),
    "an unknown key": (GIN + b"knok_limit = 7", "Did you mean 'knock_limit'?"),
    "a key of Python's": (GIN + b"__class__ = 7\nmodel_config = 7", "model_config: was given 7"),
    "an empty key": (GIN + b'"" = 7', ": was given 7"),
    "a long key": (GIN + b"k" * 900 + b" = 7", "kkk…: was given 7"),
    "a key that steers the terminal": (GIN + rb'"\u001b[2J" = 7', r"\x1b[2J: was given 7"),
    "thousands of keys": (GIN + b"\n".join(b"k%d=1" % i for i in range(7_000)), "k6999: was given 1"),
    "every fault at once": (GIN + b'target = 0\nlayoff = "yes"\nzebra = nan\npreset = 7', "zebra: was given nan"),
    "another game's option": (GIN + b"hit_freeze = 2", "hit_freeze: was given 2"),
    "more cards than there are": (TONK + b"players = 6\nhand_size = 9", "hand_size"),
    "a deal win below the least count": (TONK + b"deal_wins = [{min = 50, max = 49, pays = 2}]", "deal_wins"),
    "deal wins of nothing": (TONK + b"deal_wins = [{}]", "deal_wins"),
    "a deal win of giants": (TONK + b"deal_wins = [{min = 1, max = 1, pays = " + b"9" * 400 + b"}]", "deal_wins"),
    "deal wins by the thousand": (TONK + b"deal_wins = [\n" + b"{min=1,max=1,pays=1},\n" * 2_500 + b"]", "deal_wins"),
    "deal wins in lists": (TONK + b"deal_wins = [[[[[[]]]]]]", "deal_wins"),
    "a deal win of texts": (TONK + b'deal_wins = [{min = "1", max = nan, pays = true, x = 1}]', "deal_wins"),
    "too long by a byte": (GIN + b"#" + b"x\n#" * 21_840 + b"x" * 3, "allowed: at most 65,536"),
    "a million bytes": (GIN + b"#\n" * 500_000, "allowed: at most 65,536"),
    "a line too long by one": (GIN + b"#" + b"x" * 1_000, "line 2 has 1,001 characters"),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTENTS)
def test_what_stands_in_a_file(table: Path, case: str) -> None:
    content, says = CONTENTS[case]
    (table / "rules.toml").write_bytes(content)
    refused("rules", "check", "rules.toml", says=says)
    game = "tonk" if content.startswith(TONK) else "gin"
    refused("simulate", game, "--games", "10", "--rules", "rules.toml", "--name", "never")


def link(leads_to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(leads_to)


THINGS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (Path.mkdir, "this is a folder"),
    "a pipe": (os.mkfifo, "a pipe or a device"),
    "a link to a folder": (link("/"), "this is a folder"),
    "a link to a device": (link("/dev/zero"), "a pipe or a device"),
    "a link to nothing": (link("nowhere"), "there is no such file"),
    "a link to itself": (link("rules.toml"), "cannot be read"),
    "a link through a file": (link("/dev/null/x"), "cannot be read"),
    "a link to this process's memory": (link("/proc/self/mem"), "rules.toml: "),
    "a link to a file without a size": (link("/proc/self/maps"), "rules.toml: "),
}


@pytest.mark.parametrize("case", THINGS)
def test_what_stands_in_a_files_place(table: Path, case: str) -> None:
    make, says = THINGS[case]
    make(table / "rules.toml")
    refused("rules", "check", "rules.toml", says=says)
    refused("rules", "show", "gin", "--rules", "rules.toml", says=says)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "\0",
        "a\0.toml",
        "x" * 300 + ".toml",
        "/" * 5_000,
        "~/rules.toml",
        "\x1b[2J.toml",
        "\udcff.toml",
        "../" * 900,
    ],
)
def test_names_that_no_file_has(table: Path, name: str) -> None:
    refused("rules", "check", name)
    refused("rules", "show", "gin", "--rules", name)
