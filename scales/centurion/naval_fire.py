"""Naval fire support and missile barrages: called in the End Phase, down in the artillery segment (centurion, leviathan: Naval Fire Support)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import calls, damage, effects, ending, infantry_combat, rounds, scatter
from scales.centurion.air_orders import read_hex
from scales.centurion.rounds import Blast, area, squads_in, vehicles_in
from scales.centurion.state import PARITY, BattleState, Call, Vehicle
from scales.centurion.terrain import on_board
from scales.centurion.weapons import figures
from scales.codec import typed
from scales.engine import Check, Decision, Fault, Json, Modifier, Option, Orders, Slot
from scales.hexes import Hex, distance, hex_of
from scales.messages import Bay, FireSupport, FireSupportReport
from scales.play import Play

RULE = "centurion: Naval Fire Support"
BARRAGE = "centurion: Missile Barrages"
ASSIGNED = "leviathan: Full Leviathan/Centurion Integration"
MINUTES = 5
"""Minutes of a Leviathan turn, for which a ship is assigned."""
MOST_HEXES = 8


# --- figures --------------------------------------------------------------------------------------------------------------------


def mission(kind: str, officer: bool) -> tuple[int, int]:
    """To-hit number and turns of delay of a laser mission or missile barrage, by officer or Centurion."""
    row = figures("naval")["laser" if kind == "laser" else "missiles"]["officer" if officer else "centurion"]
    return int(row["to_hit"]), int(row["delay"])


def class_missions(ship_class: str) -> list[int]:
    """Damage of each separate attack of a class in a stand-alone battle (Naval Fire Support Damage Table)."""
    return list(figures("naval")["ships"][ship_class.lower()]["laser_bays"])


def bay_size(bay: Bay) -> int:
    """How many weapons a bay has: the number its name begins with, 25 when it does not say."""
    first = bay.name.split(" ")[0].rstrip("x")
    return int(first) if first.isdecimal() else 25


def vehicle_hits(size: int, roll: int) -> int:
    """How often a bay of a size hits one vehicle in its area (leviathan: Vehicle Hit Table)."""
    block = figures("naval")["vehicle_hits"]
    column = max((i for i, least in enumerate(block["columns"]) if least <= size), default=0)
    return int(block["rows"][roll - 1][column])


def bay_points(boxes: int, hits: int) -> int:
    """Points on each facing: ten times the Leviathan damage for each hit; vehicle shields do not help (R-CEN-29)."""
    return boxes * int(figures("naval")["laser"]["bay_factor"]) * hits


def radii(strength: int) -> tuple[int, int, int]:
    """Destroyed, hundred-point and gravitic radius of a barrage of a strength."""
    row = next(band for band in figures("naval")["missile_bands"] if strength >= band[0])
    return row[1], row[2], row[3]


def type_radii(kind: str) -> tuple[int, int, int]:
    """The radii by missile type, for a battle without the ships' own board."""
    row = figures("naval")["missile_radii"][kind]
    return row[0], row[1], row[2]


def zone_modifiers(zone: str) -> list[Modifier]:
    """2 less from the interface, 5 less from space."""
    value = figures("naval")["zones"].get(zone, 0)
    return [Modifier(f"fire from the {zone}" if zone != "space" else "fire from space", value, RULE)] if value else []


# --- assignment -----------------------------------------------------------------------------------------------------------------


def assigned(play: Play[BattleState]) -> Sequence[Decision]:
    """Ships reported for this Leviathan turn stand by from now on; each has its one mission still open."""
    for mail in play.mail("fire_support"):
        ship = typed(mail.data, FireSupport)
        play.state.ships[ship.ship] = ship
        play.state.ship_since[ship.ship], play.state.ship_shots[ship.ship] = play.state.turn, 0
        covers = "covers" if ship.in_arc else "does not yet cover"
        text = f"{ship.ship_name} stands by for fire support with {len(ship.bays)} bays; its arc {covers} the battle."
        data = {"ship": ship.ship, "in_arc": ship.in_arc}
        play.tell("fire_support", text, ASSIGNED, units=[ship.ship], data=data, seen_by=[ship.side], cause=mail.cause)
    for id in sorted(play.state.ships):
        play.state.ship_since.setdefault(id, play.state.turn)
    return ()


