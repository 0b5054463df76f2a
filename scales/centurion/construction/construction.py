"""Vehicle Construction: a design worked out step by step. Figures in data/construction.yaml; masses in tons, costs in talents.

The turret and the crew belong to the mass of which the digging cannon and the grav drive take their share (R-CEN-19).

Headings of the book played here too: Add Crew, Targeting, and Infantry Components.
"""

from collections.abc import Sequence
from functools import lru_cache

from pydantic import ValidationError

from scales.centurion.combat.weapons import known, weapon
from scales.centurion.construction import construction_rules as rules
from scales.centurion.construction.construction_rules import FIGURES
from scales.centurion.construction.design import SECTIONS, SHIELD_SIDES, Design, design_of, type_id
from scales.centurion.vehicle import VehicleType
from scales.worksheet import Load, Part, Step, Worksheet, total

NAMES = {
    "engineering_attachment": "Engineering Attachment",
    "air_defense_system": "Air Defense System",
    "hard_point": "Hard Point",
    "crew_compartment": "Crew compartment",
    "targeting": "Targeting, sensing and communication",
    "infantry": "Infantry squad",
}


def worksheet(design: Design) -> Worksheet:
    """Every step with its loads, what the vehicle comes to, and every rule it breaks; no steps if a part is in no table."""
    broken = list(rules.broken(design))
    sheet = Worksheet(design.name, "grav vehicle" if design.grav else "ground vehicle", broken=broken)
    if rules.is_priced(design):
        sheet.steps = steps(design)
        used = total([step.load for step in sheet.steps])
        sheet.results = results(design, used)
        sheet.broken = broken + list(rules.overloaded(design, used))
    return sheet


# --- the steps ------------------------------------------------------------------------------------------------------------------


def steps(design: Design) -> list[Step]:
    """The steps of a design whose parts are all in the tables, in the order of ruling R-CEN-19."""
    before = [
        _step(rules.POWER, [engine(design)]),
        _step(rules.SHIELDS, shields(design)),
        _step(rules.ARMOR, armor(design)),
        _step(rules.WEAPONS, [_part(mount.weapon, f", {mount.location}") for mount in design.mounts()]),
        _step(rules.CREW, crew(design)),
        *([_step(rules.DRIVE, [turret(design)], " (turret)")] if design.turret else []),
    ]
    mass = total([step.load for step in before]).mass
    digging = [_step(rules.DIGGING, [digging_cannon(mass)])] if design.digging_cannon else []
    drive = [_step(rules.DRIVE, [grav_drive(mass, design.rounding.grav_drive)])] if design.grav else []
    return before + digging + drive


def _step(rule: str, parts: Sequence[Part], more: str = "") -> Step:
    return Step(rule.removeprefix("centurion: ") + more, rule, tuple(parts), Load())


def engine(design: Design) -> Part:
    """Choose Power Rating: a ground engine is heavier and cheaper; its price a point is that of ruling R-CEN-17."""
    mass, cost = FIGURES["engines"][design.engine], design.engine * FIGURES["engine_price"][design.engine_price]
    if not design.grav:
        mass, cost = mass * FIGURES["ground_engine"]["mass_times"], cost // FIGURES["ground_engine"]["cost_divided"]
    return Part(f"Engine, rating {design.engine}", Load(0, mass, cost))


def shields(design: Design) -> list[Part]:
    """Choose Shields: a generator for each side that has one."""
    rates = [(side, design.shields.get(side, 0)) for side in SHIELD_SIDES]  # type: ignore[call-overload]
    return [Part(f"Shield {rate}, {side}", Load(*FIGURES["shields"][rate])) for side, rate in rates if rate]


