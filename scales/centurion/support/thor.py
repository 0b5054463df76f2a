"""Thor missions: called in the End Phase, three javelins that get their targets when they arrive (centurion: Thor Satellite System).

A side with a satellite on the board above calls that one (`satellites`). Without one they land three turns later; how many missions each side has
then, and in which turns, say the satellites of the set-up, or else the option `thor_missions`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import switches
from scales.centurion.combat import aim, hit_location
from scales.centurion.combat.casualty_rolls import by_squad
from scales.centurion.combat.painting import name_of
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import boxes, figures, template
from scales.centurion.ground import buildings, hidden, installations
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.state import BattleState, Call, Vehicle
from scales.centurion.support import calls, landed_craft_above, landed_craft_aim, rounds, satellites, scatter
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion: Thor Satellite System"
MOST = 30
"""Targets offered for a javelin."""
CRAFT = 100
"""Score of a craft on the ground as a target: more than that of any vehicle."""


# --- calling --------------------------------------------------------------------------------------------------------------------


def missions(state: BattleState, side: str) -> int:
    """Missions a side has left: of its satellite above, or of one of the scenario in the turns of its window."""
    if side in state.satellites:
        return satellites.missions(state, side)
    window = state.thor.get(side)
    if window is not None:
        return state.missions_left.get(f"thor:{side}", window.missions) if window.since <= state.turn <= window.until else 0
    return state.missions_left.get(f"thor:{side}", switches.value(state, "thor_missions"))


def call(play: Play[BattleState]) -> Sequence[Decision]:
    """A side with an active Centurion and a mission left may call it."""
    state = play.state
    asked = [side for side in sorted(state.sides) if missions(state, side) > 0 and calls.centurions(state, side)]
    if asked and play.asks_first():
        return [decision for side in asked for decision in ask(state, side)]
    for side in asked:
        answer = play.answers.get(f"thor:{side}")
        if answer and answer.choices.get("thor") == {"call": True}:
            _order(play, side)
    return ()


def ask(state: BattleState, side: str) -> list[Decision]:
    """What a side is asked, if it has a mission left and somebody to call it."""
    if missions(state, side) < 1 or not calls.centurions(state, side):
        return []
    who, data = calls.centurions(state, side)[0][1].id, {"side": side, "slots": ["thor"], "left": missions(state, side)}
    return [Decision(f"thor:{side}", state.seat(side), "thor", "Call for a Thor mission?", [who], sealed=True, data=data)]


def _order(play: Play[BattleState], side: str) -> None:
    state = play.state
    century, caller = calls.centurions(state, side)[0]
    if side in state.satellites:
        satellites.call(play, side, caller)
        return
    state.missions_left[f"thor:{side}"] = missions(state, side) - 1
    assert caller.hex is not None
    due = state.turn + int(figures("thor")["delay"])
    made = calls.new_call(state, side, kind="thor", source="thor", hex=caller.hex, due=due)
    made.caller = caller.id
    text = f"The Centurion of {century.name} calls for three javelins, due in turn {due} of the battle."
    play.tell("thor_called", text, RULE, units=[caller.id], data={"due": due}, seen_by=[side])


# --- arriving -------------------------------------------------------------------------------------------------------------------


def due(state: BattleState, side: str) -> list[Call]:
    return [c for c in state.calls if c.kind == "thor" and c.source == "thor" and c.side == side and c.due <= state.turn]


def segment(play: Play[BattleState]) -> Sequence[Decision]:
    """On arrival each javelin gets a vehicle or building of the enemy; no line of sight is needed."""
    state = play.state
    asked = [side for side in sorted(state.sides) if due(state, side)]
    if asked and play.asks_first():
        return [decision for side in asked for decision in ask_targets(state, side)]
    for side in asked:
        answer = play.answers.get(f"javelins:{side}")
        for made, slot in _aimed(state, side):
            order = answer.choices.get(slot, {}) if answer else {}
            if order and not order_faults(hidden.known(state, {side}), side, order):
                _strike(play, order["target"], reckoned(made))
        state.calls = [c for c in state.calls if c not in due(state, side)]
    return ()


def reckoned(made: Call | None = None) -> Reckoning:
    """What a javelin rolls against, whatever its target: less for what was out of its satellite at the launch (Thor Satellites)."""
    return Reckoning(int(figures("thor")["to_hit"]), satellites.spoiled(made) if made is not None else [], RULE)


def _aimed(state: BattleState, side: str) -> list[tuple[Call, str]]:
    """Every javelin that is here: its mission and its slot. Some of a satellite's may have been lost on their way."""
    most = int(figures("thor")["javelins"])
    return [(made, f"{made.id}#{n}") for made in due(state, side) for n in range(1, made.data.get("javelins", most) + 1)]


