"""How the bot fights: it paints what its own side can shoot at, gathers its fire, and keeps artillery and ships off its own units."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from scales.centurion.bot import bombardment, breach, firepower, from_above, installation_tactics, shooting
from scales.centurion.combat import aim, fire_orders, painting_segment
from scales.centurion.combat.painting import painters_of
from scales.centurion.ground import hidden, los
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.support import stand_off
from scales.dice import Dice
from scales.engine import Decision, Json, Option, Orders, Slot
from scales.hexes import distance, hex_of

SPOTTING = 150_000
"""Worth of marking a hex on which a mission falls: it lifts the chance of the round from 6 to 9."""
SURE = 10
"""Percent of chance that a target is still unpainted at which nobody else paints it."""
LEAST_CALL = 15
"""Score of an option (an enemy at rest is worth ten, friends count against it) at which a mission of a ship is worth its shot."""
WORTH_FIRING = 60
"""Boxes in tenths that a watcher expects of its fire before it gives up waiting for a better target."""
LEAST_SHELLING = 20_000
"""Millionths of a scenario point at which a hex is worth a round."""
REACH = 20


def choose(state: BattleState, decision: Decision, offers: Sequence[Slot], _dice: Dice) -> Orders:
    """One option for each slot."""
    pick: Callable[[BattleState, Decision, Sequence[Slot]], dict[str, Json]] = {
        "declare": _declare,
        "paint": _paint,
        "fire": _fire,
        "artillery": _artillery,
        "naval": _naval,
        "javelins": _each_elsewhere,
        "drop": from_above.spread,
        "touch_down": from_above.spread,
        "landed_fire": from_above.first,
        "unload": from_above.first,
        "opportunity": _opportunity,
    }.get(decision.kind, _best_score)
    orders = pick(state, decision, [_in_hiding(state, slot) for slot in offers])
    return Orders(installation_tactics.idle(state, orders) if decision.kind in ("paint", "fire") else orders)


def _in_hiding(state: BattleState, slot: Slot) -> Slot:
    """A hidden unit does nothing that shows it but fire at an enemy who is near."""
    unit = state.unit(slot.unit)
    if unit is None or not unit.hidden:
        return slot
    quiet = [o for o in slot.options if not o.order or o.info.get("range", REACH) <= hidden.NEAR]
    return Slot(slot.id, slot.title, quiet or slot.options, slot.unit)


def _fire(state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """After what the own side has declared, where sides declare unit by unit."""
    own = _declared(decision)
    known = fire_orders.offers(state, replace(decision, data={"units": sorted(own)})) if own else []
    return shooting.fire(state, offers, shooting.declared(state, known, own))


def _declared(decision: Decision) -> dict[str, Json]:
    """Orders that the side asked has declared already."""
    own: dict[str, Json] = decision.data.get("declared", {}).get(decision.data["side"], {})
    return own


# --- unit by unit ---------------------------------------------------------------------------------------------------------------


def _declare(state: BattleState, decision: Decision, _offers: Sequence[Slot]) -> dict[str, Json]:
    """The unit that declares now: the one whose attack is worth most; those in hiding wait until no other of their side is left."""
    left = decision.data["left"]
    about = replace(decision, kind=decision.data["of"], data=decision.data | {"units": left})
    can, want = (painting_segment.offers, _paint) if about.kind == "paint" else (fire_orders.offers, _fire)
    orders = want(state, about, [_in_hiding(state, slot) for slot in can(state, about)])
    wanted = [id for id, order in orders.items() if order]
    in_open = [id for id in left if not _lies_low(state, id)]
    ready = [id for id in wanted if id in in_open]
    first = (ready or in_open or wanted)[0] if wanted else ""
    return {"unit": {"unit": first} if first else {}}


def _lies_low(state: BattleState, id: str) -> bool:
    unit = state.unit(id)
    return unit is not None and (unit.hidden or (isinstance(unit, Squad) and unit.concealed))


# --- painting -------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Painting:
    """What a side has ordered to be painted: chance in percent that each target is still unpainted, hexes marked and what was found out."""

    state: BattleState
    side: str
    missed: dict[str, int] = field(default_factory=dict)
    marked: set[str] = field(default_factory=set)
    wants: dict[str, int] = field(default_factory=dict)
    """What paint on each target is worth."""

    def worth(self, painter: str, option: Option) -> int:
        """Chance to paint, of what is not painted yet, times what the paint brings; a squad that paints does not shoot."""
        if "spot" in option.order:
            return 0 if option.order["spot"] in self.marked else SPOTTING
        if "paint" not in option.order:
            return 0
        target = option.order["paint"]
        if target not in self.wants:
            self.wants[target] = 0 if self._is_painted(target) else gain(self.state, self.side, target)
        missed = self.missed.get(target, 100)
        won = int(option.info["chance"]) * missed * self.wants[target] // 10_000 if missed > SURE else 0
        return won - _own_fire(self.state, painter, target)

    def _is_painted(self, target: str) -> bool:
        """By a friend already, on the ground or above?"""
        return any(aim.side_of(self.state, painter) == self.side for painter in painters_of(self.state, target))

    def add(self, option: Option) -> None:
        """Count an order in."""
        if "paint" in option.order:
            target = option.order["paint"]
            self.missed[target] = self.missed.get(target, 100) * (100 - int(option.info["chance"])) // 100
        elif "spot" in option.order:
            self.marked.add(option.order["spot"])


def _paint(state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """Targets whose shields stop most of the side's fire; one unit marks each hex that artillery falls on."""
    painting, orders = _painting(state, decision), {}
    for slot in offers:
        worths = [painting.worth(slot.id, option) for option in slot.options]
        best = slot.options[worths.index(max(worths))] if max(worths) > 0 else slot.options[0]
        painting.add(best)
        orders[slot.id] = best.order
    return orders