def period(state: BattleState, ship: str, turn: int) -> int:
    """0 for turns of the Leviathan turn for which the ship is assigned, 1 for the next one."""
    return (turn - state.ship_since.get(ship, state.turn)) // MINUTES


def free_for(state: BattleState, ship: FireSupport, due: int) -> bool:
    """One mission a ship and Leviathan turn, counted when it fires; in this one its arc must cover the hex."""
    when = period(state, ship.ship, due)
    if when == 0 and (state.ship_shots.get(ship.ship, 0) or not ship.in_arc):
        return False
    return not any(c.source == ship.ship and period(state, ship.ship, c.due) == when for c in state.calls)


def report(play: Play[BattleState]) -> Sequence[Decision]:
    """After minute 5, or when the battle is over, each ship hears what it did and whether an open call binds it again."""
    state, over = play.state, ending.is_over(play.state)
    for id, ship in sorted(state.ships.items()):
        if not over and state.turn - state.ship_since.get(id, state.turn) + 1 < MINUTES:
            continue
        still = not over and any(c.source == id for c in state.calls)
        shots, fired = state.ship_shots.pop(id, 0), state.ship_missiles.pop(id, False)
        did = f"fired {shots} mission{'s' if shots != 1 else ''}" if shots else "was not called"
        text = f"{ship.ship_name} {did}{', a call is still open' if still else ''}."
        event = play.tell("fire_support_report", text, RULE, units=[id], data={"shots": shots, "open_call": still}, seen_by=[ship.side])
        play.send("fire_support_report", FireSupportReport(id, ship.battle, shots, still, fired), event=event)
        del state.ships[id]
        state.ship_since.pop(id, None)
    return ()


# --- calling --------------------------------------------------------------------------------------------------------------------


def callers(state: BattleState, side: str) -> list[tuple[str, str, bool]]:
    """Who can call: vehicle, name of the century, officer or not; officers first."""
    officers = [(vehicle.id, century.name, True) for century, vehicle in calls.officers(state, side)]
    return officers + [(vehicle.id, century.name, False) for century, vehicle in calls.centurions(state, side)]


def ready(state: BattleState, side: str) -> list[FireSupport]:
    """Ships of a side that could take a call now."""
    own = [ship for _, ship in sorted(state.ships.items()) if ship.side == side]
    return [ship for ship in own if any(free_for(state, ship, state.turn + mission("laser", c[2])[1]) for c in callers(state, side))]


def call(play: Play[BattleState]) -> Sequence[Decision]:
    """Each side that has ships and somebody to call them."""
    state = play.state
    asked = [side for side in sorted(state.sides) if ready(state, side)]
    if asked and not state.at.memo.get("asked"):
        state.at.memo["asked"] = True
        return [_ask(state, side) for side in asked]
    for side in asked:
        answer = play.answers.get(f"naval:{side}")
        for ship in ready(state, side):
            order = answer.choices.get(ship.ship, {}) if answer else {}
            if order and not order_faults(state, ship, order):
                _order(play, ship, order)
    return ()


def _ask(state: BattleState, side: str) -> Decision:
    data = {"side": side, "slots": [ship.ship for ship in ready(state, side)]}
    units = [caller[0] for caller in callers(state, side)]
    return Decision(f"naval:{side}", state.seat(side), "naval", "Call for naval fire support.", units, sealed=True, data=data)


def best_caller(state: BattleState, side: str, order: Mapping[str, Any]) -> tuple[str, str, bool]:
    """The caller named in an order, else the best there is."""
    found = callers(state, side)
    return next((c for c in found if c[0] == order.get("caller")), found[0])


