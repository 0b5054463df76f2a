"""Fire at craft and at missiles worked out anew: who may fire at whom, the number, and the armor. interceptor: To-Hit, Damage"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scales.engine import Event
from scales.hexes import Hex
from scales.interceptor.state import Craft, Mount
from tests.interceptor.recomputed import book, figures, inside, space
from tests.interceptor.recomputed.armor import shaped, straight
from tests.interceptor.recomputed.referee import Changes, Referee, first

FOUND: dict[str, dict[int, tuple[int, ...]]] = {
    "": {n: (n,) for n in range(6)},
    "bow": {0: (0,), 1: (1,), 5: (5,), 2: (1,), 4: (5,), 3: (1, 5)},
    "stern": {3: (3,), 2: (2,), 4: (4,), 1: (2,), 5: (4,), 0: (2, 4)},
}
"""The sides of a half that fire through a hexside may find; what comes from beside the other half finds the one next to it."""


@dataclass(slots=True)
class Line:
    """A way for a shot: how far, the side it strikes, the angle, and both ends."""

    gap: int
    side: str
    angle: tuple[str, int]
    start: Hex
    end: Hex

    @property
    def hexes(self) -> int:
        """In the same hex at range 1."""
        return max(1, self.gap)


def lines(ref: Referee, firer: Craft, mount: Mount, target: Craft) -> list[Line]:
    """All ways among which the defender chooses: to the nearest hex in the arc, by each side that a border leaves open."""
    start, found = gun_hex(ref, firer, mount), list[Line]()
    for end, half in target_hexes(ref, target):
        if start == end:
            through = [(firer.heading + 3 - target.heading) % 6]
        elif bears(ref, firer, mount, end):
            through = space.hexsides(end, target.heading, start)
        else:
            continue
        for seen in turned_to(through, half if start != end else ""):
            found.append(Line(space.gap(start, end), figures.sides(target)[seen], book.ANGLES[seen], start, end))
    near = min((line.gap for line in found), default=0)
    return [line for line in found if line.gap == near]


def turned_to(through: list[int], half: str) -> list[int]:
    """Sides that fire through some hexsides may find. Along the other half it is either; on the border to a side beside it, only that one."""
    found = [FOUND[half][hexside] for hexside in through]
    sure = [sides for sides in found if len(sides) == 1] or found
    return [side for sides in sure for side in sides]


def gun_hex(ref: Referee, firer: Craft, mount: Mount) -> Hex:
    if figures.is_patrol(firer) and figures.half_of(firer, mount.location) == "stern":
        return figures.stern_hex(ref, firer)
    return firer.hex


def target_hexes(ref: Referee, target: Craft) -> Iterator[tuple[Hex, str]]:
    """The hexes of a craft and the half of it that is there, '' for the whole."""
    behind = figures.stern_hex(ref, target) if figures.is_patrol(target) else target.hex
    if behind == target.hex:
        yield target.hex, ""
    else:
        yield target.hex, "bow"
        yield behind, "stern"


def bears(ref: Referee, firer: Craft, mount: Mount, end: Hex) -> bool:
    """Is a hex in the arc of a weapon?"""
    start = gun_hex(ref, firer, mount)
    if mount.arc == "turret" or start == end:
        return True
    return figures.sides(firer).index(mount.arc) in space.hexsides(start, firer.heading, end)


def changes_of(ref: Referee, firer: Craft, target: Craft, line: Line) -> Changes:
    return {
        **figures.aiming(firer),
        **figures.fire_faults(firer, line.hexes),
        f"angle of attack: {line.angle[0]}": line.angle[1],
        f"shield factor, {line.side.replace('_', ' ')}": -figures.shield_factor(target, line.side, ref.turn),
    }


def parts(row: dict, line: Line, layout: str) -> list[tuple[str, int]]:  # type: ignore[type-arg]
    """Shape and damage of each part of a weapon that does harm there: a beam that needs vacuum has none in air."""
    vacuum = not any(space.in_air(layout, hex) for hex in (line.start, line.end))
    if row["family"] == "lepc":
        both = [("laser", row["damage"]["laser"]), ("epc", row["damage"]["epc"])]
    else:
        both = [(row["template"], row["damage"])]
    strength = [(shape, book.at_range(damage, line.hexes)) for shape, damage in both]
    return [(shape, n if vacuum or shape not in figures.VACUUM else 0) for shape, n in strength]


def shot(ref: Referee, event: Event) -> None:
    """One shot of a weapon at a craft or a missile."""
    if "missile" in event.data:
        at_missile(ref, event)
        return
    if event.units[0] not in ref.table.craft:
        from_ground(ref, event)
        return
    firer, target = (ref.table.craft[u] for u in event.units[:2])
    mount = gun(ref, firer, event, target.id)
    choice = lines(ref, firer, mount, target)
    if not ref.is_right("a target in the arc", bool(choice), True):
        return
    line = chosen(ref, event, choice, [changes_of(ref, firer, target, x) for x in choice])
    changes = changes_of(ref, firer, target, line)
    harm = parts(book.weapon(mount.weapon), line, ref.layout)
    ref.is_right("a weapon that can do harm there", harm[0][1] > 0, True)
    passed = ref.roll("to hit", event.checks[0], book.base_to_hit(line.hexes), changes)
    ref.is_right("hit or miss", event.kind, "hit" if passed else "miss")
    if len(harm) > 1:
        ref.is_right("the electron part is rolled for after a hit of the laser", len(event.checks), 2 if passed and harm[1][1] else 1)
    for check in event.checks[1:]:
        ref.roll("electron part", check, book.base_to_hit(line.hexes), changes)
    if passed:
        strike(ref, event, target, line.side, [part for part, c in zip(harm, event.checks, strict=False) if c.passed])


def chosen(ref: Referee, event: Event, choice: list[Line], changes: list[Changes]) -> Line:
    """The way with the lowest number: the defender's choice."""
    numbers = [book.base_to_hit(x.hexes) + sum(c.values()) for x, c in zip(choice, changes, strict=True)]
    fair = [x for x, n in zip(choice, numbers, strict=True) if n == min(numbers)]
    line = next((x for x in fair if x.side == event.data["side"]), fair[0])
    ref.is_right("side struck", event.data["side"], line.side)
    ref.is_right("range", event.data["range"], line.gap)
    return line


