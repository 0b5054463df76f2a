"""A set-up document becomes a battle. legatus: Standard Centuries"""

from scales.engine import Json
from scales.legatus import board
from scales.legatus.preparation import setup_faults, zones
from scales.legatus.preparation.deploying import Formed, form
from scales.legatus.preparation.models import InstallationIn, Setup, SquadronIn
from scales.legatus.state import WAITING, Century, LegatusState, Links, Marker, Objective, Policy, Satellite, Side, Squadron, Support
from scales.legatus.state import Field as Map
from scales.legatus.tables import tables


def build(setup: Json) -> LegatusState:
    """The state at the start; the set-up must be without faults."""
    s = Setup.model_validate(setup)
    wrong = setup_faults.faults(s)
    if wrong:
        raise ValueError(" ".join(f.text for f in wrong))
    grid = board.grid(s.map, tuple(s.rows))
    home, factions = zones.homes(grid, s), {x.id: x.faction for x in s.sides}
    formed = [form(grid, c, factions[c.side], home.get(c.side, "")) for c in s.cohorts]
    policy = s.rules.engagements
    return LegatusState(
        map=Map(s.map, s.rows),
        sides=_sides(s),
        attacker=s.attacker or s.sides[0].id,
        units=_units(s, formed, home),
        cohorts={c.id: c for f in formed for c in f.cohorts},
        squadrons={q.id: squadron_of(q, factions[q.side]) for q in s.squadrons},
        satellites=[Satellite(x.id, x.name or x.id, x.side, x.hex, x.heading, x.velocity) for x in s.satellites],
        supports=[Support(x.id, x.name or x.id, x.side, x.attack) for x in s.naval_support],
        superiority=s.superiority,
        markers=[Marker(d.kind, d.side, [d.hex], hidden=d.hidden) for d in s.defenses],
        objectives=[Objective(o.name, o.hex, o.points, o.holder) for o in s.objectives],
        links=Links(s.leviathan, s.interceptor),
        policy=Policy(policy.policy, policy.at_most, policy.centuries),
        turn_limit=s.turn_limit,
        standing=s.standing,
        options={name: int(value) for name, value in s.options.items()},
        zones={side: zones.hexes_in(grid, zone) for side, zone in s.zones.items()},
    )


def _sides(s: Setup) -> list[Side]:
    pool = int(tables()["initiative"]["pool"])
    return [Side(x.id, x.faction, x.seat, s.initiative_pools.get(x.id, pool), s.defensive_hexes.get(x.id, 0), name=x.name) for x in s.sides]


def _units(s: Setup, formed: list[Formed], home: dict[str, str]) -> dict[str, Century]:
    units = {u.id: u for f in formed for u in f.units}
    units |= {i.id: _installation(i, home.get(i.side, "")) for i in s.installations}
    for unit in units.values():
        unit.crippled_at_start = unit.crippled
        unit.reported = "crippled" if unit.crippled else ""
    return dict(sorted(units.items()))


def _installation(i: InstallationIn, home: str) -> Century:
    unit = Century(i.id, i.name or i.id, i.side, "", "defensive_installation", i.hex or home, crippled=i.crippled)
    unit.status = "ok" if i.hex else WAITING
    unit.installation_type = int(i.kind[-1]) if i.kind[-1].isdecimal() else 1
    return unit


def squadron_of(q: SquadronIn, faction: str) -> Squadron:
    """A squadron in the ready box, of the craft that its faction flies."""
    craft = q.craft_type or tables()["interceptor_craft"].get(faction, tables()["interceptor_craft"]["tog"])[q.kind]
    return Squadron(q.id, q.name or q.id, q.side, q.kind, craft)
