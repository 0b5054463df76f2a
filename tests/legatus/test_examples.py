"""The worked examples of Legatus."""

from typing import Any

from scales.dice import ScriptedDice
from scales.legatus import board, deployment, rolls
from scales.legatus.combat import attacking, combat
from scales.legatus.defenses import engineers, passive
from scales.legatus.double_blind import glimpses
from scales.legatus.initiative import initiative
from scales.legatus.movement import movement, zones
from scales.legatus.prefect import prefect
from scales.legatus.preparation.deploying import placed
from scales.legatus.scenario import scoring
from scales.legatus.state import LegatusState, Satellite
from scales.legatus.support import interceptors, thor
from scales.legatus.support.artillery import denial_size, may_support, support_of
from scales.legatus.tables import century_count, formation_ids, formations, kinds
from tests.examples import oracle
from tests.legatus.table import FLAT, Table, century, table

Data = dict[str, Any]
GRAV, INFANTRY = "medium_grav_armor", "infantry"


@oracle("LEG-001", "LEG-002", "LEG-003", "LEG-005", "LEG-006")
def test_deployment_changes_the_numbers(inputs: Data, expected: Data) -> None:
    found = deployment.deployment(inputs["dispersion"], inputs["altitude"], inputs["century_type"] == "infantry")
    assert found._asdict() == expected


@oracle("LEG-009")
def test_a_position_occupies_as_many_hexes_as_its_dispersion(inputs: Data, expected: Data) -> None:
    grid = board.grid("flat", tuple(FLAT))
    places = [placed(grid, "0606", d) for d in inputs["dispersion"]]
    assert [len(p.split("|")) for p in places] == expected["hexes_occupied"]
    assert [board.dispersion(p) for p in places] == inputs["dispersion"]


def offered(inputs: Data) -> tuple[list[str], list[str], list[str]]:
    """Offers, moves and forced moves when the decisions are taken in turn."""
    order = [name for name, _ in sorted(inputs["initiatives"], key=lambda pair: pair[1])]
    decisions, offers, moves, forced = list(inputs["decisions"]), list[str](), list[str](), list[str]()
    passed: list[str] = []
    while order:
        cohort, must = initiative.next_offer(order, passed)
        offers.append(cohort)
        if not must and not decisions:
            break
        if must or (chosen := decisions.pop(0)) == [cohort, "move"]:
            moves.append(cohort)
            forced += [cohort] if must else []
            order, passed = [c for c in order if c != cohort], []
        else:
            assert chosen == [cohort, "pass"]
            passed.append(cohort)
    return offers, moves, forced


@oracle("LEG-010")
def test_who_passes_last_must_move(inputs: Data, expected: Data) -> None:
    _, moves, forced = offered(inputs)
    assert moves[:2] == expected["move_order_prefix"]
    assert forced == expected["forced"]


@oracle("LEG-012")
def test_without_passes_the_lowest_moves_first(inputs: Data, expected: Data) -> None:
    offers, moves, _ = offered(inputs)
    assert (offers, moves) == (expected["offers"], expected["move_order"])


@oracle("LEG-013")
def test_base_initiative(inputs: Data, expected: Data) -> None:
    found = initiative.base_initiative(inputs["hq_to_furthest_century_hexes"], inputs["destroyed_centuries"], inputs["crippled_centuries"])
    assert found == expected["base_initiative"]
    state = worn_cohort()
    assert initiative.base_of(state, state.cohorts["t"]) == expected["base_initiative"]


def worn_cohort() -> LegatusState:
    """A headquarters, a crippled century five hexes away, one destroyed."""
    line = [century("hq", "hq_grav", "0302"), century("a", GRAV, "0307", crippled=True), century("b", GRAV, "0303")]
    state = table(line, [century("x", GRAV, "1410")], initiative_pools={"tog": 10})
    state.units["b"].status = "destroyed"
    return state


@oracle("LEG-014")
def test_without_a_headquarters_no_points_help(inputs: Data, expected: Data) -> None:
    line = [century("a", GRAV, "0302"), century("b", GRAV, "0308"), century("d", GRAV, "0304"), century("e", GRAV, "0305")]
    state = table(line, [century("x", GRAV, "1410")])
    for id in ("d", "e"):
        state.units[id].status = "destroyed"
    assert initiative.base_of(state, state.cohorts["t"]) == expected["base_initiative"]
    assert (initiative.price_of(state, "tog", "t") > 0) == expected["spend_legal"]
    assert inputs["pool_points_spent"] > 0


