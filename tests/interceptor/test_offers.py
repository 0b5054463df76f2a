"""What an offer says is what happens: the figures of options against the checks of the events that follow."""

from collections.abc import Iterator

from scales.dice import KeyedDice
from scales.engine import Check, Decision, Event, Json, Option, Orders, Slot
from scales.hexes import Hex
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.movement.flight import Pose, fall, heat
from scales.interceptor.movement.handling import handling
from scales.interceptor.state import State
from tests.interceptor.scenes import Moment, board_of, bot_answers, craft, linked_battle, sample_battle

BATTLES = [lambda: sample_battle(3), lambda: sample_battle(5), linked_battle]


def chosen(moment: Moment, kind: str) -> Iterator[tuple[Decision, Slot, Option]]:
    """The options that the bots took."""
    for decision in moment.pending:
        if decision.kind == kind:
            for slot in ENGINE.offers(ENGINE.view(moment.state, decision.seat), decision):
                order = moment.given[decision.key].choices[slot.id]
                yield decision, slot, next((o for o in slot.options if o.order == order), slot.options[0])


def says(info: Json, check: Check) -> None:
    """An option's figures are those of the check."""
    assert (info["base"], info["to_hit"]) == (check.base, check.target)
    assert info["modifiers"] == [{"name": m.name, "value": m.value, "rule": m.rule} for m in check.modifiers]
    assert info["chance"] == 10 * sum(roll == 1 or (roll < 10 and roll <= check.target) for roll in range(1, 11))


def shots(events: list[Event], firer: str, target: str) -> list[Event]:
    return [e for e in events if e.kind in ("hit", "miss") and e.units == [firer, target]]


def test_fire_is_rolled_against_the_numbers_offered() -> None:
    compared = 0
    for moment in [m for battle in BATTLES for m in battle()]:
        for _, slot, option in chosen(moment, "fire"):
            if option.info and option.info["target"] in moment.state.craft:
                fired = shots(moment.step.events, slot.id, option.info["target"])
                offered = [option.info | weapon for weapon in option.info["weapons"]]
                offered.sort(key=lambda w: w["number"])
                assert [e.data["weapon"] for e in fired] == [w["weapon"] for w in offered]
                assert [(e.data["range"], e.data["side"]) for e in fired] == [(w["range"], w["side"]) for w in offered]
                for event, weapon in zip(fired, offered, strict=True):
                    for check in event.checks:
                        says(weapon, check)
                        compared += 1
    assert compared > 30


def test_damage_offered_is_what_the_weapons_do() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=4), craft("c1", "avenger", "1:1012", heading=4))
    state.at.phase = "combat"
    decision = Decision("fire:tog", "tog", "fire", "Declare fire.", ["t1"], True)
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    hold, fire = slot.options
    assert (slot.unit, hold.order, hold.info) == ("t1", {"fire": {}}, {})
    assert fire.label == f"t1 fires {len(fire.info['weapons'])} weapons at c1, range 2, {fire.info['to_hit']} or less"
    assert fire.info["damage"] == sum(w["damage"] + w["second"] for w in fire.info["weapons"]) > 0
    for weapon in fire.info["weapons"]:
        chance = fire.info["chance"] / 100
        assert weapon["expected_tenths"] == int(10 * (weapon["damage"] + weapon["second"] * chance) * chance + 1e-9)


def test_the_electron_part_of_a_lepc_counts_only_in_vacuum() -> None:
    def second(layout: str, *hexes: str) -> int:
        state = board_of(craft("t1", "spiculum", hexes[0], heading=4), craft("c1", "avenger", hexes[1]), layout=layout)
        for mount in state.craft["t1"].mounts:
            mount.weapon = "lepc_14" if mount.arc == "bow" else mount.weapon
        decision = Decision("fire:tog", "tog", "fire", "Declare fire.", ["t1"], True)
        (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
        return max(w["second"] for w in slot.options[1].info["weapons"])

    assert second("interceptor_deep_space", "1:1010", "1:1011") > 0
    assert second("three_game", "1:0210", "1:0211") == 0


def test_lock_on_is_rolled_against_the_number_offered() -> None:
    compared = 0
    for moment in [m for battle in BATTLES for m in battle()]:
        for _, slot, option in chosen(moment, "launch"):
            told = [
                e
                for e in moment.step.events
                if e.kind in ("missile_launched", "no_lock") and e.units == [slot.id, option.info.get("target")]
            ]
            assert len(told) == bool(option.info.get("target"))
            for event in told:
                says(option.info, event.checks[0])
                compared += 1
    assert compared > 3


def test_a_missile_flies_as_long_as_offered() -> None:
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, loads={"tgm": 1, "dfm": 1}), craft("c1", "avenger", "2:1005", heading=4))
    decision = Decision("launch:tog", "tog", "launch", "Launch missiles?", ["t1"], True)
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    by_kind = {o.order["missile"]: o for o in slot.options}
    assert by_kind["tgm"].info["flight"] == {"thrust": 12, "turns": 2}
    assert by_kind["tgm"].info["range"] == 18
    assert by_kind["dfm"].info["hex"] == "1:1004"
    assert "lock-on" in by_kind["tgm"].label


