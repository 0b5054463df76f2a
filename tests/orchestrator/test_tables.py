"""Battles played with miniatures: set up from a sheet, reported by whoever played, taken over once by a GM."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.results import Result
from orchestrator.dispatch.tables import Tables, _form
from orchestrator.errors import AlreadyAnswered, AssignmentRefused, NotFound, ResultRefused, RulingRefused, StaleOrders
from orchestrator.links.engagement import Engagements
from orchestrator.links.link import Board
from orchestrator.store.records import BattlePlan, CampaignPlan, TheatrePlan
from orchestrator.store.writing import Store
from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from scales.engines import engine
from tests.orchestrator.duty import ANN, BEN, SKY, Duty
from tests.orchestrator.scenes import two_scales
from tests.orchestrator.test_rule_links import THEATRE, board, opened, scene
from tests.orchestrator.toy import setup

RED1, BLUE1 = "landfall-leviathan-red1", "landfall-leviathan-blue1"
DUEL = "landfall.leviathan"


@pytest.fixture
def duty(game: Campaigns) -> Duty:
    """One battle on a table, and another that waits for it."""
    made = Duty(game, game.create(_two_boards(), seed=1))
    made.admit(ANN, "red")
    made.admit(BEN, "blue")
    made.give(battle=DUEL, holder="table")
    return made


def _two_boards() -> CampaignPlan:
    boards = [
        BattlePlan(DUEL, "leviathan", setup(1, turn_limit=50, prefix="landfall-leviathan-", boxes=60)),
        BattlePlan("landfall.centurion", "centurion", setup(1, turn_limit=50, prefix="landfall-centurion-", boxes=60, standing=True)),
    ]
    return CampaignPlan("tables", [TheatrePlan("landfall", boards)], ["leviathan", "centurion"], {"red": "red", "blue": "blue"}, 2)


def form(duty: Duty, **boxes: int) -> Json:
    """The form of the table's sheet, filled in with what boats have left."""
    found = duty.tables.sheet(duty.id, DUEL).form
    for name, left in boxes.items():
        found["fates"][f"landfall-leviathan-{name}"] = {"status": "damaged" if left else "destroyed", "sheet": {"boxes": left}}
    return found


def version(duty: Duty) -> int:
    return duty.game.reading.battle(duty.id, 0, DUEL).version


def propose(duty: Duty, by: str = ANN, **boxes: int) -> Result:
    return duty.tables.propose(duty.id, DUEL, form(duty, **boxes), by)


def test_a_battle_on_a_table_is_not_computed_and_its_row_waits(duty: Duty) -> None:
    before = version(duty)
    assert duty.run() == "waiting"
    assert version(duty) == before
    assert duty.calls.of_campaign(duty.id) == []
    assert duty.run() == "waiting"


def test_a_result_is_proposed_and_approved_and_the_campaign_goes_on(duty: Duty) -> None:
    duty.run()
    proposed = propose(duty, red1=0)
    assert (proposed.status, duty.run()) == ("proposed", "waiting")
    approved = duty.tables.approve(duty.id, proposed.id)
    assert approved.status == "approved"
    battle = duty.game.reading.battle(duty.id, 0, DUEL)
    assert (battle.status, battle.report.winner, battle.report.fates[RED1].status) == ("ended", "blue", "destroyed")
    assert duty.assigning.all(duty.id) == []
    assert duty.run() == "ended"
    assert duty.is_sound()


def test_all_seats_of_a_side_read_the_same_sheet_also_those_that_play_other_boards(tmp_path: Path) -> None:
    """What an onlooker sees would tell a side which of its units the enemy has spotted."""
    rules, key = engine("legatus"), KeyedDice(key=seeded_secret(2))
    plan_ = BattlePlan("here.board", "legatus", rules.sample(key) | {"options": {"double_blind": 1}})
    seats = {"tog": "tog", "commonwealth": "commonwealth", "a_fleet": "tog", "z_fleet": "commonwealth"}
    game = Campaigns(Store(f"sqlite:///{tmp_path / 'one.db'}"))
    duty = Duty(game, game.create(CampaignPlan("one", [TheatrePlan("here", [plan_])], ["legatus"], seats, 2), seed=2))
    for fleet, ground in {"a_fleet": "tog", "z_fleet": "commonwealth"}.items():
        sheet = duty.tables.sheet(duty.id, "here.board", fleet)
        assert sheet == duty.tables.sheet(duty.id, "here.board", ground)
        assert {unit.id for unit in sheet.units if unit.status} == sheet.form["fates"].keys()
        assert {counter.side for counter in sheet.picture.counters if counter.unit} >= {seats[ground]}
        assert game.view(duty.id, "here.board", fleet) == game.view(duty.id, "here.board", ground)
    game.store.close()


