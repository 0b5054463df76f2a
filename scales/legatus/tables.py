"""The numbers of Legatus, read once from `data/`. legatus: Counter Description"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from scales import facts

DATA = Path(__file__).parent / "data"
DISPERSIONS = ("concentrated", "semi_dispersed", "dispersed")
ALTITUDES = ("dug_in", "normal", "tree_top", "low_altitude")


class Stats(NamedTuple):
    """Attack, defense and maneuver numbers, or changes to them."""

    attack: int
    defense: int
    maneuver: int

    def plus(self, other: "Stats") -> "Stats":
        return Stats(self.attack + other.attack, self.defense + other.defense, self.maneuver + other.maneuver)


class Kind(NamedTuple):
    """A century type: both faces of its counter, its victory group, and how it moves (infantry, ground, grav, fixed, air)."""

    name: str
    group: str
    whole: Stats
    crippled: Stats
    infantry: bool
    carriage: str


def _read(name: str) -> Any:
    return facts.read(DATA / name)


@lru_cache(maxsize=1)
def tables() -> dict[str, Any]:
    return cast(dict[str, Any], _read("tables.yaml"))


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """Every century type by its id."""
    rows = tables()["century_stats"]["rows"]
    return {k: Kind(k, r[0], Stats(*r[1]), Stats(*r[2]), r[3], r[4]) for k, r in rows.items()}


@lru_cache(maxsize=1)
def formations() -> dict[str, dict[str, Any]]:
    """The standard formations by id."""
    return {f["id"]: f for f in _standard()["formations"]}


@lru_cache(maxsize=1)
def century_names() -> dict[str, str]:
    """What a numbered century of each kind is called in a standard formation."""
    return cast(dict[str, str], _standard()["meta"]["century_names"])


@lru_cache(maxsize=1)
def _standard() -> dict[str, Any]:
    return cast(dict[str, Any], _read("formations.yaml"))


def kind_words(kind: str) -> str:
    """What a kind of century, installation or squadron is called in a sentence: 'air/space defense', 'grav headquarters'."""
    named = {"air_space_defense": "air/space defense", "hq_grav": "grav headquarters", "hq_ground": "ground headquarters"}
    return named.get(kind, kind.replace("_", " "))


@lru_cache(maxsize=1)
def strategic() -> dict[str, Any]:
    """The counters of the strategic game and the figures of their conversion."""
    return cast(dict[str, Any], _read("prefect.yaml"))


@lru_cache(maxsize=1)
def formation_ids() -> dict[str, str]:
    """Ids and printed names of formations in lower case -> id."""
    found: dict[str, str] = {}
    for id, row in formations().items():
        for word in (id, row["name"], *row["aliases"]):
            found[word.lower()] = id
    return found


def century_count(formation: str) -> int:
    """All centuries of a formation, those of its parts and its headquarters included. legatus: Standard Centuries"""
    row = formations()[formation]
    own: int = sum(row["centuries"].values()) + (row["hq"] != "none")
    parts: int = sum(n * century_count(part) for part, n in row["formations"].items())
    return own + parts