def _painting(state: BattleState, decision: Decision) -> Painting:
    """What the own side has declared already, where sides declare unit by unit."""
    side = decision.data["side"]
    painting, own = Painting(state, side), _declared(decision)
    known = painting_segment.offers(state, replace(decision, data={"units": sorted(own)})) if own else []
    for option in (option for slot in known for option in slot.options if option.order == own[slot.id]):
        painting.add(option)
    return painting


def gain(state: BattleState, side: str, target: str) -> int:
    """What a side's fire on a target wins when its shields are gone: boxes, weighed by what is left of the facing that they strike."""
    vehicle = state.vehicles.get(target)
    if vehicle is None or vehicle.hex is None:
        return SPOTTING
    cover = sum(modifier.value for modifier in aim.cover(state, vehicle))
    more: dict[str, int] = {}
    for friend in state.in_play():
        if friend.side == side and friend.hex is not None and distance(friend.hex, vehicle.hex, PARITY) <= REACH:
            facing = aim.struck_facing(vehicle, friend.hex, friend.id)
            more[facing] = more.get(facing, 0) + _lifted(state, friend, vehicle, facing, cover)
    won = sum(boxes * breach.worth_of_tenth(vehicle, facing) for facing, boxes in more.items() if boxes)
    return won + _for_missiles(state, side, vehicle)


def _for_missiles(state: BattleState, side: str, vehicle: Vehicle) -> int:
    """What the missiles of craft above win when their target is painted; those just fired need it a second time."""
    tenths = sum(
        stand_off.reckoned(m).number * m.hit.damage // (1 if m.arrives else 2)
        for m in state.stand_off
        if m.unit == vehicle.id and m.side == side
    )
    return tenths * breach.worth_of_tenth(vehicle, "stern") if tenths else 0


def _lifted(state: BattleState, friend: Vehicle | Squad, target: Vehicle, facing: str, cover: int) -> int:
    """Tenths of boxes that one unit's fire wins."""
    assert friend.hex is not None
    assert target.hex is not None
    shield = aim.shield_factor(target.shields, facing)
    if not shield or not aim.can_fire(friend) or not los.sees(state, friend, target):
        return 0
    arms, away = firepower.of(friend), distance(friend.hex, target.hex, PARITY)
    front = isinstance(friend, Squad) or aim.in_front(friend, target.hex, target.id)
    return arms.boxes(away, front, 0, cover) - arms.boxes(away, front, shield, cover)


def _own_fire(state: BattleState, painter: str, target: str) -> int:
    """What a squad gives up when it paints instead of shooting at the same vehicle."""
    squad, vehicle = state.squads.get(painter), state.vehicles.get(target)
    if squad is None or vehicle is None or squad.hex is None or vehicle.hex is None:
        return 0
    facing = aim.struck_facing(vehicle, squad.hex, squad.id)
    boxes = firepower.of(squad).boxes(distance(squad.hex, vehicle.hex, PARITY), True, vehicle.shields.get(facing, 0), 0)
    return boxes * breach.worth_of_tenth(vehicle, facing)


