"""The links of the rules on real boards: engagements and their damage, battlefields, the truth of the ground."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from campaigns.library import find
from orchestrator.links.battlefield import Battlefields
from orchestrator.links.engagement import Engagements, damage_of, result_of
from orchestrator.links.every import every_link
from orchestrator.links.fire_support import FIRE_SUPPORT
from orchestrator.links.ground_attack import GROUND_ATTACK
from orchestrator.links.link import Board, Scene
from orchestrator.links.overhead import CraftAbove, GroundBelow
from orchestrator.links.post import Post
from orchestrator.links.spotting import GroundTruth
from orchestrator.planning import plan_of
from orchestrator.sequence import sequence
from orchestrator.store.records import BattleRecord, CampaignPlan, Sent
from scales.codec import clone, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Delivery, Json, Message
from scales.engines import engine
from scales.messages import KINDS, Battery, CenturyIn, Engagement

PLAN: CampaignPlan = plan_of(find("landfall", engine))
TURNS = sequence(PLAN.scales)
(THEATRE,) = PLAN.theatres


def board(id: str, scale: str, setup: Json, **more: Any) -> Board:
    rules = engine(scale)
    state = rules.setup(setup, KeyedDice(key=seeded_secret(1))).state
    record = BattleRecord(id, "ostia", scale, setup, "open", 1, 0, "", -1, "", encode(state), rules.report(state))
    return Board(replace(record, **more), rules)


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {plan.id: board(plan.id, plan.scale, plan.setup) for plan in THEATRE.battles}


def scene(boards: dict[str, Board], scale: str, phase: str, after: int = -1) -> Scene:
    tick = TURNS.next_tick(scale, phase, after)
    assert tick is not None
    return Scene(PLAN, THEATRE, TURNS, tick, boards)


def century(id: str, side: str, hexes: list[str]) -> CenturyIn:
    return CenturyIn(id, id, side, "medium_grav_armor", hexes, "normal", "concentrated", False)


CONTACT = Engagement(
    "e1.1",
    "tog",
    ["1313", "1314"],
    {"1313": "0b", "1314": "0."},
    [century("tog-1-1", "tog", ["1313"]), century("cw-1-1", "commonwealth", ["1314"])],
    [Battery("guns", "Guns", "commonwealth", 2, 0, 20)],
)


def opened(boards: dict[str, Board]) -> Board:
    """The battle that the engagement opens."""
    message = Sent("ostia.legatus:5:0", "ostia.legatus", 3, Message("engagement", plain(CONTACT)), "ostia.legatus:5:2")
    out = Engagements().deliver(message, scene(boards, "legatus", "commitment"))
    (plan,) = out.openings
    assert (plan.id, plan.scale) == ("ostia.e1.1", "centurion")
    (due,) = out.dues
    assert (due.battle, due.kind, due.cause) == ("ostia.e1.1", "engagement", "ostia.legatus:5:2")
    assert engine("centurion").faults(plan.setup) == []
    return board(plan.id, plan.scale, plan.setup)


def test_an_engagement_becomes_a_battle_of_its_centuries(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    assert battle.record.setup["ground_hex"] == "1:0114"
    assert {"tog-1-1", "cw-1-1"} <= set(battle.record.report.fates)
    assert sum(id.startswith("tog-1-1/") for id in battle.record.report.fates) >= 9
    assert battle.state().batteries["guns"].missions == 2
    # landfall gives TOG Naval Fire Control Officers
    assert [bool(c.fire_control) for c in battle.state().centuries.values()] == [c == "tog-1-1" for c in battle.state().centuries]


@pytest.mark.parametrize(("options", "mode"), [({"flight_modes": 1}, "ttf"), ({}, "nf")])
def test_a_century_above_the_trees_begins_so_where_flight_modes_are_played(boards: dict[str, Board], options: Json, mode: str) -> None:
    high = structs.replace(CONTACT, centuries=[structs.replace(CONTACT.centuries[0], altitude="tree_top"), CONTACT.centuries[1]])
    theatre = replace(THEATRE, data=THEATRE.data | {"below": THEATRE.data["below"] | {"options": options}})
    message = Sent("ostia.legatus:5:0", "ostia.legatus", 3, Message("engagement", plain(high)), "ostia.legatus:5:2")
    (plan,) = Engagements().deliver(message, replace(scene(boards, "legatus", "commitment"), theatre=theatre)).openings
    assert engine("centurion").faults(plan.setup) == []
    flown = board(plan.id, plan.scale, plan.setup).state().vehicles.values()
    assert {v.mode for v in flown if v.century == "tog-1-1"} == {mode}


def test_a_century_brings_the_damage_of_its_last_battle(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    struck = engine("centurion").amend(battle.state(), {"kind": "destroy", "unit": "tog-1-1/1/1"}, KeyedDice(key=seeded_secret(2))).state
    report = engine("centurion").report(struck)
    battle.record.report, battle.record.status = report, "ended"
    again = opened(boards | {battle.id: battle})
    assert damage_of("tog-1-1", scene(boards | {battle.id: battle}, "legatus", "commitment"))["tog-1-1/1/1"]["destroyed"]
    assert "tog-1-1/1/1" not in again.record.report.fates
    assert "tog-1-1/1/2" in again.record.report.fates


def test_what_a_century_lost_stays_lost_in_every_later_battle(boards: dict[str, Board]) -> None:
    rules = engine("centurion")
    first = opened(boards)
    struck = rules.amend(first.state(), {"kind": "destroy", "unit": "tog-1-1/1/1"}, KeyedDice(key=seeded_secret(2))).state
    first.record.report, first.record.status, first.record.done_tick = rules.report(struck), "ended", 1
    second = opened(boards | {first.id: first})
    record = replace(second.record, battle="ostia.e2.1", report=rules.report(second.state()), status="ended", done_tick=2)
    fought = boards | {first.id: first, "ostia.e2.1": Board(record, rules)}
    assert "tog-1-1/1/1" not in opened(fought).record.report.fates


def test_an_installation_is_three_below_and_comes_back_as_it_is(boards: dict[str, Board]) -> None:
    fort = CenturyIn(
        "port-di",
        "Port installation",
        "commonwealth",
        "defensive_installation",
        ["1314"],
        "normal",
        "concentrated",
        False,
        "installation_2",
    )
    contact = structs.replace(CONTACT, centuries=[*CONTACT.centuries, fort], installation="port-di")
    message = Sent("ostia.legatus:5:0", "ostia.legatus", 3, Message("engagement", plain(contact)), "ostia.legatus:5:2")
    (plan,) = Engagements().deliver(message, scene(boards, "legatus", "commitment")).openings
    battle = board(plan.id, plan.scale, plan.setup)
    assert [(b.id, b.type) for b in battle.state().installations.values()] == [(f"port-di/{n}", "installation_2") for n in (1, 2, 3)]
    (due,) = Engagements().before_row(scene(boards | {battle.id: battle}, "legatus", "combat")).dues
    assert due.data["installation_outcome"] == "ok"
    assert [c["id"] for c in due.data["centuries"]] == ["tog-1-1", "cw-1-1"]
    state = battle.state()
    for base in state.installations.values():
        base.launchers, state.vehicles[base.id].destroyed = 0, True
    battle.record.report = engine("centurion").report(state)
    (due,) = Engagements().before_row(scene(boards | {battle.id: battle}, "legatus", "combat")).dues
    assert due.data["installation_outcome"] == "destroyed"


def test_results_are_told_before_the_legatus_rolls(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    open_now = boards | {battle.id: battle}
    assert Engagements().before_row(scene(open_now, "legatus", "end")).dues == []
    (due,) = Engagements().before_row(scene(open_now, "legatus", "combat")).dues
    assert (due.battle, due.kind, due.data["ended"]) == ("ostia.legatus", "engagement_result", False)
    assert {c["id"]: c["outcome"] for c in due.data["centuries"]} == {"tog-1-1": "effective", "cw-1-1": "effective"}


def test_a_battle_of_an_earlier_turn_is_not_told_again(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    battle.record.status, battle.record.done_tick = "ended", 10
    later = scene(boards | {battle.id: battle}, "legatus", "combat", after=len(TURNS.rows))
    assert Engagements().before_row(later).dues == []


def test_interceptor_is_told_once_which_ground_is_fought_over(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    here = scene(boards | {battle.id: battle}, "interceptor", "initiative")
    (due,) = Battlefields().before_row(here).dues
    assert due.data == {"battle": "ostia.e1.1", "hex": "1:0114", "open": True, "sides": ["commonwealth", "tog"]}
    sky = engine("interceptor")
    step = sky.advance(
        boards["ostia.interceptor"].state(), "initiative", {}, [Delivery("m", due.kind, due.source, due.data)], KeyedDice(key=b"x" * 32)
    )
    told = replace(boards["ostia.interceptor"].record, state=encode(step.state), version=2)
    knows = boards | {battle.id: battle, "ostia.interceptor": Board(told, sky)}
    assert Battlefields().before_row(scene(knows, "interceptor", "initiative")).dues == []
    battle.record.status = "ended"
    (over,) = Battlefields().before_row(scene(knows, "interceptor", "initiative")).dues
    assert not over.data["open"]


def test_ships_are_told_the_truth_of_the_ground_before_each_search(boards: dict[str, Board]) -> None:
    battle = opened(boards)
    (due,) = GroundTruth().before_row(scene(boards | {battle.id: battle}, "leviathan", "spotting")).dues
    units = {unit["id"]: unit for unit in due.data["units"]}
    assert units["port-di"]["kind"] == "installation"
    assert len(units) == 22
    assert due.data["battles"] == {"ostia.e1.1": "1:0114"}
    assert GroundTruth().before_row(scene(boards, "leviathan", "movement")).dues == []


@pytest.mark.parametrize(
    ("link", "data", "back"),
    [
        (GROUND_ATTACK, {"craft": "red-1", "battle": "ostia.e1.1"}, ("return_fire", {"craft": "red-1", "hits": []})),
        (FIRE_SUPPORT, {"ship": "fulgur-3", "battle": "ostia.e1.1"}, ("fire_support_report", {"ship": "fulgur-3", "shots": 0})),
    ],
)
def test_what_comes_for_a_battle_that_ended_goes_back(boards: dict[str, Board], link: Any, data: Json, back: tuple[str, Json]) -> None:
    late = Delivery("m", link.kind, "ostia.interceptor", data, "cause")
    (due,) = link.bounce(late, scene(boards, "centurion", "combat")).dues
    assert (due.kind, due.battle, due.cause) == (back[0], "ostia.interceptor", "cause")
    assert back[1].items() <= due.data.items()
    KINDS[due.kind](**due.data)


def test_every_kind_of_message_has_its_link() -> None:
    post = Post(every_link())
    assert {kind for kind in KINDS if post.link(kind)} == set(KINDS)


def test_a_century_brings_the_career_of_its_last_battle(boards: dict[str, Board]) -> None:
    """centurion: Skill Improvement, Centurion Advancement"""
    battle = opened(boards)
    state = clone(battle.state())
    state.centuries["tog-1-1"].quality = "green"
    hunter = next(v for v in state.vehicles.values() if v.century == "tog-1-1")
    hunter.killed = 8
    battle.record.report, battle.record.status = engine("centurion").report(state), "ended"
    again = opened(boards | {battle.id: battle}).state().centuries["tog-1-1"]
    assert (again.kills, again.advancement, again.leadership) == (8, state.centuries["tog-1-1"].advancement, 2)
    hunter.killed = 9
    battle.record.report = engine("centurion").report(state)
    assert {c.id: c.quality for c in result_of(battle).centuries} == {"tog-1-1": "regular", "cw-1-1": ""}
    battle.record.status = "open"
    assert {c.quality for c in result_of(battle).centuries} == {""}


def test_both_boards_see_each_other(boards: dict[str, Board]) -> None:
    """The ground in D5, the craft above in D6 (centurion: Attacks at LAF)."""
    ground = opened(boards)
    both = {board.id: board for board in (_above(ground), ground)}
    (seen,) = GroundBelow().before_row(scene(both, "interceptor", "combat")).dues
    assert (seen.battle, seen.kind) == ("above", "ground_forces")
    assert {u["id"] for u in seen.data["units"]} == {v.id for v in ground.state().vehicles.values() if v.hex is not None}
    (overhead,) = CraftAbove().before_row(scene(both, "centurion", "combat")).dues
    assert (overhead.battle, overhead.kind) == (ground.id, "craft_overhead")
    assert [c["id"] for c in overhead.data["craft"]] == ["hawk"]


def test_nobody_overhead_is_told_of(boards: dict[str, Board]) -> None:
    ground = opened(boards)
    both = {board.id: board for board in (_above(ground, hex="1:0801"), ground)}
    assert CraftAbove().before_row(scene(both, "centurion", "combat")).dues == []


def _above(ground: Board, hex: str = "") -> Board:
    """An Interceptor board with one craft, over the ground battle or elsewhere."""
    where = ground.record.setup["ground_hex"]
    craft = {"id": "hawk", "type": "spiculum", "side": "tog", "hex": hex or where, "heading": 1, "velocity": 1}
    sides = [{"id": s, "faction": s, "seat": s} for s in ("tog", "commonwealth")]
    setup = {"layout": "three_game", "sides": sides, "craft": [craft], "battles": {ground.id: where}, "standing": True}
    return board("above", "interceptor", setup)
