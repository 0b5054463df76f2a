"""Missiles worked out anew: lock-on, launch, flight, point defense, attack, bursts. interceptor: Missiles, Point Defense; centurion: HELL Missile"""

from scales.engine import Event
from scales.hexes import Hex
from scales.interceptor.state import Craft, Shot
from tests.interceptor.recomputed import armor, book, figures, fire, inside, space
from tests.interceptor.recomputed.referee import Changes, Referee, first

LAUNCHERS = {"1": 1, "2": 2, "3": 3, "4": 4}
"""Launchers by type of installation."""


def kind_of(ref: Referee, event: Event) -> str:
    order = ref.orders("launch").get(event.units[0], {})
    return str(order.get("missile", ""))


def ground_launch(ref: Referee, event: Event) -> None:
    """From the ground: a lock-on of 4, at most five tries a turn, one for each launcher; what starts in the well climbs."""
    fort = next(f for f in ref.table.installations if f.id == event.units[0])
    kind = "hell_missile" if "HELL" in event.text else "sss"
    tries = [e for e in ref.log if e.kind in {"missile_launched", "no_lock"} and e.units[0] == fort.id]
    ref.is_right("launches from the ground", len(tries) <= min(5, LAUNCHERS[fort.type]), True)
    target = ref.table.craft.get(event.units[1])
    changes: Changes = {}
    if target is not None and kind == "sss" and "ecm_pod" in target.pods:
        changes["ECM pod"] = book.POD
    passed = ref.roll("lock-on from the ground", event.checks[0], book.GROUND_LOCK, changes)
    ref.is_right("launched or not", event.kind, "missile_launched" if passed else "no_lock")
    if passed:
        shot = Shot(event.data["missile"], kind, fort.side, fort.id, event.units[1], fort.column, fort.row, 0, ref.turn)
        shot.climbing = space.zone(ref.layout, shot.hex) != "space"
        ref.table.shots.append(shot)


def lock(ref: Referee, event: Event) -> bool:
    """The lock-on number of a missile: as printed or the gunnery skill, less what damage and the target's pod take."""
    craft, kind = ref.table.craft[event.units[0]], kind_of(ref, event)
    printed = str(book.missile_rows()[kind]["lock_on"])
    skill = sum(figures.aiming(craft).values())
    base = int(printed) if printed.isdigit() else skill
    changes: Changes = {"target locking circuits": -2 * figures.hits(craft, "target_locking_circuits")}
    if printed == "gunnery + 4":
        changes["lock-on of a DFM"] = 4
    target = ref.table.craft.get(event.units[1]) if len(event.units) > 1 else None
    if target is not None and "ecm_pod" in target.pods and book.missile_rows()[kind].get("hears_ecm", True):
        changes["ECM pod"] = book.POD
    may_launch(ref, craft, event, kind)
    return ref.roll(f"lock-on of a {kind}", event.checks[0], base, changes)


def may_launch(ref: Referee, craft: Craft, event: Event, kind: str) -> None:
    """One that it carries, at a target forward and within reach."""
    ref.is_right("a missile that is aboard", craft.missiles.get(kind, 0) > 0, True)
    if len(event.units) < 2:
        return
    sight = book.SHORT_SIGHT if figures.hits(craft, "long_range_sensors") else book.LONG_SIGHT
    target = ref.table.craft.get(event.units[1])
    shots = [s for s in ref.table.shots if s.id == event.units[1]]
    hexes = [h for h, _ in fire.target_hexes(ref, target)] if target else [shots[0].hex] if shots else []
    near = [h for h in hexes if space.gap(craft.hex, h) <= sight and (h == craft.hex or 0 in space.hexsides(craft.hex, craft.heading, h))]
    ref.is_right("a target forward and within reach", bool(near), True)


def launched(ref: Referee, event: Event) -> None:
    if event.units[0] not in ref.table.craft:
        ground_launch(ref, event)
        return
    craft, kind = ref.table.craft[event.units[0]], kind_of(ref, event)
    ref.is_right("a lock", lock(ref, event), True)
    craft.missiles[kind] -= 1
    shot = Shot(event.data["missile"], kind, craft.side, craft.id, event.units[1], craft.column, craft.row, 0, ref.turn)
    ref.table.shots.append(shot)


def no_lock(ref: Referee, event: Event) -> None:
    if event.units[0] not in ref.table.craft:
        ground_launch(ref, event)
        return
    ref.is_right("no lock", lock(ref, event), False)


def shot_of(ref: Referee, event: Event) -> Shot | None:
    return next((s for s in ref.table.shots if s.id == event.data["missile"]), None)