def from_ground(ref: Referee, event: Event) -> None:
    """A laser of an installation: gunnery 4, at the air and the interface alone; from the own hex it comes from below."""
    fort = next(f for f in ref.table.installations if f.id == event.units[0])
    start, target = Hex(fort.column, fort.row), ref.table.craft[event.units[1]]
    choice = list[Line]()
    for end, half in target_hexes(ref, target):
        through = [(h - target.heading) % 6 for h in space.DOWN[ref.layout]] if end == start else space.hexsides(end, target.heading, start)
        for seen in turned_to(through, half if end != start else ""):
            choice.append(Line(space.gap(start, end), figures.sides(target)[seen], book.ANGLES[seen], start, end))
    choice = [line for line in choice if line.gap == min(x.gap for x in choice)]
    changes = [ground_changes(ref, target, line) for line in choice]
    ref.is_right(
        "lasers from the ground reach the interface",
        any(space.zone(ref.layout, h) not in {"well", "space"} for h, _ in target_hexes(ref, target)),
        True,
    )
    line = chosen(ref, event, choice, changes)
    ref.is_right("a laser from the ground", book.weapon(event.data["weapon"])["family"], "laser")
    if ref.roll("fire from the ground", event.checks[0], book.base_to_hit(line.hexes), ground_changes(ref, target, line)):
        strike(ref, event, target, line.side, parts(book.weapon(event.data["weapon"]), line, ref.layout))


def ground_changes(ref: Referee, target: Craft, line: Line) -> Changes:
    shield = f"shield factor, {line.side.replace('_', ' ')}"
    return {"gunnery": 4, f"angle of attack: {line.angle[0]}": line.angle[1], shield: -figures.shield_factor(target, line.side, ref.turn)}


