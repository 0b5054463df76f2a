"""Fire missions of on-board artillery at targets off the board, where a scenario gives points for them; who fires grounded draws fire.

A vehicle that has not fired sends one mission a turn, grounded three; a battery of the enemy then answers next turn on its hex and on one to ten
hexes within six of it.
"""

from collections.abc import Sequence
from typing import Any

from scales.centurion import switches
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim
from scales.centurion.ground.terrain import on_board
from scales.centurion.scenario.goals import Term
from scales.centurion.state import PARITY, BattleState, Vehicle
from scales.centurion.support import artillery, calls
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import within
from scales.play import Play

RULE = "centurion: On-Board Artillery Fire"
GUN = "gpa_e"
HOVERING, GROUNDED = 1, 3
"""Missions a turn."""
NEAR = 6
"""Hexes within which the answering rounds lie."""


def term_of(state: BattleState, side: str) -> Term | None:
    """The term that pays a side for its missions."""
    terms = state.goals.terms if state.goals is not None else []
    return next((t for t in terms if t.side == side and t.event == "mission"), None)


def guns(state: BattleState, side: str) -> list[Vehicle]:
    """Vehicles of a side that can send missions off the board in this turn."""
    term = term_of(state, side)
    if term is None or not switches.is_on(state, "artillery"):
        return []
    own = [v for _, v in sorted(state.vehicles.items()) if v.side == side and (not term.units or v.id in term.units)]
    return [v for v in own if aim.in_play(v) and not v.fired and aim.crew_fights(v) and has_gun(v)]


def has_gun(vehicle: Vehicle) -> bool:
    """Has it a gravitic cannon that works?"""
    places = {mount.location for mount in vehicle_type(vehicle.type).weapons if mount.weapon == GUN}
    lost = {"turret": "turret_weapons", "hull_1": "hull_weapons_1", "hull_2": "hull_weapons_2"}
    return any(lost.get(place, "") not in vehicle.effects for place in places)


def most(vehicle: Vehicle) -> int:
    """Missions that it can send in a turn."""
    return GROUNDED if vehicle.mode == "grounded" else HOVERING


def send(play: Play[BattleState]) -> Sequence[Decision]:
    """End Phase: each side says how many missions its guns send."""
    state = play.state
    asked = [side for side in sorted(state.sides) if guns(state, side)]
    if asked and play.asks_first():
        return [_ask(state, side) for side in asked]
    for side in asked:
        answer = play.answers.get(f"missions:{side}")
        for gun in guns(state, side) if answer else ():
            order = answer.choices.get(gun.id, {}) if answer else {}
            if order and not objections(gun, order):
                _fire(play, gun, int(order["missions"]))
    return ()


def _ask(state: BattleState, side: str) -> Decision:
    units = [gun.id for gun in guns(state, side)]
    data: Json = {"side": side, "slots": units}
    return Decision(f"missions:{side}", state.seat(side), "missions", "Send fire missions off the board?", units, sealed=True, data=data)


def _fire(play: Play[BattleState], gun: Vehicle, missions: int) -> None:
    term = term_of(play.state, gun.side)
    assert term is not None
    gun.fired, points = True, missions * term.points
    term.earned += points
    count = f"{missions} fire mission{'s' if missions > 1 else ''}"
    text = f"{gun.name} sends {count} off the board to the {' or '.join(term.edges)}: {points} points."
    play.tell("missions_sent", text, RULE, units=[gun.id], data={"missions": missions, "points": points, "so_far": term.earned})
    if missions > HOVERING:
        _answer(play, gun)


def _answer(play: Play[BattleState], gun: Vehicle) -> None:
    """Counter-battery fire, written down by the enemy in secret."""
    state = play.state
    enemy = state.enemies(gun.side)[0]
    battery = next((b for _, b in sorted(state.batteries.items()) if b.side == enemy and b.missions), None)
    if battery is None or gun.hex is None:
        return
    around = [h for h in within(gun.hex, NEAR, PARITY) if h != gun.hex and on_board(state, h)]
    count = play.dice.d10(f"counter-battery fire at {gun.name}")
    hexes = [gun.hex, *(play.dice.pick(around, f"hex of counter-battery round {n}") for n in range(1, count + 1))]
    for hex in hexes:
        call = calls.new_call(state, enemy, kind="artillery", source=battery.id, hex=hex, due=artillery.due_turn(state.turn))
        call.round = "hell" if switches.is_on(state, "hell_rounds") else "hafe_i"
    labels = [h.label for h in hexes]
    text = f"{battery.name} answers {gun.name} with rounds on {', '.join(labels)}."
    play.tell("counter_battery", text, RULE, units=[gun.id], data={"hexes": labels}, seen_by=[enemy])


# --- orders -----------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """None, one mission, or all that a grounded gun has; `score` for the bot is what they earn."""
    found = []
    for id in decision.data["slots"]:
        gun, term = state.vehicles[id], term_of(state, decision.data["side"])
        points = term.points if term is not None else 0
        options = [Option({}, "no mission", {"score": 0})]
        for missions in sorted({HOVERING, most(gun)}):
            info: Json = {"missions": missions, "points": missions * points, "score": missions * points, "rule": RULE}
            info |= {"draws": "counter-battery fire on its hex and 1 to 10 others"} if missions > HOVERING else {}
            label = f"{missions} fire mission{'s' if missions > 1 else ''}, {missions * points} points"
            options.append(Option({"missions": missions}, label, info))
        found.append(Slot(id, f"{gun.name}: missions off the board", options, id))
    return found


def objections(gun: Vehicle, order: Any) -> list[str]:
    """Why an order is refused; {} sends none."""
    if order == {}:
        return []
    if not isinstance(order, dict) or set(order) != {"missions"} or type(order["missions"]) is not int:
        return [f"{gun.name} says with missions how many it sends ({RULE})."]
    if not 1 <= order["missions"] <= most(gun):
        how = "grounded" if most(gun) == GROUNDED else "not grounded"
        return [f"{gun.name} is {how} and sends 1 to {most(gun)} missions, not {order['missions']} ({RULE})."]
    return []


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the missions."""
    wanted = [id for id in decision.data["slots"] if id in orders.choices]
    return [Fault("not_legal", text, id) for id in wanted for text in objections(state.vehicles[id], orders.choices[id])]