def _order(play: Play[BattleState], ship: FireSupport, order: Mapping[str, Any]) -> None:
    state, (caller, century, officer) = play.state, best_caller(play.state, ship.side, order)
    kind = order.get("kind", "laser")
    base, delay = mission(kind, officer)
    aims = dict(order["hexes"]) if kind == "laser" else {"barrage": order["hex"]}
    first = hex_of(next(iter(sorted(aims.values()))))
    made = calls.new_call(state, ship.side, kind=kind, source=ship.ship, hex=first, due=state.turn + delay)
    made.caller, made.officer, made.to_hit, made.data = caller, officer, base, {"hexes": aims}
    where = " and ".join(sorted(set(aims.values())))
    what = "a missile barrage" if kind == "missiles" else "naval fire"
    text = f"{_who(made, century)} calls {what} of {ship.ship_name} on hex {where} for minute {made.due}."
    play.tell("naval_fire_called", text, RULE, units=[caller], data={"hexes": aims, "due": made.due}, seen_by=[ship.side])


def _who(made: Call, century: str) -> str:
    return f"the {'NFCO' if made.officer else 'Centurion'} of {century}".replace("the ", "The ", 1)


# --- landing --------------------------------------------------------------------------------------------------------------------


def segment(play: Play[BattleState]) -> Sequence[Decision]:
    """Missions due this turn."""
    for made in [c for c in play.state.calls if c.kind in ("laser", "missiles") and c.due <= play.state.turn]:
        play.state.calls.remove(made)
        ship = play.state.ships.get(made.source)
        if ship is None or not ship.in_arc:
            name = ship.ship_name if ship is not None else made.source
            why = "the hex is not in its arc" if ship is not None else "it is no longer assigned"
            text = f"The call for {name} on hex {made.hex.label} is struck off: {why}."
            play.tell("call_struck_off", text, RULE, units=[made.caller], seen_by=[made.side])
            continue
        play.state.ship_shots[ship.ship] = play.state.ship_shots.get(ship.ship, 0) + 1
        if made.kind == "missiles":
            _barrage(play, made, ship)
        else:
            _bays(play, made, ship)
    return ()


def _bays(play: Play[BattleState], made: Call, ship: FireSupport) -> None:
    """Each bay of the broadside on its own hex."""
    for bay in ship.bays:
        label = made.data["hexes"].get(bay.id)
        if label is not None:
            _bay(play, made, ship, bay, hex_of(label))


def _check(play: Play[BattleState], made: Call, ship: FireSupport, what: str, extra: int = 0) -> Check:
    fire_control = [Modifier("fire control of the ship", extra, RULE)] if extra else []
    return scatter.to_hit(play, made.to_hit, [*zone_modifiers(ship.zone), *fire_control], what, RULE)


def _bay(play: Play[BattleState], made: Call, ship: FireSupport, bay: Bay, hex: Hex) -> None:
    check = _check(play, made, ship, f"{ship.ship_name} bay {bay.name} on hex {hex.label}", bay.to_hit)
    landed = scatter.lands(play, hex, check)
    fate = "" if landed == hex else f": it {scatter.where(hex, landed)}"
    text = f"{ship.ship_name} fires on hex {hex.label} for {_for(play.state, made)}{fate}."
    data = {"ship": ship.ship, "bay": bay.id, "hex": hex.label, "landed": landed.label if landed else ""}
    play.tell("naval_fire", text, RULE, units=[ship.ship, made.caller], checks=[check], data=data)
    if landed is not None:
        strike(play, Blast(landed, made.side, ship.ship), bay, ship)


def _for(state: BattleState, made: Call) -> str:
    """'1 Century, called by the NFCO of 1 Century'."""
    caller = state.vehicles.get(made.caller)
    century = state.centuries.get(caller.century) if caller is not None else None
    name = century.name if century is not None else made.side
    return f"{name}, called by {'the NFCO' if made.officer else 'the Centurion'} in {caller.name if caller is not None else made.caller}"


def strike(play: Play[BattleState], blast: Blast, bay: Bay, ship: FireSupport) -> None:
    """A column of fire on a hex and its neighbors, friend and foe; no gravitic effect, so nobody grounds."""
    state = play.state
    hexes = area(state, blast.hex, figures("naval")["laser"]["radius"])
    for squad in squads_in(state, hexes):
        infantry_combat.queue(squad, squad.strength, blast.by)
    for vehicle in vehicles_in(state, hexes):
        _burn(play, vehicle, bay, ship)
    for hex in hexes:
        rounds.scorch(play, hex, blast)


