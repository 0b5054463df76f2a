"""What a seat can plan: the decisions of the phase to come, readable now, and an order of platoons for the whole phase."""

from scales.centurion import ENGINE
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Orders, random_orders
from tests.centurion.battles import Moment, battle
from tests.centurion.field import platoon, setup, vehicle


def ahead(moment: Moment, decision: Decision) -> list[Decision]:
    return ENGINE.prospects(ENGINE.view(moment.before, decision.seat), decision)


def test_every_prospect_can_be_read_and_answered_now() -> None:
    for number, moment in enumerate(battle().asked()):
        for decision in moment.pending:
            view, found = ENGINE.view(moment.before, decision.seat), ahead(moment, decision)
            assert found[0] == decision
            assert len({d.key for d in found}) == len(found)
            for each in found:
                assert each.seat == decision.seat
                orders = random_orders(ENGINE.offers(view, each), KeyedDice(key=seeded_secret(number)))
                assert ENGINE.check(view, each, orders) == []


def test_all_platoons_of_the_side_that_have_still_to_move_are_foreseen() -> None:
    """What is foreseen is then asked under the same keys."""
    for turn in (1, 2, 3):
        moments = [m for m in battle().asked("move_platoon", "move") if m.before.turn == turn]
        first = next(m for m in moments if m.pending[0].seat == "red")
        foreseen = {d.key for d in ahead(first, first.pending[0]) if d.kind == "move"}
        asked = {d.key for m in moments for d in m.pending if d.kind == "move" and d.seat == "red"}
        assert asked <= foreseen
        assert len(foreseen) <= 2


def test_fire_is_foreseen_while_painting_is_asked() -> None:
    moment = battle().asked("paint")[0]
    kinds = [d.kind for d in ahead(moment, moment.pending[0])]
    assert kinds == ["paint", "fire"]
    craft = battle().asked("air")[0]
    assert [d.kind for d in ahead(craft, craft.pending[0])] == ["air", "paint", "fire"]
    end = battle().asked("artillery")[0]
    assert [d.kind for d in ahead(end, end.pending[0])] == ["artillery", "naval", "thor", "smoke"]


def test_an_order_of_platoons_holds_for_the_whole_phase() -> None:
    tog = [platoon("tog", vehicle(f"t{n}", "horatius", f"0{n}01"), id=f"tog-{n}") for n in (1, 2, 3)]
    cw = [platoon("cw", vehicle(f"c{n}", "liberator", f"0{n}13"), id=f"cw-{n}") for n in (1, 2, 3)]
    state = ENGINE.setup(setup(*tog, *cw), ScriptedDice.of()).state
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice.of(2, 1))
    while not step.done:
        step = ENGINE.advance(
            step.state, "initiative", {d.key: Orders({"order": {"first": True}}) for d in step.pending}, [], ScriptedDice.of()
        )
    plan = {
        "platoon-tog": Orders({"platoon": {"platoons": ["tog-3", "tog-1", "tog-2"]}}),
        "platoon-cw": Orders({"platoon": {"platoons": ["cw-2"]}}),
    }
    moved: list[str] = []
    step = ENGINE.advance(step.state, "movement", {}, [], ScriptedDice.of())
    while not step.done:
        decision = step.pending[0]
        view = ENGINE.view(step.state, decision.seat)
        planned = plan.get(decision.key)
        if decision.kind == "move":
            moved.append(decision.data["platoon"])
            planned = Orders({unit: {"kind": "stay"} for unit in decision.units})
        elif planned is None or ENGINE.check(view, decision, planned):
            planned = Orders({"platoon": {"platoon": decision.data["platoons"][-1]}})
        assert ENGINE.check(view, decision, planned) == []
        step = ENGINE.advance(step.state, "movement", {decision.key: planned}, [], ScriptedDice.of())
    assert [p for p in moved if p.startswith("tog")] == ["tog-3", "tog-1", "tog-2"]
    assert [p for p in moved if p.startswith("cw")] == ["cw-2", "cw-3", "cw-1"]


def test_an_order_of_strange_platoons_is_refused() -> None:
    moment = battle().asked("move_platoon")[0]
    decision = moment.pending[0]
    view = ENGINE.view(moment.before, decision.seat)
    for wrong in ([], ["nowhere"], "tog-tanks", [["tog-tanks"]], ["tog-tanks", "tog-tanks"], None):
        assert ENGINE.check(view, decision, Orders({"platoon": {"platoons": wrong}}))
