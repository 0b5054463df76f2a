"""Calling `imperator` in this process, and a small campaign to call it with."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.cli import run
from api.fuzz import sample_setup
from scales.engines import engine


@dataclass(slots=True)
class Called:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    def refusal(self) -> str:
        """The one sentence of a refusal; nothing else was printed."""
        assert self.code != 0, self.out
        assert "Traceback" not in self.err
        assert self.err.startswith("imperator: ")
        return self.err.removeprefix("imperator: ").strip()


def imperator(*arguments: object) -> Called:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    return Called(code, out.getvalue(), err.getvalue())


def campaign(scale: str, turns: int = 1, seed: int = 3) -> dict[str, Any]:
    """A campaign file of one board with random forces."""
    setup = sample_setup(engine(scale), seed) | {"turn_limit": turns}
    sides = setup["sides"]
    return {
        "imperator": 1,
        "name": f"small-{scale}",
        "title": f"A small {scale} battle",
        "sides": {side["id"]: {"name": side["id"].title(), "faction": side["faction"]} for side in sides},
        "seats": {side["seat"]: {"side": side["id"]} for side in sides},
        "theatres": [{"id": "here", "boards": {scale: setup}, "engagements": {"policy": "none"}}],
        "victory": {"turn_limit": turns},
    }


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a campaign of one scale into a file."""

    def written(scale: str = "interceptor", turns: int = 1, **changes: Any) -> Path:
        path = tmp_path / f"{scale}.yaml"
        path.write_text(json.dumps(campaign(scale, turns) | changes), encoding="utf-8")
        return path

    return written