def test_a_battle_that_a_table_ended_ended_in_the_row_that_waited_for_it(duty: Duty) -> None:
    """So that links which look at what ended in this turn (engagements) carry its outcome on."""
    duty.run()
    duty.tables.approve(duty.id, propose(duty, red1=0).id)
    assert duty.game.reading.battle(duty.id, 0, DUEL).done_tick == duty.game.reading.campaign(duty.id).tick


def test_the_sheet_tells_the_gm_all_and_a_side_what_it_may_know(duty: Duty) -> None:
    sheet = duty.tables.sheet(duty.id, DUEL)
    whole = {"hull": {"left": 60, "of": 60}}
    assert [(unit.id, unit.side, unit.status, unit.record["armor"], unit.at) for unit in sheet.units] == [
        (BLUE1, "blue", "ok", whole, "0104"),
        (RED1, "red", "ok", whole, "0204"),
    ]
    assert sorted(sheet.form["fates"]) == [BLUE1, RED1]
    assert sheet.conditions == {"turn_limit": 50}
    mine = duty.tables.sheet(duty.id, DUEL, "red")
    assert [(unit.id, unit.status, unit.record["armor"]) for unit in mine.units] == [(BLUE1, None, whole), (RED1, "ok", whole)]
    assert sorted(mine.form["fates"]) == [RED1]
    assert mine.in_flight == []
    with pytest.raises(NotFound):
        duty.tables.sheet(duty.id, DUEL, "green")
    with pytest.raises(NotFound):
        duty.tables.sheet(duty.id, "landfall.moon")


def test_the_same_result_five_times_at_once_is_one(duty: Duty) -> None:
    """ZK-Infra#1637: one attack, many results; in parallel and after a restart."""
    duty.run()
    before, filled = version(duty), form(duty, red1=0)
    with ThreadPoolExecutor(5) as pool:
        proposed = list(pool.map(lambda _: duty.tables.propose(duty.id, DUEL, filled, ANN), range(5)))
        assert len({each.id for each in proposed}) == 1
        approved = list(pool.map(lambda _: duty.tables.approve(duty.id, proposed[0].id), range(5)))
    assert {each.status for each in approved} == {"approved"}
    assert version(duty) == before + 1
    restarted = Tables(duty.game, duty.now)
    assert restarted.approve(duty.id, proposed[0].id).status == "approved"
    assert restarted.propose(duty.id, DUEL, filled, ANN).status == "approved"
    assert len(restarted.results(duty.id, DUEL)) == 1
    assert version(duty) == before + 1


def test_a_result_that_was_taken_over_but_not_yet_marked_is_not_taken_twice(duty: Duty) -> None:
    """lila#11966: killed between resolving and saving."""
    duty.run()
    proposed = propose(duty, red1=0)
    duty.game.settle(duty.id, DUEL, proposed.version, proposed.form)
    assert duty.tables.approve(duty.id, proposed.id).status == "approved"
    assert version(duty) == proposed.version + 1
    assert duty.run() == "ended"


def test_losses_are_those_that_the_log_tells(duty: Duty) -> None:
    """dcs_liberation#904: losses dropped."""
    duty.run()
    duty.tables.approve(duty.id, propose(duty, red1=7, blue1=0).id)
    told = [logged.event for _, logged in duty.game.log(duty.id) if logged.event.kind == "settled"]
    fates = duty.game.reading.battle(duty.id, 0, DUEL).report.fates
    assert {unit: fate["sheet"]["boxes"] for unit, fate in told[0].data["fates"].items()} == {RED1: 7, BLUE1: 0}
    assert {unit: fate.sheet["boxes"] for unit, fate in fates.items()} == {RED1: 7, BLUE1: 0}


def test_a_result_with_strange_units_or_more_than_there_was_is_refused_whole(duty: Duty) -> None:
    """dcs_liberation#769, #979: names that the campaign never sent, more losses than units."""
    duty.run()
    before, wrong = version(duty), form(duty, red1=61)
    wrong["fates"] |= {"stranger": {"status": "ok", "sheet": {"boxes": 1}}, "other": {"status": "ok", "sheet": {"boxes": 1}}}
    with pytest.raises(ResultRefused) as error:
        duty.tables.propose(duty.id, DUEL, wrong, ANN)
    assert sorted(fault.code for fault in error.value.faults) == ["boxes", "unknown_unit", "unknown_unit"]
    for empty in ({}, {"fates": []}, {"fates": {}}, {"fates": {RED1: 3}}):
        with pytest.raises(ResultRefused):
            duty.tables.propose(duty.id, DUEL, empty, ANN)
    assert (version(duty), duty.tables.results(duty.id, DUEL)) == (before, [])
    assert duty.game.reading.battle(duty.id, 0, DUEL).status == "open"