def _slots(state: BattleState, side: str) -> list[str]:
    return [slot for _, slot in _aimed(state, side)]


def ask_targets(state: BattleState, side: str) -> list[Decision]:
    """What a side is asked in the minute in which its javelins come down."""
    if not due(state, side):
        return []
    data, prompt = {"side": side, "slots": _slots(state, side)}, "Choose the targets of the javelins."
    return [Decision(f"javelins:{side}", state.seat(side), "javelins", prompt, sealed=True, data=data)]


def targets(state: BattleState, side: str) -> list[str]:
    """Enemy vehicles, also under water, either half of his craft on the ground, and buildings that he holds, his installations among them; one
    with a turret goes by that."""
    enemies = aim.enemies(state, side)
    vehicles = [u.id for u in enemies if isinstance(u, Vehicle)]
    held = {u.hex for u in enemies if u.hex is not None and not isinstance(u, Vehicle) and u.level > 0}
    held = {hex for hex in held | set(installations.strongholds(state, side)) if installations.turret_at(state, hex) is None}
    craft = [landed_craft_above.id_of(half) for half in landed_craft_above.enemies(state, side)]
    return [*sorted(vehicles), *craft, *(aim.building_id(hex) for hex in sorted(held))]


def _strike(play: Play[BattleState], target: str, number: Reckoning) -> None:
    """6 or less; a miss scatters and hits only buildings where it lands."""
    state, figure = play.state, figures("thor")
    what = f"javelin on {name_of(state, target)}"
    check = scatter.to_hit(play, number, what)
    outcome = "hits" if check.passed else "misses"
    play.tell("javelin", f"A javelin {outcome} {name_of(state, target)}.", RULE, units=[target], checks=[check])
    vehicle, hex, half = state.vehicles.get(target), aim.building_hex(target), landed_craft_aim.find(state, target)
    if check.passed and vehicle is not None and not installations.is_turret(vehicle):
        rounds.from_above(play, vehicle, figure["template"], "", "a Thor javelin")
        return
    if check.passed and half is not None:
        landed_craft_above.strike(play, half, template(figure["template"]), "", "thor", "a Thor javelin")
        return
    origin = vehicle.hex if vehicle is not None else half.hex if half is not None else hex
    landed = origin if check.passed else scatter.scatter(play, origin, what) if origin is not None else None
    _hit_building(play, landed)


def _hit_building(play: Play[BattleState], hex: Hex | None) -> None:
    """A building in the hex is struck; nothing else is."""
    tile = terrain_of(play.state).tile(hex) if hex is not None else None
    block = buildings.building_at(play.state, hex) if hex is not None and tile is not None and tile.ground == "buildings" else None
    loss = buildings.Loss()
    if block is not None and hex is not None:
        hit = buildings.Hit(template(figures("thor")["template"]), "gauss_200mm", weapon="a Thor javelin")
        buildings.take_hit(play, hex, hit, loss)
    if hex is not None and (block is not None or play.dice.fresh):
        text = f"The javelin comes down in hex {hex.label}: {loss.boxes + loss.turret_boxes} boxes of buildings lost{by_squad(loss.rolls)}."
        play.tell("javelin_landed", text, RULE, data={"hex": hex.label, **loss.told()})
    elif play.dice.fresh:
        play.tell("javelin_landed", "The javelin comes down off the map.", "centurion: Scattering")


