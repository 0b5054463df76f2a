"""What gets out of a craft on the ground, and what it takes up, before ground movement (centurion: Landing or Launching Centurion Units).

All that was aboard is this battle's to dispose of in that moment: what does not get out goes back to the craft with what is taken up.
Units get out at rest into either hex of the craft and move in the same phase; the survivors of a wreck stand where its bow was.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion.ground.terrain import is_water
from scales.centurion.preparation import deploy
from scales.centurion.state import BattleState, Landed, Platoon, Squad, Unit, Vehicle
from scales.centurion.support import landed_craft
from scales.centurion.support import landed_craft_units as units_of
from scales.centurion.support.labels import read_hex
from scales.centurion.support.landed_craft import RULE
from scales.centurion.support.landed_craft_drops import middle_of_enemies
from scales.centurion.support.landed_craft_units import VEHICLES
from scales.codec import typed
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import HEADINGS, Hex
from scales.messages import GroundLoad, UnitsAboard, UnitsLanded
from scales.play import Play

P = Play[BattleState]
STAY: Json = {"do": "stay"}
UP: Json = {"do": "up"}


def unload(play: P) -> Sequence[Decision]:
    """Take up what is aboard, ask what gets out and what is taken up, and tell the craft what it carries on."""
    state = play.state
    for mail in play.mail("units_landed"):
        news = typed(mail.data, UnitsLanded)
        state.unloading.append(news)
        if mail.cause:
            state.causes[news.craft] = mail.cause
    if state.unloading and play.asks_first() and (asked := ask(state)):
        return asked
    answers = {id: order for orders in play.answers.values() for id, order in orders.choices.items()}
    for news in state.unloading:
        (_survivors if news.wrecked else _unload)(play, news, answers)
        state.causes.pop(news.craft, None)
    state.unloading = []
    return ()


def ask(state: BattleState) -> list[Decision]:
    """Every side that has something to unload or to take up, sealed."""
    found = []
    for side in sorted(state.sides):
        ids = [id for news in _open(state, side) for id in slots(state, news)]
        if ids:
            data = {"side": side, "units": ids}
            prompt = "What gets out of each craft on the ground, and what does it take up?"
            found.append(Decision(f"unload:{side}", state.seat(side), "unload", prompt, ids, sealed=True, data=data))
    return found


def _open(state: BattleState, side: str) -> list[UnitsLanded]:
    """Craft of a side with open bays; a wreck has none."""
    return [news for news in state.unloading if news.side == side and not news.wrecked and news.craft in state.landed]


# --- who --------------------------------------------------------------------------------------------------------------------------


def slots(state: BattleState, news: UnitsLanded) -> list[str]:
    """Units that may get out by themselves, then those that could be taken up."""
    return [*(load.id for load in _getting_out(news)), *(unit.id for unit in waiting(state, news))]


def _getting_out(news: UnitsLanded) -> list[GroundLoad]:
    """Those aboard that do not ride in another of them."""
    ids = {load.id for load in news.units}
    return [load for load in news.units if load.aboard not in ids]


def _group(news: UnitsLanded, id: str) -> list[GroundLoad]:
    """A unit aboard with those that ride in it."""
    return [load for load in news.units if id in (load.id, load.aboard)]


def waiting(state: BattleState, news: UnitsLanded) -> list[Unit]:
    """Units of the side in the hexes of a craft that stand still and that it could take up alone."""
    landed = state.landed.get(news.craft)
    if landed is None:
        return []
    hexes = landed_craft.hexes_of(landed)
    here = [unit for unit in state.in_play() if unit.side == news.side and unit.hex in hexes and _stands(unit)]
    return [unit for unit in here if not _over(news, _with_riders(state, unit))]


def _stands(unit: Unit) -> bool:
    if isinstance(unit, Vehicle):
        return not (unit.velocity or unit.under_water or unit.mode in ("ttf", "laf") or unit.elevation or unit.hidden)
    return not (unit.level or unit.in_wreck or unit.hidden or unit.type == "vehicle_crew")


def _with_riders(state: BattleState, unit: Unit) -> list[GroundLoad]:
    riders = units_of.riders(state, unit) if isinstance(unit, Vehicle) else []
    return [units_of.load_of(each) for each in (unit, *riders)]


def _over(news: UnitsLanded, loads: Sequence[GroundLoad]) -> str:
    """What the craft has no room for, '' if it takes all of these together."""
    vehicles = [load for load in loads if load.kind in VEHICLES]
    if len(vehicles) > news.bays:
        return f"{news.craft_name} has {news.bays} bays, these are {len(vehicles)} vehicles"
    heavy = next((load for load in vehicles if load.mass > news.bay_tons), None)
    if heavy is not None:
        return f"{news.craft_name} takes {news.bay_tons} tons a bay, {heavy.name} has {heavy.mass}"
    men = sum(load.men for load in loads)
    return f"{news.craft_name} has room for {news.passengers} passengers, these are {men}" if men > news.passengers else ""


# --- orders -----------------------------------------------------------------------------------------------------------------------


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults, each unit's and of what would be aboard together."""
    found = []
    for news in _open(state, decision.data["side"]):
        for id in slots(state, news):
            if id in orders.choices:
                found += [Fault("not_legal", text, id) for text in faults(state, news, id, orders.choices[id])]
        if not found and (over := _over(news, _carried(state, news, orders.choices))):
            found.append(Fault("no_room", f"{over}.", news.craft))
    return found


