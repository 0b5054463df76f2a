"""The golden playthroughs come out as they are kept; whoever changes what happens reads the difference and runs `make golden`."""

import difflib

import pytest

from tests.golden import FOLDER, NAMES, transcript


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    kept, now = (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), transcript(name)
    difference = list(difflib.unified_diff(kept.splitlines(), now.splitlines(), f"golden/{name}.txt", "now", lineterm="", n=1))
    assert not difference, "\n".join(["if this is meant, run 'make golden'", *difference[:60]])
