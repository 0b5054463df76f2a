from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.scenario import ending
from scales.centurion.scenario.reporting import engagement_result
from scales.centurion.state import BattleState
from scales.codec import clone, encode
from scales.dice import KeyedDice, ScriptedDice, phase_key, seeded_secret
from scales.engine import Decision, Event, Json, Orders, random_orders
from scales.levels import victory
from tests.centurion.field import SIDES, battle, platoon, setup, vehicle
from tests.examples import oracle

MEETING: Json = {
    "board": {"sheets": ["rolling_woods"]},
    "sides": SIDES,
    "turn_limit": 12,
    "platoons": [
        platoon("tog", *({"id": f"t{n}", "type": "horatius", "name": f"Horatius {n}"} for n in (1, 2, 3)), id="tp"),
        platoon("cw", *({"id": f"c{n}", "type": "liberator", "name": f"Liberator {n}"} for n in (1, 2, 3)), id="cp"),
    ],
}


class Table:
    """A battle played through the protocol; seats in `random` give random orders, the others are bots."""

    def __init__(self, given: Json, seed: int, random: tuple[str, ...] = ()) -> None:
        self.secret, self.number, self.random = seeded_secret(seed), 0, random
        step = ENGINE.setup(given, self.dice())
        self.state: BattleState = step.state
        self.events: list[Event] = list(step.events)

    def dice(self, stream: str = "dice") -> KeyedDice:
        return KeyedDice(key=phase_key(self.secret, 0, "battle", self.number, stream))

    def turn(self) -> None:
        for phase in ENGINE.phases:
            self.number += 1
            self.phase(phase, self.dice(), self.dice("bot"))
            assert ENGINE.invariants(self.state) == []

    def phase(self, phase: str, dice: KeyedDice, bots: KeyedDice) -> None:
        answers: dict[str, Orders] = {}
        while True:
            before = encode(self.state)
            step = ENGINE.advance(self.state, phase, answers, [], dice)
            assert encode(self.state) == before
            self.state = clone(step.state)
            self.events += step.events
            if step.done:
                return
            answers = {decision.key: self.answer(decision, bots) for decision in step.pending}

    def answer(self, decision: Decision, bots: KeyedDice) -> Orders:
        view = ENGINE.view(self.state, decision.seat)
        offers = ENGINE.offers(view, decision)
        assert all(slot.options for slot in offers)
        orders = random_orders(offers, bots) if decision.seat in self.random else ENGINE.choose(view, decision, offers, bots)
        assert ENGINE.check(view, decision, orders) == []
        return orders

    def play(self) -> "Table":
        while not ENGINE.report(self.state).over:
            self.turn()
        return self


def test_a_battle_of_bots_ends_and_repeats_byte_for_byte() -> None:
    first, second = Table(MEETING, 5).play(), Table(MEETING, 5).play()
    assert encode(first.state) == encode(second.state)
    assert encode(first.events) == encode(second.events)
    report = ENGINE.report(first.state)
    assert report.over
    assert set(report.fates) >= {"t1", "t2", "t3", "c1", "c2", "c3"}
    assert any(event.kind == "moved" for event in first.events)
    assert first.state.last_damage > 0


def test_random_orders_are_legal_too() -> None:
    table = Table(ENGINE.sample(KeyedDice(key=seeded_secret(3))), 3, random=("red", "blue"))
    for _ in range(3):
        table.turn()


def test_the_bot_beats_random_orders() -> None:
    score = 0
    for seed in (1, 2, 3):
        for side in ("tog", "cw"):
            random = "blue" if side == "tog" else "red"
            report = ENGINE.report(Table(MEETING, seed, random=(random,)).play().state)
            score += (report.winner == side) - (report.winner is not None and report.winner != side)
    assert score >= 4


def movement_decision(state: BattleState) -> tuple[BattleState, Decision]:
    """The first movement decision of a battle."""
    dice = KeyedDice(key=b"x" * 32)
    step = ENGINE.advance(state, "initiative", {}, [], dice)
    answers = {d.key: Orders({"order": {"first": True}}) for d in step.pending}
    step = ENGINE.advance(step.state, "initiative", answers, [], dice)
    step = ENGINE.advance(step.state, "movement", {}, [], dice)
    return step.state, step.pending[0]


@pytest.mark.parametrize(
    "choices",
    [{}, {"t1": None}, {"nobody": {"kind": "stay"}}, {f"x{n}": {} for n in range(200)}, {"t1": {"kind": "stay"}, "c1": {"kind": "stay"}}],
)
def test_wrong_answers_are_refused(choices: dict[str, Any]) -> None:
    state, decision = movement_decision(ENGINE.setup(MEETING, ScriptedDice.of()).state)
    assert ENGINE.check(ENGINE.view(state, decision.seat), decision, Orders(choices))