# --- orders ---------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """Call or not, or a target for each javelin."""
    if decision.kind == "thor":
        return [Slot("thor", "Thor mission", [Option({}, "no mission", {"score": 14}), _call_option(state, decision.data)])]
    return [_target_slot(state, decision.data["side"], slot) for slot in decision.data["slots"]]


def _target_slot(state: BattleState, side: str, slot: str) -> Slot:
    id, _, number = slot.rpartition("#")
    made = next((c for c in state.calls if c.id == id), None)
    found = [_target_option(state, target, reckoned(made)) for target in targets(state, side)[:MOST]]
    return Slot(slot, f"javelin {number}", found or [Option({}, "no target")])


def _call_option(state: BattleState, asked: Json) -> Option:
    left, due = asked["left"], state.turn + int(figures("thor")["delay"])
    if asked["side"] in state.satellites:
        return _satellite_option(state, asked["side"], left)
    info = {
        "score": 15,
        "lands": due,
        "javelins": int(figures("thor")["javelins"]),
        "costs": "one mission",
        "left": left - 1,
        **reckoned().info(),
    }
    return Option({"call": True}, f"call three javelins for turn {due} of the battle", info)


def _satellite_option(state: BattleState, side: str, left: int) -> Option:
    """A call that the satellite above answers when it can."""
    found = satellites.prospect(state, side)
    info = {
        "score": 15 if "lands" in found else 13,
        "javelins": int(figures("thor")["javelins"]),
        "costs": "one cluster",
        "left": left - 1,
        **found,
        **reckoned().info(),
    }
    when = f"for turn {found['lands']} of the battle" if "lands" in found else "as soon as the battlefield is in its arc"
    return Option({"call": True}, f"call three javelins of {found['satellite']} {when}", info)


def _target_option(state: BattleState, target: str, number: Reckoning) -> Option:
    name, damage = name_of(state, target), boxes(template(figures("thor")["template"]))
    scatters = "a miss scatters and harms buildings only"
    info = {"score": _score(state, target), "target": target, "name": name, "damage": damage, "scatter": scatters, **number.info()}
    return Option({"target": target}, f"at {name}, on {info['to_hit']} or less", info | {"location": _location(state, target)})


def _location(state: BattleState, target: str) -> Json:
    """Where a hit strikes: percent of the facings of a vehicle (GLAD Hit Location Table), a storey of a building."""
    vehicle, half = state.vehicles.get(target), landed_craft_aim.find(state, target)
    if half is not None:
        return {half.half: 100}
    if vehicle is None or installations.is_turret(vehicle):
        return {"storey": "by a die"}
    faces = [hit_location.location("top", die) for die in range(1, 11)]
    return {face: 10 * faces.count(face) for face in dict.fromkeys(faces)}


def _score(state: BattleState, target: str) -> int:
    vehicle = state.vehicles.get(target)
    if landed_craft_aim.find(state, target) is not None:
        return CRAFT
    return 20 + sum(len(grid.rows) for grid in vehicle.armor.values()) if vehicle is not None else 20


def order_faults(state: BattleState, side: str, order: Any) -> list[str]:
    """Why the target of a javelin is refused; {} wastes it."""
    if not isinstance(order, Mapping) or set(order) - {"target"}:
        return ["A javelin has a target only."]
    if not order or order["target"] in targets(state, side):
        return []
    if isinstance(order["target"], str) and order["target"] in state.squads:
        return [f"Javelins cannot be used against dismounted infantry ({RULE})."]
    return [f"A javelin needs an enemy vehicle, a craft on the ground or a building held by the enemy ({RULE})."]


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of calls and targets."""
    if decision.kind == "thor":
        fine = orders.choices.get("thor", {}) in ({}, {"call": True})
        return [] if fine else [Fault("not_legal", "A Thor mission is called with {call: true} or not at all with {}.", "thor")]
    slots = [slot for slot in decision.data["slots"] if slot in orders.choices]
    return [Fault("not_legal", text, s) for s in slots for text in order_faults(state, decision.data["side"], orders.choices[s])]