def test_a_result_that_sinks_everything_is_taken(duty: Duty) -> None:
    """dcs_liberation#1620: the final battle cannot be accepted."""
    duty.run()
    duty.tables.approve(duty.id, propose(duty, red1=0, blue1=0).id)
    assert duty.game.reading.battle(duty.id, 0, DUEL).report.effective == {"red": 0, "blue": 0}
    assert duty.run() == "ended"


def test_a_gms_form_and_the_ruling_it_stands_for_are_one(duty: Duty) -> None:
    """mekhq#3999: the same result by two ways."""
    duty.run()
    other = Duty(duty.game, duty.game.create(_two_boards(), seed=1))
    other.give(battle=DUEL, holder="table")
    other.run()
    duty.tables.approve(duty.id, propose(duty, red1=3, blue1=0).id)
    other.game.settle(other.id, DUEL, version(other), form(other, red1=3, blue1=0))
    heads = [each.game.reading.battle(each.id, 0, DUEL).head for each in (duty, other)]
    assert heads[0] == heads[1]


def test_both_sides_report_and_differences_are_listed(duty: Duty) -> None:
    duty.run()
    mine, his = propose(duty, ANN, red1=7, blue1=0), propose(duty, BEN, red1=0, blue1=0)
    assert [each.by for each in duty.tables.results(duty.id, DUEL)] == [ANN, BEN]
    assert duty.tables.results(duty.id, DUEL, BEN) == [his]
    (difference,) = duty.tables.differences(duty.id, DUEL)
    assert difference.unit == RED1
    assert {id: fate["sheet"]["boxes"] for id, fate in difference.fates.items()} == {mine.id: 7, his.id: 0}
    duty.tables.approve(duty.id, mine.id)
    assert [(each.status, bool(each.note)) for each in duty.tables.results(duty.id, DUEL)] == [("approved", False), ("rejected", True)]
    with pytest.raises(RulingRefused, match="rejected"):
        duty.tables.approve(duty.id, his.id)


def only(duty: Duty, by: str, **fates: Json) -> Result:
    """A report of somebody's own boats alone; what it leaves out is for others to tell."""
    told = {f"landfall-leviathan-{name}": fate for name, fate in fates.items()}
    side = {ANN: "red", BEN: "blue"}.get(by)
    return duty.tables.propose(duty.id, DUEL, {"over": True, "fates": told}, by, side)


def fate(left: int) -> Json:
    return {"status": "damaged" if left else "destroyed", "sheet": {"boxes": left}}


def test_both_sides_reports_are_approved_together(duty: Duty) -> None:
    """Given a report of each side on its own boats, when one is approved, then the other tells what it leaves out."""
    duty.run()
    mine, his = only(duty, ANN, red1=fate(7)), only(duty, BEN, blue1=fate(0))
    assert duty.tables.differences(duty.id, DUEL) == []
    approved = duty.tables.approve(duty.id, mine.id)
    assert sorted(approved.form["fates"]) == [BLUE1, RED1]
    assert {each.id: each.status for each in duty.tables.results(duty.id, DUEL)} == {mine.id: "approved", his.id: "approved"}
    assert {unit: each.sheet for unit, each in duty.game.reading.battle(duty.id, 0, DUEL).report.fates.items()} == {
        BLUE1: {"boxes": 0},
        RED1: {"boxes": 7},
    }
    assert duty.tables.approve(duty.id, mine.id) == approved
    assert (duty.run(), duty.is_sound()) == ("ended", True)


def test_what_two_others_contradict_each_other_in_the_gm_settles(duty: Duty) -> None:
    duty.run()
    mine, his, masters = only(duty, ANN, red1=fate(7)), only(duty, BEN, blue1=fate(0)), propose(duty, "gm", red1=7, blue1=5)
    (difference,) = duty.tables.differences(duty.id, DUEL)
    assert (difference.unit, sorted(difference.fates)) == (BLUE1, sorted([his.id, masters.id]))
    with pytest.raises(ResultRefused) as error:
        duty.tables.approve(duty.id, mine.id)
    assert [(fault.code, fault.where) for fault in error.value.faults] == [("differs", f"fates.{BLUE1}")]
    approved = duty.tables.approve(duty.id, mine.id, {"fates": {BLUE1: fate(5)}})
    assert approved.form["fates"][BLUE1] == fate(5)


