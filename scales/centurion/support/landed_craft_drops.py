"""Grav vehicles that were released above this battle: their side places them, at low altitude, and they fight from the next minute on.

Those dropped by a patrol craft go where their player likes at the full speed of low altitude (centurion: Landing or Launching Centurion Units).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import switches
from scales.centurion.catalog import data
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.ground.terrain import board_key, on_board, printed, terrain_of
from scales.centurion.movement import grav
from scales.centurion.preparation import deploy
from scales.centurion.state import PARITY, BattleState, Vehicle
from scales.centurion.support import landed_craft_units as units_of
from scales.centurion.support import scatter
from scales.centurion.support.labels import read_hex
from scales.centurion.support.landed_craft import RULE
from scales.centurion.support.landed_craft_units import VEHICLES
from scales.codec import typed
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import HEADINGS, Hex, distance, hex_of
from scales.messages import GroundLoad, UnitsAboard, UnitsDropped
from scales.play import Play

P = Play[BattleState]
ORBITAL: dict[str, int] = data("flight")["orbital_drop"]
"""Number on which a vehicle that drops from orbit lands as meant, and its velocity then."""
SPOTS = 12
"""Hexes offered for each vehicle; any other may be named."""
NEAR = 6
"""Hexes from a friend within which a vehicle counts as with him."""


def arrive(play: P) -> Sequence[Decision]:
    """Take up what was released in this minute, ask where it goes, and put it there."""
    state = play.state
    for mail in play.mail("units_dropped"):
        news = typed(mail.data, UnitsDropped)
        state.dropping.append(news)
        if mail.cause:
            state.causes[news.craft] = mail.cause
    if state.dropping and play.asks_first() and (asked := ask(state)):
        return asked
    answers = {id: order for orders in play.answers.values() for id, order in orders.choices.items()}
    for news in state.dropping:
        _come_down(play, news, answers)
        state.causes.pop(news.craft, None)
    state.dropping = []
    return ()


def ask(state: BattleState) -> list[Decision]:
    """Every side about its own vehicles, sealed."""
    found = []
    for side in sorted(state.sides):
        ids = [load.id for load in _falling(state, side)]
        if ids:
            data = {"side": side, "units": ids}
            prompt = "Place the vehicles that drop: where each is at low altitude, and its facing."
            found.append(Decision(f"drop:{side}", state.seat(side), "drop", prompt, ids, sealed=True, data=data))
    return found


def _falling(state: BattleState, side: str) -> list[GroundLoad]:
    return [load for news in state.dropping if news.side == side for load in news.units if load.kind in VEHICLES]


# --- orders -----------------------------------------------------------------------------------------------------------------------


def faults(state: BattleState, load: GroundLoad, order: Any) -> list[str]:
    """Why the place of a vehicle is refused."""
    if not isinstance(order, Mapping) or set(order) != {"hex", "facing"}:
        return [f"The place of {load.name} is a mapping with hex and facing."]
    hex = read_hex(order["hex"])
    found = [] if hex is not None and on_board(state, hex) else [f"{load.name} drops over a hex of the map, such as 0812."]
    if type(order["facing"]) is not int or order["facing"] not in HEADINGS:
        found.append(f"The facing of {load.name} is 1 to 6.")
    return found


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the places."""
    loads = [load for load in _falling(state, decision.data["side"]) if load.id in orders.choices]
    return [Fault("not_legal", text, load.id) for load in loads for text in faults(state, load, orders.choices[load.id])]


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each vehicle: hexes with friends, and over the whole map, facing the enemy; the best first."""
    options = spots(state, decision.data["side"])
    loads = {load.id: load for load in _falling(state, decision.data["side"])}
    return [Slot(id, f"Drop {loads[id].name}", options, id) for id in decision.data["units"] if id in loads]


def spots(state: BattleState, side: str) -> list[Option]:
    """Hexes spread over the map and where friends are. `score`: friends near it, less enemies as near."""
    enemy = middle_of_enemies(state, side)
    found = [_option(state, hex, side, enemy) for hex in _candidates(state, side)]
    found.sort(key=lambda option: (-int(option.info["score"]), option.order["hex"]))
    return found[:SPOTS]


def middle_of_enemies(state: BattleState, side: str) -> Hex:
    """About where the enemy is; without one the middle of the map."""
    foes = [u.hex for u in state.in_play() if u.side != side and u.hex is not None and not u.hidden]
    return deploy.middle(foes or sorted(printed(board_key(state.board))))


def _candidates(state: BattleState, side: str) -> list[Hex]:
    """Hexes of friends, and one of each part of the map."""
    ground = sorted(printed(board_key(state.board)))
    friends = [u.hex for u in state.in_play() if u.side == side and u.hex is not None]
    return list(dict.fromkeys([*sorted(friends)[:SPOTS], *ground[:: max(1, len(ground) // SPOTS)]]))


def _option(state: BattleState, hex: Hex, side: str, enemy: Hex) -> Option:
    near = [u for u in state.in_play() if u.hex is not None and not (u.hidden and u.side != side) and distance(u.hex, hex, PARITY) <= NEAR]
    friends, foes = sum(u.side == side for u in near), sum(u.side != side for u in near)
    facing = deploy.facing_to(hex, enemy)
    tile = terrain_of(state).tile(hex)
    info: Json = {
        "hex": hex.label,
        "facing": facing,
        "terrain": tile.ground if tile is not None else "",
        "friends": friends,
        "enemies": foes,
    }
    return Option({"hex": hex.label, "facing": facing}, f"over {hex.label}, facing {facing}", info | {"score": friends - foes})


# --- coming down ------------------------------------------------------------------------------------------------------------------


def _come_down(play: P, news: UnitsDropped, answers: Mapping[str, Json]) -> None:
    """The vehicles of one drop join the battle with their riders; what cannot goes back to the craft."""
    vehicles = [load for load in news.units if load.kind in VEHICLES]
    places = {load.id: _place(play.state, load, answers.get(load.id)) for load in vehicles}
    cause, speed = play.state.causes.get(news.craft), int(data("flight")["laf"]["limit"])
    if news.how == "orbit":
        speed = ORBITAL["velocity"]
        if not all(_lands(play, load, places[load.id], cause) for load in vehicles):
            return
    if why := units_of.objections(play.state, news.craft, news.units, places):
        text = f"{news.craft_name} cannot release what it carries here: {why[0]}."
        event = play.tell("drop_refused", text, RULE, units=[news.craft], cause=cause)
        play.send("units_aboard", UnitsAboard(news.craft, news.battle, news.units), event=event)
        return
    for unit in units_of.join(play.state, news.craft, news.units, places):
        if isinstance(unit, Vehicle):
            release(play.state, unit, speed)
            where = unit.hex.label if unit.hex is not None else ""
            text = f"{unit.name} drops over {where}, facing {unit.facing}, at velocity {unit.velocity}."
            told = {"hex": where, "facing": unit.facing, "velocity": unit.velocity, "mode": unit.mode}
            play.tell("dropped", text, RULE, units=[unit.id, *(s.id for s in units_of.riders(play.state, unit))], data=told, cause=cause)


def _lands(play: P, load: GroundLoad, place: Json, cause: str | None) -> bool:
    """Out of orbit a vehicle may miss its hex; off the map it is lost with all aboard (designed after Distant Fire)."""
    hex, number = hex_of(place["hex"]), ORBITAL["lands"]
    how = Reckoning(number, [], RULE)
    check = how.check(f"{load.name} lands in {hex.label}", play.dice.d10(f"landing: {load.name}, {number} or less"))
    landed = scatter.lands(play, hex, check)
    text = f"{load.name} comes down out of orbit: it {scatter.where(hex, landed)}."
    told = {"hex": hex.label, "landed": landed.label if landed is not None else ""}
    play.tell("out_of_orbit", text, RULE, units=[load.id], checks=[check], data=told, cause=cause)
    place["hex"] = landed.label if landed is not None else place["hex"]
    return landed is not None


def _place(state: BattleState, load: GroundLoad, order: Any) -> Json:
    """Where the order puts a vehicle; the first offer where it says nothing of use."""
    good = order if order is not None and not faults(state, load, order) else spots(state, load.side)[0].order
    return {"hex": good["hex"], "facing": good["facing"]}


def release(state: BattleState, vehicle: Vehicle, velocity: int) -> None:
    """At low altitude; where this battle does not play modes of flight, or without its drive, the vehicle is set down at rest (designed)."""
    vehicle.dropped = True
    if switches.is_on(state, "flight_modes") and grav.has_drive(vehicle):
        vehicle.mode, vehicle.velocity = "laf", velocity
