"""Calling for naval fire: ships that stand by, who may call, one mission a ship and Leviathan turn, and the report (R-LEV-46)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import calls, ending, naval_fire, switches
from scales.centurion.air_orders import read_hex
from scales.centurion.state import PARITY, BattleState, Call
from scales.centurion.terrain import on_board
from scales.centurion.weapons import figures
from scales.codec import typed
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import Hex, distance, hex_of
from scales.messages import Bay, FireSupport, FireSupportReport
from scales.play import Play

RULE = "centurion: Naval Fire Support"
BARRAGE = "centurion: Missile Barrages"
ASSIGNED = "leviathan: Full Leviathan/Centurion Integration"
MINUTES = 5
"""Minutes of a Leviathan turn, for which a ship is assigned."""
MOST_HEXES = 8


# --- assignment ------------------------------------------------------------------------------------------------------------------


def assigned(play: Play[BattleState]) -> Sequence[Decision]:
    """Ships reported for this Leviathan turn stand by from now on; each has its one mission still open."""
    for mail in play.mail("fire_support"):
        ship = typed(mail.data, FireSupport)
        play.state.ships[ship.ship] = ship
        if mail.cause is not None:
            play.state.causes[ship.ship] = mail.cause
        play.state.ship_since[ship.ship], play.state.ship_shots[ship.ship] = play.state.turn, 0
        covers = "covers" if ship.in_arc else "does not yet cover"
        text = f"{ship.ship_name} stands by for fire support with {len(ship.bays)} bays; its arc {covers} the battle."
        data = {"ship": ship.ship, "in_arc": ship.in_arc}
        play.tell("fire_support", text, ASSIGNED, units=[ship.ship], data=data, seen_by=[ship.side], cause=mail.cause)
    for id in sorted(play.state.ships.keys() - play.state.ship_windows.keys()):
        play.state.ship_since.setdefault(id, play.state.turn)
    return ()


def period(state: BattleState, ship: str, turn: int) -> int:
    """0 for turns of the Leviathan turn for which the ship is assigned, 1 for the next one."""
    return (turn - state.ship_since.get(ship, state.turn)) // MINUTES


def free_for(state: BattleState, ship: FireSupport, due: int) -> bool:
    """One mission a ship and Leviathan turn, counted when it fires; in this one its arc must cover the hex. In a battle without the ship's board
    one a turn, within the turns that the scenario gives."""
    if ship.ship in state.ship_windows:
        since, until = state.ship_windows[ship.ship]
        return since <= due <= until and not any(c.source == ship.ship and c.due == due for c in state.calls)
    when = period(state, ship.ship, due)
    if when == 0 and (state.ship_shots.get(ship.ship, 0) or not ship.in_arc):
        return False
    return not any(c.source == ship.ship and period(state, ship.ship, c.due) == when for c in state.calls)


def report(play: Play[BattleState]) -> Sequence[Decision]:
    """After minute 5, or when the battle is over, each ship hears what it did and whether an open call binds it again."""
    state, over = play.state, ending.is_over(play.state)
    for id, ship in sorted(state.ships.items()):
        if id in state.ship_windows:
            continue
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
        state.causes.pop(id, None)
    return ()


# --- calling ---------------------------------------------------------------------------------------------------------------------


def callers(state: BattleState, side: str) -> list[tuple[str, str, bool]]:
    """Who can call: vehicle, name of the century, officer or not; officers first."""
    officers = [(vehicle.id, century.name, True) for century, vehicle in calls.officers(state, side)]
    return officers + [(vehicle.id, century.name, False) for century, vehicle in calls.centurions(state, side)]


def ready(state: BattleState, side: str) -> list[FireSupport]:
    """Ships of a side that could take a call now."""
    own = [ship for _, ship in sorted(state.ships.items()) if ship.side == side]
    return [
        ship for ship in own if any(free_for(state, ship, state.turn + naval_fire.mission("laser", c[2])[1]) for c in callers(state, side))
    ]


def call(play: Play[BattleState]) -> Sequence[Decision]:
    """Each side that has ships and somebody to call them."""
    state = play.state
    asked = [side for side in sorted(state.sides) if ready(state, side)]
    if asked and not state.at.memo.get("asked"):
        state.at.memo["asked"] = True
        return [decision for side in asked for decision in ask(state, side)]
    for side in asked:
        answer = play.answers.get(f"naval:{side}")
        for ship in ready(state, side):
            order = answer.choices.get(ship.ship, {}) if answer else {}
            if order and not order_faults(state, ship, order):
                _order(play, ship, order)
    return ()


def ask(state: BattleState, side: str) -> list[Decision]:
    """What a side is asked, if it has a ship to call and somebody to do it."""
    slots = [ship.ship for ship in ready(state, side)]
    if not slots:
        return []
    units, prompt = [caller[0] for caller in callers(state, side)], "Call for naval fire support."
    return [Decision(f"naval:{side}", state.seat(side), "naval", prompt, units, sealed=True, data={"side": side, "slots": slots})]


def best_caller(state: BattleState, side: str, order: Mapping[str, Any]) -> tuple[str, str, bool]:
    """The caller named in an order, else the best there is."""
    found = callers(state, side)
    return next((c for c in found if c[0] == order.get("caller")), found[0])


def _order(play: Play[BattleState], ship: FireSupport, order: Mapping[str, Any]) -> None:
    state, (caller, century, officer) = play.state, best_caller(play.state, ship.side, order)
    kind = order.get("kind", "laser")
    base, delay = naval_fire.mission(kind, officer)
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


# --- orders ----------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """For each ship: no call, all bays on one hex, or the bays spread over the best hexes."""
    side = decision.data["side"]
    ships = [state.ships[id] for id in decision.data["slots"]]
    return [Slot(ship.ship, f"{ship.ship_name} fires", _options(state, side, ship)) for ship in ships]


def _options(state: BattleState, side: str, ship: FireSupport) -> list[Option]:
    found, who = [Option({}, "no call")], callers(state, side)
    if not who:
        return found
    best = calls.clusters(state, side, naval_fire.mission("laser", who[0][2])[1], MOST_HEXES)
    if len(best) > 1 and len(ship.bays) > 1:
        found.append(_spread(ship, best))
    for hex, score in best:
        order: Json = {"hexes": {bay.id: hex.label for bay in ship.bays}}
        info = {"score": score, "bays": len(ship.bays), "hex": hex.label, "at": [hex.column, hex.row]}
        found.append(Option(order, f"{ship.ship_name} fires all bays on hex {hex.label}", info))
    found += [_barrage_option(state, side, ship, hex) for hex, _ in best[:2]] if switches.is_on(state, "missile_barrages") else []
    legal = [option for option in found if not option.order or not order_faults(state, ship, option.order)]
    for option in legal:
        if option.order:
            _reckon(state, ship, option)
    return legal


def _reckon(state: BattleState, ship: FireSupport, option: Option) -> None:
    """Adds who calls, when it lands, what it costs, and what is rolled: for a barrage once, else for each bay with its damage."""
    kind, (caller, _, officer) = option.order.get("kind", "laser"), best_caller(state, ship.side, option.order)
    base, delay = naval_fire.mission(kind, officer)
    option.info |= {"caller": caller, "lands": state.turn + delay, "costs": "the ship's one mission of this Leviathan turn"}
    option.info |= {"scatter": "a miss scatters a hex or more in any direction", **naval_fire.reckoned(base, ship).info()}
    if kind == "laser":
        aims = option.order["hexes"]
        option.info["weapons"] = [_bay_line(ship, bay, aims[bay.id], base) for bay in ship.bays if bay.id in aims]
    option.label += f", landing in minute {state.turn + delay}"


def _bay_line(ship: FireSupport, bay: Bay, label: str, base: int) -> Json:
    return {"bay": bay.id, "name": bay.name, "hex": label, "damage": bay.damage, **naval_fire.reckoned(base, ship, bay.to_hit).info()}


def _barrage_option(state: BattleState, side: str, ship: FireSupport, hex: Hex) -> Option:
    """A barrage on a hex; friends in its reach count three times against it."""
    destroyed, reach, shaken = naval_fire.radii(figures("naval")["missile_damage"].get(ship.missile_type, 50))
    near = [u for u in state.in_play() if u.hex is not None and distance(u.hex, hex, PARITY) <= reach]
    score = sum(10 if u.side != side else -30 for u in near)
    info = {"score": score, "hex": hex.label, "at": [hex.column, hex.row], "radii": [destroyed, reach, shaken]}
    return Option({"kind": "missiles", "hex": hex.label}, f"{ship.ship_name} fires a barrage on hex {hex.label}", info)


def _spread(ship: FireSupport, best: list[tuple[Hex, int]]) -> Option:
    aims = {bay.id: best[i % len(best)][0].label for i, bay in enumerate(ship.bays)}
    score = sum(best[i % len(best)][1] for i in range(len(ship.bays))) // len(ship.bays)
    where = sorted(set(aims.values()))
    return Option({"hexes": aims}, f"{ship.ship_name} spreads its bays over {len(where)} hexes", {"score": score, "hexes": where})


def order_faults(state: BattleState, ship: FireSupport, order: Any) -> list[str]:
    """Why a call is refused; {} is no call."""
    if not isinstance(order, Mapping) or set(order) - {"kind", "hexes", "hex", "caller"}:
        return ["A call has kind, hexes (by bay) or hex, and caller only."]
    if not order:
        return []
    kind, found = order.get("kind", "laser"), callers(state, ship.side)
    if kind not in ("laser", "missiles") or not found or ("caller" in order and not any(c[0] == order["caller"] for c in found)):
        return ["Only an active Centurion or Naval Fire Control Officer calls for laser or missiles."]
    due = state.turn + naval_fire.mission(kind, best_caller(state, ship.side, order)[2])[1]
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
    if not switches.is_on(state, "missile_barrages") or ship.missiles < 1:
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
