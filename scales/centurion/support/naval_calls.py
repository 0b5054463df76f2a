"""Calling for naval fire: ships that stand by, who may call, one mission a ship and Leviathan turn, and the report (R-LEV-46)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import switches
from scales.centurion.ground.terrain import on_board
from scales.centurion.scenario import ending
from scales.centurion.state import BattleState, Call
from scales.centurion.support import calls, naval_fire
from scales.centurion.support.labels import read_hex
from scales.centurion.support.naval_fire import BARRAGE, RULE
from scales.codec import typed
from scales.engine import Decision, Fault, Orders
from scales.hexes import hex_of
from scales.messages import FireSupport, FireSupportReport
from scales.play import Play

ASSIGNED = "leviathan: Full Leviathan/Centurion Integration"
MINUTES = 5
"""Minutes of a Leviathan turn, for which a ship is assigned."""


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
        bays = f"{len(ship.bays)} {'bay' if len(ship.bays) == 1 else 'bays'}"
        text = f"{ship.ship_name} stands by for fire support with {bays}; its arc {covers} the battle."
        data = {"ship": ship.ship, "in_arc": ship.in_arc}
        play.tell("fire_support", text, ASSIGNED, units=[ship.ship], data=data, seen_by=[ship.side], cause=mail.cause)
    for id in sorted(play.state.ships.keys() - play.state.ship_windows.keys()):
        play.state.ship_since.setdefault(id, play.state.turn)
    return ()


def period(state: BattleState, ship: str, turn: int) -> int:
    """0 for turns of the Leviathan turn for which the ship is assigned, 1 for the next one."""
    return (turn - state.ship_since.get(ship, state.turn)) // MINUTES


def free_for(state: BattleState, ship: FireSupport, due: int) -> bool:
    """One mission a ship and Leviathan turn, counted when it fires; in this one its arc must cover the hex. By the simple tables one a turn. A ship
    that the scenario lends fires in the turns of its window."""
    open_calls = [c.due for c in state.calls if c.source == ship.ship]
    since, until = state.ship_windows.get(ship.ship, [0, due])
    if not since <= due <= until:
        return False
    if naval_fire.by_simple_tables(state, ship):
        return due not in open_calls
    when = period(state, ship.ship, due)
    if when == period(state, ship.ship, state.turn) and (state.ship_shots.get(ship.ship, 0) or not ship.in_arc):
        return False
    return all(period(state, ship.ship, turn) != when for turn in open_calls)


def report(play: Play[BattleState]) -> Sequence[Decision]:
    """After minute 5, or when the battle is over, each ship hears what it did and whether an open call binds it again."""
    state, over = play.state, ending.is_over(play.state)
    for id, ship in sorted(state.ships.items()):
        if id in state.ship_windows:
            _end_of_turn(play, ship, over=over)
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


def _end_of_turn(play: Play[BattleState], ship: FireSupport, *, over: bool) -> None:
    """A ship that the scenario lends has a new mission every five turns by Leviathan's rules, and is out of reach after its window."""
    state = play.state
    if period(state, ship.ship, state.turn + 1) > period(state, ship.ship, state.turn):
        state.ship_shots.pop(ship.ship, None)
    if state.turn == state.ship_windows[ship.ship][1] and not over:
        play.tell("fire_support_over", f"{ship.ship_name} is out of reach from now on.", RULE, units=[ship.ship], seen_by=[ship.side])


# --- calling ---------------------------------------------------------------------------------------------------------------------


def callers(state: BattleState, side: str) -> list[tuple[str, str, bool]]:
    """Who can call: vehicle, name of the century, officer or not; officers first."""
    officers = [(vehicle.id, century.name, True) for century, vehicle in calls.officers(state, side)]
    return officers + [(vehicle.id, century.name, False) for century, vehicle in calls.centurions(state, side)]


def kinds_of(state: BattleState, ship: FireSupport) -> list[str]:
    """What a ship has to fire: laser bays that bear, missiles where the battle's option missile_barrages lets it."""
    fires_missiles = switches.is_on(state, "missile_barrages") and salvos(state, ship) > 0
    return (["laser"] if ship.bays else []) + (["missiles"] if fires_missiles else [])


def salvos(state: BattleState, ship: FireSupport) -> int:
    """Salvos of missiles that no call has taken yet."""
    return ship.missiles - sum(c.source == ship.ship and c.kind == "missiles" for c in state.calls)


def in_time(state: BattleState, ship: FireSupport, kind: str) -> list[tuple[str, str, bool]]:
    """Who could call a ship so that its fire lands when it may fire."""
    return [c for c in callers(state, ship.side) if free_for(state, ship, state.turn + naval_fire.mission(kind, c[2])[1])]


def ready(state: BattleState, side: str) -> list[FireSupport]:
    """Ships of a side that could take a call now; none where naval fire is not played (Optional Rules: Naval Fire Support)."""
    own = [ship for _, ship in sorted(state.ships.items()) if ship.side == side and switches.is_on(state, "naval_fire")]
    return [ship for ship in own if any(in_time(state, ship, kind) for kind in kinds_of(state, ship))]