def _burn(play: Play[BattleState], vehicle: Vehicle, bay: Bay, ship: FireSupport) -> None:
    """Damage on every facing but the bottom: by the Vehicle Hit Table, or by the rating less shields for a ship without a board (R-CEN-29)."""
    if ship.rating:
        points = damage.hell_points(vehicle, ship.rating)
    else:
        hits = vehicle_hits(bay_size(bay), play.dice.d10(f"vehicle hits: {ship.ship_name} on {vehicle.name}"))
        points = dict.fromkeys(damage.SIDES, bay_points(bay.damage, hits))
    rounds.burn(play, vehicle, points, ship.ship, weapon=f"the guns of {ship.ship_name}", rule=RULE)


# --- barrages -------------------------------------------------------------------------------------------------------------------


def _barrage(play: Play[BattleState], made: Call, ship: FireSupport) -> None:
    play.state.ship_missiles[ship.ship] = True
    hex = hex_of(made.data["hexes"]["barrage"])
    check = _check(play, made, ship, f"{ship.ship_name} missile barrage on hex {hex.label}")
    landed = scatter.lands(play, hex, check)
    fate = "" if landed == hex else f": it {scatter.where(hex, landed)}"
    text = f"{ship.ship_name} fires a missile barrage on hex {hex.label} for {_for(play.state, made)}{fate}."
    play.tell("missile_barrage", text, BARRAGE, units=[ship.ship, made.caller], checks=[check], data={"hex": hex.label})
    strength = figures("naval")["missile_damage"].get(ship.missile_type, 50) - _defended(play, ship.side)
    if landed is not None and strength > 0:
        barrage(play, Blast(landed, made.side, ship.ship), radii(strength))


def _defended(play: Play[BattleState], side: str) -> int:
    """Points that the other side's air defense takes off, if it hits (R-LEV-44)."""
    state, figure = play.state, figures("naval")["air_defense"]
    guards = {c.id for c in state.centuries.values() if c.side != side and c.kind == "air_space_defense"}
    value = sum(any(u.century == id for u in state.in_play()) for id in guards)
    if not value:
        return 0
    roll = play.dice.d10("air defense against the barrage")
    passed = roll != 10 and roll <= figure["to_hit"]
    check = Check("air defense", figure["to_hit"], [], figure["to_hit"], roll, passed, BARRAGE)
    stops = value * int(figure["points_each"]) if passed else 0
    play.tell("air_defense", f"Air defense takes {stops} points off the barrage.", BARRAGE, checks=[check], data={"points": stops})
    return stops


def barrage(play: Play[BattleState], blast: Blast, reach: tuple[int, int, int]) -> None:
    """Destroyed, a HELL round, or its aftershock, by the distance from the impact."""
    state = play.state
    for vehicle in vehicles_in(state, area(state, blast.hex, reach[2])):
        assert vehicle.hex is not None
        away = distance(vehicle.hex, blast.hex, PARITY)
        if away <= reach[0]:
            effects.destroy(play, vehicle, blast.by, "a missile barrage", explosion=True)
        elif away <= reach[1]:
            effects.ground(play, vehicle, why="pulled down by the barrage")
            rounds.burn(play, vehicle, damage.hell_points(vehicle, 100), blast.by, weapon="the barrage", rule=BARRAGE)
        else:
            rounds.shock(play, vehicle)
    burnt = area(state, blast.hex, reach[1])
    for squad in squads_in(state, burnt):
        infantry_combat.queue(squad, squad.strength, blast.by)
    for hex in burnt:
        rounds.scorch(play, hex, blast)


# --- orders ---------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """For each ship: no call, all bays on one hex, or the bays spread over the best hexes."""
    side = decision.data["side"]
    ships = [state.ships[id] for id in decision.data["slots"]]
    return [Slot(ship.ship, f"{ship.ship_name} fires", _options(state, side, ship)) for ship in ships]


