"""How the bot shoots: where a hit goes deepest, at what is nearest to being destroyed, and no more of it than that takes.

Worths are millionths of a scenario point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.centurion.bot import breach
from scales.centurion.bot.breach import WHOLE, Wall
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import squad_plans
from scales.centurion.combat.aim import named_hex
from scales.centurion.combat.weapons import Shape, Weapon, anti_vehicle_shells, shape, weapon
from scales.centurion.ground import installations
from scales.centurion.preparation.opening import points_of
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import shelling
from scales.engine import Json, Option, Slot

FUTURE = 4
"""Hits still to come that profit from a hole, as long as there are so many turns left."""
GATHERING = 25
"""Percent that fire on a target under fire is worth more for each unit that fires at it already: holes in one facing add up."""
MOST_GATHERED = 3
MISSILE_KEPT = 15
"""Percent of chance that a missile must have before it is worth spending; there are few of them and the battle goes on."""
REMNANT, CREW = 20_000, 100
"""Worth of the men left of a squad that counts as destroyed already, and of the crew of a wreck: a shot, if there is nothing else."""
OTHER = {"building": 100, "": 600}
"""Worth of an expected tenth of a box on targets that are no units of the other side: craft, buildings, and whatever else is offered."""


CRAFT_BOXES = 100
"""Boxes lost to return fire that are likely to bring a craft down."""


@dataclass(slots=True)
class Volley:
    """One option of a unit: the order (with the shells that go deepest), its target, and what it brings. `ends`: chance in millionths that a
    target of little worth needs no other."""

    order: Json
    target: str
    kill: int = 0
    progress: int = 0
    label: str = ""
    ends: int = 0
    missiles: "Volley | None" = None
    """Its missiles alone, if it has any: they may go at another target than the guns."""


@dataclass(slots=True)
class Salvo:
    """What has been ordered so far in a segment: chance in millionths that a target still stands, and how many fire at it."""

    standing: dict[str, int] = field(default_factory=dict)
    firing: dict[str, int] = field(default_factory=dict)

    def worth(self, volley: Volley) -> int:
        """What a volley adds to what is ordered already."""
        gathered = 100 + GATHERING * min(MOST_GATHERED, self.firing.get(volley.target, 0))
        return (volley.kill + volley.progress * gathered // 100) * self.standing.get(volley.target, WHOLE) // WHOLE

    def add(self, volley: Volley, points: int) -> None:
        """Count a volley in."""
        killed = max(volley.ends, min(WHOLE, volley.kill // max(1, points)))
        self.standing[volley.target] = self.standing.get(volley.target, WHOLE) * (WHOLE - killed) // WHOLE
        self.firing[volley.target] = self.firing.get(volley.target, 0) + 1


def fire(state: BattleState, offers: Sequence[Slot], salvo: Salvo) -> dict[str, Json]:
    """The strongest volleys first; each following unit joins in or, when that is enough, looks for another target. `salvo` has what is
    declared already."""
    found = {slot.id: [_volley(state, slot.id, option) for option in slot.options] for slot in offers}
    orders = {}
    for id in sorted(found, key=lambda id: (-max(salvo.worth(v) for v in found[id]), id)):
        best = max(found[id], key=lambda v: (salvo.worth(v), not v.target, v.label))
        orders[id], volleys = two_targets(state, salvo, found[id], best)
        for volley in volleys:
            salvo.add(volley, _points(state, volley.target))
    return orders


def two_targets(state: BattleState, salvo: Salvo, found: list[Volley], best: Volley) -> tuple[Json, list[Volley]]:
    """The order and its volleys: the best one, or guns at one target and missiles at another where that brings more (Firing Arcs)."""
    missiles = [volley.missiles for volley in found if volley.missiles is not None]
    guns = [volley for volley in found if "fire" in volley.order and volley.missiles is None and state.unit(volley.target) is not None]
    pairs = [(gun, missile) for gun in guns for missile in missiles if gun.target != missile.target]
    one, two = max(pairs, key=lambda pair: (salvo.worth(pair[0]) + salvo.worth(pair[1]), pair[0].label), default=(best, best))
    if pairs and min(salvo.worth(one), salvo.worth(two)) > 0 and salvo.worth(one) + salvo.worth(two) > salvo.worth(best):
        return {"fire": [*one.order["fire"], *two.order["fire"]]}, [one, two]
    return best.order, [best] if best.target else []


def declared(state: BattleState, offers: Sequence[Slot], orders: dict[str, Json]) -> Salvo:
    """What units of the own side have declared; `offers` has what they could."""
    salvo = Salvo()
    for slot in offers:
        target = target_of(orders[slot.id])
        volleys = [_volley(state, slot.id, option) for option in slot.options if target and option.info.get("target") == target]
        for volley in volleys[:1]:
            salvo.add(volley, _points(state, target))
    return salvo


def target_of(order: Json) -> str:
    """The first target of a fire order, '' if it has none."""
    lines = order.get("fire", [])
    return str(lines[0][1] if lines else order.get("target", ""))


def _points(state: BattleState, target: str) -> int:
    unit = state.unit(target)
    return points_of(unit) if unit is not None else 1


def _volley(state: BattleState, firer: str, option: Option) -> Volley:
    """An option weighed by its own figures; what has no target is worth nothing."""
    target = str(option.info.get("target", ""))
    unit, who = state.unit(target), state.unit(firer)
    label = option.label.rpartition(" (")[0] or option.label
    if not target or who is None:
        return Volley(option.order, target)
    if isinstance(unit, Vehicle):
        volley, rockets = _at_vehicle(state, who, unit, option, label), _missiles(state, who, option)
        volley.missiles = _at_vehicle(state, who, unit, rockets, label) if rockets is not None else None
        return volley
    if isinstance(unit, Squad):
        return _at_squad(unit, option, label)
    return Volley(option.order, target, 0, _at_other(state, who, target, option), label, _brings_down(target, option))


def _brings_down(target: str, option: Option) -> int:
    """Chance in millionths that a craft needs no more fire."""
    is_craft = ":" not in target
    return min(WHOLE, WHOLE * int(option.info.get("expected_tenths", 0)) // (10 * CRAFT_BOXES)) if is_craft else 0


# --- targets --------------------------------------------------------------------------------------------------------------------


def _at_vehicle(state: BattleState, who: Vehicle | Squad, target: Vehicle, option: Option, label: str) -> Volley:
    """Weapon by weapon: chance to hit times what the hit brings where it falls."""
    order = dict(option.order)
    where = _where(who, target, option, order)
    kill = progress = 0
    lines = []
    for line in option.info.get("weapons", []):
        arm = _arm(state, who, line, option)
        marks, shell = _deepest(arm, line.get("shell", ""), where)
        chance = int(line["chance"]) * int(line.get("attacks", 1))
        if isinstance(who, Vehicle):
            lines.append([line["mount"], target.id, shell])
            chance = max(0, chance - MISSILE_KEPT) if arm.family == "missile" else chance
        for each, share in where:
            gain = each.hit(marks)
            kill += chance * share * gain.kill // 1000
            progress += chance * share * gain.progress // 1000
    if lines and "fire" in order:
        order["fire"] = lines
    points = points_of(target)
    return Volley(order, target.id, min(WHOLE, kill) * points, progress * points * _future(state) // 10, label)


def _missiles(state: BattleState, who: Vehicle | Squad, option: Option) -> Option | None:
    """The missiles of a vehicle's option alone; None if it has none."""
    lines = option.info.get("weapons", []) if isinstance(who, Vehicle) and "fire" in option.order else []
    rockets = [line for line in lines if _arm(state, who, line, option).family == "missile"]
    return Option(option.order, option.label, option.info | {"weapons": rockets}) if rockets else None


