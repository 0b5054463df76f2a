"""The variant rules: each behind its switch, and nothing changed without it."""

from typing import Any

import pytest

from scales.centurion import ENGINE, switches
from scales.centurion.combat import fire, internals, plans, shield_rolls, to_hit
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.weapons import weapon
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import emergency_turns, flying, grav, initiative, orders, ramming, track
from scales.centurion.movement.grav_orders import GravMove
from scales.centurion.state import Run
from scales.centurion.support import craft_aim
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Modifier, Orders
from scales.hexes import hex_of
from scales.messages import GroundAttack
from tests.centurion.firing_range import mount_of, play, table, tank
from tests.examples import oracle

Example = dict[str, Any]
VARIANTS = ("variant_initiative", "shield_penetration", "emergency_turns", "lateral_shift", "ramming")


def test_variants_are_off_unless_they_are_switched_on() -> None:
    assert [switches.SWITCHES[name].standard for name in VARIANTS] == [0] * len(VARIANTS)


# --- Variant Initiative/Turn Sequence Rules -------------------------------------------------------------------------------------


@oracle("CEN-211")
def test_the_higher_initiative_wins(inputs: Example, expected: Example) -> None:
    results, winner = initiative.raised(inputs["rolls"], inputs["leadership_used"])
    assert (results, winner) == (expected["modified"], expected["winner"])


def test_leadership_is_added_and_the_higher_roll_wins_in_play() -> None:
    state = table([tank("r", "horatius", "0505")], [tank("b", "liberator", "1505")], options={"variant_initiative": 1})
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice.of())
    assert [d.key for d in step.pending] == ["initiative-blue", "initiative-red"]
    view = ENGINE.view(step.state, "red")
    assert [o.label for o in ENGINE.offers(view, step.pending[1])[0].options][-1] == "2 points added to the roll"
    answers = {"initiative-red": Orders({"points": {"points": 2}}), "initiative-blue": Orders({"points": {"points": 0}})}
    step = ENGINE.advance(step.state, "initiative", answers, [], ScriptedDice.of(5, 4))
    assert step.state.winner_of_initiative == "red"
    assert step.state.initiative == {"red": 6, "blue": 5}
    check = step.events[0].checks[1]
    assert [(m.name, m.value) for m in check.modifiers] == [("Leadership Rating", 2)]


def test_a_rating_below_nothing_must_be_spent() -> None:
    state = table([tank("r", "horatius", "0505")], [tank("b", "liberator", "1505")], options={"variant_initiative": 1})
    for century in state.centuries.values():
        century.leadership = -2 if century.side == "red" else 0
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice.of(6, 7))
    assert step.state.initiative == {"red": 5, "blue": 6}
    assert step.pending[0].key == "order-blue"


# --- Variant Shield Rule --------------------------------------------------------------------------------------------------------