def drop(ref: Referee, shot: Shot) -> None:
    ref.table.shots = [s for s in ref.table.shots if s.id != shot.id]


def reach_of(shot: Shot) -> int:
    """It gains its thrust every minute, one less as long as it climbs."""
    return int(shot.velocity + book.missile_rows()[shot.kind]["thrust"] + (book.GROUND_CLIMB if shot.climbing else 0))


def goal(ref: Referee, shot: Shot) -> Hex:
    """The nearest hex of its target."""
    if shot.target in ref.table.craft:
        hexes = [h for h, _ in fire.target_hexes(ref, ref.table.craft[shot.target])]
        return min(hexes, key=lambda h: space.gap(shot.hex, h))
    return next((s.hex for s in ref.table.shots if s.id == shot.target), shot.hex)


def flies(ref: Referee, event: Event) -> None:
    """A missile that does not get there this minute goes as far as it can, always a hex nearer."""
    shot = shot_of(ref, event)
    if not ref.is_right("a missile in flight", shot is not None and shot.launched < ref.turn, True) or shot is None:
        return
    reach, there = reach_of(shot), goal(ref, shot)
    path = [space.hex_of(ref.layout, text) for text in event.data["path"]]
    ref.is_right("velocity of a missile", event.data["velocity"], reach)
    ref.is_right("hexes of a missile", len(path), reach)
    ref.is_right("the shortest way", [space.gap(h, there) for h in path], [space.gap(shot.hex, there) - n for n in range(1, len(path) + 1)])
    ref.is_right("where a missile ends", event.data["hex"], space.label(ref.layout, path[-1]))
    shot.velocity = reach
    shot.place(path[-1])
    shot.climbing = shot.climbing and space.zone(ref.layout, shot.hex) != "space"


def attacks(ref: Referee, event: Event) -> None:
    """Intelligence or less in the hex of its target, after ECM; a missile that misses is spent."""
    shot = shot_of(ref, event)
    if not ref.is_right("a missile in flight", shot is not None and shot.launched < ref.turn, True) or shot is None:
        return
    there, row = goal(ref, shot), book.missile_rows()[shot.kind]
    ref.is_right("velocity of a missile", event.data["velocity"], reach_of(shot))
    ref.is_right("from where a missile comes", event.data["from"], space.label(ref.layout, shot.hex))
    ref.is_right("a target within reach", space.gap(shot.hex, there) <= reach_of(shot), True)
    changes: Changes = {}
    target = ref.table.craft.get(shot.target)
    if target is not None and row.get("hears_ecm", True):
        changes = ecm(ref, target)
    passed = ref.roll("attack of a missile", event.checks[0], row["intelligence"], changes)
    ref.is_right("a missile strikes", "strikes" in event.text, passed)
    ref.struck = (shot, there) if passed else None
    drop(ref, shot)


def ecm(ref: Referee, target: Craft) -> Changes:
    if target.id in ref.decoys:
        return {"ECM missile": book.DECOY}
    return {"ECM pod": book.POD} if "ecm_pod" in target.pods and target.id not in ref.silent else {}


def damaged(ref: Referee, event: Event) -> None:
    """On the side turned to where the missile began its minute; between two, the one with more armor left. In one hex the stern."""
    target, side = ref.table.craft[event.units[1]], event.data["side"]
    ref.is_right("damage of a missile", event.data["damage"] in {20, 8}, True)
    if ref.struck:
        shot, there = ref.struck
        ref.is_right("side struck by a missile", side in faces(ref, target, shot.hex, there), True)
        ref.is_right("damage of a missile", event.data["damage"], book.missile_rows()[shot.kind]["damage"])
        ref.struck = None
    die = first(r.value for r in event.rolls if r.why.startswith("column"))
    ref.is_right("column of a missile", event.data["column"], die)
    gone, through = fire.wear(ref, target, side, die, "missile", event.data["damage"])
    inside.marks(ref, target, side, through, inside.dice(event))
    ref.is_right("armor boxes gone", f": {gone} armor box" in event.text, True)


def faces(ref: Referee, target: Craft, start: Hex, there: Hex) -> list[str]:
    """The sides that a missile may find; of two on a border only those with most armor."""
    half = next((half for hex, half in fire.target_hexes(ref, target) if hex == there), "")
    through = [3] if start == there else space.hexsides(there, target.heading, start)
    found = [figures.sides(target)[n] for n in fire.turned_to(through, half)]
    most = max(len(ref.left(target, side)) for side in found)
    return [side for side in found if len(ref.left(target, side)) == most]