# --- calls ----------------------------------------------------------------------------------------------------------------------


def _artillery(state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """The rounds that bring most, each mission on a hex of its own; mines from a battery that has more shots than it will need."""
    side, used, orders = decision.data["side"], set(), {}
    for slot in offers:
        free = [option.order for option in slot.options if "hex" in option.order and option.order["hex"] not in used]
        worths = [(_round(state, side, order), order) for order in free]
        best, order = max(worths, key=lambda pair: pair[0], default=(0, {}))
        orders[slot.id] = order if best >= LEAST_SHELLING else _mines(state, side, slot.id, free)
        used.add(orders[slot.id].get("hex"))
    return orders


def _round(state: BattleState, side: str, order: Json) -> int:
    fall = bombardment.shell(state, side, order.get("round", ""))
    return bombardment.worth(state, side, hex_of(order["hex"]), fall) if fall is not None else 0


def _mines(state: BattleState, side: str, slot: str, free: Sequence[Json]) -> Json:
    """A battery with shots to spare lays mines beside the enemy, where there are none yet; they spare their own side."""
    battery = state.batteries.get(slot.rpartition("#")[0])
    if battery is None or battery.shots <= battery.missions * (state.turn_limit - state.turn):
        return {}
    shut = {unit.hex.label for unit in aim.enemies(state, side) if unit.hex is not None} | set(state.ground.mines)
    return next((order for order in free if order.get("round") == "adm" and order["hex"] not in shut), {})


def _naval(state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """The call of each ship that brings most, another place for each."""
    side, used, orders = decision.data["side"], set(), {}
    for slot in offers:
        ship = state.ships.get(slot.id)
        calls = [option for option in slot.options if option.order and _meant_for(option) not in used] if ship is not None else []
        worths = [(_called(state, side, slot.id, option), option) for option in calls]
        best, option = max(worths, key=lambda pair: pair[0], default=(0, slot.options[0]))
        orders[slot.id] = option.order if best >= LEAST_SHELLING else {}
        used |= {_meant_for(option)} if orders[slot.id] else set()
    return orders


def _called(state: BattleState, side: str, ship: str, option: Option) -> int:
    lands = int(option.info.get("lands", state.turn))
    return bombardment.mission(state, side, state.ships[ship], option.order, lands - state.turn)


def _opportunity(state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """A watcher fires with all that bears once its expected damage is worth the attack of the turn."""
    best = {slot.id: max(slot.options, key=lambda o: (not _at_crew(state, o), int(o.info["expected_tenths"]))) for slot in offers}
    return {
        id: option.order if option.info["expected_tenths"] >= WORTH_FIRING and not _at_crew(state, option) else {}
        for id, option in best.items()
    }


def _at_crew(state: BattleState, option: Option) -> bool:
    """Does it give the attack away for the crew of a wreck?"""
    squad = state.squads.get(str(option.info.get("target", "")))
    return squad is not None and squad.type == "vehicle_crew"


def _each_elsewhere(_state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """Attacks from orbit one after another: each at the best that none before it is meant for while that is worth it, else at the best."""
    used: set[str] = set()
    orders: dict[str, Json] = {}
    for slot in offers:
        ranked = sorted(slot.options, key=lambda o: (int(o.info.get("score", LEAST_CALL - 1)), o.label), reverse=True)
        free = [o for o in ranked if o.info.get("score", 0) >= LEAST_CALL and _meant_for(o) not in used]
        best = (free or ranked)[0]
        used.add(_meant_for(best))
        orders[slot.id] = best.order
    return orders


def _meant_for(option: Option) -> str:
    """The target or hexes of an attack from orbit."""
    return str(option.info.get("target") or option.info.get("hex", ""))


def _best_score(_state: BattleState, decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """The option of the highest score; doing nothing counts as a low one."""
    low = 0 if decision.kind == "air" else LEAST_CALL - 1
    return {slot.id: max(slot.options, key=lambda o: (int(o.info.get("score", low)), o.label)).order for slot in offers}