def test_a_move_ends_where_it_was_offered() -> None:
    compared = 0
    for moment in [m for battle in BATTLES for m in battle()]:
        for decision, slot, _ in chosen(moment, "move"):
            sure = [o for o in slot.options if "saving" not in o.info and "push" not in o.info]
            for option in sure[:: max(1, len(sure) // 3)]:
                step = ENGINE.advance(moment.state, "movement", {decision.key: Orders({"move": option.order})}, [], KeyedDice(key=b"any"))
                moved = next(
                    e for e in step.events if e.units[:1] == [option.info["craft"]] and e.kind in ("moved", "left", "craft_destroyed")
                )
                if moved.kind == "moved":
                    data = {name: option.info[name] for name in ("path", "heading", "velocity", "thrust")}
                    assert moved.data == data
                    assert option.label.startswith(moved.text.rstrip(".")), "the label says what the event says, and the cost"
                else:
                    assert option.info["end"]
                compared += 1
    assert compared > 100


def test_gravity_pulls_as_the_offer_notes() -> None:
    compared = 0
    for moment in linked_battle():
        for decision in moment.pending:
            if decision.kind == "move":
                (slot,) = ENGINE.offers(ENGINE.view(moment.state, decision.seat), decision)
                for option in [o for o in slot.options if "gravity" in o.info][:5]:
                    after = fall(board("three_game"), Pose(Hex(*option.info["at"]), option.info["heading"], option.info["velocity"]))
                    wings = handling(moment.state, moment.state.craft[option.info["craft"]])
                    slowed, scorch, _ = heat(board("three_game"), after.hex, after.velocity, wings)
                    told = option.info["gravity"]
                    assert (told["at"], told["velocity"], told.get("scorch", 0)) == (list(after.hex), slowed, scorch)
                    assert any("gravity" in note for note in option.info["notes"])
                    compared += 1
    assert compared


def test_every_slot_says_whom_it_is_about_and_labels_are_sentences() -> None:
    kinds = set()
    for moment in [m for battle in BATTLES for m in battle()]:
        for decision in moment.pending:
            kinds.add(decision.kind)
            for slot in ENGINE.offers(ENGINE.view(moment.state, decision.seat), decision):
                own = {id for id, c in moment.state.craft.items() if moment.state.side(c.side).seat == decision.seat}
                assert slot.unit in own or (slot.unit == "" and decision.kind == "move" and len(decision.units) > 1)
                assert all(o.label.startswith(tuple(moment.state.craft[u].name for u in decision.units)) for o in slot.options)
                assert len(slot.options) <= 250
    assert kinds >= {"place", "shields", "move", "announce", "fire", "launch"}


def test_many_targets_are_offered_by_their_nearness() -> None:
    swarm = [craft(f"c{n}", "avenger", f"1:{10 + n % 5:02d}{3 + n % 10:02d}") for n in range(150)]
    state = board_of(craft("t1", "gaul", "1:1003", heading=4), *swarm)
    for kind in ("fire", "launch"):
        decision = Decision(f"{kind}:tog", "tog", kind, "?", ["t1"], True)
        (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
        assert len(slot.options) <= 250


# --- prospects ----------------------------------------------------------------------------------------------------------------------------


def test_what_is_to_come_can_be_offered_and_checked_now() -> None:
    foreseen = set()
    for moment in [m for battle in BATTLES[1:] for m in battle()[::2]]:
        for decision in moment.pending:
            view = ENGINE.view(moment.state, decision.seat)
            coming = ENGINE.prospects(view, decision)
            assert coming[0] == decision
            assert len({d.key for d in coming}) == len(coming)
            for later in coming[1:]:
                foreseen.add((decision.kind, later.kind))
                assert later.seat == decision.seat
                offers = ENGINE.offers(view, later)
                assert all(slot.unit for slot in offers)
                assert ENGINE.check(view, later, Orders({s.id: s.options[-1].order for s in offers})) == []
    assert foreseen == {("move", "move"), ("move", "announce"), ("fire", "launch")}


def test_a_plan_from_the_prospects_answers_every_move_of_the_phase() -> None:
    """Orders for each craft, taken from the prospects of the first decision: each is legal when its craft's turn comes."""
    units = [craft(f"t{n}", "gladius", f"1:1{n}03", heading=4, velocity=3) for n in range(3)]
    state = board_of(*units, craft("t9", "pegasus", "1:0503"), craft("c1", "avenger", "2:1010"), craft("c2", "avenger", "2:1210"))
    step = ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"any"))
    step = ENGINE.advance(step.state, "initiative", bot_answers(step.state, step.pending), [], KeyedDice(key=b"any"))
    step = ENGINE.advance(step.state, "movement", {}, [], KeyedDice(key=b"any"))
    state = step.state
    view = ENGINE.view(state, step.pending[0].seat)
    plan = {"tog": plan_of("tog", state, step.pending), "com": plan_of("com", state, step.pending)}
    seat = step.pending[0].seat
    assert plan[seat], view.seat
    while not step.done:
        given = bot_answers(step.state, step.pending)
        for decision in [d for d in step.pending if d.seat == seat]:
            now = ENGINE.view(step.state, seat)
            legal = [o for o in plan[seat] if not ENGINE.check(now, decision, Orders({"move": o}))]
            assert legal, decision.prompt
            given[decision.key] = Orders({"move": legal[0]})
        step = ENGINE.advance(step.state, "movement", given, [], KeyedDice(key=b"any"))
    assert {c.id for c in step.state.craft.values() if c.moved == step.state.at.turn} == set(state.craft)


def plan_of(seat: str, state: State, pending: list[Decision]) -> list[Json]:
    """One order a craft."""
    coming = [later for d in pending if d.seat == seat for later in ENGINE.prospects(ENGINE.view(state, seat), d)]
    single = [d for d in coming if d.kind == "move" and len(d.units) == 1]
    return [ENGINE.offers(ENGINE.view(state, seat), d)[0].options[0].order for d in single]