def armor(design: Design) -> list[Part]:
    """Choose Armor: ten points a ton on each section."""
    figures = FIGURES["armor"]
    tons = [(section, design.armor.get(section, 0) // figures["points_a_ton"]) for section in SECTIONS]  # type: ignore[call-overload]
    return [
        Part(f"Armor {mass * figures['points_a_ton']}, {section}", Load(0, mass, mass * figures["cost_a_ton"]))
        for section, mass in tons
        if mass
    ]


def crew(design: Design) -> list[Part]:
    """Crew, targeting, room for a squad, and cargo."""
    parts = [_part(name) for name in ("crew_compartment", "targeting", *(["infantry"] if design.infantry else []))]
    return parts + ([Part("Cargo", Load(0, design.cargo, 0))] if design.cargo else [])


def turret(design: Design) -> Part:
    """Add Grav Drive: the turret's own mass for the weapons in it (R-CEN-18)."""
    figures = FIGURES["turret"]
    carried = sum(load_of(mount.weapon).mass for mount in design.mounts() if mount.location == "turret")
    mass = max(figures["least"], share(carried, figures["percent"], design.rounding.turret))
    return Part("Turret", Load(figures["power"], mass, mass * figures["cost_a_ton"]))


def digging_cannon(mass: int) -> Part:
    """Add Digging Cannons: a tenth of the mass so far, to the nearest ton as published vehicles have it."""
    figures = FIGURES["digging_cannon"]
    own = share(mass, figures["mass_percent"], "nearest")
    return Part("Digging cannon", Load(share(mass, figures["power_percent"], "up"), own, own * figures["cost_a_ton"]))


def grav_drive(mass: int, rounding: str) -> Part:
    """Add Grav Drive: it draws the mass without the digging cannon in power and weighs a hundredth of it."""
    figures = FIGURES["grav_drive"]
    return Part("Grav drive", Load(mass, share(mass, figures["mass_percent"], rounding), mass * figures["cost_a_power"]))


def share(amount: int, percent: int, rounding: str) -> int:
    """So many hundredths of an amount, rounded up or to the nearest (half up)."""
    return (amount * percent + (99 if rounding == "up" else 50)) // 100


def _part(id: str, where: str = "") -> Part:
    name = NAMES.get(id) or weapon(id).name
    return Part(name + where.replace("_", " "), load_of(id))


def load_of(id: str) -> Load:
    """What a weapon or fitting draws, weighs and costs."""
    return Load(*(FIGURES["weapons"].get(id) or FIGURES["fittings"][id]))


# --- what it comes to -----------------------------------------------------------------------------------------------------------


def results(design: Design, used: Load) -> dict[str, int]:
    """Calculate Thrust, and the scenario points."""
    excess = design.engine - used.power
    moves = max(0, speed(excess, used.mass))
    moving = {"thrust": moves} if design.grav else {"movement_points": min(moves, FIGURES["limits"]["movement_points"])}
    points = -(-used.cost // FIGURES["points"])
    return {"power_used": used.power, "excess_power": excess, "mass": used.mass, **moving, "cost": used.cost, "scenario_points": points}


def speed(excess: int, mass: int) -> int:
    """Excess power by mass, halves up (Calculate Thrust)."""
    return (2 * excess + mass) // (2 * mass)


@lru_cache(maxsize=256)
def designed(type: str) -> VehicleType:
    """The vehicle of a designed type id (`design.type_id`)."""
    design = design_of(type)
    sheet = worksheet(design).results
    arms = [weapon(mount.weapon) for mount in design.mounts() if known(mount.weapon)]
    return VehicleType(
        id=type,
        name=design.name,
        faction=design.faction,
        role=role(design),
        grav=design.grav,
        thrust=sheet.get("thrust", 0),
        movement_points=sheet.get("movement_points", 0),
        shields={side: design.shields.get(side, 0) for side in SHIELD_SIDES},  # type: ignore[call-overload]
        armor={section: design.armor.get(section, 0) for section in SECTIONS},  # type: ignore[call-overload]
        weapons=tuple(design.mounts()),
        missiles={kind: sum(arm.missiles for arm in arms if arm.kind == kind) for kind in ("smlm", "tvlg")},
        vulcan=next((int(arm.id[-1]) for arm in arms if arm.family == "vulcan"), 0),
        infantry_capacity=int(design.infantry),
        digging_charges=digging_charges(design),
        smoke_charges=FIGURES["charges"]["smoke"],
        mass=sheet["mass"],
        points=sheet["scenario_points"],
        loads=(*design.hard_points.hull_1, *design.hard_points.hull_2),
    )


@lru_cache(maxsize=256)
def is_sound(type: str) -> bool:
    """Is it the type id of a design that breaks no rule?"""
    try:
        design = design_of(type)
    except ValidationError:
        return False
    return type_id(design) == type and not worksheet(design).broken


def digging_charges(design: Design) -> int:
    """Charges of the digging cannon; an engineering vehicle has twice as many (Combat Engineering Vehicles)."""
    charges = FIGURES["charges"]
    return int(charges["engineer_digging" if design.engineering else "digging"]) if design.digging_cannon else 0


def role(design: Design) -> str:
    """What the vehicle is for, by what it carries."""
    if any(mount.weapon == "gpa_e" for mount in design.mounts()):
        return "artillery"
    if design.engineering:
        return "engineer"
    if design.air_defense:
        return "air_defense"
    if design.cargo:
        return "supply"
    return "apc" if design.infantry else "tank"