def test_a_seat_does_not_see_the_other_sides_secrets() -> None:
    given = {**MEETING, "batteries": [{"id": "b", "name": "Battery", "side": "tog", "missions": 1, "shots": 3}]}
    state = ENGINE.setup(given, ScriptedDice.of()).state
    assert b"Battery" in encode(ENGINE.view(state, "red").state)
    assert b"Battery" not in encode(ENGINE.view(state, "blue").state)
    assert ENGINE.view(state, "red").state.at.memo == {}


def test_a_recalled_battle_is_over_and_reports_to_legatus() -> None:
    given = {
        "board": {"sheets": ["farmland"]},
        "sides": SIDES,
        "centuries": [
            {"id": "a", "name": "First", "side": "tog", "kind": "light_grav_armor", "from_ground": True},
            {"id": "b", "name": "Alpha", "side": "cw", "kind": "light_grav_armor", "from_ground": True},
        ],
        "engagement": "e1",
        "standing": True,
    }
    state = ENGINE.setup(given, ScriptedDice.of()).state
    assert not ENGINE.report(state).over
    step = ENGINE.amend(state, {"kind": "recall"}, ScriptedDice.of())
    assert ENGINE.report(step.state).over
    result = engagement_result(step.state, "battle")
    assert (result.ended, result.engagement) == (True, "e1")
    assert [(c.id, c.outcome, c.strength_hundredths, c.fired) for c in result.centuries] == [
        ("a", "effective", 100, False),
        ("b", "effective", 100, False),
    ]


def test_rulings_destroy_move_and_repair() -> None:
    state = ENGINE.setup(MEETING, ScriptedDice.of()).state
    moved = ENGINE.amend(state, {"kind": "move", "unit": "t1", "hex": "0605", "facing": 2}, ScriptedDice.of()).state
    assert (moved.vehicles["t1"].hex, moved.vehicles["t1"].facing) == ((6, 5), 2)
    gone = ENGINE.amend(moved, {"kind": "destroy", "unit": "t1", "reason": "it never was here"}, ScriptedDice.of()).state
    assert ENGINE.report(gone).fates["t1"].status == "destroyed"
    assert ENGINE.report(state).fates["t1"].status == "ok"
    for wrong in ({"kind": "bless"}, {"kind": "move", "unit": "t1", "hex": "9999"}, {"kind": "destroy", "unit": "nobody"}):
        with pytest.raises(ValueError, match=r"\w"):
            ENGINE.amend(state, wrong, ScriptedDice.of())


def test_a_broken_side_gives_up_the_field() -> None:
    state = battle(vehicle("h", "horatius", "0505"))
    state.vehicles["enemy"].destroyed = True
    assert ending.is_over(state)
    assert ending.winner(state) == "tog"


@oracle("CEN-099")
def test_victory_levels(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [victory(high, low) for high, low in inputs["scores"]] == expected["high"]


def test_the_picture_shows_ground_and_counters() -> None:
    state = ENGINE.setup(
        setup(platoon("tog", vehicle("h", "horatius", "0505")), platoon("cw", vehicle("e", "viper", "2001")), changes={"0606": "2h"}),
        ScriptedDice.of(),
    ).state
    picture = ENGINE.picture(ENGINE.view(state, "red"))
    assert picture.fill["0606"] == "heavy_woods"
    assert picture.labels["0606"] == "2"
    assert {c.unit for c in picture.counters} == {"h", "e"}


def test_three_leadership_points_let_a_platoon_wait() -> None:
    tanks = [platoon("tog", vehicle(f"t{n}", "horatius", f"0{n}01"), id=f"tog-{n}") for n in (1, 2)]
    tanks += [platoon("cw", vehicle(f"c{n}", "liberator", f"0{n}13"), id=f"cw-{n}") for n in (1, 2)]
    tanks[0]["leadership"] = 5
    state, dice = ENGINE.setup(setup(*tanks), ScriptedDice.of()).state, ScriptedDice.of(1, 2)
    step = ENGINE.advance(state, "initiative", {}, [], dice)
    assert step.pending[0].data == {"advantage": 3}
    step = ENGINE.advance(step.state, "initiative", {"initiative-tog": Orders({"points": {"points": 0}})}, [], dice)
    winner = step.state.winner_of_initiative
    step = ENGINE.advance(step.state, "initiative", {f"order-{winner}": Orders({"order": {"first": winner == "tog"}})}, [], dice)
    step = ENGINE.advance(step.state, "movement", {}, [], ScriptedDice.of())
    assert step.pending[0].data == {"platoons": ["tog-1", "tog-2"], "pass": True, "early": True}
    moved: list[str] = []
    has_passed = False
    while not step.done:
        decision = step.pending[0]
        if decision.kind == "move":
            moved.append(decision.data["platoon"])
            answer = Orders({unit: {"kind": "stay"} for unit in decision.units})
        else:
            answer = Orders({"platoon": {"platoon": decision.data["platoons"][0] if has_passed else ""}})
            has_passed = True
        step = ENGINE.advance(step.state, "movement", {decision.key: answer}, [], ScriptedDice.of())
    assert moved == ["cw-1", "tog-1", "tog-2", "cw-2"]
    assert step.state.sides["tog"].advantage == 0