@oracle("LEG-015")
def test_points_lower_initiative_and_the_end_phase_adds_some(inputs: Data, expected: Data) -> None:
    play = Table(worn_cohort())
    play.phase("initiative", orders={"initiative:tog": {"spend": {"points": {"t": inputs["points_spent"]}}}})
    assert play.state.cohorts["t"].initiative == expected["modified_initiative"]
    assert play.state.sides[0].pool == expected["pool_after_initiative"]
    play.phase("end", inputs["end_phase_roll"], 1)
    assert play.state.sides[0].pool == expected["pool_after_end_phase"]


@oracle("LEG-017")
def test_ties_are_rolled(inputs: Data, expected: Data) -> None:
    state = table([century("a", GRAV, "0302")], [century("x", GRAV, "1410")])
    for cohort, value in zip(("c", "t"), inputs["values"], strict=True):
        state.cohorts[cohort].initiative = value
    dice = ScriptedDice.of(*inputs["tie_rolls"])
    initiative.settle_ties(state, dice)
    assert initiative.order_of(state)[0] == {"first": "c", "second": "t"}[expected["gains_initiative"]]


@oracle("LEG-018")
def test_movement_points(inputs: Data, expected: Data) -> None:
    assert inputs["type"][3] == "grav_starting_at_low_altitude"
    found = [movement.allowance(t) for t in inputs["type"][:3]] + [movement.allowance("grav", low=True)]
    assert found == expected["mp"]


@oracle("LEG-020")
def test_one_point_is_always_enough_for_the_first_hex(inputs: Data, expected: Data) -> None:
    left, cost = inputs["mp_available"] * movement.HALF, inputs["terrain_cost"] * movement.HALF
    assert movement.may_enter(left, cost, inputs["first_hex"]) == expected["may_enter"]
    assert not movement.may_enter(left, cost, False)


@oracle("LEG-021")
def test_altitude_changes_cost_a_point_a_level(inputs: Data, expected: Data) -> None:
    assert deployment.levels_between(inputs["from_altitude"], inputs["to_altitude"]) == expected["mp_cost"]
    assert inputs["to_altitude"] in deployment.altitudes_of(inputs["type"])


@oracle("LEG-023")
def test_hexside_moves(inputs: Data, expected: Data) -> None:
    a, b = "0606", "0607"
    here = board.position((a, b))
    assert board.dispersion(here) == inputs["dispersion"]
    assert len((set(board.sides(a)) | set(board.sides(b))) - {here}) == expected["adjacent_hexsides"]
    assert len(board.parallels(a, b)) == expected["parallel_hexsides"]
    assert len(board.steps(here)) == expected["reachable"]


@oracle("LEG-024")
def test_junction_moves(inputs: Data, expected: Data) -> None:
    here = board.position(("0606", "0607", board.common("0606", "0607")[0]))
    assert board.dispersion(here) == inputs["dispersion"]
    assert len(board.steps(here)) == expected["reachable_junctions"]


@oracle("LEG-026")
def test_maneuver_tests(inputs: Data, expected: Data) -> None:
    assert [rolls.succeeds(r, inputs["maneuver"]) for r in inputs["rolls"]] == expected["passed"]


@oracle("LEG-027")
def test_zone_of_an_unbroken_century(inputs: Data, expected: Data) -> None:
    unit = table([century("a", GRAV, "0606")], [century("x", GRAV, "1410")]).units["a"]
    assert board.dispersion(unit.at) == inputs["dispersion"]
    assert len(zones.zone(unit)) == expected["zoc_hexes"]


@oracle("LEG-030")
def test_a_broken_century_has_no_zone(inputs: Data, expected: Data) -> None:
    unit = table([century("a", GRAV, "0606")], [century("x", GRAV, "1410")]).units["a"]
    unit.broken = inputs["century"] == "broken"
    assert len(zones.controlled(unit)) == expected["zoc_hexes"]


@oracle("LEG-031")
def test_attack_rolls(inputs: Data, expected: Data) -> None:
    """A medium grav century attacks at 5."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    assert combat.attack_value(state, state.units["a"]) == inputs["attack"]
    dice = ScriptedDice.of(*inputs["rolls"])
    found = [combat.attack_trial(state, state.units["a"], state.units["x"]).roll(dice).passed for _ in inputs["rolls"]]
    assert found == expected["hit"]


@oracle("LEG-032")
def test_failed_defense_cripples_then_destroys(inputs: Data, expected: Data) -> None:
    """A medium grav century defends at 6."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    unit, dice = state.units["a"], ScriptedDice.of(*inputs["defense_rolls"])
    assert combat.defense_value(state, unit) == inputs["defense"]
    assert not unit.crippled
    found = [combat.harm(unit) for _ in inputs["defense_rolls"] if not combat.defense_trial(state, unit).roll(dice).passed]
    assert found == expected["states"]


