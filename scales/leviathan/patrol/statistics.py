"""What a patrol class ship is in Interceptor, as a set-up gives it, and the id under which its conversion plays (leviathan: Patrol Class Ships).

The id is all of the statistics, so that the record sheet can be worked out again from a state alone.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.codec import encode
from scales.leviathan.catalog import _load
from scales.misfits import PLAIN

Facing = Literal["bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"]
Hull = Literal["gunboat", "corvette", "escort"]
PREFIX = "interceptor:"
RULE = "leviathan: Patrol Class Ships"
TURRETS = tuple(f"turret_{n}" for n in range(1, 10))


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Mount(_Spec):
    """A weapon and where it sits: a facing, or `turret_1`, `turret_2`, ..."""

    weapon: Annotated[str, Field(max_length=40)]
    location: Annotated[str, Field(max_length=20)]


class Interceptor(_Spec):
    """A patrol ship by the Interceptor rules. `power` rating of its engines, `armor` points by facing, `hard_points` that carry a missile each
    (auto-loading ones stand among the `weapons`), `fighters` in its bays; `spinal_mount` of a Leviathan type."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    faction: Literal["tog", "commonwealth", "any"] = "any"
    hull: Annotated[Hull, Field(alias="class")]
    thrust: Annotated[int, Field(ge=0, le=20)]
    power: Annotated[int, Field(ge=0, le=100_000)]
    armor: dict[Facing, Annotated[int, Field(ge=0, le=10_000)]]
    weapons: Annotated[list[Mount], Field(max_length=60)] = []
    hard_points: Annotated[int, Field(ge=0, le=200)] = 0
    fighters: Annotated[int, Field(ge=0, le=100)] = 0
    spinal_mount: Annotated[str, Field(max_length=10)] = ""
    streamlined: bool = False
    anti_grav: bool = False
    ftl: bool = False


@lru_cache(maxsize=1)
def data() -> dict[str, Any]:
    return _load("interceptor.yaml")


@lru_cache(maxsize=1)
def weapons() -> dict[str, dict[str, Any]]:
    """Interceptor weapons by id: damage at the three ranges that are converted."""
    return {w["id"]: w for w in data()["weapons"]}


def limits(hull: str) -> dict[str, Any]:
    """What a class may be and carry (leviathan: Power Rating Table, Armor Table, Class Weapons Limits)."""
    found: dict[str, Any] = data()["classes"][hull]
    return found


def type_id(given: Interceptor) -> str:
    """The id under which a converted ship plays; equal statistics have equal ids."""
    return PREFIX + encode(given.model_dump(mode="json", by_alias=True, exclude_defaults=True)).decode()


def statistics_of(type: str) -> Interceptor:
    """The statistics of an id made by `type_id`."""
    return Interceptor.model_validate_json(type.removeprefix(PREFIX))


# ---- what is wrong -------------------------------------------------------------------------------------------------


def faults(given: Interceptor) -> list[str]:
    """Every limit that the statistics break, a sentence each with its rule."""
    return [*_size_faults(given), *(text for mount in given.weapons for text in _mount_faults(mount)), *_weapon_faults(given)]


def _size_faults(given: Interceptor) -> Iterator[str]:
    own = limits(given.hull)
    low, high = own["power"]
    if not low <= given.power <= high:
        yield f"{given.name}: {an(given.hull)} has a power rating from {low} to {high}, not {given.power} (leviathan: Power Rating Table)"
    for facing in data()["facings"]:
        if facing not in given.armor:
            yield f"{given.name} has no armor given for its {facing.replace('_', ' ')} ({RULE}: Armor)"
    for facing, points in given.armor.items():
        if armor_boxes(points) > own["armor"]:
            words = f"the {points} points on its {facing.replace('_', ' ')} make {armor_boxes(points)}"
            yield f"{given.name}: {an(given.hull)} has {own['armor']} armor boxes a side at most, and {words} (leviathan: Armor Table)"
    if given.fighters > own["fighters"]:
        yield f"{given.name}: {an(given.hull)} carries {own['fighters']} fighters at most, not {given.fighters} (leviathan: Class Weapons Limits)"


def _mount_faults(mount: Mount) -> Iterator[str]:
    if mount.weapon not in weapons():
        close = get_close_matches(mount.weapon, list(weapons()), n=3, cutoff=0.5)
        yield f"there is no Interceptor weapon '{mount.weapon}'{'; did you mean ' + ', '.join(close) + '?' if close else ''}"
    if mount.location not in data()["bay_of"] and mount.location not in TURRETS:
        yield f"a weapon sits on {', '.join(data()['bay_of'])} or on turret_1, turret_2 and so on, not on '{mount.location}'"


def _weapon_faults(given: Interceptor) -> Iterator[str]:
    own, turrets = limits(given.hull), turret_names(given)
    if own["turrets"] is not None and len(turrets) > own["turrets"]:
        yield f"{given.name}: {an(given.hull)} has {own['turrets']} turrets at most, not {len(turrets)} (leviathan: Weapons)"
    if given.spinal_mount and given.spinal_mount not in own["spinal_mounts"]:
        may = f"only one of type {', '.join(own['spinal_mounts'])}" if own["spinal_mounts"] else "none"
        yield f"{given.name}: {an(given.hull)} has no spinal mount '{given.spinal_mount}', {may} (leviathan: Class Weapons Limits)"


def an(hull: str) -> str:
    return f"an {hull}" if hull[0] in "aeiou" else f"a {hull}"


def turret_names(given: Interceptor) -> list[str]:
    """The turrets that carry something."""
    return sorted({m.location for m in given.weapons if m.location in TURRETS})


def armor_boxes(points: int) -> int:
    """Interceptor armor points in boxes: a twentieth, up to the next multiple of five (leviathan: Patrol Class Ships, Armor)."""
    return -(-points // 100) * 5