def faults(state: BattleState, news: UnitsLanded, id: str, order: Any) -> list[str]:
    """Why the order of a unit is refused."""
    load = next((load for load in _getting_out(news) if load.id == id), None)
    name = load.name if load is not None else id
    if order == STAY or (load is None and order == UP):
        return []
    if load is None:
        return [f"{name} stays on the ground or goes up: do is stay or up."]
    out = isinstance(order, Mapping) and order.get("do") == "out" and set(order) == {"do", "hex", "facing"}
    hex = read_hex(order["hex"]) if out else None
    if not out or hex not in landed_craft.hexes_of(state.landed[news.craft]):
        return [f"{name} stays aboard, or gets out into a hex of {news.craft_name} with a facing."]
    if type(order["facing"]) is not int or order["facing"] not in HEADINGS:
        return [f"The facing of {name} is 1 to 6."]
    if hex is not None and is_water(state, hex) and load.kind != "grav":
        return [f"{name} cannot get out into water."]
    return []


def _carried(state: BattleState, news: UnitsLanded, orders: Mapping[str, Any]) -> list[GroundLoad]:
    """All that would be aboard by some orders."""
    stay = [each for load in _getting_out(news) if orders.get(load.id, STAY) == STAY for each in _group(news, load.id)]
    up = [each for unit in waiting(state, news) if orders.get(unit.id, STAY) == UP for each in _with_riders(state, unit)]
    return [*stay, *up]


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each unit. What may be taken up is offered for as many as there is room for, though nothing gets out."""
    found = []
    for news in _open(state, decision.data["side"]):
        landed = state.landed[news.craft]
        found += [
            Slot(load.id, f"{load.name} aboard {news.craft_name}", _ways_out(state, landed, load), load.id) for load in _getting_out(news)
        ]
        full = list(news.units)
        for unit in waiting(state, news):
            more = _with_riders(state, unit)
            fits = not _over(news, [*full, *more])
            full += more if fits else []
            ways = [
                Option(dict(STAY), f"{unit.name} stays on the ground"),
                *([Option(dict(UP), f"{news.craft_name} takes up {unit.name}")] if fits else []),
            ]
            found.append(Slot(unit.id, f"{unit.name} by {news.craft_name}", ways, unit.id))
    return [slot for slot in found if slot.id in decision.data["units"]]


def _ways_out(state: BattleState, landed: Landed, load: GroundLoad) -> list[Option]:
    """Either hex of the craft, facing the enemy, or staying aboard."""
    found, enemy = [], middle_of_enemies(state, load.side)
    for hex in landed_craft.hexes_of(landed):
        if not is_water(state, hex) or load.kind == "grav":
            found.append(_way(hex, deploy.facing_to(hex, enemy), load.name))
    return [*found, Option(dict(STAY), f"{load.name} stays aboard")]


def _way(hex: Hex, facing: int, name: str) -> Option:
    order: Json = {"do": "out", "hex": hex.label, "facing": facing}
    return Option(order, f"{name} gets out in {hex.label}, facing {facing}", {"hex": hex.label, "facing": facing})


# --- carried out ------------------------------------------------------------------------------------------------------------------


def _unload(play: P, news: UnitsLanded, answers: Mapping[str, Any]) -> None:
    """Out, up, and the rest back to the craft."""
    state, cause = play.state, play.state.causes.get(news.craft)
    good = {id: answers.get(id, STAY) for id in slots(state, news)}
    good = {id: order if news.craft in state.landed and not faults(state, news, id, order) else STAY for id, order in good.items()}
    out = [load for load in _getting_out(news) if good[load.id] != STAY]
    groups = [each for load in out for each in _group(news, load.id)]
    places = {load.id: _place(load, good[load.id]) for load in out}
    why = units_of.objections(state, news.craft, groups, places) if groups else []
    up = [unit for unit in waiting(state, news) if good[unit.id] == UP]
    if why:
        play.tell("unload_refused", f"{news.craft_name} cannot unload here: {why[0]}.", RULE, units=[news.craft], cause=cause)
        groups = []
    elif groups:
        units_of.join(state, news.craft, groups, places)
        names = ", ".join(load.name for load in groups)
        play.tell("disembark", f"Out of {news.craft_name}: {names}.", RULE, units=[news.craft, *(load.id for load in groups)], cause=cause)
    _give_back(play, news, [load for load in news.units if load not in groups], up)


def _place(load: GroundLoad, order: Json) -> Json:
    """Where a unit gets out; squads have no facing."""
    return {"hex": order["hex"], "facing": order["facing"]} if load.kind in VEHICLES else {"hex": order["hex"]}


def _give_back(play: P, news: UnitsLanded, stay: list[GroundLoad], up: Sequence[Unit]) -> None:
    """What stayed and what is taken up is the craft's from now on."""
    taken = [each for unit in up for each in (unit, *(units_of.riders(play.state, unit) if isinstance(unit, Vehicle) else []))]
    if _over(news, [*stay, *(units_of.load_of(unit) for unit in taken)]):
        taken = []
    loads = [*stay, *units_of.leave(play.state, taken)]
    if taken:
        names, ids = ", ".join(unit.name for unit in taken), [unit.id for unit in taken]
        play.tell("taken_up", f"{news.craft_name} takes up {names}.", RULE, units=[news.craft, *ids])
    if loads:
        text = f"{news.craft_name} carries on {len(loads)} unit{'' if len(loads) == 1 else 's'}."
        event = play.tell("bays_closed", text, RULE, units=[news.craft], seen_by=[news.side])
        play.send("units_aboard", UnitsAboard(news.craft, news.battle, loads), event=event)


