"""Squadrons, air/space defense, satellites and ships worked out anew. legatus: Interceptors, Thor, Naval Vessels"""

from collections.abc import Sequence

from scales.engine import Event
from scales.legatus.state import Century, Squadron
from tests.legatus.recomputed import book, ground
from tests.legatus.recomputed.fights import Blow, in_combat
from tests.legatus.recomputed.referee import Referee


def assigned(ref: Referee, event: Event) -> None:
    squadron, box = ref.table.squadrons[event.units[0]], event.data["box"]
    ref.is_right("who is assigned", squadron.box, "ready")
    ref.is_right("a mission", box in {"cap", "ground_support"}, True)
    squadron.box = box


def rearmed(ref: Referee, event: Event) -> None:
    squadron = ref.table.squadrons[event.units[0]]
    ref.is_right("who is re-armed", squadron.box, "re_arming")
    squadron.box = "ready"


def stood_down(ref: Referee, event: Event) -> None:
    squadron = ref.table.squadrons[event.units[0]]
    ref.is_right("who stands down", squadron.box in {"cap", "ground_support"}, True)
    squadron.box = "ready"


def seen(ref: Referee, squadron: Squadron, *sides: str) -> None:
    others = sides or [s.id for s in ref.table.sides]
    squadron.spotted_by = sorted({*squadron.spotted_by, *others} - {squadron.side})


def raid(ref: Referee, event: Event) -> None:
    squadron, unit = ref.table.squadrons[event.units[0]], ref.table.units[event.units[1]]
    ref.is_right("who raids", squadron.box, "ground_support")
    hunting = any(d.kind == "low_attack" for d in ref.moment.asked)
    ref.is_right("what is raided", unit.altitude == "low_altitude" if hunting else in_combat(ref, unit), True)
    seen(ref, squadron)


def intercepted(ref: Referee, event: Event) -> None:
    """Who passes makes contact and stops the attack, who fails re-arms."""
    cap, raider = (ref.table.squadrons[q] for q in event.units)
    seen(ref, cap, raider.side)
    seen(ref, raider, cap.side)
    ref.is_right("who intercepts", (cap.box, raider.box), ("cap", "ground_support"))
    passed = ref.roll("interception", event.checks[0], book.SQUADRONS[cap.kind][2], [])
    ref.is_right("contact", event.data["contact"], passed)
    cap.box = "contact" if passed else "re_arming"


def evaded(ref: Referee, event: Event) -> None:
    squadrons = [ref.table.squadrons[q] for q in event.units]
    passed = ref.roll("evasion", event.checks[0], book.SQUADRONS[squadrons[0].kind][2], [])
    ref.is_right("contact avoided", event.data["evaded"], passed)
    for squadron in squadrons:
        squadron.box = "re_arming"


def air_attack(ref: Referee, event: Event) -> None:
    """An attack on a squadron: of another that met it, or from the ground."""
    by, target = event.units[0], ref.table.squadrons[event.units[1]]
    if by in ref.table.squadrons:
        fighter = ref.table.squadrons[by]
        base, changes = book.SQUADRONS[fighter.kind][0], []
        ref.is_right(
            "who fights in the air", fighter.box != "destroyed" and target.box != "destroyed" and fighter.side != target.side, True
        )
        fighter.box = "re_arming"
    else:
        unit = ref.table.units[by]
        base, changes = ref.face(unit)[0], ref.changes(unit, 0)
        changes += [("air/space defense", 5)] if unit.kind == "air_space_defense" else []
        ref.is_right("who fires at squadrons", unit.kind in {"air_space_defense", "defensive_installation"}, True)
        ref.show(unit)
    hit = ref.roll("attack on a squadron", event.checks[0], base, changes)
    ref.is_right("a squadron that is hit defends", len(event.checks), 1 + hit)
    lost = hit and not ref.roll("defense of a squadron", event.checks[1], book.SQUADRONS[target.kind][1], [])
    ref.is_right("a squadron is shot down", event.data["destroyed"], lost)
    target.box = "destroyed" if lost else "re_arming"