def _future(state: BattleState) -> int:
    """Tenths of the hits to come that a hole is good for: hardly any in the last turn."""
    return max(1, 10 * min(FUTURE, state.turn_limit - state.turn))


def _where(who: Vehicle | Squad, target: Vehicle, option: Option, order: Json) -> list[tuple[Wall, int]]:
    """Where the hits fall. In a close assault the softest facing is chosen, and ordered (Infantry Effectiveness Table)."""
    close = isinstance(who, Squad) and who.hex == target.hex and order.get("action") == "personal"
    if close and target.mode not in ("ttf", "laf") and not installations.is_turret(target):
        found = [(side, each) for side in ("front", "left", "right", "stern", "turret") if (each := breach.wall(target, side)) is not None]
        if found:
            order["facing"], softest = max(found, key=lambda pair: pair[1].softness)
            return [(softest, 10)]
    return breach.places(target, str(option.info.get("facing", "")))


def _arm(state: BattleState, who: Vehicle | Squad, line: Json, option: Option) -> Weapon:
    """The weapon of a line."""
    if isinstance(who, Squad):
        return squad_plans.squad_weapon(state, who, option.order["action"], option.info["target"])[0]
    return weapon(vehicle_type(who.type).weapons[line["mount"]].weapon)


def _deepest(arm: Weapon, offered: str, where: list[tuple[Wall, int]]) -> tuple[Shape, str]:
    """The shape that a weapon marks off and, for a gun with several shells, the shell that brings most."""
    if arm.family != "gauss":
        return shape(arm, "guided" if arm.family == "mortar" else offered), offered

    def brings(shell: str) -> int:
        gains = [(each.hit(shape(arm, shell)), share) for each, share in where]
        return sum((gain.kill + FUTURE * gain.progress) * share for gain, share in gains)

    best = max(anti_vehicle_shells(arm), key=brings, default=offered)
    return shape(arm, best), best


def _at_squad(target: Squad, option: Option, label: str) -> Volley:
    """A squad that loses five men counts as destroyed; a remnant is only worth a shot that has no other target, a crew the shot of one unit."""
    need, men = target.strength - shelling.BROKEN, int(option.info.get("expected_tenths", 0)) * 10 // 3
    if target.type == "vehicle_crew":
        return Volley(option.order, target.id, 0, CREW * min(100, men) // 100, label, WHOLE)
    if need <= 0 or not points_of(target):
        share = min(WHOLE, men * WHOLE // (100 * max(1, target.strength)))
        return Volley(option.order, target.id, 0, REMNANT * min(100, men) // 100, label, share)
    worth = points_of(target) * min(WHOLE, men * WHOLE // (100 * need)) // 2
    return Volley(option.order, target.id, worth, worth, label)


def _at_other(state: BattleState, who: Vehicle | Squad, target: str, option: Option) -> int:
    """Own artillery by what is under the round; buildings and craft by the boxes expected."""
    hex = named_hex(target, "hex")
    if hex is not None:
        chance = max((int(line.get("chance", 0)) for line in option.info.get("weapons", [])), default=0)
        return shelling.worth(state, who.side, hex, delayed=False) * chance // 100
    kind = target.partition(":")[0]
    return int(option.info.get("expected_tenths", 0)) * OTHER.get(kind, OTHER[""])
