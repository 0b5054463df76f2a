"""New units by a ruling: a vehicle, a squad, a platoon or a century, described as in a set-up, placed where it is said or in its side's zone."""

from scales import misfits
from scales.centurion.careers import quality
from scales.centurion.preparation import deploy, faults, hiding, ids, muster, opening
from scales.centurion.preparation.ground_setup import BoardSpec, FieldSpec
from scales.centurion.preparation.setup import COUNTER, CenturySpec, PlatoonSpec, SetUp, SideSpec, SquadSpec, VehicleSpec
from scales.centurion.state import BattleState, Century

Spec = VehicleSpec | SquadSpec | PlatoonSpec | CenturySpec
MODELS: dict[str, type[Spec]] = {"vehicle": VehicleSpec, "squad": SquadSpec, "platoon": PlatoonSpec, "century": CenturySpec}
SHOWN = 20
"""Platoons that a sentence names."""
MOST_UNITS = 100
"""Units that one ruling may bring."""


def objections(state: BattleState, spec: Spec, platoon: str) -> list[str]:
    """What is against new units; `platoon` is the one that a single vehicle or squad joins."""
    return [text for _, text in misfits.unprintable([spec.model_dump(), platoon])] or _against(state, spec, platoon)


def _against(state: BattleState, spec: Spec, platoon: str) -> list[str]:
    if isinstance(spec, VehicleSpec | SquadSpec) and platoon not in state.platoons:
        named = (
            f"there is no platoon '{platoon[:60]}' for it to join" if platoon else "joins is missing beside it: the platoon that it joins"
        )
        return [f"{named}; platoons are {', '.join(sorted(state.platoons)[:SHOWN])}"]
    if isinstance(spec, SquadSpec) and spec.aboard:
        return ["a single squad comes on foot, in a hex or in its side's zone"]
    if isinstance(spec, CenturySpec) and spec.kind == COUNTER:
        return ["defensive installations are built before a battle: they do not come as reinforcements"]
    _name_types(state, spec)
    side = side_of(state, spec, platoon)
    if side not in state.sides:
        return [f"there is no side '{side[:60]}' in this battle"]
    if isinstance(spec, PlatoonSpec) and spec.century and getattr(state.centuries.get(spec.century), "side", "") != side:
        return [f"there is no century '{spec.century[:60]}' of that side"]
    return _set_up_faults(state, spec, side) or _clashes(state, spec, side)


def _name_types(state: BattleState, spec: Spec) -> None:
    """Vehicles of the battle's own designs get the type ids under which these play."""
    vehicles = [spec] if isinstance(spec, VehicleSpec) else spec.vehicles if isinstance(spec, PlatoonSpec) else []
    for vehicle in vehicles:
        vehicle.type = state.designs.get(vehicle.type, vehicle.type)


def side_of(state: BattleState, spec: Spec, platoon: str) -> str:
    """The side that gets the units."""
    return state.platoons[platoon].side if isinstance(spec, VehicleSpec | SquadSpec) else spec.side


def _as_platoon(spec: Spec, side: str, id: str = "-", century: str = "") -> PlatoonSpec:
    """A platoon, or one unit as a platoon."""
    assert not isinstance(spec, CenturySpec)
    if isinstance(spec, PlatoonSpec):
        return spec.model_copy(update={"century": century}, deep=True)
    units = {"vehicles": [spec]} if isinstance(spec, VehicleSpec) else {"squads": [spec]}
    return PlatoonSpec(id=id, side=side, century=century).model_copy(update=units, deep=True)


def _set_up_faults(state: BattleState, spec: Spec, side: str) -> list[str]:
    """What a set-up of these units on this board would be refused for."""
    board = state.board
    field = FieldSpec(campaign_key=board.campaign_key, map=board.map, hexes=board.hexes) if board.hexes else None
    ground = BoardSpec(sheets=board.sheets, across=board.across, legatus_field=field, terrain=board.terrain)
    sides = [SideSpec(id=s.id, faction=s.faction, seat=s.seat) for s in state.sides.values()]
    centuries = [spec] if isinstance(spec, CenturySpec) else []
    platoons = [] if isinstance(spec, CenturySpec) else [_as_platoon(spec, side)]
    options = dict(state.options)
    whole = SetUp(board=ground, sides=sides, centuries=centuries, platoons=platoons, standing=True, options=options)
    return [f.text for f in faults.faults(whole)]