def _options(state: BattleState, side: str, ship: FireSupport) -> list[Option]:
    found = [Option({}, "no call")]
    delay = mission("laser", callers(state, side)[0][2])[1]
    best = calls.clusters(state, side, delay, MOST_HEXES)
    if len(best) > 1 and len(ship.bays) > 1:
        found.append(_spread(ship, best))
    for hex, score in best:
        order: Json = {"hexes": {bay.id: hex.label for bay in ship.bays}}
        found.append(Option(order, f"{ship.ship_name} fires all bays on hex {hex.label}", {"score": score, "bays": len(ship.bays)}))
    found += [_barrage_option(state, side, ship, hex) for hex, _ in best[:2]] if state.options.get("missile_barrages") else []
    return [option for option in found if not option.order or not order_faults(state, ship, option.order)]


def _barrage_option(state: BattleState, side: str, ship: FireSupport, hex: Hex) -> Option:
    """A barrage on a hex; friends in its reach count three times against it."""
    reach = radii(figures("naval")["missile_damage"].get(ship.missile_type, 50))[1]
    near = [u for u in state.in_play() if u.hex is not None and distance(u.hex, hex, PARITY) <= reach]
    score = sum(10 if u.side != side else -30 for u in near)
    return Option({"kind": "missiles", "hex": hex.label}, f"{ship.ship_name} fires a barrage on hex {hex.label}", {"score": score})


def _spread(ship: FireSupport, best: list[tuple[Hex, int]]) -> Option:
    aims = {bay.id: best[i % len(best)][0].label for i, bay in enumerate(ship.bays)}
    score = sum(best[i % len(best)][1] for i in range(len(ship.bays))) // len(ship.bays)
    return Option({"hexes": aims}, f"{ship.ship_name} spreads its bays over {len(set(aims.values()))} hexes", {"score": score})


def order_faults(state: BattleState, ship: FireSupport, order: Any) -> list[str]:
    """Why a call is refused; {} is no call."""
    if not isinstance(order, Mapping) or set(order) - {"kind", "hexes", "hex", "caller"}:
        return ["A call has kind, hexes (by bay) or hex, and caller only."]
    if not order:
        return []
    kind, found = order.get("kind", "laser"), callers(state, ship.side)
    if kind not in ("laser", "missiles") or not found or ("caller" in order and not any(c[0] == order["caller"] for c in found)):
        return ["Only an active Centurion or Naval Fire Control Officer calls for laser or missiles."]
    due = state.turn + mission(kind, best_caller(state, ship.side, order)[2])[1]
    if not free_for(state, ship, due):
        return [f"{ship.ship_name} cannot fire in minute {due}: one mission a Leviathan turn, and only with the hex in its arc."]
    return _missile_faults(state, ship, order) if kind == "missiles" else _bay_faults(state, ship, order)


def _bay_faults(state: BattleState, ship: FireSupport, order: Mapping[str, Any]) -> list[str]:
    aims = order.get("hexes")
    if not isinstance(aims, Mapping) or not aims:
        return ["A call names a hex for at least one bay."]
    bays, found = {bay.id for bay in ship.bays}, []
    for bay, label in aims.items():
        hex = read_hex(label)
        if bay not in bays:
            found.append(f"{ship.ship_name} has no bay {str(bay)[:40]} bearing.")
        elif hex is None or not on_board(state, hex):
            found.append(f"Bay {str(bay)[:40]} needs a hex of the map, such as 0812.")
    return found


def _missile_faults(state: BattleState, ship: FireSupport, order: Mapping[str, Any]) -> list[str]:
    """Missiles need an authority of their own (the battle's option missile_barrages)."""
    hex = read_hex(order.get("hex"))
    if not state.options.get("missile_barrages") or ship.missiles < 1:
        return ["No missile barrage has been authorised for this battle."]
    return [] if hex is not None and on_board(state, hex) else ["A barrage needs a hex of the map, such as 0812."]


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the calls."""
    ships = {id: state.ships[id] for id in decision.data["slots"]}
    return [
        Fault("not_legal", text, id)
        for id, ship in ships.items()
        if id in orders.choices
        for text in order_faults(state, ship, orders.choices[id])
    ]
