"""What a game master may do to a battle: checked whole, told with its reason, sound afterwards, also in the middle of a phase."""

import contextlib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.state import BattleState
from scales.codec import encode
from scales.dice import KeyedDice, ScriptedDice, phase_key, seeded_secret
from scales.engine import Decision, Json, Orders, Step, random_orders
from tests.centurion.battles import Moment, battle
from tests.centurion.field import platoon, setup, vehicle

SQUADS = ({"id": "s1", "type": "bounce_tvlg", "aboard": "t1"}, {"id": "s2", "type": "bounce_tvlg", "hex": "0404"})


def field(**changes: str) -> BattleState:
    tog = platoon("tog", vehicle("t1", "romulus", "0303"), vehicle("t2", "horatius", "0403"), squads=SQUADS)
    cw = platoon("cw", vehicle("c1", "liberator", "2003"))
    state: BattleState = ENGINE.setup(setup(tog, cw, changes=changes), ScriptedDice.of()).state
    return state


def dice(seed: int = 1) -> KeyedDice:
    return KeyedDice(key=phase_key(seeded_secret(seed), 0, "ruling", 1))


def rule(state: BattleState, **ruling: Any) -> Step:
    """The ruling carried out: told with its reason, sound, the state given left as it was."""
    before = encode(state)
    step = ENGINE.amend(state, {"reason": "an umpire's word", **ruling}, dice())
    assert encode(state) == before
    assert step.done
    assert "an umpire's word" in step.events[0].text
    assert ENGINE.invariants(step.state) == []
    return step


def refused(state: BattleState, match: str, **ruling: Any) -> None:
    before = encode(state)
    with pytest.raises(ValueError, match=match):
        ENGINE.amend(state, ruling, dice())
    assert encode(state) == before


def test_every_kind_of_ruling_says_what_it_needs() -> None:
    assert set(ENGINE.rulings) == {
        "move",
        "damage",
        "repair",
        "destroy",
        "add",
        "remove",
        "recall",
        "reveal",
        "mines",
        "morale",
        "note",
        "reroll",
    }
    assert all(len(text) > 10 for text in ENGINE.rulings.values())


def test_a_unit_is_moved_with_its_facing_velocity_and_ground() -> None:
    state = field(**{"0705": "0w"})
    moved = rule(state, kind="move", unit="t2", hex="0605", facing=2, velocity=4).state
    tank = moved.vehicles["t2"]
    assert (tank.hex, tank.facing, tank.velocity, tank.mode) == ((6, 5), 2, 4, "nf")
    down = rule(moved, kind="move", unit="t2", hex="0705", grounded=True).state.vehicles["t2"]
    assert (down.velocity, down.mode) == (0, "grounded")
    assert rule(state, kind="move", unit="s2", hex="0909").state.squads["s2"].hex == (9, 9)
    refused(state, "not on the board", kind="move", unit="t2", hex="9999")
    refused(state, "rides in", kind="move", unit="s1", hex="0505")
    refused(state, "no facing", kind="move", unit="s2", hex="0505", facing=2)
    refused(state, "cannot move while", kind="move", unit="t2", hex="0505", velocity=3, grounded=True)


def test_damage_goes_by_the_damage_rules() -> None:
    state = field()
    rows = rule(state, kind="damage", unit="t2", side="front", points=12).state.vehicles["t2"].armor["front"].rows
    whole = state.vehicles["t2"].armor["front"].rows
    assert sum(r.bit_count() for r in whole) - sum(r.bit_count() for r in rows) == 12
    hit = rule(state, kind="damage", unit="t2", side="left", template="heap_50mm", column=5).state
    assert ENGINE.report(hit).fates["t2"].status == "damaged"
    deep = rule(state, kind="damage", unit="t2", side="stern", points=1000)
    assert deep.state.vehicles["t2"].destroyed
    assert any(event.kind == "vehicle_destroyed" for event in deep.events)
    assert rule(state, kind="damage", unit="s1", casualties=3).state.squads["s1"].strength == 5
    gone = rule(state, kind="damage", unit="s1", casualties=8).state
    assert gone.squads["s1"].destroyed
    assert gone.vehicles["t1"].inside is None
    refused(state, "casualties", kind="damage", unit="s1", casualties=9)
    refused(state, "side and points", kind="damage", unit="t2", casualties=2)
    refused(state, "side and points", kind="damage", unit="t2", side="front", points=3, template="tvlg")
    refused(state, "no template", kind="damage", unit="t2", side="front", template="brick", column=1)