def test_a_newer_report_of_the_same_person_takes_the_place_of_the_older(duty: Duty) -> None:
    duty.run()
    first, second = only(duty, ANN, red1=fate(7)), only(duty, ANN, red1=fate(3))
    statuses = {each.id: each.status for each in duty.tables.results(duty.id, DUEL)}
    assert statuses == {first.id: "superseded", second.id: "proposed"}
    assert duty.tables.differences(duty.id, DUEL) == []
    with pytest.raises(RulingRefused, match="superseded"):
        duty.tables.approve(duty.id, first.id)
    again = only(duty, ANN, red1=fate(7))
    assert (again.status, again.id not in statuses) == ("proposed", True)


def test_whoever_reported_may_take_it_back_until_it_is_approved(duty: Duty) -> None:
    duty.run()
    mine = only(duty, ANN, red1=fate(7))
    with pytest.raises(NotFound):
        duty.tables.withdraw(duty.id, mine.id, BEN)
    assert [duty.tables.withdraw(duty.id, mine.id, ANN).status for _ in range(2)] == ["withdrawn"] * 2
    with pytest.raises(RulingRefused, match="withdrawn"):
        duty.tables.approve(duty.id, mine.id)
    right = propose(duty, red1=7, blue1=0)
    duty.tables.approve(duty.id, right.id)
    with pytest.raises(AlreadyAnswered):
        duty.tables.withdraw(duty.id, right.id, ANN)


def test_a_gm_changes_a_result_before_taking_it_over(duty: Duty) -> None:
    duty.run()
    proposed = propose(duty, red1=7, blue1=5)
    edits = {"fates": {RED1: {"status": "destroyed", "sheet": {"boxes": 0}}}}
    for wrong in ({"fates": 3}, {"fates": {RED1: 3}}, {"fates": {"ghost": {"sheet": {"boxes": 0}}}}):
        with pytest.raises(ResultRefused):
            duty.tables.approve(duty.id, proposed.id, wrong)
    assert duty.tables.approve(duty.id, proposed.id, edits).form["fates"][RED1]["status"] == "destroyed"
    assert duty.tables.approve(duty.id, proposed.id, edits).status == "approved"
    with pytest.raises(AlreadyAnswered):
        duty.tables.approve(duty.id, proposed.id, {"fates": {BLUE1: {"status": "destroyed", "sheet": {"boxes": 0}}}})
    assert duty.game.reading.battle(duty.id, 0, DUEL).report.fates[BLUE1].sheet == {"boxes": 5}


def test_a_rejected_result_says_why_and_another_can_be_proposed(duty: Duty) -> None:
    duty.run()
    wrong = propose(duty, red1=0)
    assert duty.tables.reject(duty.id, wrong.id, "the boat got away").note == "the boat got away"
    assert duty.tables.reject(duty.id, wrong.id, "again").note == "the boat got away"
    with pytest.raises(RulingRefused, match="got away"):
        duty.tables.approve(duty.id, wrong.id)
    right = propose(duty, red1=7, blue1=0)
    duty.tables.approve(duty.id, right.id)
    with pytest.raises(AlreadyAnswered):
        duty.tables.reject(duty.id, right.id, "no")
    with pytest.raises(NotFound):
        duty.tables.reject(duty.id, "nothing", "")


def test_a_result_from_before_a_ruling_is_refused(duty: Duty) -> None:
    """vasl#69: what was written for another state of the battle."""
    duty.run()
    proposed = propose(duty, red1=7)
    duty.game.overrule(duty.id, DUEL, version(duty), {"kind": "destroy", "unit": BLUE1})
    with pytest.raises((StaleOrders, RulingRefused)):
        duty.tables.approve(duty.id, proposed.id)
    assert duty.tables.results(duty.id, DUEL)[0].status == "proposed"


def test_only_what_is_on_a_table_is_reported(duty: Duty) -> None:
    filled = form(duty, red1=0)
    (table,) = duty.assigning.all(duty.id)
    duty.assigning.withdraw(duty.id, table.id)
    with pytest.raises(ResultRefused, match="not played on a table"):
        duty.tables.propose(duty.id, DUEL, filled, ANN)
    assert duty.run() == "ended"


