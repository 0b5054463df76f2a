"""What must hold in every Legatus state."""

from scales.legatus import board
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import WAITING, Century, LegatusState, Marker, Squadron, hexes_of, present
from scales.legatus.support.artillery import is_artillery, support_of
from scales.legatus.tables import DISPERSIONS, kinds

MARKERS = {"denial", "passive", "earthworks"}
BOXES = {"ready", "cap", "ground_support", "re_arming", "away", "left", "destroyed"}


def broken(state: LegatusState) -> list[str]:
    """A sentence for each thing that cannot be."""
    found = [text for id in sorted(state.units) for text in _unit(state, id, state.units[id])]
    found += [text for q in sorted(state.squadrons) for text in _squadron(state.squadrons[q])]
    found += [text for marker in state.markers for text in _marker(state, marker)]
    found += [*_orbit(state), *_belonging(state), *_times(state)]
    found += [f"the pool of {s.id} is {s.pool}" for s in state.sides if s.pool < 0]
    heads = {c.id for c in state.cohorts.values() if c.level == "manus"}
    found += [
        f"{c.id} is under {c.under}, which heads no manus" for _, c in sorted(state.cohorts.items()) if c.under and c.under not in heads
    ]
    held = [u for c in state.clashes for u in c.units]
    found += [f"{u} is held by two engagements" for u in sorted({u for u in held if held.count(u) > 1})]
    return found


def _unit(state: LegatusState, id: str, unit: Century) -> list[str]:
    found = [f"{id} stands at '{unit.at}', which is no place of the map"] if not _placed(state, unit) else []
    if unit.id != id or unit.status not in {"ok", "destroyed", "left", WAITING}:
        found.append(f"{id} is recorded as {unit.id}, {unit.status}")
    if not {unit.altitude, unit.began or unit.altitude} <= set(altitudes_of(kinds()[unit.kind].carriage)):
        found.append(f"{id} cannot be at {unit.altitude}, nor come there from '{unit.began}'")
    if is_fixed(unit) and (unit.altitude != "normal" or "|" in unit.at or unit.broken):
        found.append(f"{id} is an installation at {unit.at}, {unit.altitude}{', broken' if unit.broken else ''}")
    if not 0 <= unit.watch <= 6:
        found.append(f"{id} watches toward {unit.watch}, which is no heading")
    if unit.side in unit.spotted_by or unit.spotted_by != sorted(set(unit.spotted_by)):
        found.append(f"{id} is spotted by {', '.join(unit.spotted_by)}")
    if _placed(state, unit) and present(unit) and unit.altitude == "dug_in" and _on_lake(state, unit):
        found.append(f"{id} is dug in on the lake of {unit.at}")
    if unit.broken and not present(unit) and unit.engaged:
        found.append(f"{id} is out of the battle and held by {unit.engaged}")
    if unit.crippled_at_start and not unit.crippled:
        found.append(f"{id} has healed")
    holders = [c.id for c in state.clashes if id in c.units]
    if unit.engaged and unit.engaged not in holders:
        found.append(f"{id} is held by {unit.engaged}, which does not hold it")
    if present(unit) and holders and not unit.engaged:
        found.append(f"{id} belongs to {holders[0]} and is not held")
    return found


def _belonging(state: LegatusState) -> list[str]:
    """Everybody is of a side of the battle, and of a cohort of that side; who has spotted and who holds a place are sides, too."""
    sides = {s.id for s in state.sides}
    found = [f"{u.id} is of '{u.side}', which is no side" for u in state.units.values() if u.side not in sides]
    cohorts = {c: cohort.side for c, cohort in state.cohorts.items()}
    found += [
        f"{u.id} is in cohort '{u.cohort}' of another side" for u in state.units.values() if u.cohort and cohorts.get(u.cohort) != u.side
    ]
    found += [f"{u.id} is spotted by strangers" for u in state.units.values() if not sides.issuperset(u.spotted_by)]
    return found + [f"{o.name} is held by '{o.holder}'" for o in state.objectives if o.holder and o.holder not in sides]


def _times(state: LegatusState) -> list[str]:
    """Artillery denial ends with its turn, orders for combat with the combat phase."""
    found = []
    if state.at.phase == "initiative" and any(m.kind == "denial" for m in state.markers):
        found.append("artillery denial has outlived its turn")
    plans = state.plans
    if state.at.phase in {"initiative", "movement", "spotting", "end"} and (
        plans.attacks or plans.support or plans.missions or plans.calls or plans.held
    ):
        found.append(f"there are orders for combat in the {state.at.phase} phase")
    return found


def _marker(state: LegatusState, marker: Marker) -> list[str]:
    """A marker has hexes of the map; those who know of one are other sides."""
    what, cells = f"{marker.kind} of {marker.side} in {', '.join(marker.hexes)}", grid_of(state).cells
    found = [f"{what}: there are no such markers"] if marker.kind not in MARKERS else []
    if not marker.hexes or any(h not in cells for h in marker.hexes):
        found.append(f"{what}: not on the map")
    if marker.side in marker.known_to or marker.known_to != sorted(set(marker.known_to)):
        found.append(f"{what}: known to {', '.join(marker.known_to)}")
    return found


def _squadron(squadron: Squadron) -> list[str]:
    found = [f"squadron {squadron.id} is in '{squadron.box}'"] if squadron.box not in BOXES else []
    if squadron.side in squadron.spotted_by or squadron.spotted_by != sorted(set(squadron.spotted_by)):
        found.append(f"squadron {squadron.id} is spotted by {', '.join(squadron.spotted_by)}")
    return found


def _orbit(state: LegatusState) -> list[str]:
    """Satellites keep their courses; shots are those of guns; only what is here is sent and called."""
    found = [
        f"satellite {s.id} flies along {s.heading} at {s.velocity}" for s in state.satellites if not 1 <= s.heading <= 6 or s.velocity < 0
    ]
    most = max(support_of(spread)[0] for spread in DISPERSIONS)
    found += [
        f"{u.id} has fired {u.shots} shots" for u in state.units.values() if u.shots and not (0 < u.shots <= most and is_artillery(u))
    ]
    found += [f"there is no squadron {q} to send" for q in sorted(state.plans.missions) if q not in state.squadrons]
    found += [f"there is no {u} to hold its fire" for u in state.plans.held if u not in state.units]
    above = {s.id for s in state.satellites} | {s.id for s in state.supports}
    return found + [f"there is no {id} to call" for id in sorted(state.plans.calls) if id not in above]


def _on_lake(state: LegatusState, unit: Century) -> bool:
    return any(grid_of(state).cells[h].ground == "lake" for h in hexes_of(unit.at))


def _placed(state: LegatusState, unit: Century) -> bool:
    return not present(unit) or (board.is_position(unit.at) and board.on_map(grid_of(state), unit.at))
