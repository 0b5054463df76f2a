"""Fighters that are not on the list, out of their Interceptor statistics (leviathan: Conversion, Armor, CRA, LRA, Missile Attack Value; R-INT-03)."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.codec import encode
from scales.engine import Fault
from scales.leviathan import catalog
from scales.leviathan.catalog import FighterClass
from scales.leviathan.patrol.statistics import weapons
from scales.misfits import PLAIN

Side = Literal["bow", "left", "right", "stern"]
SIDES: tuple[Side, ...] = ("bow", "left", "right", "stern")
MOST_POWER = 2500
"""Above this a craft is no fighter (leviathan: Power Rating Table)."""
CLOSE, LONG = 0, 1
"""The Interceptor ranges 1 and 4-6 among those that are converted."""


class Fighter(BaseModel):
    """A fighter by the Interceptor rules: `mass` in tons, `power` rating, `armor` points by side, `weapons` by id, `hard_points` of a missile each."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    faction: Literal["tog", "commonwealth", "any"] = "any"
    mass: Annotated[int, Field(ge=1, le=2500)]
    power: Annotated[int, Field(ge=0, le=100_000)]
    thrust: Annotated[int, Field(ge=1, le=20)]
    armor: dict[Side, Annotated[int, Field(ge=0, le=1000)]]
    weapons: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20)] = []
    hard_points: Annotated[int, Field(ge=0, le=20)] = 0


def attack(mounted: list[str], band: int) -> int:
    """Damage of all weapons but missiles at one range; of a LEPC half of its two parts, the total rounded down."""
    halves = sum(weapons()[w]["damage"][band] * (1 if weapons()[w].get("half") else 2) for w in mounted)
    return int(halves) // 2


def converted(id: str, given: Fighter) -> FighterClass:
    """The Leviathan values: the average armor of the four sides, damage at the Interceptor ranges 1 and 4-6, a missile for each hard point."""
    armor = 100 * sum(given.armor.values()) // len(SIDES)
    cra, lra = attack(given.weapons, CLOSE), attack(given.weapons, LONG)
    return FighterClass(id, given.name, given.faction, given.mass, given.thrust, armor, cra, lra, given.hard_points)


def type_id(made: FighterClass) -> str:
    """The id under which it plays: its values, so that every state knows them."""
    values = [made.name, made.faction, made.mass, made.thrust, made.armor_hundredths, made.cra, made.lra, made.missiles]
    return catalog.OWN_CRAFT + encode(values).decode()


def types(own: Mapping[str, Fighter]) -> dict[str, str]:
    """The ids under which the sound fighters of a set-up play, by their ids in it."""
    return {id: type_id(converted(id, given)) for id, given in own.items() if not any(_faults(id, given))}


def named(fighters: Mapping[str, int], own: Mapping[str, str]) -> dict[str, int]:
    """Fighters by the ids under which they play; raises ValueError for such an id that is not of the set-up."""
    strange = [craft for craft in fighters if craft.startswith(catalog.OWN_CRAFT) and craft not in own.values()]
    if strange:
        raise ValueError(f"there is no fighter '{strange[0][:40]}'")
    return {own.get(craft, craft): number for craft, number in fighters.items()}


def faults(own: Mapping[str, Fighter], *, below: bool) -> Iterator[Fault]:
    """What is wrong with the fighters that a set-up brings; none of them can go down to a board `below`, which does not know them."""
    for id, given in own.items():
        yield from (Fault("bad_craft", f"{given.name}: {text}", f"craft.{id}") for text in _faults(id, given))
        if below:
            yield Fault("bad_craft", f"{given.name}: fighters of one's own are not known on the Interceptor board below", f"craft.{id}")


def _faults(id: str, given: Fighter) -> Iterator[str]:
    if id in catalog.fighters():
        yield f"'{id}' is a fighter of the list already; give it another id"
    if given.power > MOST_POWER:
        yield f"a fighter has a power rating of {MOST_POWER} at most, not {given.power} (leviathan: Power Rating Table)"
    missing = [side for side in SIDES if side not in given.armor]
    if missing:
        yield f"its armor on {', '.join(missing)} is missing (leviathan: Conversion: Armor)"
    for weapon in given.weapons:
        if weapon not in weapons():
            close = get_close_matches(weapon, list(weapons()), n=3, cutoff=0.5)
            yield f"there is no Interceptor weapon '{weapon}'{'; did you mean ' + ', '.join(close) + '?' if close else ''}"
        elif "missiles" in weapons()[weapon]:
            yield f"only patrol ships carry the {weapons()[weapon]['name']} (leviathan: Patrol Class Ships)"
