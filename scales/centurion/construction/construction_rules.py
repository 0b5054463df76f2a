"""Vehicle Construction: every rule that a design breaks, a sentence each."""

from collections.abc import Iterator
from difflib import get_close_matches

from scales.centurion.combat.weapons import table, weapon
from scales.centurion.construction.design import PLACES, Design
from scales.worksheet import Broken, Load

FIGURES = table("construction")
POWER = "centurion: Choose Power Rating"
SHIELDS = "centurion: Choose Shields"
ARMOR = "centurion: Choose Armor"
WEAPONS = "centurion: Choose and Allocate Weapons"
CREW = "centurion: Add Crew, Targeting, and Infantry Components"
DIGGING = "centurion: Add Digging Cannons"
DRIVE = "centurion: Add Grav Drive"
ENGINEERS = "centurion: Combat Engineering Vehicles"
BALLISTIC = ("mdc", "gauss")


def is_priced(design: Design) -> bool:
    """Are all parts in the tables, so that loads can be added up?"""
    return design.engine in FIGURES["engines"] and not list(_unknown_shields(design)) and not list(_unknown_weapons(design))


def broken(design: Design) -> list[Broken]:
    """Every rule that the choices break; what the totals break is told by `overloaded`."""
    chapters = (_engine, _ground_shields, _unknown_shields, _armor, _unknown_weapons, _slots, _vulcan, _ballistic, _fittings, _turretless)
    return [each for chapter in chapters for each in chapter(design)]


def overloaded(design: Design, used: Load) -> Iterator[Broken]:
    """More power drawn than there is, and a ground vehicle that weighs too much."""
    if used.power > design.engine:
        yield Broken("power", f"{design.name} draws {used.power} power and its engine gives {design.engine}", "engine", POWER)
    most = FIGURES["limits"]["ground_mass"]
    if not design.grav and used.mass > most:
        yield Broken("mass", f"{design.name} weighs {used.mass} tons, and a ground vehicle weighs {most} at most", "drive", POWER)


def _engine(design: Design) -> Iterator[Broken]:
    ratings = list(FIGURES["engines"])
    if design.engine not in ratings:
        text = (
            f"there is no engine rated {design.engine}; engines go from {ratings[0]} to {ratings[-1]} in steps of {ratings[1] - ratings[0]}"
        )
        yield Broken("engine", text, "engine", POWER)


def _ground_shields(design: Design) -> Iterator[Broken]:
    if not design.grav and any(design.shields.values()):
        yield Broken("ground_shields", f"{design.name} is a ground vehicle and cannot mount shields", "shields", SHIELDS)


def _unknown_shields(design: Design) -> Iterator[Broken]:
    rates = FIGURES["shields"]
    for side, rate in design.shields.items():
        if rate and rate not in rates:
            text = f"there is no shield of flicker rate {rate} for the {side}; rates go from {min(rates)} to {max(rates)} in steps of ten"
            yield Broken("shield", text, f"shields.{side}", SHIELDS)


def _armor(design: Design) -> Iterator[Broken]:
    most, step = FIGURES["armor"]["most"], FIGURES["armor"]["points_a_ton"]
    for section, points in design.armor.items():
        where = f"armor.{section}"
        if not 0 <= points <= most:
            yield Broken("armor", f"the {section} has {points} points of armor, and a section has 0 to {most}", where, ARMOR)
        elif points % step:
            yield Broken(
                "armor_rows", f"the {section} has {points} points of armor, and armor comes in tons of {step} points", where, ARMOR
            )


def _unknown_weapons(design: Design) -> Iterator[Broken]:
    weapons = FIGURES["weapons"]
    named = [(place, name) for place in PLACES for name in getattr(design.weapons, place)]
    for place, name in named:
        if name not in weapons:
            near = get_close_matches(name, weapons, n=4, cutoff=0.3) or list(weapons)
            yield Broken("weapon", f"no vehicle mounts a '{name}'; there are {', '.join(near)}", f"weapons.{place}", WEAPONS)


def _slots(design: Design) -> Iterator[Broken]:
    slots = sum(2 if mount.location == "hull_both" else 1 for mount in design.mounts())
    most = FIGURES["limits"]["weapons"]
    if slots > most:
        yield Broken("slots", f"{design.name} mounts {slots} weapon systems, and a vehicle mounts {most} at most", "weapons", WEAPONS)


def _vulcan(design: Design) -> Iterator[Broken]:
    vulcans = [mount for mount in design.mounts() if mount.weapon in FIGURES["weapons"] and weapon(mount.weapon).family == "vulcan"]
    for mount in vulcans:
        if mount.location != "turret":
            name = mount.location.replace("_", " ")
            text = f"the {weapon(mount.weapon).name} sits in {name}, and a Vulcan must be in the turret"
            yield Broken("vulcan_turret", text, f"weapons.{mount.location}", WEAPONS)
    if len(vulcans) > 1:
        yield Broken("vulcans", f"{design.name} mounts {len(vulcans)} Vulcan systems, and a record sheet has one", "weapons", WEAPONS)


def _ballistic(design: Design) -> Iterator[Broken]:
    limits = FIGURES["limits"]
    guns = [m.weapon for m in design.mounts() if m.weapon in FIGURES["weapons"] and weapon(m.weapon).family in BALLISTIC]
    if len(guns) > limits["ballistic"]:
        text = f"{design.name} mounts {len(guns)} ballistic weapons (MDC or Gauss), and a vehicle mounts {limits['ballistic']} at most"
        yield Broken("ballistic", text, "weapons", WEAPONS)
    if (caliber := gauss_millimeters(guns)) > limits["gauss_millimeters"]:
        text = f"the Gauss cannons of {design.name} come to {caliber}mm, and {limits['gauss_millimeters']}mm is the most"
        yield Broken("gauss", text, "weapons", WEAPONS)


def gauss_millimeters(guns: list[str]) -> int:
    """The combined caliber of Gauss cannons, by ids such as gauss_150mm."""
    return sum(int(gun.removeprefix("gauss_").removesuffix("mm")) for gun in guns if gun.startswith("gauss_"))


def _fittings(design: Design) -> Iterator[Broken]:
    if design.engineering and not design.grav:
        yield Broken(
            "engineers", f"{design.name} is a ground vehicle, and engineering vehicles are grav vehicles", "engineering", ENGINEERS
        )
    if (design.hard_points.hull_1 or design.hard_points.hull_2) and not design.air_defense:
        yield Broken("air_defense", f"{design.name} has hard points and no air defense system", "hard_points", WEAPONS)


def _turretless(design: Design) -> Iterator[Broken]:
    if design.turret:
        return
    if any(mount.location == "turret" for mount in design.mounts()):
        yield Broken("no_turret", f"{design.name} has weapons for a turret and no turret", "turret", WEAPONS)
    if design.armor.get("turret", 0):
        yield Broken("no_turret", f"{design.name} has armor for a turret and no turret", "armor.turret", ARMOR)