def _survivors(play: P, news: UnitsLanded, _answers: Mapping[str, Any]) -> None:
    """Crews and squads beside the wreck; its counter is gone."""
    state, cause = play.state, play.state.causes.get(news.craft)
    landed = state.landed.pop(news.craft, None)
    if landed is None:
        return
    if not news.units:
        text = f"Nobody gets out of the wreck of {news.craft_name} in {landed.hex.label}."
        play.tell("survivors", text, RULE, units=[news.craft], cause=cause)
        return
    squads = [load for load in news.units if load.kind == "squad"]
    if squads and not units_of.objections(state, news.craft, squads, places := {load.id: {"hex": landed.hex.label} for load in squads}):
        units_of.join(state, news.craft, squads, places)
    for load in news.units:
        if load.kind == "crew":
            _crew(state, news, load, landed.hex)
    names = ", ".join(f"the crew of {load.name}" if load.kind == "crew" else load.name for load in news.units)
    text = f"Beside the wreck of {news.craft_name} in {landed.hex.label}: {names}."
    play.tell("survivors", text, RULE, units=[news.craft, *(load.id for load in news.units)], cause=cause)


def _crew(state: BattleState, news: UnitsLanded, load: GroundLoad, hex: Hex) -> None:
    """A crew on foot, in the platoon of its vehicle (Dismounted Vehicle Crew)."""
    id = load.platoon or f"{news.craft}/landed"
    platoon = state.platoons.setdefault(id, Platoon(id, load.side, f"{load.side}-century", []))
    units_of.century_of(state, platoon)
    crew = Squad(f"{load.id}-crew", f"Crew of {load.name}", load.side, platoon.century, id, "vehicle_crew", hex)
    crew.strength = load.men
    state.squads[crew.id] = crew
    platoon.units.append(crew.id)