@oracle("LEG-033", "LEG-035")
def test_morale(inputs: Data, expected: Data) -> None:
    morale = combat.morale_of("regular", inputs["dug_in"])
    assert morale == inputs["morale"] * (2 if inputs["dug_in"] else 1)
    assert [combat.morale_result(morale, r) for r in inputs["rolls"]] == expected["result"]


@oracle("LEG-037")
def test_artillery_by_dispersion(inputs: Data, expected: Data) -> None:
    assert [support_of(d)[0] for d in inputs["dispersion"]] == expected["supported_centuries"]
    assert [support_of(d)[1] for d in inputs["dispersion"]] == expected["attack_bonus"]
    assert [denial_size(d) for d in inputs["dispersion"]] == expected["denial_zoc_hexes"]


@oracle("LEG-039")
def test_which_artillery_may_support(inputs: Data, expected: Data) -> None:
    cases = {
        "moved": (True, "normal", False),
        "tree_top": (False, "tree_top", False),
        "low_altitude": (False, "low_altitude", False),
        "crippled": (False, "normal", True),
        "stationary_normal": (False, "normal", False),
    }
    assert [may_support(*cases[c]) for c in inputs["cases"]] == expected["may_support"]


@oracle("LEG-040")
def test_signals_beside_the_headquarters(inputs: Data, expected: Data) -> None:
    line = [century("hq", "hq_grav", "0302"), century("s", "signals", "0303"), century("a", GRAV, "0309")]
    state = table(line, [century("x", GRAV, "1410")])
    assert initiative.base_of(state, state.cohorts["t"]) == inputs["base_initiative"]
    assert initiative.value_of(state, state.cohorts["t"]) == expected["initiative"]


@oracle("LEG-041")
def test_signals_in_the_combat_phase(inputs: Data, expected: Data) -> None:
    found = []
    for friend, enemy in zip(inputs["adjacent_friendly_signal"], inputs["adjacent_enemy_signal"], strict=True):
        mine = [century("a", "heavy_grav_armor", "0606"), *([century("s", "signals", "0605")] if friend else [])]
        state = table(mine, [century("x", GRAV, "1410"), *([century("y", "signals", "0607")] if enemy else [])])
        changes = deployment.maneuver_modifiers(state, state.units["a"], combat=True)
        found.append(deployment.printed(state.units["a"]).maneuver + sum(m.value for m in changes))
    assert deployment.printed(state.units["a"]).maneuver == inputs["maneuver"]
    assert found == expected["combat_phase_maneuver"]


@oracle("LEG-042")
def test_a_permanent_manus_lowers_all_its_cohorts(inputs: Data, expected: Data) -> None:
    manus = {"id": "m", "side": "commonwealth", "formation": "Renegade Strike Manus", "hex": "0806"}
    state = table_with(manus)
    names = dict(zip(sorted(state.cohorts), ("manus", "cohort_1", "cohort_2", "t"), strict=True))
    values = {id: inputs["initiatives"].get(names[id], 9) for id in state.cohorts}
    assert initiative.cost_of(state, "commonwealth", {"m": 1}) == inputs["points_spent"]
    found = initiative.lowered(values, {"m": 1}, initiative.manus_parts(state, "commonwealth"))
    assert {names[id]: v for id, v in found.items() if names[id] != "t"} == expected["initiatives"]


def table_with(manus: Data) -> LegatusState:
    from scales.legatus import ENGINE
    from tests.legatus.table import setup

    given = setup([century("a", GRAV, "0202")], [])
    given["cohorts"].append(manus)
    assert ENGINE.faults(given) == []
    state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
    return state


@oracle("LEG-045")
def test_installations(inputs: Data, expected: Data) -> None:
    assert inputs == {}
    enemies = [century("a", GRAV, "0608"), century("b", GRAV, "0605"), century("d", GRAV, "0609")]
    state = table(enemies, [century("x", GRAV, "1410")], installations=[{"id": "fort", "side": "commonwealth", "hex": "0606"}])
    fort = state.units["fort"]
    assert zones.zone_radius(fort) == expected["zoc_radius"]
    assert movement.allowance_of(fort) == expected["mp"]
    assert [fort.altitude, board.dispersion(fort.at)] == expected["deployment"]
    reached = [u.id for u in attacking.chosen_targets(state, fort)]
    assert {id: reached.count(id) for id in ("a", "b", "d")} == {"a": expected["attacks_per_enemy_in_zoc"], "b": 1, "d": 0}


