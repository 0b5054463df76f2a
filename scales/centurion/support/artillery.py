"""Offboard artillery: called in the End Phase, down in the next Combat Phase (centurion: General Artillery Rules)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scales.centurion import switches
from scales.centurion.combat import effects
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import hidden, mines
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import BattleState, Call
from scales.centurion.support import calls, rounds, scatter
from scales.centurion.support.labels import read_hex
from scales.centurion.support.rounds import Blast
from scales.engine import Check, Decision, Fault, Option, Orders, Slot
from scales.hexes import HEADINGS, Hex
from scales.messages import Battery
from scales.play import Play

RULE = "centurion: General Artillery Rules"
MOST_HEXES = 8
OFFERED = ("hafe_i", "smoke", "adm", "glad", "ama", "crater")
"""Rounds among the offers; HELL rounds only where the battle's options allow them."""
MISSES = ("a miss scatters a hex or more in any direction", "a miss is lost")
"""What becomes of a round that misses: any but GLAD, GLAD."""


# --- calling --------------------------------------------------------------------------------------------------------------------


def due_turn(turn: int) -> int:
    """A mission called in the End Phase lands in the next turn."""
    return turn + int(figures("artillery_to_hit")["delay"])


def ready(state: BattleState, side: str) -> list[Battery]:
    """Batteries of a side with shots left, if a Centurion can call them and artillery is played (Optional Rules: Artillery)."""
    if not switches.is_on(state, "artillery") or not calls.centurions(state, side):
        return []
    return [b for _, b in sorted(state.batteries.items()) if b.side == side and missions(state, b) > 0]


def missions(state: BattleState, battery: Battery) -> int:
    """Missions a battery can still be given this turn."""
    ordered = sum(1 for call in state.calls if call.source == battery.id and call.due == due_turn(state.turn))
    return max(0, min(battery.missions - ordered, battery.shots))


def slots(state: BattleState, side: str) -> list[str]:
    """One slot for each mission: battery id and number."""
    return [f"{battery.id}#{n}" for battery in ready(state, side) for n in range(1, missions(state, battery) + 1)]


def call(play: Play[BattleState]) -> Sequence[Decision]:
    """Each side secretly notes target hex and round of its missions."""
    state = play.state
    asked = [side for side in sorted(state.sides) if slots(state, side)]
    if asked and play.asks_first():
        return [decision for side in asked for decision in ask(state, side)]
    for side in asked:
        answer, free = play.answers.get(f"artillery:{side}"), slots(state, side)
        for slot, order in sorted(answer.choices.items()) if answer else ():
            if order and slot in free and not order_faults(state, order):
                _order(play, side, slot, order)
    return ()


def ask(state: BattleState, side: str) -> list[Decision]:
    """What a side is asked, if it has a mission to give."""
    free = slots(state, side)
    if not free:
        return []
    who, prompt = calls.centurions(state, side)[0][1].id, "Call artillery for the next minute."
    return [Decision(f"artillery:{side}", state.seat(side), "artillery", prompt, [who], sealed=True, data={"side": side, "slots": free})]


def _order(play: Play[BattleState], side: str, slot: str, order: Mapping[str, Any]) -> None:
    state = play.state
    battery = state.batteries[slot.rpartition("#")[0]]
    battery.shots -= 1
    century, caller = calls.centurions(state, side)[0]
    hex = read_hex(order["hex"])
    assert hex is not None
    mission = calls.new_call(state, side, kind="artillery", source=battery.id, hex=hex, due=due_turn(state.turn))
    mission.caller, mission.round, mission.heading = caller.id, order["round"], order.get("heading", 1)
    text = f"{battery.name} is called on hex {hex.label} with {rounds.name(mission.round)} by the Centurion of {century.name}."
    data = {"hex": hex.label, "round": mission.round, "due": mission.due}
    play.tell("artillery_called", text, RULE, units=[caller.id], data=data, seen_by=[side])


# --- landing --------------------------------------------------------------------------------------------------------------------


def number(spotted: bool) -> int:
    """9 with a spotter who sees the hex, else 6."""
    return int(figures("artillery_to_hit")["spotted" if spotted else "unspotted"])


def reckoned(spotted: bool) -> Reckoning:
    """What a round rolls against."""
    return Reckoning(number(spotted), [], RULE)


def segment(play: Play[BattleState]) -> Sequence[Decision]:
    """Missions due now but smoke, which comes down in the End Phase."""
    for mission in due(play.state, smoke=False):
        resolve(play, mission)
    return ()


def due(state: BattleState, smoke: bool) -> list[Call]:
    """Artillery missions of this turn in the order they were called."""
    return [c for c in state.calls if c.kind == "artillery" and c.due <= state.turn and (c.round == "smoke") == smoke]