def ground_attack(ref: Referee, event: Event, rest: Sequence[Event]) -> Blow | None:
    """An attack that nobody stopped; air/space defense and installations within two hexes fire at it."""
    squadron, unit = ref.table.squadrons[event.units[0]], ref.table.units[event.units[1]]
    ref.is_right("who attacks the ground", squadron.box, "ground_support")
    passed = ref.roll("attack of a squadron", event.checks[0], book.SQUADRONS[squadron.kind][0], [])
    ref.is_right("a squadron hits", event.data["hit"], passed)
    squadron.box = "re_arming"
    armed = [
        u for u in ref.friends(unit.side) if u.kind in {"air_space_defense", "defensive_installation"} and ground.gap(u.at, unit.at) <= 2
    ]
    fired = []
    for later in rest:
        if later.kind != "air_attack" or later.units[1] != squadron.id:
            break
        fired.append(later.units[0])
        air_attack(ref, later)
    wanted = [u.id for u in armed]
    ref.is_right("who fires at a raid", fired, wanted[: len(fired)] if squadron.box == "destroyed" else wanted)
    return Blow(unit.id, "") if passed else None


def thor(ref: Referee, event: Event) -> Blow | None:
    """One attack at 8, 4 under air/space defense, 2 under a whole installation, within two hexes of where the satellite is."""
    satellite = next(s for s in ref.table.satellites if s.id == event.units[0])
    unit = ref.table.units[event.units[1]]
    x, z = ground.cube(satellite.hex)
    dx, dz = ground.STEPS[satellite.heading - 1]
    gone = satellite.velocity * (ref.table.at.turn - 1)
    away = [(x + dx * gone - hx, z + dz * gone - hz) for hx, hz in map(ground.cube, ground.hexes(unit.at))]
    ref.is_right("a satellite in reach", min(max(abs(a), abs(b), abs(a + b)) for a, b in away) <= 2, True)
    ref.is_right("a satellite strikes once", satellite.spent or satellite.left, False)
    near = [u for u in ref.friends(unit.side) if ground.gap(u.at, unit.at) <= 2]
    forts = [u for u in near if u.kind == "defensive_installation" and not u.crippled]
    guards = [u for u in near if u.kind == "air_space_defense"]
    changes = [("under a defensive installation", -6)] if forts else [("under air/space defense", -4)] if guards else []
    for each in forts or guards:
        ref.show(each)
    satellite.spent = True
    passed = ref.roll("thor", event.checks[0], 8, changes)
    ref.is_right("thor hits", event.data["hit"], passed)
    return Blow(unit.id, "") if passed else None


def naval(ref: Referee, events: Sequence[Event]) -> list[Blow]:
    """Ships strike everybody in an engagement: friends at half strength; not while an installation is on the map."""
    blows = []
    for id in dict.fromkeys(e.units[0] for e in events):
        ships = next(s for s in ref.table.supports if s.id == id)
        mine = [e for e in events if e.units[0] == id]
        target = ref.table.units[ref.moment.before.plans.calls[id]]
        ref.is_right("who is in an engagement", [e.units[1] for e in mine], sorted(u.id for u in engagement(ref, target)))
        ref.is_right(
            "no ships over installations",
            any(u.kind == "defensive_installation" and u.status == "ok" for u in ref.table.units.values()),
            False,
        )
        for event in mine:
            unit = ref.table.units[event.units[1]]
            half = [("friends are struck at half strength", ships.attack // 2 - ships.attack)] if unit.side == ships.side else []
            if ref.roll("naval fire", event.checks[0], ships.attack, half):
                blows.append(Blow(unit.id, "", naval=True))
            ref.spot(unit, ships.side)
        ships.fired = True
    return blows


def engagement(ref: Referee, target: Century) -> list[Century]:
    found = [target]
    for unit in found:
        found += [e for e in ref.enemies(unit.side) if e not in found and ground.gap(e.at, unit.at) <= 1]
    return found