@oracle("LEG-046")
def test_passive_defenses_strike_who_fails(inputs: Data, expected: Data) -> None:
    """Maneuver 6: a 7 fails; the defenses then hit at 5 or less, and the defense (6) and morale (3) rolls of the century follow."""
    mines = [{"kind": "passive", "side": "commonwealth", "hex": "0605"}]
    play = Table(table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")], defenses=mines))
    play.phase("initiative")
    play.phase("movement", 7, 5, 6, 3, orders={"movement:t": {"a": {"path": ["0605", "0606"]}}})
    strike = next(e for e in play.events if e.kind == "attacked")
    assert inputs["entering_century_maneuver_test"] == "failed"
    assert strike.checks[0].target == expected["attack_rating"] == passive.attack_value()
    assert play.state.units["a"].at == "0605"
    assert not play.state.units["a"].crippled


@oracle("LEG-048")
def test_thor(inputs: Data, expected: Data) -> None:
    guards = {"none": [], "air_space_defense_within_2": [century("g", "air_space_defense", "0604")], "uncrippled_di": []}
    found = []
    for protection in inputs["target_protection"]:
        forts = [{"id": "fort", "side": "tog", "hex": "0605"}] if protection == "uncrippled_di" else []
        state = table([century("a", GRAV, "0606"), *guards[protection]], [century("x", GRAV, "1410")], installations=forts)
        found.append(thor.trial(state, Satellite("t", "T", "commonwealth", "0606", 1, 0), state.units["a"]).target)
    assert found == expected["strength"]


@oracle("LEG-050")
def test_victory_ratios(inputs: Data, expected: Data) -> None:
    pairs = zip(inputs["attacker_points"], inputs["defender_points"], strict=True)
    assert [scoring.ratio_result(a, d) for a, d in pairs] == expected["result"]


@oracle("LEG-052")
def test_squadrons_re_arm(inputs: Data, expected: Data) -> None:
    assert inputs["surviving_after_mission"]
    assert interceptors.after_mission() == expected["next_box"]
    assert interceptors.next_box(interceptors.after_mission()) == expected["box_after_next_initiative_phase"]


@oracle("LEG-053")
def test_spotting_rolls(inputs: Data, expected: Data) -> None:
    assert inputs["spotting_range"] == glimpses.spotting_range("low_altitude")
    found = [glimpses.is_spotted(inputs["modified_range"], inputs["spotting_range"], r) for r in inputs["rolls"]]
    assert found == expected["spotted"]


@oracle("LEG-055")
def test_sizes_of_formations(inputs: Data, expected: Data) -> None:
    assert [century_count(formation_ids()[name.lower()]) for name in inputs["formation"]] == expected["centuries"]


@oracle("LEG-057")
def test_organic_signals(inputs: Data, expected: Data) -> None:
    for name in inputs["hq"]:
        assert formations()[formation_ids()[name.lower()]]["organic_signals"]
    line = [century("hq", "hq_grav", "0302", organic_signals=True), century("a", GRAV, "0305")]
    state = table(line, [century("x", GRAV, "1410")])
    assert initiative.value_of(state, state.cohorts["t"]) - initiative.base_of(state, state.cohorts["t"]) == expected["initiative_modifier"]
    changes = deployment.maneuver_modifiers(state, state.units["hq"], combat=True)
    assert sum(m.value for m in changes) == expected["combat_phase_maneuver_bonus"]


@oracle("LEG-058")
def test_engineers_build(inputs: Data, expected: Data) -> None:
    assert engineers.places(inputs["turns_without_moving"]) == expected["places"]
    play = Table(table([century("e", "armored_engineer", "0604")], [century("x", GRAV, "1410")]))
    play.phase("initiative").phase("movement", orders={"movement:t": {"e": {"build": True}}}).phase("end", 1, 1)
    assert [(m.kind, m.hexes) for m in play.state.markers] == [("earthworks", ["0604"])]


@oracle("XSC-031")
def test_the_pool_from_the_strategic_campaign(inputs: Data, expected: Data) -> None:
    found = prefect.initiative_pool(
        inputs["detection_passed_by"], inputs["hq_centuries"], inputs["signals_centuries"], inputs["legion_hq_present"]
    )
    assert found == expected["initiative_pool"]


@oracle("XSC-033")
def test_cohorts_after_the_battle(inputs: Data, expected: Data) -> None:
    rows = zip(inputs["destroyed"], inputs["crippled"], inputs["hq_destroyed"], strict=True)
    assert [prefect.cohort_after(inputs["centuries"], *row) for row in rows] == expected["cohort"]


@oracle("XSC-034")
def test_squadrons_of_flights(inputs: Data, expected: Data) -> None:
    base = "gn3" if inputs["naval_base"] else "none"
    assert prefect.squadrons(inputs["interceptor_flights"], base) == expected["squadron_counters"]


def test_every_kind_has_both_faces() -> None:
    for kind in kinds().values():
        assert kind.crippled.attack <= kind.whole.attack
        assert kind.crippled.defense <= kind.whole.defense