@oracle("CEN-209")
def test_what_a_shield_stops(inputs: Example, expected: Example) -> None:
    assert [shield_rolls.stop_percent(rating // 10) for rating in inputs["rating"]] == expected["stop_percent"]


def test_gaps_of_the_table_follow_the_ruling() -> None:
    assert [shield_rolls.stop_percent(rating // 10) for rating in (0, 10, 60, 110, 160, 300)] == [0, 22, 48, 68, 85, 94]


def duel(**options: int) -> Any:
    """A Horatius seven hexes in front of a Liberator that shows it its front."""
    return table([tank("r", "horatius", "0505", 3)], [tank("b", "liberator", "1205", 6)], options=options)


LASER = {"fire": [[mount_of("horatius", "laser_3_6"), "b", ""]]}


def aimed(state: Any) -> Aim:
    found = plans.aim_at(state, state.vehicles["r"], "b")
    assert found is not None
    return found


def test_the_shield_takes_nothing_off_and_rolls_to_stop_the_shot() -> None:
    basic, variant = (to_hit.reckoned(aimed(duel(**options)), weapon("laser_3_6")) for options in ({}, {"shield_penetration": 1}))
    assert variant.number == basic.number + 6
    assert (variant.stops, basic.stops) == (48, 0)
    assert variant.info()["chance"] == 90 * 52 // 100
    assert variant.info()["stops"] == 48


@pytest.mark.parametrize(("fell", "is_stopped"), [(48, True), (49, False)])
def test_a_roll_at_or_below_the_figure_stops_the_shot(fell: int, is_stopped: bool) -> None:
    playing = play(duel(shield_penetration=1), 5, fell, *([] if is_stopped else [5, 5]))
    fire.fire(playing, "r", LASER)
    told = playing.events[0]
    assert told.text.endswith(f"it hits, the front shield stops {int(is_stopped)} of 1.")
    assert told.checks[-1].rule == shield_rolls.RULE
    assert told.data["hits"] == ([] if is_stopped else ["3/6 Laser"])
    assert ("hit" in [event.kind for event in playing.events]) != is_stopped


def test_missiles_and_gauss_cannons_stay_as_they_are() -> None:
    basic, variant = aimed(duel()), aimed(duel(shield_penetration=1))
    for id in ("smlm_2", "gauss_150mm"):
        arm = weapon(id)
        assert to_hit.reckoned(basic, arm) == to_hit.reckoned(variant, arm)


def test_paint_takes_the_shield_away() -> None:
    state = duel(shield_penetration=1)
    state.vehicles["b"].painted_by.append("r")
    assert to_hit.reckoned(aimed(state), weapon("laser_3_6")).stops == 0


def test_a_painting_laser_must_pass_the_shield_too() -> None:
    for fell, painted in ((48, []), (49, ["r"])):
        state = duel(shield_penetration=1)
        step = ENGINE.advance(state, "combat", {}, [], ScriptedDice.of())
        decision = next(d for d in step.pending if d.kind == "paint")
        while decision.key != "paint:red":
            step = ENGINE.advance(step.state, "combat", {decision.key: Orders({id: {} for id in decision.units})}, [], ScriptedDice.of())
            decision = next(d for d in step.pending if d.kind == "paint")
        answers = {"paint:red": Orders({"r": {"paint": "b"}})}
        step = ENGINE.advance(step.state, "combat", answers, [], ScriptedDice.of(3, fell))
        while [d.kind for d in step.pending] == ["paint"]:
            answers = {d.key: Orders({id: {} for id in d.units}) for d in step.pending}
            step = ENGINE.advance(step.state, "combat", answers, [], ScriptedDice.of(3, fell))
        assert step.state.vehicles["b"].painted_by == painted


def test_strafing_craft_roll_against_the_shield_of_what_they_hit() -> None:
    numbers = {}
    for played in (0, 1):
        state = table([tank("r", "horatius", "0505", 3)], [tank("b", "liberator", "1205", 6)], options={"shield_penetration": played})
        craft = GroundAttack("c", "Craft", "avenger", "red", "above", "strafing", 4, {"laser_5_4": 1}, {}, {})
        run = Run(hex_of("1210"), 1, 10)
        numbers[played] = craft_aim.at_vehicle(state, craft, run, state.vehicles["b"])
    shield = sum(m.value for m in numbers[0].modifiers if "shield" in m.name)
    assert shield < 0
    assert numbers[1].number == numbers[0].number - shield
    assert numbers[1].stops == shield_rolls.stop_percent(-shield)


# --- Variant "Emergency Turns" --------------------------------------------------------------------------------------------------


def flier(velocity: int, **options: int) -> Any:
    """A Liberator in flight over open ground, with room to the left when it is fast, to both sides when it is slow."""
    start = tank("r", "liberator", "0512", 3) if velocity > 4 else tank("r", "liberator", "0707", 2)
    state = table([start], [tank("b", "horatius", "2504")], options=options)
    state.vehicles["r"].velocity = velocity
    state.first = "red"
    return state


def refused(state: Any, **order: Any) -> list[str]:
    return [fault.text for fault in orders.faults_of(state, state.vehicles["r"], {"kind": "grav", **order})]


def walked(state: Any, path: str, velocity: int) -> track.Track:
    vehicle, terrain = state.vehicles["r"], terrain_of(state)
    how = grav.handling(vehicle, forces=True)
    return track.walk(terrain, terrain.index(vehicle.hex), vehicle.facing, velocity, how, path)


@oracle("CEN-201", "CEN-202")
def test_each_thrust_takes_a_hex_off_the_run_up(inputs: Example, expected: Example) -> None:
    assert grav.hexes_between_turns(inputs["velocity"]) == expected["normal_requirement"]
    found = walked(flier(inputs["velocity"], emergency_turns=1), "F" * inputs["turn_after_hexes"] + "R", inputs["velocity"])
    assert not found.fault
    assert found.thrust == expected["thrust_spent"]


@oracle("CEN-203")
def test_the_three_saves_of_a_vane(inputs: Example, expected: Example) -> None:
    state = flier(inputs["velocity"], emergency_turns=1)
    found = walked(state, "F" * inputs["turn_after_hexes"] + "L", inputs["velocity"])
    assert found.thrust == expected["thrust_spent"]
    vehicle = state.vehicles["r"]
    assert list(emergency_turns.saves_of(vehicle, found.forced[0])) == expected["targets"]
    playing = play(state, *inputs["rolls"])
    burned_out = emergency_turns.strain(playing, vehicle, found.forced)
    assert bool(burned_out) == expected["burned_out"]
    assert internals.lost(vehicle, "left_vane") == expected["vane_boxes_lost"]
    assert ("left_vane" in vehicle.shorted) == expected["shorted"]
    assert [check.target for check in playing.events[0].checks] == expected["targets"]
    assert "its left vane loses a box." in playing.events[0].text
    assert "left_vane" not in vehicle.effects


PATH = "FLFFFFFFFFFFFFF"


def test_turns_come_too_early_without_the_option_and_without_the_order() -> None:
    for options in ({}, {"emergency_turns": 1}):
        assert "r cannot turn before its third hex at velocity 14 (centurion: Facing Changes)" in refused(flier(14, **options), path=PATH)
    assert refused(flier(14), path=PATH, emergency=True)[0].startswith("r cannot force a turn: emergency turns are not played")
    assert refused(flier(14, emergency_turns=1), path=PATH, emergency=True) == []


def test_thrust_in_the_vane_is_thrust() -> None:
    text = "r has a thrust of 6 and cannot spend 2 for forcing turns and 5 for braking (centurion: Acceleration)"
    assert refused(flier(14, emergency_turns=1), path=PATH, emergency=True, decelerate=5) == [text]


def flown(state: Any, path: str, *script: int) -> Any:
    playing = play(state, *script)
    flying.fly(playing, state.vehicles["r"], GravMove(kind="grav", path=path, emergency=True))
    return playing


def test_a_burned_out_vane_turns_no_more_and_the_vehicle_flies_straight_on() -> None:
    state = flier(14, emergency_turns=1)
    playing = flown(state, "FLFFFLFFFFFFFFFF", 8)
    vehicle = state.vehicles["r"]
    assert vehicle.facing == 2
    assert vehicle.hexes_moved == 14
    assert "left_vane" in vehicle.effects
    assert [event.kind for event in playing.events] == ["emergency_turn", "moved"]
    assert playing.events[0].text == "r forces a turn to the left for 2 thrust: its left vane burns out."


def test_a_shorted_vane_is_out_in_the_next_turn_only() -> None:
    state = flier(14, emergency_turns=1)
    flown(state, PATH, 1, 1, 8)
    vehicle = state.vehicles["r"]
    assert grav.vane_works(vehicle, "left_vane")
    record = ENGINE.record(ENGINE.view(state, "red"), "r")
    assert {"name": "left vane", "state": "shorted out", "effect": "it cannot turn that way in the next turn"} in record["systems"]
    emergency_turns.recover(vehicle)
    assert not grav.vane_works(vehicle, "left_vane")
    emergency_turns.recover(vehicle)
    assert grav.vane_works(vehicle, "left_vane")


def test_turns_that_were_made_stay_made_when_their_vane_is_lost_on_the_way() -> None:
    state = flier(4)
    vehicle = state.vehicles["r"]
    plan = flying.Plan(terrain_of(state), vehicle.hex, vehicle.facing, 4, grav.handling(vehicle))
    vehicle.effects.append("left_vane")
    now, path = plan.after_damage(vehicle, "FLFFLF", 2)
    assert path == "FLFFF"
    walked = now.walk(path)
    assert (walked.fault, walked.facing, len(walked.entries)) == ("", 1, 4)


def test_a_game_master_mends_a_strained_vane() -> None:
    state = flier(14, emergency_turns=1)
    flown(state, PATH, 1, 10, 10)
    vehicle = state.vehicles["r"]
    assert (internals.lost(vehicle, "left_vane"), vehicle.shorted) == (1, {"left_vane": 2})
    ruling = {"kind": "repair", "unit": "r", "system": "left_vane", "reason": "a spare vane"}
    mended = ENGINE.amend(state, ruling, ScriptedDice.of()).state.vehicles["r"]
    assert (internals.lost(mended, "left_vane"), mended.shorted) == (0, {})


def test_lost_boxes_make_the_saves_harder_until_the_last_is_gone() -> None:
    state = flier(14, emergency_turns=1)
    vehicle = state.vehicles["r"]
    size = internals.size(vehicle, "left_vane")
    for _ in range(size - 1):
        internals.cross_off(vehicle, "left_vane")
    assert emergency_turns.saves(size - 1, 2).burnout == 9 - (size - 1) - 2
    flown(state, PATH, 1, 10, 1)
    assert "left_vane" in vehicle.effects


def test_emergency_turns_are_offered_with_their_risk_and_legal() -> None:
    state = flier(14, emergency_turns=1, lateral_shift=1)
    found = [o for o in ENGINE.offers(ENGINE.view(state, "red"), move_of(state))[0].options if "vanes" in o.info]
    assert {option.info["vanes"][0]["vane"] for option in found} == {"left"}
    for option in found:
        assert refused(state, **{key: value for key, value in option.order.items() if key != "kind"}) == []
    one = next(option for option in found if option.info["vanes"][0]["thrust"] == 1)
    assert one.info["vanes"][0]["saves"] == [8, 7, 8]
    assert one.info["vanes"][0]["chance"] == 80 * 70 // 100 * 80 // 100


def move_of(state: Any) -> Any:
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    return next(d for d in step.pending if d.key == "move-red-1")


# --- Variant Lateral Shift ------------------------------------------------------------------------------------------------------


def test_a_shift_moves_a_hex_aside_for_a_thrust_and_keeps_the_facing() -> None:
    state = flier(4, lateral_shift=1)
    assert refused(state, path="F>FF") == []
    found = walked(state, "F>FF", 4)
    assert (found.facing, found.thrust, found.spent) == (2, 1, 4)
    assert [entry.heading for entry in found.entries] == [2, 3, 2, 2]
    playing = play(state)
    flying.fly(playing, state.vehicles["r"], GravMove(kind="grav", path="F>FF"))
    vehicle = state.vehicles["r"]
    assert (vehicle.facing, vehicle.velocity, vehicle.hexes_moved) == (2, 4, 4)


def test_a_shift_follows_the_rules_of_turns() -> None:
    state = flier(14, lateral_shift=1)
    assert "before its third hex at velocity 14" in refused(state, path="FF>FFFFFFFFFFF")[0]
    state.vehicles["r"].effects.append("right_vane")
    assert "right directional vane is out" in refused(state, path="FFF>FFFFFFFFFF")[0]
    assert "thrust of 6" in refused(flier(4, lateral_shift=1), path="F>FF", decelerate=6)[0]
    assert "lateral shifts are not played" in refused(flier(4), path="F>FF")[0]


def test_shifts_backward_go_to_the_rear_side() -> None:
    assert [entry.heading for entry in walked(flier(-4, lateral_shift=1), "F<F", -4).entries] == [5, 6, 5]


def test_shifts_are_offered_and_legal() -> None:
    state = flier(4, lateral_shift=1)
    found = [o for o in ENGINE.offers(ENGINE.view(state, "red"), move_of(state))[0].options if o.info.get("shifts")]
    assert {letter for option in found for letter in option.order["path"] if letter in track.SHIFTS} == set(track.SHIFTS)
    for option in found:
        assert option.label.endswith(", shifting aside for 1 thrust")
        assert orders.faults_of(state, state.vehicles["r"], option.order) == []


# --- Variant Ramming in Centurion -----------------------------------------------------------------------------------------------


@oracle("CEN-205")
def test_the_higher_total_says_what_becomes_of_a_ram(inputs: Example, expected: Example) -> None:
    attacker, defender = inputs["attacker"], inputs["defender"]
    assert attacker["skill"] == defender["skill"] == ramming.SKILL
    state = table([tank("r", "liberator", "0505")], [tank("b", "trajan", "0605")])
    thrust = ramming.advantage(state.vehicles["r"], state.vehicles["b"])
    assert [m.value for m in thrust] == [inputs["attacker_thrust_advantage"]]
    familiar = [Modifier("familiarity", defender["familiarity"], "")]
    totals = ramming.total(attacker["roll"], thrust), ramming.total(defender["roll"], familiar)
    assert totals == (expected["attacker_total"], expected["defender_total"])
    assert ramming.attacker_wins(*totals) == expected["ram"]


@oracle("CEN-207")
def test_a_tie_goes_to_the_rammed(inputs: Example, expected: Example) -> None:
    assert ramming.attacker_wins(*inputs["totals"]) == expected["ram"]


def charge(velocity: int = 4, *, down: bool = False) -> Any:
    """A Liberator four hexes from a Trajan that stands across its way."""
    state = table([tank("r", "liberator", "0707", 2)], [tank("b", "trajan", "1105", 1)], options={"ramming": 1})
    state.vehicles["r"].velocity = velocity
    state.vehicles["b"].mode = "grounded" if down else "nf"
    state.first = "red"
    return state


def rammed(state: Any, *script: int) -> tuple[Any, list[Any]]:
    """The move with the declaration, then what follows the Combat Phase."""
    playing = play(state)
    flying.fly(playing, state.vehicles["r"], GravMove(kind="grav", path="FFFF", ram="b"))
    assert [event.kind for event in playing.events] == ["ram_declared", "moved"]
    playing = play(state, *script)
    return playing, list(ramming.resolve(playing))


def test_a_ram_is_declared_with_the_move_and_asked_of_the_higher_total() -> None:
    state = charge()
    playing, pending = rammed(state, 7, 5)
    assert playing.events[0].text == "r tries to ram b: r has 14, b has 10."
    assert [(d.key, d.seat) for d in pending] == [("ram:r", "red")]
    options = ramming.offers(state, pending[0])[0].options
    assert options[0].label == "it strikes: 48 points on b, 32 on the front of r"
    assert [option.info["score"] for option in options] == [1, 0]
    assert ramming.check(state, pending[0], Orders({"r": {"ram": True}})) == []
    assert ramming.check(state, pending[0], Orders({"r": {"hit": 1}}))


def test_a_ram_hurts_both_as_grounding_does() -> None:
    state = charge()
    playing, _ = rammed(state, 7, 5)
    playing = play(state, 9)
    playing.answers = {"ram:r": Orders({"r": {"ram": True}})}
    playing.state.at.memo["winners"] = {"r": "r"}
    assert list(ramming.resolve(playing)) == []
    event = next(event for event in playing.events if event.kind == "rammed")
    assert (event.data["points"], event.data["own_points"]) == (48, 32)
    assert event.data["facing"] in ("left", "stern", "right")
    assert sum(row.bit_count() for row in state.vehicles["r"].armor["front"].rows) == 80 - 32
    assert not state.vehicles["r"].ramming


def test_the_rammed_gets_out_of_the_way_when_it_wins() -> None:
    state = charge()
    playing, pending = rammed(state, 3, 9)
    assert [d.seat for d in pending] == ["blue"]
    assert [option.info["score"] for option in ramming.offers(state, pending[0])[0].options] == [0, 1]
    playing = play(state)
    playing.state.at.memo["winners"] = {"r": "b"}
    playing.answers = {"ram:r": Orders({"b": {"ram": False}})}
    ramming.resolve(playing)
    assert [event.kind for event in playing.events] == ["ram_missed"]


@pytest.mark.parametrize(("fell", "kind"), [(1, "ram_missed"), (2, "rammed")])
def test_what_cannot_move_is_rammed_but_for_a_one(fell: int, kind: str) -> None:
    playing, pending = rammed(charge(down=True), fell, *([] if fell == 1 else [9]))
    assert pending == []
    assert kind in [event.kind for event in playing.events]


def test_a_ram_lapses_when_the_target_is_gone() -> None:
    state = charge()
    playing = play(state)
    flying.fly(playing, state.vehicles["r"], GravMove(kind="grav", path="FFFF", ram="b"))
    state.vehicles["b"].hex = hex_of("1505")
    playing = play(state)
    assert list(ramming.resolve(playing)) == []
    assert [event.kind for event in playing.events] == ["ram_lapsed"]


def test_a_ram_misses_what_a_ruling_took_away_meanwhile() -> None:
    state = charge()
    playing, _ = rammed(state, 7, 5)
    state = ENGINE.amend(playing.state, {"kind": "remove", "unit": "b", "reason": "it never was there"}, ScriptedDice.of()).state
    playing = play(state)
    playing.state.at.memo["winners"] = {"r": "r"}
    ramming.resolve(playing)
    assert [event.kind for event in playing.events] == ["ram_missed"]


def test_rams_are_refused_with_the_reason() -> None:
    path = "FFFF"
    assert refused(charge(), path=path, ram="b") == []
    assert "it ends its move in hex" in refused(charge(3), path="FFF", ram="b")[0]
    assert "has to end its move at a velocity over 0" in refused(charge(), path=path, ram="b", decelerate=4)[0]
    assert "only an enemy vehicle on the board is rammed" in refused(charge(), path=path, ram="r")[0]
    state = charge()
    state.options = {}
    assert "ramming is not played in this battle" in refused(state, path=path, ram="b")[0]
    state = charge()
    state.vehicles["b"].mode = "laf"
    assert "they fly at different heights" in refused(state, path=path, ram="b")[0]


def test_ground_vehicles_ram_with_the_hexes_they_drove() -> None:
    state = table([tank("r", "sterling", "0707", 2)], [tank("b", "trajan", "0806", 1)], options={"ramming": 1})
    state.first = "red"
    found = [o for o in ENGINE.offers(ENGINE.view(state, "red"), move_of(state))[0].options if "ram" in o.info]
    assert [(o.order["ram"], o.info["points"], o.info["own_points"]) for o in found] == [("b", 12, 8)]
    assert orders.faults_of(state, state.vehicles["r"], found[0].order) == []
    state.vehicles["r"].hexes_moved = 1
    assert ramming.speed(state.vehicles["r"]) == 1


def test_the_bot_rams_only_with_what_cannot_fire() -> None:
    for effects, rams in ([], False), (["turret_weapons", "hull_weapons_1", "hull_weapons_2"], True):
        state = charge()
        state.vehicles["r"].effects = list(effects)
        decision = move_of(state)
        view = ENGINE.view(state, "red")
        answer = ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice.of(1))
        assert ("ram" in answer.choices["r"]) == rams


# --- all at once ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_battles_with_every_variant_end_and_stay_sound(seed: int) -> None:
    dice = KeyedDice(key=seeded_secret(seed))
    setup = ENGINE.sample(dice) | {"options": dict.fromkeys(VARIANTS, 1), "turn_limit": 4}
    dice.fresh = []
    state = ENGINE.setup(setup, dice).state
    while not ENGINE.report(state).over:
        for phase in ENGINE.phases:
            state = any_orders(state, phase, dice)
            assert ENGINE.invariants(state) == []


def any_orders(state: Any, phase: str, dice: KeyedDice) -> Any:
    """A phase in which every offer is as good as the next; each is legal."""
    step = ENGINE.advance(state, phase, {}, [], dice)
    while not step.done:
        answers = {}
        for decision in step.pending:
            view = ENGINE.view(step.state, decision.seat)
            offers = ENGINE.offers(view, decision)
            answers[decision.key] = Orders({slot.id: dice.pick(slot.options, "order").order for slot in offers})
            assert ENGINE.check(view, decision, answers[decision.key]) == []
        dice.fresh = []
        step = ENGINE.advance(step.state, phase, answers, [], dice)
    return step.state