def test_one_system_or_all_of_a_unit_is_repaired() -> None:
    state = rule(field(), kind="damage", unit="t2", side="front", points=140).state
    tank = state.vehicles["t2"]
    assert tank.effects
    assert not tank.destroyed
    mended = rule(state, kind="repair", unit="t2", system="front").state.vehicles["t2"]
    assert mended.armor["front"].rows == field().vehicles["t2"].armor["front"].rows
    assert mended.effects == tank.effects
    for effect in tank.effects:
        one = rule(state, kind="repair", unit="t2", system=effect).state.vehicles["t2"]
        assert one.effects == [e for e in tank.effects if e != effect]
    new = rule(state, kind="repair", unit="t2").state.vehicles["t2"]
    assert (new.effects, new.internals, new.armor) == ([], {}, field().vehicles["t2"].armor)
    refused(state, "nothing is wrong with 'helmet'", kind="repair", unit="t2", system="helmet")
    hurt = rule(state, kind="damage", unit="s2", casualties=4).state
    assert rule(hurt, kind="repair", unit="s2").state.squads["s2"].strength == 8


def test_a_unit_is_destroyed_or_removed_with_everyone_aboard() -> None:
    gone = rule(field(), kind="destroy", unit="t1").state
    assert [ENGINE.report(gone).fates[u].status for u in ("t1", "s1", "s2")] == ["destroyed", "destroyed", "ok"]
    left = rule(field(), kind="remove", unit="t1").state
    assert [ENGINE.report(left).fates[u].status for u in ("t1", "s1", "s2")] == ["left", "left", "ok"]
    alone = rule(field(), kind="remove", unit="s1").state
    assert (alone.squads["s1"].left, alone.vehicles["t1"].inside) == (True, None)
    refused(gone, "is destroyed", kind="destroy", unit="t1")
    refused(left, "has left", kind="move", unit="t1", hex="0505")


def test_new_units_join_as_a_set_up_describes_them() -> None:
    state = field()
    tank = {"id": "t9", "type": "horatius", "name": "Late Horatius", "hex": "0505"}
    one = rule(state, kind="add", vehicle=tank, joins="tog-1").state
    assert one.vehicles["t9"].platoon == "tog-1"
    assert one.platoons["tog-1"].units[-1] == "t9"
    assert one.sides["tog"].start_points > state.sides["tog"].start_points
    foot = rule(state, kind="add", squad={"id": "s9", "type": "bounce_tvlg"}, joins="cw-1").state
    assert foot.squads["s9"].hex is not None
    late = {"id": "late", "side": "cw", "vehicles": [tank], "squads": [{"id": "s9", "type": "bounce_tvlg", "aboard": "t9"}]}
    two = rule(state, kind="add", platoon=late).state
    assert (two.vehicles["t9"].inside or two.vehicles["t9"].outside) == "s9"
    century = {"id": "third", "name": "Third", "side": "tog", "kind": "light_grav_armor", "fire_control": True, "dug_in": True}
    more = rule(state, kind="add", century=century).state
    assert more.centuries["third"].fire_control
    assert ENGINE.report(more).fates["third"].sheet["strength_hundredths"] == 100
    refused(one, "already", kind="add", vehicle=tank, joins="tog-1")
    refused(state, "no platoon", kind="add", vehicle=tank, joins="nowhere")
    refused(state, "no vehicle 'coach'", kind="add", vehicle={**tank, "type": "coach"}, joins="tog-1")
    refused(state, "not on the board", kind="add", vehicle={**tank, "hex": "9999"}, joins="tog-1")
    refused(state, "grounded", kind="add", vehicle={**tank, "grounded": True, "velocity": 3}, joins="tog-1")
    refused(state, "no armor 'roof'", kind="add", vehicle={**tank, "damage": {"armor": {"roof": []}}}, joins="tog-1")
    refused(state, "one of them", kind="add", vehicle=tank, platoon=late, joins="tog-1")


def test_a_battle_is_recalled_and_what_was_lent_goes_home() -> None:
    moment = next(m for m in battle().asked("paint") if m.before.air and m.before.ships)
    step = rule(moment.before, kind="recall")
    assert ENGINE.report(step.state).over
    assert sorted({m.kind for m in step.outbox}) == ["fire_support_report", "return_fire"]


def test_words_and_dice_of_the_game_master() -> None:
    told = ENGINE.amend(field(), {"kind": "note", "text": "The bridge is down.", "seen_by": ["tog"], "reason": "scouts"}, dice()).events
    assert [(e.kind, e.seen_by) for e in told] == [("note", ["tog"])]
    rolled = ENGINE.amend(field(), {"kind": "reroll", "sides": 10, "why": "the driver's nerve", "target": 5}, dice()).events
    assert len(rolled[0].rolls) == 1


