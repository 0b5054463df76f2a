"""Battles played by bots with everything that other boards lend: batteries, a ship, javelins, craft above. Every step is kept."""

from dataclasses import dataclass, field
from functools import lru_cache

from scales.centurion import ENGINE
from scales.centurion.state import BattleState
from scales.codec import plain
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Delivery, Json, Orders, Step
from scales.messages import Bay, FireSupport, GroundAttack
from tests.centurion.field import platoon, setup, vehicle

TERRAIN = {"1007": "0h", "1108": "0l", "1207": "1.", "1306": "0.", "0905": "0h", "1409": "0l"}
BATTERIES = [{"id": f"{side}-guns", "name": f"{side} guns", "side": side, "missions": 2, "shots": 9} for side in ("tog", "cw")]


def tanks(side: str, type: str, column: int, facing: int) -> Json:
    vehicles = [vehicle(f"{side}-{n}", type, f"{column:02d}{5 + n:02d}", facing=facing) for n in (1, 2, 3)]
    return platoon(side, *vehicles, id=f"{side}-tanks") | {"centurion": f"{side}-1"}


def carriers(side: str, type: str, column: int, facing: int) -> Json:
    vehicles = [vehicle(f"{side}-c{n}", type, f"{column:02d}{5 + n:02d}", facing=facing) for n in (1, 2)]
    squads = tuple({"id": f"{side}-s{n}", "type": "bounce_tvlg", "name": f"{side} squad {n}", "aboard": f"{side}-c{n}"} for n in (1, 2))
    foot = {"id": f"{side}-foot", "type": "bounce_tvlg", "name": f"{side} foot", "hex": f"{column:02d}09"}
    return platoon(side, *vehicles, id=f"{side}-carriers", squads=(*squads, foot))


SNEAKS = {"cw": "0711", "tog": "1106"}
"""Hexes of squads in sneak suits, within three of hidden vehicles of the enemy."""
LURKERS = {"cw": (("1204", "1310", "1509"), "1307", 5, "liberator"), "tog": (("0612", "1010", "0903"), "0804", 2, "horatius")}
"""Hexes of hidden vehicles of each side, of a hidden squad, their facing and type."""
MINED = {"cw": ("1007", "1108", "1205", "1309", "1408"), "tog": ("1406", "1207", "1508")}


def lurkers(side: str) -> Json:
    """A platoon that is hidden whole, the squad in the building in 1307 or in a crater."""
    hexes, den, facing, type = LURKERS[side]
    vehicles = [vehicle(f"{side}-lurk-{n}", type, hex, facing=facing, hidden=True) for n, hex in enumerate(hexes[:2], 1)]
    squad = {
        "id": f"{side}-lurk-s",
        "type": "bounce_tvlg",
        "name": f"{side}-lurk-s",
        "hex": den,
        "hidden": True,
        "level": int(side == "cw"),
    }
    sneak = {"id": f"{side}-sneak", "type": "bounce_tvlg", "name": f"{side}-sneak", "hex": SNEAKS[side], "hidden": True, "sneak_suit": True}
    return platoon(side, *vehicles, id=f"{side}-lurkers", squads=(squad, sneak))


def ambush() -> Json:
    """The same battle with hidden units and minefields on both sides; one vehicle hides that belongs to a platoon in the open."""
    found = given()
    for side, (hexes, _, facing, type) in LURKERS.items():
        tank = vehicle(f"{side}-lurk-3", type, hexes[2], facing=facing, hidden=True, charge=True)
        next(p for p in found["platoons"] if p["id"] == f"{side}-tanks")["vehicles"].append(tank)
        found["platoons"].append(lurkers(side))
    found["board"]["terrain"]["1307"] = "0b2/20"
    found["minefields"] = [{"hex": hex, "side": side} for side, hexes in MINED.items() for hex in hexes]
    return found


def given() -> Json:
    """Two platoons a side, near enough to fight in the second minute, far enough that nobody wins before the fourth."""
    platoons = [
        tanks("tog", "horatius", 5, 2),
        carriers("tog", "romulus", 4, 2),
        tanks("cw", "liberator", 20, 5),
        carriers("cw", "spartius", 21, 5),
    ]
    more = {"batteries": BATTERIES, "options": {"thor_missions": 1, "missile_barrages": 1}, "turn_limit": 8}
    return setup(*platoons, changes=TERRAIN, **more)


