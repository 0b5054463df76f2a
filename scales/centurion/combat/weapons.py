"""Weapons, shells, damage shapes and base to-hit numbers (centurion: Special Weapons, Base To-Hit Number). Figures in data/*.yaml."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scales import facts

DATA = Path(__file__).parents[1] / "data"
Shape = tuple[tuple[int, ...], ...]
"""Rows from the surface inward; each holds the columns hit, 0 = the column of the arrow."""

_RANGES = ((1, 12), (3, 11), (6, 10), (10, 9), (15, 8), (20, 7))
DIRECT = ("laser", "mdc", "gauss")
SHIELDED = ("laser", "mdc", "missile", "personal", "painting")
"""Families whose to-hit number the target's shield lowers, unless it is painted."""
SHELL_NAMES = {"heap": "HEAP", "apds": "APDS", "hammerhead": "Hammer Head", "anti_personnel": "anti-personnel", "guided": "guided"}


@lru_cache(maxsize=16)
def table(name: str) -> dict[str, Any]:
    """One file of data/, read once."""
    found: dict[str, Any] = facts.read(DATA / f"{name}.yaml")
    return found


def figures(name: str) -> Any:
    """A block of the weapons file: artillery, naval, air, mine, thor ..."""
    return table("centurion_weapons")[name]


@dataclass(slots=True, frozen=True)
class Weapon:
    """One line of the weapons table. `range` in hexes; `template` of what has no shells; `intercept` by missiles engaged (Vulcan)."""

    id: str
    name: str
    family: str
    range: int
    depth: int = 0
    template: str = ""
    templates: tuple[tuple[str, str], ...] = ()
    shells: tuple[str, ...] = ()
    missiles: int = 0
    intercept: tuple[int, ...] = ()
    infantry_column: str = ""

    @property
    def kind(self) -> str:
        """Which ammunition a missile uses: smlm or tvlg."""
        return "smlm" if self.id.startswith("smlm") else "tvlg" if "tvlg" in self.id else ""


@lru_cache(maxsize=256)
def weapon(id: str) -> Weapon:
    """The weapon of an id; KeyError if the table has none."""
    row = dict(figures("weapons")[id])
    shape = row.pop("template", "none")
    if isinstance(shape, dict):
        row["templates"] = tuple(shape.items())
    elif shape != "none":
        row["template"] = shape
    for key in ("shells", "intercept"):
        row[key] = tuple(row.get(key, ()))
    return Weapon(id=id, **row)


def known(id: str) -> bool:
    return id in figures("weapons")


def anti_vehicle_shells(arm: Weapon) -> tuple[str, ...]:
    """The shells that hurt armor: HEAP, APDS, Hammer Head as far as the gun has them."""
    return tuple(shell for shell, _ in arm.templates)


def columns(width: int) -> tuple[int, ...]:
    return tuple(range(-(width // 2), width // 2 + 1))


@lru_cache(maxsize=64)
def laser_shape(depth: int) -> Shape:
    """A laser burns straight down one column."""
    return ((0,),) * depth


@lru_cache(maxsize=64)
def template(id: str) -> Shape:
    """The die-cut shape of a template id."""
    row = table("centurion_damage_templates")["templates"][id]
    if "offsets" in row:
        return tuple(tuple(line) for line in row["offsets"])
    return tuple(columns(width) for width in row["rows"])


def shape(arm: Weapon, shell: str = "") -> Shape:
    """What a hit of the weapon (with a shell) marks off; empty for what does not hurt armor."""
    if arm.depth:
        return laser_shape(arm.depth)
    name = dict(arm.templates).get(shell, "") if arm.templates else arm.template
    return template(name) if name else ()


def boxes(marks: Shape) -> int:
    return sum(len(row) for row in marks)


@lru_cache(maxsize=256)
def base_to_hit(range_hexes: int) -> int:
    """Base To-Hit Number by range: 12 at 1 down to 7 at 16 to 20. Same hex counts as range 1."""
    return next(number for most, number in _RANGES if max(1, range_hexes) <= most)


def described(arm: Weapon, shell: str = "") -> str:
    """'150mm Gauss Cannon (HEAP)' or the plain name."""
    return f"{arm.name} ({SHELL_NAMES.get(shell, shell)})" if shell else arm.name