def _clashes(state: BattleState, spec: Spec, side: str) -> list[str]:
    """Ids that are taken, sheets that no such unit can have, too many units or none."""
    is_century = isinstance(spec, CenturySpec)
    platoons = muster.expand(spec, state.sides[side].faction)[1] if isinstance(spec, CenturySpec) else [_as_platoon(spec, side)]
    units = [u for p in platoons for u in p.units]
    named = [*([spec.id] if is_century else []), *(p.id for p in platoons if p.id != "-"), *(u.id for u in units)]
    named += [id for id, _ in ids.crews(platoons)]
    taken = {f"{id}{ids.CREW}" for id in state.vehicles} | {
        *state.platoons,
        *state.vehicles,
        *state.squads,
        *state.centuries,
        *state.batteries,
        *state.sides,
    }
    out = [f"there is a '{id[:60]}' in this battle already" for id in named if id in taken]
    if not 1 <= len(units) <= MOST_UNITS:
        out.append(f"a ruling brings 1 to {MOST_UNITS} units, not {len(units)}")
    return out


def enlist(state: BattleState, spec: Spec, platoon: str) -> list[str]:
    """Bring the units in; returns their ids. There must be no objections."""
    side = side_of(state, spec, platoon)
    platoons = _raise_century(state, spec) if isinstance(spec, CenturySpec) else [_join(state, spec, side, platoon)]
    for each in platoons:
        before = state.platoons.get(each.id)
        opening.enlist(state, each)
        if before is not None:
            before.units += state.platoons[each.id].units
            state.platoons[each.id] = before
    _place(state, side, platoons, spec)
    ids = [u.id for p in platoons for u in p.units]
    fresh = [u for id in ids if (u := state.unit(id)) is not None]
    opening.count(state, fresh)
    quality.count(state, fresh)
    return ids


def _raise_century(state: BattleState, spec: CenturySpec) -> list[PlatoonSpec]:
    century, platoons = muster.expand(spec, state.sides[spec.side].faction)
    state.centuries[century.id] = century
    century.fire_control = [v.id for p in platoons for v in p.vehicles if opening.is_officer(v.type)]
    return platoons


def _join(state: BattleState, spec: Spec, side: str, platoon: str) -> PlatoonSpec:
    """A platoon, or one unit for a platoon, in its century; loose ones in the century that the loose platoons of a side make up."""
    if isinstance(spec, PlatoonSpec):
        found = _as_platoon(spec, side, century=spec.century or f"{side}-century")
        muster.join(state.centuries.setdefault(found.century, Century(found.century, "century", side, "mixed")), found)
        return found
    found = _as_platoon(spec, side, platoon, state.platoons[platoon].century)
    if found.century in state.centuries:
        state.centuries[found.century].paper_points += muster.points(found)
    return found


def _place(state: BattleState, side: str, platoons: list[PlatoonSpec], spec: Spec) -> None:
    """Units without a hex come in the zone of their century or along their side's edge, facing the enemy; dug-in ones in craters."""
    sides = list(state.sides.values())
    edge = deploy.edge_of(state.sides[side], [s.id for s in sides].index(side), sides)
    own = deploy.zone_of(state, spec.deploy, edge) if isinstance(spec, CenturySpec) else []
    foes = [v.hex for v in state.vehicles.values() if v.side != side and v.hex is not None]
    enemy = deploy.middle(foes or deploy.edge_zone(state, deploy.OPPOSITE[edge]))
    units = [[u for s in p.units if (u := state.unit(s.id)) is not None] for p in platoons]
    deploy.place(state, units, own or deploy.edge_zone(state, edge), enemy)
    dug = {spec.id} if isinstance(spec, CenturySpec) and spec.dug_in else set()
    for platoon in platoons:
        hiding.hide(state, platoon)
    opening.dig_in(state, dug)
