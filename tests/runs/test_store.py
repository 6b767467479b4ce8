"""A run's folder: generations, hashes, locks, names; whatever happens to a file, nothing wrong is believed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from simcards.errors import InputError
from simcards.files import write_atomic
from simcards.runs import folder as disk
from simcards.runs.folder import Damaged, Generation
from simcards.runs.lock import locked
from simcards.runs.names import check_name, folder_of
from simcards.runs.store import joined

ABOUT = {"command": "simulate", "game": "gin"}


def generation(folder: Path, number: int) -> Generation:
    chunk = disk.save(folder, {"hands": np.arange(number, dtype=np.int64)})
    return Generation(ABOUT, {"number": number}, {"counts": chunk})


def written(folder: Path, *numbers: int) -> None:
    for number in numbers:
        disk.write(folder, generation(folder, number))


def number_of(folder: Path) -> tuple[int, str]:
    found, note = disk.read(folder)
    arrays = disk.load(folder, found.chunks["counts"])
    assert len(arrays["hands"]) == found.state["number"]
    return int(found.state["number"]), note


class TestGenerations:
    def test_the_newest_is_read(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 2, 3)
        assert number_of(tmp_path) == (3, "")

    def test_chunks_that_no_manifest_names_are_gone(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 2, 3, 4)
        assert len([*tmp_path.glob("chunk-*.npz")]) == 2

    def test_same_numbers_are_one_file(self, tmp_path: Path) -> None:
        written(tmp_path, 2, 2, 2)
        assert len([*tmp_path.glob("chunk-*.npz")]) == 1
        assert number_of(tmp_path) == (2, "")

    @pytest.mark.parametrize("size", [0, 1, 40, 200, -2])
    def test_a_cut_manifest_leads_back_to_the_one_before(self, tmp_path: Path, size: int) -> None:
        written(tmp_path, 1, 2)
        manifest = tmp_path / disk.MANIFEST
        data = manifest.read_bytes()
        manifest.write_bytes(data[:size])
        number, note = number_of(tmp_path)
        assert number == 1
        assert "The state before it is used." in note
        assert disk.MANIFEST in note

    def test_every_altered_character_of_a_manifest_is_noticed(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 2)
        manifest = tmp_path / disk.MANIFEST
        text = manifest.read_text("utf-8")
        for at in range(0, len(text), 7):
            other = "7" if text[at] != "7" else "8"
            manifest.write_text(text[:at] + other + text[at + 1 :], "utf-8")
            if not text[at].isspace():
                assert number_of(tmp_path)[0] == 1

    def test_every_altered_byte_of_a_chunk_is_noticed(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 300)
        chunk = tmp_path / disk.read(tmp_path)[0].chunks["counts"]["file"]
        data = chunk.read_bytes()
        for at in range(0, len(data), 97):
            chunk.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert number_of(tmp_path)[0] == 1

    @pytest.mark.parametrize("cut", [0, 10, 100])
    def test_a_cut_or_missing_chunk_is_noticed(self, tmp_path: Path, cut: int) -> None:
        written(tmp_path, 1, 300)
        chunk = tmp_path / disk.read(tmp_path)[0].chunks["counts"]["file"]
        chunk.write_bytes(chunk.read_bytes()[:cut])
        assert number_of(tmp_path)[0] == 1
        chunk.unlink()
        assert number_of(tmp_path)[0] == 1

    def test_with_both_damaged_the_run_is_refused(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 2)
        for name in (disk.MANIFEST, disk.BEFORE):
            (tmp_path / name).write_text("{}")
        with pytest.raises(Damaged, match="no state of this run is whole"):
            disk.read(tmp_path)

    def test_a_damaged_manifest_never_becomes_the_one_before(self, tmp_path: Path) -> None:
        written(tmp_path, 1, 2)
        (tmp_path / disk.MANIFEST).write_text("{")
        written(tmp_path, 3)
        (tmp_path / disk.MANIFEST).write_text("{")
        assert number_of(tmp_path)[0] == 1

    @pytest.mark.parametrize("damaged", ["cut", "gone"])
    def test_nor_does_one_whose_chunk_is_damaged(self, tmp_path: Path, monkeypatch, damaged: str) -> None:
        """A process that is killed, or finds the disk full, between the two manifests leaves the last good state."""
        written(tmp_path, 1, 300)
        chunk = tmp_path / disk.read(tmp_path)[0].chunks["counts"]["file"]
        chunk.write_bytes(b"") if damaged == "cut" else chunk.unlink()
        write = write_atomic

        def full(path: Path, content: str | bytes, *, follow: bool) -> None:
            if path.name == disk.MANIFEST:
                raise InputError("No space left on device.")
            write(path, content, follow=follow)

        with monkeypatch.context() as patched:
            patched.setattr(disk, "write_atomic", full)
            with pytest.raises(InputError, match="No space left"):
                written(tmp_path, 7)
        assert number_of(tmp_path)[0] == 1
        written(tmp_path, 7)
        (tmp_path / disk.MANIFEST).unlink()
        assert number_of(tmp_path)[0] == 1

    def test_what_a_killed_process_was_writing_is_gone_after_the_next_checkpoint(self, tmp_path: Path) -> None:
        (tmp_path / ".simcards-0123456789abcdef").write_bytes(b"half of a chunk")
        written(tmp_path, 1)
        assert not [*tmp_path.glob(".simcards-*")]

    def test_a_kill_between_any_two_steps_leaves_a_whole_state(self, tmp_path: Path, monkeypatch) -> None:
        """Every file operation of a checkpoint fails in turn."""
        written(tmp_path, 1, 2)
        replace = Path.replace
        for step in range(3):
            calls = 0

            def failing(self: Path, target: Path, step: int = step) -> Path:
                nonlocal calls
                calls += 1
                if calls > step:
                    raise KeyboardInterrupt
                return replace(self, target)

            with monkeypatch.context() as patched:
                patched.setattr(Path, "replace", failing)
                with pytest.raises(KeyboardInterrupt):
                    written(tmp_path, 10 + step)
            assert number_of(tmp_path) == (2, "")
            assert not [*tmp_path.glob(".simcards-*")]


class TestHostile:
    @pytest.mark.parametrize(
        "file", ["../outside.npz", "/etc/passwd", "chunk-../x", "run.lock", "", "manifest.json", "chunk-a/b.npz"]
    )
    def test_a_manifest_can_name_only_chunks_of_its_folder(self, tmp_path: Path, file: str) -> None:
        disk.write(tmp_path, Generation(ABOUT, {}, {"counts": {"file": file, "sha256": "0" * 64, "bytes": 1}}))
        with pytest.raises(InputError):
            disk.read(tmp_path)

    def test_pickled_arrays_are_refused(self, tmp_path: Path) -> None:
        np.savez(tmp_path / "chunk-evil.npz", hands=np.array([print], dtype=object), allow_pickle=True)
        digest = hashlib.sha256((tmp_path / "chunk-evil.npz").read_bytes()).hexdigest()
        with pytest.raises(Damaged, match=r"no (arrays|numbers)"):
            disk.load(tmp_path, {"file": "chunk-evil.npz", "sha256": digest})

    def test_what_is_no_archive_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "chunk-text.npz").write_bytes(b"once upon a time")
        digest = hashlib.sha256(b"once upon a time").hexdigest()
        with pytest.raises(Damaged, match="no arrays"):
            disk.load(tmp_path, {"file": "chunk-text.npz", "sha256": digest})

    @pytest.mark.parametrize("text", ["[]", "7", '{"format": 2}', '{"format": 1}', "[" * 10_000, '{"a": NaN}', "\0"])
    def test_what_is_no_manifest_is_refused(self, tmp_path: Path, text: str) -> None:
        (tmp_path / disk.MANIFEST).write_text(text)
        with pytest.raises(Damaged):
            disk.read(tmp_path)


class TestNames:
    @pytest.mark.parametrize("name", ["a", "0", "over-night_2.0", "a" * 64])
    def test_allowed(self, name: str) -> None:
        assert folder_of(name) == Path("results") / check_name(name)

    @pytest.mark.parametrize(
        "name",
        ["", ".", "..", "../x", "a/b", "a\\b", "A", "é", "-a", ".a", "_a", "a b", "a\n", "a\0", "a..b", "a.", "a" * 65],
    )
    def test_refused(self, name: str) -> None:
        with pytest.raises(InputError, match="--name was given"):
            check_name(name)


class TestLock:
    def test_the_second_is_refused_with_who_has_it(self, tmp_path: Path) -> None:
        code = (
            "import sys, time; from pathlib import Path; from simcards.runs.lock import locked\n"
            "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
        )
        with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            time.sleep(1)
            told = rf"process {holder.pid} has been at work in this run for [1-9]"
            with pytest.raises(InputError, match=told), locked(tmp_path):
                pass
            holder.kill()
        with locked(tmp_path):  # a killed process's lock is taken over
            assert json.loads((tmp_path / "run.lock.json").read_text())["pid"] == os.getpid()
        assert not (tmp_path / "run.lock.json").exists()

    def test_a_holder_that_has_not_said_yet_who_it_is(self, tmp_path: Path) -> None:
        with locked(tmp_path):
            note = tmp_path / "run.lock.json"
            said = note.read_text()
            note.unlink()
            late = threading.Timer(0.05, note.write_text, [said])
            late.start()
            with pytest.raises(InputError, match=f"process {os.getpid()} has been at work"), locked(tmp_path):
                pass
            late.join()

    def test_a_damaged_note_of_the_holder_is_no_trouble(self, tmp_path: Path) -> None:
        with locked(tmp_path):
            (tmp_path / "run.lock.json").write_text("{")
            with pytest.raises(InputError, match="another process is at work"), locked(tmp_path):
                pass


def test_ranges_that_touch_are_one_and_overlaps_are_told() -> None:
    assert joined([(30, 10), (0, 10), (10, 20), (50, 1)]) == [(0, 40), (50, 1)]
    with pytest.raises(InputError, match="games 0 to 9 and games 9 to 9 overlap"):
        joined([(9, 1), (0, 10)])
