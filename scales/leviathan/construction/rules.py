"""What Ship Construction forbids: every rule that a design breaks, each with the heading of the book that has it."""

from collections.abc import Iterator
from fractions import Fraction

from scales.leviathan.construction import headings, weapon_rules
from scales.leviathan.construction.design import Design
from scales.leviathan.construction.figures import FIGURES, a, bay, class_of, limits, share
from scales.worksheet import Broken


def broken(design: Design) -> list[Broken]:
    """Every rule that a design breaks, in the order of the steps."""
    found = [each for chapter in (_class, _engines, _armor, weapon_rules.broken, _shields, _fighters, _air) for each in chapter(design)]
    if is_priced(design):
        found += [*_overdrawn(design), *weapon_rules.overfull(design)]
    return found


def is_priced(design: Design) -> bool:
    """Are all parts in the tables, so that loads can be added up?"""
    engines = len(design.engines) in FIGURES["links"] and all(rating in FIGURES["engines"] for rating in design.engines)
    return design.hull in FIGURES["built"] and engines and weapon_rules.is_priced(design)


def _class(design: Design) -> Iterator[Broken]:
    """The class by the power; carriers fall into any class (ruling R-LEV-18)."""
    if design.hull not in FIGURES["built"]:
        text = f"{a(design.hull)} is built by the rules of Interceptor; these build {', '.join(FIGURES['built'])}"
        yield Broken("class", text, "class", headings.CLASS)
    elif not design.carrier and (right := class_of(design.power)) != design.hull:
        is_that = f"makes {a(right)}" if right else "is that of a fighter"
        text = f"a power rating of {design.power:,} {is_that}, and {a(design.hull)} has {_range(design.hull)}"
        yield Broken("power", text, "engines", headings.CLASS)


def _range(hull: str) -> str:
    low, high = limits(hull)["power"]
    return f"{low:,} to {high:,}" if high else f"{low:,} or more"


def _engines(design: Design) -> Iterator[Broken]:
    ratings, most = list(FIGURES["engines"]), max(FIGURES["links"])
    for rating in design.engines:
        if rating not in ratings:
            text = f"there is no engine rated {rating:,}; engines go from {ratings[0]:,} to {ratings[-1]:,} in steps of {ratings[1] - ratings[0]:,}"
            yield Broken("engine", text, "engines", headings.ENGINES)
    if len(design.engines) > most:
        text = f"{design.name} has {len(design.engines)} engines, and linkage controls link {most} at most"
        yield Broken("links", text, "engines", headings.ENGINES)


def _armor(design: Design) -> Iterator[Broken]:
    most = limits(design.hull)["armor"][0]
    for side, boxes in design.armor.items():
        if not 0 <= boxes <= most:
            text = f"side {side} has {boxes} boxes of armor, and a side of {a(design.hull)} has 0 to {most}"
            yield Broken("armor", text, f"armor.{side}", headings.ARMOR)


def _shields(design: Design) -> Iterator[Broken]:
    most, all_sides = FIGURES["shield"]["side"], limits(design.hull)["shields"]
    for side, factor in design.shields.items():
        if not 0 <= factor <= most:
            text = f"side {side} has a shield factor of {factor}, and a side has 0 to {most}"
            yield Broken("shield", text, f"shields.{side}", headings.SHIELDS)
    if (used := sum(design.shields.values())) > all_sides:
        text = f"{design.name} has {used} shield factors, and {a(design.hull)} has {all_sides} for its six sides"
        yield Broken("shields", text, "shields", headings.SHIELDS)


def most_fighters(design: Design) -> int:
    """Fighters that a ship of the class, or a carrier of its size, may carry."""
    return int(limits(design.hull)["carried" if design.carrier else "fighters"])


def _fighters(design: Design) -> Iterator[Broken]:
    fighters, most = design.fighters, most_fighters(design)
    if fighters.number > most:
        kind = design.ship_class.replace("_", " ")
        text = f"{design.name} carries {fighters.number:,} fighters, and {a(kind)} carries {most:,} at most"
        yield Broken("fighters", text, "fighters.number", headings.WEAPONS)
    if not fighters.number and fighters.launchers + fighters.stations:
        text = f"{design.name} has launch or recovery facilities and no fighters"
        yield Broken("launchers", text, "fighters", headings.FIGHTERS)


def _air(design: Design) -> Iterator[Broken]:
    """What only ships that may come down carry."""
    if design.hull in FIGURES["atmospheric"]:
        return
    if design.anti_grav:
        text = f"{a(design.hull)} lands on no planet and carries no anti-grav drives; destroyers and smaller ships do"
        yield Broken("anti_grav", text, "anti_grav", headings.ANTI_GRAV)
    if design.streamlining:
        text = f"{a(design.hull)} cannot be streamlined; destroyers and smaller ships can"
        yield Broken("streamlining", text, "streamlining", headings.STREAMLINING)


# --- power ----------------------------------------------------------------------------------------------------------------------


def power_left(design: Design) -> Fraction:
    """Power for weapons: a third is another thrust's, a third a carrier's fighters' (Optional Construction Rules, Weapons)."""
    return design.power - share(design.power) * (design.carrier + design.extra_thrust)


def power_drawn(design: Design) -> Fraction:
    """Power to fire the spinal mount and all bays."""
    mount = FIGURES["spinal_mounts"][design.spinal_mount][0] if design.spinal_mount else 0
    return sum((bay(name).power for _, name in design.placed_bays()), Fraction(mount))


def _overdrawn(design: Design) -> Iterator[Broken]:
    drawn, left = power_drawn(design), power_left(design)
    if drawn > left:
        text = f"the weapons of {design.name} draw {_points(drawn)} power, and it has {_points(left)} for them"
        yield Broken("power_drawn", text, "engines", headings.LIMITS)


def _points(power: Fraction) -> str:
    """Power as text, with a decimal only where there is a part of a point."""
    return f"{int(power):,}" if power == int(power) else f"{float(power):,.1f}"


def checked(design: Design) -> list[str]:
    """The limits by how far each is used (leviathan: Checking Limitations)."""
    row = limits(design.hull)
    factors = weapon_rules.weapon_factors(design) + weapon_rules.fighter_factors(design) + weapon_rules.craft_factors(design)
    return [
        f"Power for weapons: {_points(power_drawn(design))} of {_points(power_left(design))}",
        f"Bays: {len(design.placed_bays())} of {row['bays'][0]}",
        f"Bay factors: {factors:,} of {'any' if row['total'] is None else format(row['total'], ',')}",
        f"Fighters: {design.fighters.number:,} of {most_fighters(design):,}",
        f"Shield factors: {sum(design.shields.values())} of {row['shields']}",
    ]
