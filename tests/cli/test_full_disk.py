"""When the disk is full, nothing is half-written, and the reason is said in a sentence."""

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import campaign, imperator


@pytest.fixture
def db(tmp_path: Path) -> Path:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(campaign("interceptor")))
    assert imperator("run", file, "--db", tmp_path / "one.db").code == 0
    return tmp_path / "one.db"


def test_an_export_that_does_not_fit_leaves_the_former_one(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = former(tmp_path, monkeypatch)
    assert imperator("export", "last", file, "--db", db).refusal() == f"{file} cannot be written: No space left on device"
    assert is_kept(file)


def test_a_converted_battle_that_does_not_fit_leaves_the_former_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = former(tmp_path, monkeypatch)
    refused = imperator("convert", "prefect", Path("docs") / "prefect.yaml", "--out", file).refusal()
    assert refused == f"{file} cannot be written: No space left on device"
    assert is_kept(file)


def is_kept(file: Path) -> bool:
    return [each.name for each in file.parent.iterdir()] == [file.name] and file.read_text() == "the former one"


def former(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that was written before; from now on the disk has room for half of anything."""
    file = tmp_path / "kept" / "export.json"
    file.parent.mkdir()
    file.write_text("the former one")

    def half(path: Path, data: bytes) -> int:
        with path.open("wb") as opened:
            opened.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    return file


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_results_that_cannot_be_printed(db: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "api", "show", "last", "--db", db], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode != 0
    assert done.stderr.startswith("imperator: ")
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "should not have happened" not in done.stderr