def lent(turn: int, phase: str) -> list[Delivery]:
    """A ship for each side, and in some minutes a craft of each."""
    if phase != "combat":
        return []
    sent = [("fire_support", _ship(side)) for side in ("tog", "cw") if turn in (1, 6)]
    sent += [("ground_attack", _craft(side, "strafing" if turn == 2 else "dive_bombing")) for side in ("tog", "cw") if turn in (2, 3)]
    return [Delivery(f"m{turn}{n}", kind, "above", plain(data), f"above:{turn}{n}") for n, (kind, data) in enumerate(sent)]


def _ship(side: str) -> FireSupport:
    bays = [Bay(f"{side}-ship/0", "25 37.5/10", "L", 12), Bay(f"{side}-ship/1", "10 37.5/10", "L", 12, 1)]
    return FireSupport(f"{side}-ship", f"Ship of {side}", "fulgur", side, "b", zone="atmosphere", in_arc=True, bays=bays, missiles=1)


def _craft(side: str, attack: str) -> GroundAttack:
    bombs = {"hafe_i": 2} if attack == "dive_bombing" else {}
    weapons, shields = {"laser_5_4": 2}, {"bow": 60, "left": 40, "right": 40, "stern": 20}
    return GroundAttack(f"{side}-craft", f"Craft of {side}", "avenger", side, "b", attack, 4, weapons, bombs, shields, painting=True)


@dataclass(slots=True)
class Moment:
    """A step and what led into it: the state before with its open decisions, the orders given, the events' dice index."""

    phase: str
    before: BattleState
    pending: list[Decision]
    given: dict[str, Orders]
    step: Step


@dataclass(slots=True)
class Battle:
    opening: BattleState
    moments: list[Moment] = field(default_factory=list)

    @property
    def end(self) -> BattleState:
        state: BattleState = self.moments[-1].step.state
        return state

    def asked(self, *kinds: str) -> list[Moment]:
        """Moments with an open decision of these kinds, or of any."""
        return [m for m in self.moments if any(not kinds or d.kind in kinds for d in m.pending)]


@lru_cache(maxsize=4)
def battle(seed: int = 1, turns: int = 5, hides: bool = False) -> Battle:
    """A battle of so many turns, or until it is over."""
    secret = seeded_secret(seed + 3)
    played = Battle(ENGINE.setup(ambush() if hides else given(), KeyedDice(key=secret)).state)
    state, number = played.opening, 0
    for turn in range(1, turns + 1):
        for phase in ENGINE.phases:
            number += 1
            state = _phase(played, state, phase, lent(turn, phase), KeyedDice(key=phase_key(secret, 0, "b", number)))
        if ENGINE.report(state).over:
            break
    return played


def _phase(played: Battle, state: BattleState, phase: str, inbox: list[Delivery], dice: KeyedDice) -> BattleState:
    pending: list[Decision] = []
    answers: dict[str, Orders] = {}
    while True:
        step = ENGINE.advance(state, phase, answers, inbox, dice)
        played.moments.append(Moment(phase, state, pending, answers, step))
        state, pending, inbox = step.state, step.pending, []
        if step.done:
            return state
        answers = {d.key: bot(state, d) for d in pending}


def bot(state: BattleState, decision: Decision) -> Orders:
    """The bot's orders as the offers put them: other shells and facings than those offered would be orders of its own. Ships are called
    to fire their lasers, whether it pays or not."""
    view = ENGINE.view(state, decision.seat)
    offers = ENGINE.offers(view, decision)
    if decision.kind == "naval":
        return Orders({slot.id: max(slot.options, key=lambda option: "hexes" in option.order).order for slot in offers})
    orders = ENGINE.choose(view, decision, offers, KeyedDice(key=seeded_secret(7)))
    bare = {slot.id: _bare(orders.choices[slot.id]) for slot in offers}
    return Orders({slot.id: next(o.order for o in slot.options if _bare(o.order) == bare[slot.id]) for slot in offers})


def _bare(order: Json) -> Json:
    """An order without the shells and the facing that whoever shoots may choose; of two targets only the first."""
    kept = {key: value for key, value in order.items() if key != "facing" or "action" not in order}
    return kept | {"fire": [line[:2] for line in order["fire"] if line[1] == order["fire"][0][1]]} if "fire" in order else kept


def kinds_asked(played: Battle) -> set[str]:
    return {decision.kind for moment in played.moments for decision in moment.pending}
