"""The page on orders tells of every decision and every kind of order, and its examples are orders that the engine takes."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from pydantic import BaseModel

from scales.centurion import engine
from scales.centurion.combat import combat, painting, plan_faults
from scales.centurion.ground import smoke
from scales.centurion.movement import grav_orders, move_orders, ramming, watching
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState, Landed, Run
from scales.centurion.support import (
    air_orders,
    artillery,
    landed_craft_arrival,
    landed_craft_drops,
    landed_craft_fire,
    landed_craft_unloading,
    naval_calls,
    off_board,
    thor,
)
from scales.engine import Decision, Orders
from scales.hexes import hex_of
from scales.messages import CraftLanded, GroundAttack, GroundLoad, HitFromAbove, LandedGun, UnitsLanded
from tests.centurion.field import platoon, setup, vehicle
from tests.centurion.scenario_files import DOCUMENT

ORDERS = DOCUMENT.with_name("centurion-orders.md")
SECTION = re.compile(r"^## `(\w+)`.*?$(.*?)(?=^## |\Z)", re.M | re.S)


def sections() -> dict[str, str]:
    """The text on each kind of decision."""
    return dict(SECTION.findall(ORDERS.read_text()))


def shown(*kinds: str) -> list[tuple[str, str, Any]]:
    """Kind of decision, slot and order of every example."""
    blocks = [(kind, block) for kind, text in sections().items() if kind in kinds for block in re.findall(r"```json\n(.*?)```", text, re.S)]
    lines = [(kind, json.loads(line)) for kind, block in blocks for line in block.splitlines()]
    return [(kind, slot, order) for kind, choices in lines for slot, order in choices.items()]


def state() -> BattleState:
    """A battle in which every example of combat and support is legal."""
    own = platoon(
        "tog",
        vehicle("h1", "horatius", "0808", facing=4),
        vehicle("p1", "pompey", "0708", facing=4, grounded=True),
        squads=({"id": "s1", "type": "bounce_tvlg", "name": "s1", "hex": "0809"},),
    )
    enemy = platoon("cw", vehicle("enemy", "liberator", "0811", facing=1))
    lent: dict[str, Any] = {
        "batteries": [{"id": "guns", "name": "guns", "side": "tog", "missions": 2, "shots": 9}],
        "ships": [{"id": "fulgur", "name": "Fulgur", "side": "tog", "type": "fulgur", "missiles": 2}],
        "options": {"missile_barrages": True},
    }
    return opening(SetUp.model_validate(setup(own, enemy, **lent)))


def craft(attack: str) -> GroundAttack:
    return GroundAttack("craft-1", "craft 1", "martiobarbulus", "tog", "b", attack, 5, {"laser_3_1": 1}, {"hafe_i": 2, "smoke": 1}, {})


def fire(id: str, order: Any) -> list[str]:
    found = state()
    found.air = [replace(craft("strafing"), craft="enemy-craft", side="cw")]
    found.runs["enemy-craft"] = Run(hex_of("0912"), 1, 10)
    if order.get("action") == "appear":
        found.squads[id].concealed = True
    return plan_faults.faults(found, id, order)


def air(_id: str, order: Any) -> list[str]:
    found = state()
    found.vehicles["enemy"].mode = "laf"
    found.runs["craft-1"] = Run(hex_of("0812"), 1)
    return air_orders.faults(found, craft("dive_bombing" if "bombs" in order else "strafing"), order)


def naval(id: str, order: Any) -> list[str]:
    found = state()
    return naval_calls.order_faults(found, found.ships[id], order)


def thor_call(_id: str, order: Any) -> list[str]:
    return [fault.text for fault in thor.check(state(), Decision("k", "s", "thor", ""), Orders({"thor": order}))]


def ram(id: str, order: Any) -> list[str]:
    return [fault.text for fault in ramming.check(state(), Decision("k", "s", "ram", "", data={"units": [id]}), Orders({id: order}))]


def landed() -> BattleState:
    """A transport on the ground beside the units of its side, with a vehicle aboard and one that may be taken up."""
    found = state()
    found.vehicles["h2"] = replace(found.vehicles["h1"], id="h2", hex=hex_of("0710"), velocity=0)
    laser = LandedGun(0, -1, "bow", HitFromAbove("laser_5_4", "5/4 Laser", 5))
    news = CraftLanded("craft-1", "craft 1", "ponto", "tog", "b", 4, {}, [laser], 1)
    found.landed["craft-1"] = Landed(news, hex_of("0710"), 1)
    return found


def unload(id: str, order: Any) -> list[str]:
    load = GroundLoad("a", "a", "tog", "grav", 250, 3, unit={"type": "horatius"})
    news = UnitsLanded("craft-1", "craft 1", "tog", "b", [load], 4, 300, 60)
    return landed_craft_unloading.faults(landed(), news, id, order)


def drop(_id: str, order: Any) -> list[str]:
    return landed_craft_drops.faults(state(), GroundLoad("a", "a", "tog", "grav", 250, 3), order)


OBJECTIONS: dict[str, Callable[[str, Any], list[str]]] = {
    "air": air,
    "paint": lambda id, order: painting.order_faults(state(), id, order),
    "fire": fire,
    "artillery": lambda _id, order: artillery.order_faults(state(), order),
    "naval": naval,
    "thor": thor_call,
    "javelins": lambda _id, order: thor.order_faults(state(), "tog", order),
    "smoke": lambda id, order: smoke.order_faults(state(), id, order),
    "ram": ram,
    "unload": unload,
    "drop": drop,
    "touch_down": lambda _id, order: landed_craft_arrival.faults(state(), landed().landed["craft-1"].craft, order),
    "landed_fire": lambda id, order: landed_craft_fire.faults(landed(), landed().landed[id], order),
    "missions": lambda id, order: off_board.objections(state().vehicles[id], order),
}


def test_every_kind_of_decision_is_told_with_an_example() -> None:
    assert set(sections()) == {*engine.OWN, *combat.KINDS}
    for kind in sections():
        assert shown(kind), kind


@pytest.mark.parametrize(("order"), [order for _, _, order in shown("move")])
def test_an_example_of_a_movement_order_is_read(order: Any) -> None:
    assert move_orders.read(order).kind == order["kind"]


@pytest.mark.parametrize(("kind", "slot", "order"), shown(*OBJECTIONS))
def test_an_example_of_another_order_is_legal(kind: str, slot: str, order: Any) -> None:
    assert OBJECTIONS[kind](slot, order) == []


def test_every_kind_of_movement_order_has_an_example() -> None:
    assert {order["kind"] for _, _, order in shown("move")} == set(move_orders.KINDS)


@pytest.mark.parametrize(
    "model",
    [
        grav_orders.GravMove,
        grav_orders.Jump,
        move_orders.Drive,
        move_orders.March,
        move_orders.Mount,
        move_orders.Storey,
        move_orders.Join,
        move_orders.Stay,
        move_orders.Enter,
        move_orders.Leave,
        watching.Terms,
    ],
)
def test_every_field_of_a_movement_order_is_told(model: type[BaseModel]) -> None:
    text = sections()["move"]
    assert [name for name in model.model_fields if not re.search(rf"[`\"]{name}[`\"]", text)] == []


def test_letters_of_a_path_are_told() -> None:
    text = sections()["move"]
    assert all(f"`{letter}`" in text for letter in "FLR<>")


def test_the_readme_leads_here() -> None:
    assert "docs/centurion-orders.md" in (DOCUMENT.parents[1] / "README.md").read_text()