def defends(ref: Referee, event: Event) -> None:
    """The best system aboard by the number of missiles that it fires at."""
    craft, shot = ref.table.craft[event.units[0]], shot_of(ref, event)
    systems = [
        book.weapon(m.weapon)["intercept_to_hit"]
        for m in craft.mounts
        if figures.works(craft, m, ref.turn) and "intercept_to_hit" in book.weapon(m.weapon)
    ]
    if not ref.is_right("point defense aboard", bool(systems and shot), True):
        return
    many = sum(e.kind == "point_defense" and e.units[0] == craft.id for e in ref.log)
    number = max(row[many - 1] if many <= len(row) else 0 for row in systems)
    ref.is_right("number of point defense", event.data["number"], number)
    ref.roll("point defense", event.checks[0], number, {})
    ref.is_right("not with a pod or a decoy", craft.id in ref.decoys or ("ecm_pod" in craft.pods and craft.id not in ref.silent), False)


def down(ref: Referee, event: Event) -> None:
    """A missile that is gone: shot down, or with nothing left to fly at."""
    shot = shot_of(ref, event)
    ref.is_right("a missile in flight", shot is not None, True)
    if shot is None:
        return
    if event.kind == "missile_lost":
        target = ref.table.craft.get(shot.target)
        ref.is_right("a missile without a target", target is not None and target.where == "board", False)
    drop(ref, shot)


def turns(ref: Referee, event: Event) -> None:
    shot = shot_of(ref, event)
    if ref.is_right("a missile in flight", shot is not None, True) and shot is not None:
        seeks = book.missile_rows()[shot.kind]["seeks"]
        ref.is_right("a missile that seeks by itself", seeks in {"radiation", "no_code"}, True)
        ref.is_right("it turns from its target", event.units[2], shot.target)
        if seeks == "no_code":
            ref.is_right("the nearest without its code", event.units[1] in nearest(ref, shot), True)
        shot.target = event.units[1]


def nearest(ref: Referee, shot: Shot) -> list[str]:
    """Craft that do not answer with the transponder code of its side: enemies, and friends whose transponder is hit; not its launcher."""
    far = {
        c.id: space.gap(shot.hex, c.hex)
        for c in ref.there()
        if c.id != shot.owner and (c.side != shot.side or figures.hits(c, "computer_transponder"))
    }
    return [id for id, hexes in far.items() if hexes == min(far.values())]


def hell_burst(ref: Referee, event: Event) -> None:
    shot = shot_of(ref, event)
    if ref.is_right("a missile in flight", shot is not None and shot.launched < ref.turn, True) and shot is not None:
        ref.is_right("a target within reach", space.gap(shot.hex, goal(ref, shot)) <= reach_of(shot), True)
        ref.burst = event.data["hex"]
        ref.is_right("where a HELL missile explodes", event.data["hex"], space.label(ref.layout, goal(ref, shot)))
        drop(ref, shot)


def hell_damage(ref: Referee, event: Event) -> None:
    """A hundred less the shield rating on every side in the hex, crossed off straight across the rows; what is left over is inside."""
    target, dice, gone = ref.table.craft[event.units[0]], inside.dice(event), 0
    struck = [half for hex, half in fire.target_hexes(ref, target) if space.label(ref.layout, hex) == ref.burst]
    wanted = [s for s in book.craft(target.type)["armor"] if "" in struck or figures.half_of(target, s) in struck]
    ref.is_right("sides that a HELL missile burns", sorted(event.data), sorted(wanted))
    for side in event.data:
        damage = max(0, 100 - figures.shield(target, side, ref.turn))
        ref.is_right("damage of a HELL missile", event.data[side], damage)
        lost = armor.along(ref.left(target, side), damage)
        inside.marks(ref, target, side, damage - lost, dice)
        gone += lost
    ref.is_right("no die is left over", next(dice, None), None)
    ref.is_right("armor boxes gone", f"loses {gone} armor box" in event.text, True)


def dfm(ref: Referee, event: Event) -> None:
    ref.is_right("a lock", lock(ref, event), True)
    order = ref.orders("launch")[event.units[0]]
    craft = ref.table.craft[event.units[0]]
    here = craft.hex
    for _ in range(order["ahead"]):
        here = space.step(here, craft.heading)
    ref.is_right("where a DFM bursts", (event.data["hex"], order["ahead"] <= 3), (space.label(ref.layout, here), True))
    craft.missiles["dfm"] -= 1


def ecm_off(ref: Referee, event: Event) -> None:
    ref.silent.add(event.units[0])


def ecm_missile(ref: Referee, event: Event) -> None:
    ref.decoys.add(event.units[0])
    ref.silent.add(event.units[0])
    ref.table.craft[event.units[0]].missiles["ecm_missile"] -= 1