def call(play: Play[BattleState]) -> Sequence[Decision]:
    """Each side that has ships and somebody to call them."""
    state = play.state
    asked = [side for side in sorted(state.sides) if ready(state, side)]
    if asked and play.asks_first():
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


def best_caller(state: BattleState, ship: FireSupport, order: Mapping[str, Any]) -> tuple[str, str, bool]:
    """The caller named in an order, else the best whose call comes down in time."""
    found = callers(state, ship.side)
    named = [c for c in found if c[0] == order.get("caller")]
    return (named or in_time(state, ship, order.get("kind", "laser")) or found)[0]


def _order(play: Play[BattleState], ship: FireSupport, order: Mapping[str, Any]) -> None:
    state, (caller, century, officer) = play.state, best_caller(play.state, ship, order)
    kind = order.get("kind", "laser")
    base, delay = naval_fire.mission(kind, officer)
    aims = dict(order["hexes"]) if kind == "laser" else {"barrage": order["hex"]}
    first = hex_of(next(iter(sorted(aims.values()))))
    made = calls.new_call(state, ship.side, kind=kind, source=ship.ship, hex=first, due=state.turn + delay)
    made.caller, made.officer, made.to_hit, made.data = caller, officer, base, {"hexes": aims}
    where = " and ".join(sorted(set(aims.values())))
    what = "a missile barrage" if kind == "missiles" else "naval fire"
    text = f"{_who(made, century)} calls {what} of {ship.ship_name} on hex {where} for turn {made.due} of the battle."
    rule = BARRAGE if kind == "missiles" else RULE
    play.tell("naval_fire_called", text, rule, units=[caller], data={"hexes": aims, "due": made.due}, seen_by=[ship.side])


def _who(made: Call, century: str) -> str:
    return f"the {'NFCO' if made.officer else 'Centurion'} of {century}".replace("the ", "The ", 1)


# --- orders ----------------------------------------------------------------------------------------------------------------------


def order_faults(state: BattleState, ship: FireSupport, order: Any) -> list[str]:
    """Why a call is refused; {} is no call."""
    if not isinstance(order, Mapping) or set(order) - {"kind", "hexes", "hex", "caller"}:
        return ["A call has kind, hexes (by bay) or hex, and caller only."]
    if not order:
        return []
    kind, found = order.get("kind", "laser"), callers(state, ship.side)
    if kind not in ("laser", "missiles") or not found or ("caller" in order and not any(c[0] == order["caller"] for c in found)):
        return [f"Only an active Centurion or Naval Fire Control Officer calls for laser or missiles ({RULE})."]
    caller = best_caller(state, ship, order)
    due = state.turn + naval_fire.mission(kind, caller[2])[1]
    if not free_for(state, ship, due):
        by = "Naval Fire Control Officer" if caller[2] else "Centurion"
        return [f"{ship.ship_name} cannot fire in turn {due} of the battle, when a call of the {by} lands: {_when(state, ship)} ({RULE})."]
    return _missile_faults(state, ship, order) if kind == "missiles" else _bay_faults(state, ship, order)


def _when(state: BattleState, ship: FireSupport) -> str:
    """In which turns a ship fires, and how often."""
    simple, window = naval_fire.by_simple_tables(state, ship), state.ship_windows.get(ship.ship)
    often = "it makes one attack a minute" if simple else "it has one mission a Leviathan turn"
    return f"{often}, from turn {window[0]} to {window[1]} of the battle" if window else f"{often}, and only with the hex in its arc"


def _bay_faults(state: BattleState, ship: FireSupport, order: Mapping[str, Any]) -> list[str]:
    aims = order.get("hexes")
    if not isinstance(aims, Mapping) or not aims:
        return ["A call names a hex for at least one bay."]
    bays, found = {bay.id for bay in ship.bays}, []
    for bay, label in aims.items():
        hex = read_hex(label)
        if bay not in bays:
            found.append(f"{ship.ship_name} has no bay {str(bay)[:40]} bearing ({RULE}).")
        elif hex is None or not on_board(state, hex):
            found.append(f"Bay {str(bay)[:40]} needs a hex of the map, such as 0812.")
    return found


def _missile_faults(state: BattleState, ship: FireSupport, order: Mapping[str, Any]) -> list[str]:
    """Missiles need an authority of their own (the battle's option missile_barrages)."""
    hex = read_hex(order.get("hex"))
    if not switches.is_on(state, "missile_barrages"):
        return [f"No missile barrage has been authorised for this battle ({BARRAGE})."]
    if salvos(state, ship) < 1:
        return [f"{ship.ship_name} has no missiles left for a barrage ({BARRAGE})."]
    return [] if hex is not None and on_board(state, hex) else [f"A barrage needs a hex of the map, such as 0812 ({BARRAGE})."]


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the calls."""
    asked = [id for id in decision.data["slots"] if id in orders.choices]
    return [Fault("not_legal", text, id) for id in asked for text in _faults_of(state, id, orders.choices[id])]


def _faults_of(state: BattleState, id: str, order: Any) -> list[str]:
    """A ship that a ruling took away meanwhile is not called."""
    ship = state.ships.get(id)
    if ship is not None:
        return order_faults(state, ship, order)
    return [] if order == {} else [f"The ship {id[:60]} is out of reach ({RULE})."]
