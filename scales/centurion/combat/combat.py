"""The Combat and End Phases put together: stages in printed order, and offers, checks and choices for the decisions they ask.

Headings of the book played here too: Sequence of Play, Combat Phase.
"""

from collections.abc import Callable, Sequence
from typing import Any

from scales.centurion.bot import tactics
from scales.centurion.combat import declaring, effects, end, fire_orders, painting_segment
from scales.centurion.combat.fire_segment import weapons_fire
from scales.centurion.ground import buildings, installation_capture, installations, smoke, smoke_offers
from scales.centurion.movement import opportunity_orders, ramming
from scales.centurion.state import BattleState
from scales.centurion.support import (
    air,
    air_orders,
    anti_air,
    artillery,
    at_laf,
    landed_craft_arrival,
    landed_craft_drops,
    landed_craft_fire,
    landed_craft_hits,
    landed_craft_unloading,
    naval_calls,
    naval_fire,
    naval_offers,
    off_board,
    satellites,
    stand_off,
    thor,
)
from scales.centurion.view import View
from scales.codec import typed
from scales.dice import Dice
from scales.engine import Decision, Fault, Orders, Slot
from scales.messages import GroundDamage
from scales.play import Play, Stage

KINDS = (
    "air",
    "drop",
    "touch_down",
    "landed_fire",
    "unload",
    "declare",
    "paint",
    "fire",
    "artillery",
    "naval",
    "thor",
    "javelins",
    "smoke",
    "opportunity",
    "ram",
    "missions",
)
"""Kinds of decisions that this module answers for."""
MAX_CHOICES = 500

COMBAT_STAGES: list[Stage] = [
    naval_calls.assigned,
    satellites.take_news,
    air.arrive,
    stand_off.arrive,
    painting_segment.paint,
    stand_off.guided,
    landed_craft_fire.declare,
    weapons_fire,
    artillery.segment,
    stand_off.strike,
    naval_fire.segment,
    thor.segment,
    artillery.takes_effect,
    stand_off.over,
    landed_craft_hits.report,
    air.leave,
    ramming.resolve,
]
END_STAGES: list[Stage] = [
    end.widowed,
    installation_capture.take,
    end.come_round,
    naval_calls.assigned,
    satellites.look_up,
    artillery.call,
    off_board.send,
    naval_calls.call,
    thor.call,
    end.clear_smoke,
    end.lay_smoke,
    smoke.lay,
    end.forget,
]
CLOSING_STAGES: list[Stage] = [naval_calls.report]
"""What follows when it is known whether the battle goes on."""


def take_hits(play: Play[BattleState]) -> Sequence[Decision]:
    """What another board did to units here (leviathan: Combat, ships against the ground)."""
    for mail in play.mail("ground_damage"):
        hit = typed(mail.data, GroundDamage)
        for vehicle in [
            v for _, v in sorted(play.state.vehicles.items()) if hit.unit in (v.id, v.century) and not installations.is_turret(v)
        ]:
            if hit.outcome == "destroyed":
                effects.destroy(play, vehicle, "", f"{hit.ship} struck it from above")
        for turret, bottom in installations.struck_from_above(play.state, hit.unit, hit.outcome):
            effects.destroy(play, turret, "", f"{hit.ship} struck it from above")
            if bottom and turret.hex is not None:
                buildings.razed(play, turret.hex, "")
    return ()


HITS_STAGES: list[Stage] = [anti_air.take, landed_craft_arrival.arrive, landed_craft_drops.arrive, take_hits, at_laf.take]

_OFFERS: dict[str, Callable[[BattleState, Decision], list[Slot]]] = {
    "air": air_orders.offers,
    "drop": landed_craft_drops.offers,
    "unload": landed_craft_unloading.offers,
    "touch_down": landed_craft_arrival.offers,
    "landed_fire": landed_craft_fire.offers,
    "declare": declaring.offers,
    "paint": painting_segment.offers,
    "fire": fire_orders.offers,
    "artillery": artillery.offers,
    "naval": naval_offers.offers,
    "thor": thor.offers,
    "javelins": thor.offers,
    "smoke": smoke_offers.offers,
    "ram": ramming.offers,
    "opportunity": opportunity_orders.offers,
    "missions": off_board.offers,
}
_CHECKS: dict[str, Callable[[BattleState, Decision, Orders], list[Fault]]] = {
    "air": air_orders.check,
    "drop": landed_craft_drops.check,
    "unload": landed_craft_unloading.check,
    "touch_down": landed_craft_arrival.check,
    "landed_fire": landed_craft_fire.check,
    "declare": declaring.check,
    "paint": painting_segment.check,
    "fire": fire_orders.check,
    "artillery": artillery.check,
    "naval": naval_calls.check,
    "thor": thor.check,
    "javelins": thor.check,
    "smoke": smoke.check,
    "ram": ramming.check,
    "opportunity": opportunity_orders.check,
    "missions": off_board.check,
}


def offers_for(view: View, decision: Decision) -> list[Slot]:
    """The slots of a combat or End Phase decision."""
    return _OFFERS[decision.kind](view.state, decision)


def check_for(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """Every fault of the orders for a combat or End Phase decision."""
    choices: Any = orders.choices
    if not isinstance(choices, dict) or len(choices) > MAX_CHOICES:
        return [Fault("malformed", "Orders are a mapping from slot to order.")]
    slots = decision.data.get("units") or decision.data.get("slots") or []
    faults = [Fault("missing_slot", f"There is no order for {slot}.", slot) for slot in slots if slot not in choices]
    faults += [
        Fault("unknown_slot", f"{str(slot)[:60]} is not asked for orders here.", str(slot)[:60]) for slot in choices if slot not in slots
    ]
    return faults + _CHECKS[decision.kind](view.state, decision, orders)


def choose_for(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """A sensible answer to a combat or End Phase decision."""
    return tactics.choose(view.state, decision, offers, dice)