def gun(ref: Referee, firer: Craft, event: Event, target: str) -> Mount:
    """The weapon of a shot, which must work and be one that was ordered to fire there."""
    orders = ref.orders("fire").get(firer.id, {}).get("fire", {})
    mount, fired = str(event.data["number"]), ref.fired.setdefault(firer.id, [])
    ref.is_right("fire was ordered", orders.get(mount), target)
    ref.is_right("each weapon fires once", mount in fired, False)
    fired.append(mount)
    found = firer.mounts[int(mount)]
    ref.is_right("the weapon told", (event.data["weapon"], event.data["location"]), (found.weapon, found.location))
    ref.is_right("a weapon that works", figures.works(firer, found, ref.turn), True)
    ref.is_right("no more weapons than may fire", len(fired) <= figures.may_fire(firer, ref.turn), True)
    firer.beamed = ref.turn if figures.family(found) != "mdc" else firer.beamed
    return found


def strike(ref: Referee, event: Event, target: Craft, side: str, harm: list[tuple[str, int]]) -> None:
    """Armor gone and what is hit inside. The electron part goes on in the column of the laser."""
    column = first(r.value for r in event.rolls if r.why.startswith("column"))
    gone, dice = 0, inside.dice(event)
    for shape, damage in harm:
        lost, through = wear(ref, target, side, column, shape, damage)
        gone += lost
        inside.marks(ref, target, side, through, dice)
    ref.is_right("armor boxes gone", sum(int(n) for n in re.findall(r"(\d+) armor box", event.text)), gone)
    ref.is_right("no die is left over", next(dice, None), None)


def wear(ref: Referee, target: Craft, side: str, column: int, shape: str, damage: int) -> tuple[int, int]:
    left, depth = ref.left(target, side), len(target.armor[side].rows)
    if shape == "laser":
        return straight(left, column, damage)
    return shaped(left, depth, column, book.TEMPLATES[shape][damage])


def at_missile(ref: Referee, event: Event) -> None:
    """Fire at a missile: seven less, no shield and no angle."""
    target = next(s for s in ref.table.shots if s.id == event.data["missile"])
    if event.units[0] not in ref.table.craft:
        fort = next(f for f in ref.table.installations if f.id == event.units[0])
        hexes = max(1, space.gap(Hex(fort.column, fort.row), target.hex))
        ref.roll("at a missile", event.checks[0], book.base_to_hit(hexes), {"gunnery": 4, "missile in flight": book.AT_MISSILES})
        return
    firer = ref.table.craft[event.units[0]]
    ref.is_right("fire at an enemy missile", firer.side != target.side, True)
    mount = gun(ref, firer, event, target.id)
    start = gun_hex(ref, firer, mount)
    hexes = max(1, space.gap(start, target.hex))
    ref.is_right("a missile in the arc", bears(ref, firer, mount, target.hex), True)
    changes = {**figures.aiming(firer), **figures.fire_faults(firer, hexes), "missile in flight": book.AT_MISSILES}
    ref.roll("at a missile", event.checks[0], book.base_to_hit(hexes), changes)


def who_may_fire(ref: Referee) -> None:
    """Whoever has an enemy craft in the arc and reach of a weapon that works is asked; of the others only those with a missile there."""
    asked = {u for d in ref.moment.step.pending if d.kind == "fire" for u in d.units}
    foes = [c for c in ref.there() if c.where == "board"]
    for craft in foes:
        if craft.type != "thor_satellite" and craft.crew == "aboard" and not helpless(craft) and figures.may_fire(craft, ref.turn):
            able = any(can_hit(ref, craft, mount, foe) for mount in craft.mounts for foe in foes if foe.side != craft.side)
            if able or not ref.table.shots:
                ref.is_right("who may fire", (craft.id in asked, craft.id), (able, craft.id))


def helpless(craft: Craft) -> bool:
    return figures.hits(craft, "pilot") >= (6 if figures.is_patrol(craft) else 3)


def can_hit(ref: Referee, craft: Craft, mount: Mount, foe: Craft) -> bool:
    if figures.family(mount) not in figures.GUNS or not figures.works(craft, mount, ref.turn):
        return False
    return any(n > 0 for line in lines(ref, craft, mount, foe) for _, n in parts(book.weapon(mount.weapon), line, ref.layout))


def all_told(ref: Referee) -> None:
    """Every shot that was ordered is told."""
    ordered = sum(len(order.get("fire", {})) for order in ref.orders("fire").values())
    told = sum(e.kind in {"hit", "miss", "target_gone"} and e.units[0] in ref.table.craft for e in ref.log)
    ref.is_right("every shot is told", told, ordered)