# ---- in the middle of a phase ---------------------------------------------------------------------------------------


def answerable(step: Step, moment: Moment) -> None:
    """Every open decision, as it was and as it reads now, has options that its check accepts and that can be carried out."""
    now = {decision.key: decision for decision in step.pending}
    answered(step.state, moment, moment.pending)
    answered(step.state, moment, [now.get(decision.key, decision) for decision in moment.pending])


def answered(state: BattleState, moment: Moment, pending: Sequence[Decision]) -> None:
    given: dict[str, Orders] = {}
    for decision in pending:
        view = ENGINE.view(state, decision.seat)
        offers = ENGINE.offers(view, decision)
        assert all(slot.options for slot in offers)
        for number in range(2):
            given[decision.key] = random_orders(offers, dice(number))
            assert ENGINE.check(view, decision, given[decision.key]) == []
        assert ENGINE.check(view, decision, ENGINE.choose(view, decision, offers, dice())) == []
        assert ENGINE.prospects(view, decision)[0] == decision
    step = ENGINE.advance(state, moment.phase, given, [], KeyedDice(index=state.at.rolls, key=dice().key))
    assert ENGINE.invariants(step.state) == []


MID = [
    {"kind": "destroy"},
    {"kind": "remove"},
    {"kind": "damage", "side": "front", "points": 200},
    {"kind": "move", "hex": "1204"},
    {"kind": "repair"},
]


@pytest.mark.parametrize("ruling", MID, ids=lambda r: r["kind"])
@pytest.mark.parametrize("kind", ["move_platoon", "move", "air", "paint", "fire", "artillery", "naval", "thor", "javelins", "smoke"])
def test_a_decision_stays_answerable_after_a_ruling(kind: str, ruling: Json) -> None:
    """A ruling in the middle of a phase changes a unit that an open decision names, or its Centurion, or its target."""
    for moment in battle().asked(kind)[:3]:
        state = moment.before
        named = [u for d in moment.pending for u in d.units if u in state.vehicles]
        for unit in dict.fromkeys([*named, "tog-1", "cw-1", "tog-2"]):
            if not (state.vehicles[unit].destroyed or state.vehicles[unit].left):
                answerable(rule(state, unit=unit, **ruling), moment)


@pytest.mark.parametrize("kind", ["move", "paint", "fire"])
def test_a_decision_asked_again_does_not_name_a_unit_that_a_ruling_took(kind: str) -> None:
    for moment in battle().asked(kind)[:4]:
        for decision in [d for d in moment.pending if d.kind == kind]:
            state = moment.before
            for unit in [u for u in decision.units if u in state.vehicles or u in state.squads]:
                if (found := state.unit(unit)) is not None and not found.destroyed:
                    state = rule(state, kind="destroy", unit=unit).state
                again = {d.key: d for d in ENGINE.amend(state, {"kind": "note", "text": "x"}, dice()).pending}[decision.key]
                assert unit not in (*again.units, *again.data.get("units", ()))
                assert (again.kind, again.seat) == (decision.kind, decision.seat)
                answered(state, moment, [again if d is decision else d for d in moment.pending])


def test_every_fault_of_a_ruling_is_named_at_once() -> None:
    state = field()
    with pytest.raises(ValueError, match="unit' is missing") as caught:
        ENGINE.amend(state, {"kind": "move", "facing": 9, "hex": "six", "speed": 2}, dice())
    for words in ("'unit' is missing", "'facing' is at most 6", "'hex' is a hex of four digits", "no field 'speed'", "such as 0603"):
        assert words in str(caught.value)
    refused(state, "'unit' is missing; 'hex' is missing", kind="move")
    refused(state, "no template 'brick'; there are mdc_8.*; t2 is a vehicle", kind="damage", unit="t2", template="brick")
    refused(state, "platoons are cw-1, tog-1", kind="add", vehicle={"id": "t9", "type": "horatius"}, joins="tog")
    refused(state, "joins is missing", kind="add", vehicle={"id": "t9", "type": "horatius"})


def test_a_laser_burns_down_one_column() -> None:
    before = field().vehicles["t2"].armor["front"].rows
    after = rule(field(), kind="damage", unit="t2", side="front", laser=5, column=4).state.vehicles["t2"].armor["front"].rows
    assert [a ^ b for a, b in zip(before, after, strict=True)] == [8] * 5 + [0] * 3


