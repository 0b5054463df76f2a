"""Every refusal is a sentence with the rule in brackets, whatever was asked (the shape of an order alone has none)."""

import re

import pytest

from scales.centurion import refusals
from scales.centurion.combat import combat, plan_faults
from scales.centurion.engine import OWN, CenturionEngine
from scales.centurion.movement import initiative
from scales.engine import Decision, Fault, Json, Orders
from scales.refusals import named
from tests.centurion import battles
from tests.centurion.field import battle, vehicle

ENGINE = CenturionEngine()
RULE = re.compile(r"\((centurion|centurion-variants|leviathan): [A-Z][^()]*(\(LOS\))?\)\.?$")
WRONG: list[object] = [
    {"nothing": 1},
    "x",
    {"paint": "nobody"},
    {"spot": "0101"},
    {"fire": [[99, "nobody", ""], [0, "nobody", "hell"]], "vulcan": 9},
    {"fire": [[0, "r1", "heap"], [0, "b1", "heap"], [1, "hex:0505", ""], [2, "hex:9999", ""]]},
    {"fire": [], "place": 1000},
    {"action": "missiles", "target": "nobody", "count": 40},
    {"action": "appear"},
    {"hex": "9999", "round": "water", "heading": 9},
    {"hex": "0505", "round": "hell"},
    {"hex": "0505", "heading": 1, "length": 99},
    {"hex": "0505", "heading": 1, "length": 9, "dfm": "0101"},
    {"hex": "0505", "heading": 1, "bombs": {"glad": 9}},
    {"kind": "missiles", "hex": "9999"},
    {"hexes": {"no-bay": "0505"}},
    {"hexes": {}},
    {"target": "nobody"},
    {"rounds": [[99, "9999"]], "grenades": 7},
    {"points": 99},
    {"first": "both"},
    {"platoon": "nobody"},
    {"platoons": ["nobody"]},
    {"platoons": 3},
    {"missions": 99},
    {"ram": 1},
    {"unit": "nobody"},
    {"kind": "stay", "watch": 99},
    {"kind": "grav", "accelerate": 40, "path": "FFFFFFFFFFFF"},
    {"kind": "drive", "facing": 1, "route": "1"},
]
"""Orders of every kind; each is wrong wherever it is given, or legal by chance."""


def unnamed(faults: list[Fault]) -> list[str]:
    """Faults of legality that do not end with their rule."""
    return [fault.text for fault in faults if fault.code != "malformed" and not RULE.search(fault.text)]


def refused(moment: battles.Moment, decision: Decision) -> list[Fault]:
    """What is said against the wrong orders, against saying nothing and against speaking of others."""
    view = ENGINE.view(moment.before, decision.seat)
    slots = [slot.id for slot in ENGINE.offers(view, decision)]
    found = ENGINE.check(view, decision, Orders({})) + ENGINE.check(view, decision, Orders({"somebody": {}}))
    return [*found, *(fault for order in WRONG for fault in ENGINE.check(view, decision, Orders(dict.fromkeys(slots, order))))]


@pytest.mark.parametrize(("seed", "hides"), [(1, False), (2, True)])
def test_every_refusal_in_a_battle_names_its_rule(seed: int, hides: bool) -> None:
    # given a battle with guns, ships, craft, javelins and infantry
    played = battles.battle(seed, hides=hides)
    # when wrong orders are given for one decision of each kind of each side
    asked = {(d.kind, d.seat): (m, d) for m in played.moments for d in m.pending if d.units or d.data}
    found = {key: refused(*where) for key, where in asked.items()}
    # then something is said against them, and each sentence has its rule
    assert all(found.values())
    assert {key: said for key, faults in found.items() if (said := unnamed(faults))} == {}


def test_every_kind_of_decision_has_a_rule() -> None:
    assert set(refusals.RULES) == {*OWN, *combat.KINDS}


def test_a_rule_is_put_into_the_sentence_once() -> None:
    faults = [Fault("x", "It cannot."), Fault("x", "it cannot"), Fault("x", "It cannot (centurion: Smoke)."), Fault("malformed", "What?")]
    assert [fault.text for fault in named(refusals.RULES["paint"], faults)] == [
        "It cannot (centurion: Painting a Target).",
        "it cannot (centurion: Painting a Target)",
        "It cannot (centurion: Smoke).",
        "What?",
    ]


@pytest.mark.parametrize(
    ("kind", "slot", "data", "order", "says"),
    [
        ("initiative", "points", {"advantage": 2}, {"points": 3}, "the roll takes 0 to 2 points (centurion: Leadership Rating)"),
        ("initiative_order", "order", {}, {"first": 1.5}, "the winner moves first or last (centurion: Initiative Phase)"),
        (
            "move_platoon",
            "platoon",
            {"platoons": ["tog-1"]},
            {"platoon": "cw-1"},
            "a platoon that has still to move now is named: tog-1 (centurion: Movement Phase)",
        ),
        (
            "move_platoon",
            "platoon",
            {"platoons": ["tog-1"]},
            {"platoon": "", "waits": "tog-1"},
            f"there are no {initiative.POINTS_A_PASS} Leadership points left to let a platoon wait (centurion: Leadership Rating)",
        ),
        (
            "move_platoon",
            "platoon",
            {"platoons": ["tog-1"], "pass": True},
            {"platoon": "tog-1", "early": True},
            "no platoon can be brought forward now (centurion: Leadership Rating)",
        ),
    ],
)
def test_a_plain_choice_is_refused_with_its_reason(kind: str, slot: str, data: Json, order: Json, says: str) -> None:
    # given a choice of the first two phases
    view = ENGINE.view(battle(vehicle("h", "horatius", "0505")), "red")
    # when an order is none of the options
    faults = ENGINE.check(view, Decision("k", "red", kind, "?", data=data), Orders({slot: order}))
    # then it says which there are
    assert [fault.text for fault in faults] == [says]


def test_a_unit_that_cannot_fire_is_told_why() -> None:
    # given a tank, and the same wrecked, under water, and when it has fired
    state = battle(vehicle("h", "horatius", "0505"))
    tank = state.vehicles["h"]
    shot = {"fire": [[0, "enemy", "heap"]]}
    said = []
    for change in ({"fired": True}, {"fired": False, "under_water": True}, {"under_water": False, "crew": {"gunner": "dead"}}):
        for name, value in change.items():
            setattr(tank, name, value)
        said.append(plan_faults.faults(state, "h", shot))
    # then each time another reason is given
    assert said == [
        ["h cannot fire: it has fired in this turn (centurion: Weapons Fire)."],
        ["h cannot fire: it is under water (centurion: Grounding in Water)."],
        ["h cannot fire: nobody is left to fire its weapons (centurion: Gunner Hit)."],
    ]