def test_a_battle_given_to_a_table_in_the_middle_of_a_phase_asks_nobody_any_more(game: Campaigns) -> None:
    """nebulous#435: what stood to be decided falls away, and nothing of the phase is left over."""
    duty = Duty(game, game.create(_two_boards(), seed=1))
    duty.admit(BEN, "blue", "blue")
    duty.run()
    (call,) = duty.asked(BEN)
    answer = duty.as_it_comes(call)
    duty.give(battle=DUEL, holder="table")
    assert (duty.asked(BEN), duty.game.decisions(duty.id), duty.run()) == ([], [], "waiting")
    with pytest.raises(StaleOrders):
        duty.calls.submit(duty.id, call.id, answer, BEN)
    duty.tables.approve(duty.id, propose(duty, red1=7).id)
    assert duty.game.reading.battle(duty.id, 0, DUEL).phase == ""
    duty.give(seat="blue", holder="bot")
    assert duty.run() == "ended"
    assert duty.is_sound()


def test_of_two_battles_in_one_row_only_the_one_on_the_table_waits_for_it(game: Campaigns) -> None:
    duty = Duty(game, game.create(two_scales(boats=1, turns=2, theatres=("landfall", "moon")), seed=1))
    duty.give(battle=SKY, holder="table")
    duty.run()
    steps = {battle: game.reading.battle(duty.id, 0, battle).version for battle in (SKY, "moon.leviathan")}
    assert steps[SKY] < steps["moon.leviathan"]


def test_an_ended_battle_goes_to_no_table(duty: Duty) -> None:
    duty.run()
    duty.tables.approve(duty.id, propose(duty, red1=0).id)
    with pytest.raises(AssignmentRefused, match="has ended"):
        duty.give(battle=DUEL, holder="table")


@pytest.mark.parametrize("scale", ["legatus", "leviathan", "interceptor", "centurion"])
def test_the_form_of_a_sheet_is_a_result_of_every_scale(scale: str, tmp_path: Path) -> None:
    """nebulous, mekhq#8121: what was sent is what comes back, unit by unit."""
    rules = engine(scale)
    plan_ = BattlePlan("here.board", scale, rules.sample(KeyedDice(key=seeded_secret(2))))
    sides = sorted({fate.side for fate in rules.report(rules.setup(plan_.setup, KeyedDice(key=seeded_secret(2))).state).fates.values()})
    campaign = CampaignPlan("one", [TheatrePlan("here", [plan_])], [scale], {side: side for side in sides}, 2)
    game = Campaigns(Store(f"sqlite:///{tmp_path / 'one.db'}"))
    duty = Duty(game, game.create(campaign, seed=2))
    duty.give(battle="here.board", holder="table")
    assert duty.run() == "waiting"
    sheet = duty.tables.sheet(duty.id, "here.board")
    assert sorted(sheet.form["fates"]) == sorted(game.reading.battle(duty.id, 0, "here.board").report.fates)
    proposed = duty.tables.propose(duty.id, "here.board", sheet.form, "gm")
    assert duty.tables.approve(duty.id, proposed.id).status == "approved"
    assert game.reading.battle(duty.id, 0, "here.board").status == "ended"
    for side in sides:
        assert {unit.side for unit in duty.tables.sheet(duty.id, "here.board", side).units if unit.status} == {side}
    assert duty.run() == "ended"
    assert duty.is_sound()
    game.store.close()


def test_the_outcome_of_an_engagement_that_a_table_played_reaches_the_legatus_board() -> None:
    """A battle that was on the table for turns and ends in this one tells the centuries' fates like any other."""
    boards = {plan.id: board(plan.id, plan.scale, plan.setup) for plan in THEATRE.battles}
    battle = opened(boards)
    form = _form(battle.record.report.fates, None)
    for unit, fate in form["fates"].items():
        if unit.startswith("cw-1-1"):
            form["fates"][unit] = fate | {"status": "destroyed", "sheet": {}}
    assert battle.rules.report_faults(battle.state(), form) == []
    state = battle.rules.settle(battle.state(), form).state
    report = battle.rules.report(state)
    assert report.over
    now = scene(boards, "legatus", "combat")
    ended = replace(battle.record, status="ended", state=encode(state), report=report, done_tick=now.tick - 1)
    (due,) = Engagements().before_row(replace(now, everywhere=boards | {battle.id: Board(ended, battle.rules)})).dues
    fates = {century["id"]: century["outcome"] for century in due.data["centuries"]}
    assert (due.kind, due.data["ended"], fates["cw-1-1"], fates["tog-1-1"]) == ("engagement_result", True, "destroyed", "effective")