def test_a_destroyed_unit_is_brought_back_whole() -> None:
    state = field()
    deep = rule(state, kind="damage", unit="t2", side="stern", points=1000).state
    refused(deep, "is destroyed", kind="repair", unit="t2")
    back = rule(deep, kind="repair", unit="t2", destroyed=True).state
    assert (back.vehicles["t2"].hex, back.vehicles["t2"].armor) == (deep.vehicles["t2"].hex, state.vehicles["t2"].armor)
    assert ENGINE.report(back).fates["t2"].status == "ok"
    assert all(s.left for id, s in back.squads.items() if id == "t2-crew")
    gone = rule(state, kind="destroy", unit="t1").state
    refused(gone, "say in which hex", kind="repair", unit="s1", destroyed=True)
    foot = rule(gone, kind="repair", unit="s1", destroyed=True, hex="0505").state.squads["s1"]
    assert (foot.hex, foot.strength, foot.aboard) == ((5, 5), 8, None)
    refused(state, "not destroyed", kind="repair", unit="t2", destroyed=True)


def test_a_unit_whose_driver_is_lost_flies_on_when_its_decision_is_answered() -> None:
    moment = next(
        m for m in battle().asked("move") if any(m.before.vehicles[u].velocity for u in m.pending[0].units if u in m.before.vehicles)
    )
    state, decision = moment.before, moment.pending[0]
    unit = next(u for u in decision.units if u in state.vehicles and state.vehicles[u].velocity)
    state.vehicles[unit].effects.append("helm")
    try:
        answered(state, moment, moment.pending)
        slot = next(s for s in ENGINE.offers(ENGINE.view(state, decision.seat), decision) if s.id == unit)
        assert [option.order for option in slot.options] == [{"kind": "stay"}]
    finally:
        state.vehicles[unit].effects.remove("helm")


# ---- whatever a game master may write --------------------------------------------------------------------------------

IDS = ["tog-1", "tog-c1", "tog-s1", "tog-foot", "cw-2", "cw-s2", "nobody", "tog-tanks", "tog"]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 12)
    | st.text(max_size=8)
    | st.sampled_from([*IDS, 10**40, "front", "1206", "helm", "tvlg"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "type", "hex", "side"]), inner, max_size=3),
    max_leaves=5,
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "unit": st.sampled_from(IDS),
    "hex": st.sampled_from(["1206", "0101", "2514", "9999"]),
    "facing": st.integers(0, 7),
    "velocity": st.integers(-12, 61),
    "grounded": st.booleans(),
    "side": st.sampled_from(["front", "stern", "bottom", "turret"]),
    "points": st.integers(0, 400),
    "template": st.sampled_from(["tvlg", "heap_200mm", "brick"]),
    "column": st.integers(0, 11),
    "casualties": st.integers(0, 9),
    "system": st.sampled_from(["front", "driver", "helm", "targeting", "front_shield"]),
    "vehicle": st.fixed_dictionaries({"id": st.sampled_from(["new", "tog-1"]), "type": st.sampled_from(["horatius", "coach"])}),
    "joins": st.sampled_from(["tog-tanks", "cw-carriers", "x"]),
    "text": st.text(max_size=5),
    "why": st.text(max_size=5),
    "sides": st.integers(0, 101),
    "target": st.sampled_from([0, 5, 10**40]),
}
KINDS = [*ENGINE.rulings, "sing"]
BY_KIND = {
    "move": ["unit", "hex"],
    "damage": ["unit", "side", "points"],
    "add": ["vehicle", "joins"],
    "note": ["text"],
    "reroll": ["sides", "why"],
    "recall": [],
}


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_ruling_is_carried_out_soundly_or_refused_with_a_sentence(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    fields = {*BY_KIND.get(kind, ["unit"]), *data.draw(st.sets(st.sampled_from(sorted(FIELDS)), max_size=1))}
    ruling = {"kind": kind, "reason": "x", **{name: data.draw(FIELDS[name]) for name in sorted(fields)}}
    if data.draw(st.integers(0, 2)) == 0:
        ruling[data.draw(st.sampled_from(sorted(ruling)))] = data.draw(VALUES)
    state = data.draw(st.sampled_from(battle().moments)).before
    before = encode(state)
    with contextlib.suppress(ValueError):
        step = ENGINE.amend(state, ruling, dice(data.draw(st.integers(0, 5))))
        assert step.events
        assert ENGINE.invariants(step.state) == []
        assert encode(step)
    assert encode(state) == before