def resolve(play: Play[BattleState], mission: Call) -> None:
    """One round: to hit, scatter, effect. A GLAD round does not scatter."""
    state = play.state
    state.calls.remove(mission)
    battery = state.batteries.get(mission.source)
    title = f"{battery.name if battery else mission.source}: {rounds.name(mission.round)}"
    check = scatter.to_hit(play, reckoned(bool(mission.spotter)), title)
    landed = _where(play, mission, check)
    spotted = f", marked by {_name(state, mission.spotter)}" if mission.spotter else ""
    fate = scatter.where(mission.hex, landed) if check.passed or mission.round != "glad" else "misses"
    what = rounds.one(mission.round)
    text = f"{what[:1].upper()}{what[1:]} {fate}{spotted}."
    play.tell("artillery", text, RULE, units=[mission.source], checks=[check], data={"hex": mission.hex.label, "landed": _label(landed)})
    if landed is not None:
        rounds.land(play, mission.round, Blast(landed, mission.side, hidden.name_or_none(state, mission.caller), mission.heading))


def _where(play: Play[BattleState], mission: Call, check: Check) -> Hex | None:
    if mission.round == "glad":
        return mission.hex if check.passed else None
    return scatter.lands(play, mission.hex, check)


def _label(hex: Hex | None) -> str:
    return hex.label if hex is not None else ""


def _name(state: BattleState, id: str) -> str:
    unit = state.unit(id)
    return unit.name if unit is not None else id


def takes_effect(play: Play[BattleState]) -> Sequence[Decision]:
    """Internal damage and losses of the artillery segment."""
    effects.all_take_effect(play)
    return ()


# --- orders ---------------------------------------------------------------------------------------------------------------------


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """For each mission: none, or a round on one of the hexes where most enemies stand."""
    options = _options(state, decision.data["side"])
    return [Slot(slot, _title(state, slot), options) for slot in decision.data["slots"]]


def _title(state: BattleState, slot: str) -> str:
    """'Cohort guns, mission 1: 3 rounds left'."""
    id, _, number = slot.rpartition("#")
    battery = state.batteries.get(id)
    return f"{battery.name}, mission {number}: {battery.shots} shots left" if battery is not None else f"mission {slot}"


def _options(state: BattleState, side: str) -> list[Option]:
    """`info`: where and when the round lands, its number unspotted and (`spotted`) with a spotter, what a miss does, the worth for the bot."""
    found = [Option({}, "no mission")]
    hell = ("hell",) if switches.is_on(state, "hell_rounds") else ()
    smoky = switches.is_on(state, "smoke")
    kinds = [kind for kind in (*OFFERED[:1], *hell, *OFFERED[1:]) if mines.is_played(state, kind) and (smoky or kind != "smoke")]
    due, spotted = due_turn(state.turn), reckoned(True).number
    common = {"lands": due, "costs": "one shot and one mission of the battery", "spotted": spotted, **reckoned(False).info()}
    for hex, score in calls.clusters(state, side, 1, MOST_HEXES):
        for kind in kinds:
            info = {"score": score, "hex": hex.label, "at": [hex.column, hex.row], "scatter": MISSES[kind == "glad"], **common}
            label = (
                f"{rounds.name(kind)} on hex {hex.label} in turn {due} of the battle, on {info['to_hit']} or less, {spotted} with a spotter"
            )
            found.append(Option({"hex": hex.label, "round": kind}, label, info))
    return found


def order_faults(state: BattleState, order: Any) -> list[str]:
    """Why a mission is refused; {} is none."""
    if not isinstance(order, Mapping) or set(order) - {"hex", "round", "heading"}:
        return ["A mission has hex, round and heading only."]
    if not order:
        return []
    hex, found = read_hex(order.get("hex")), []
    if hex is None or not on_board(state, hex):
        found.append("The target is a hex of the map, such as 0812.")
    kind = order.get("round")
    if not isinstance(kind, str) or kind not in figures("artillery"):
        found.append(f"There is no round {str(kind)[:20]}; there are {', '.join(figures('artillery'))} (centurion: Artillery Rounds).")
    elif kind == "smoke" and not switches.is_on(state, "smoke"):
        found.append("Smoke is not played in this battle (centurion: Smoke).")
    elif not mines.is_played(state, kind):
        found.append("This battle is played without mines, so neither ADM nor AMA rounds are called (centurion: Mines).")
    elif kind == "hell" and not switches.is_on(state, "hell_rounds"):
        found.append("HELL rounds are not allowed in this battle (centurion: HELL Rounds).")
    if type(order.get("heading", 1)) is not int or order.get("heading", 1) not in HEADINGS:
        found.append("The heading of a smoke column is 1 to 6 (centurion: Smoke).")
    return found


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the missions."""
    return [
        Fault("not_legal", text, slot)
        for slot in decision.data["slots"]
        if slot in orders.choices
        for text in order_faults(state, orders.choices[slot])
    ]
