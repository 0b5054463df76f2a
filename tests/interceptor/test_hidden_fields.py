"""Every field of the state is in the open, known to its own side, or to nobody: a field that is added has to be put in a list.

And two battles that differ in what a seat may not know look the same to it from beginning to end.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from scales.armor import Grid
from scales.codec import clone, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import At, Decision, Delivery, Event, Json, Orders, Slot
from scales.interceptor import ENGINE
from scales.interceptor.scenario.goals import Entry, Exit, Goals, Level, Term
from scales.interceptor.state import Battle, Cluster, Craft, Falling, Guard, Installed, Mission, Mount, Shot, Side, State, Unit, Verdict
from scales.messages import AntiAir, AttackAtLaf, FightersDown, GroundLoad, GroundTarget, HitFromAbove
from tests.interceptor.asking import plain_order
from tests.interceptor.scenes import SIDES, board_of, craft, mail

IDENTITY = {"id", "side", "seat"}
"""What says what a thing is, and whose: it is shown with the thing, and never changed."""
OPEN: dict[Any, set[str]] = {
    Mount: {"weapon", "location", "arc", "gone", "out", "since"},
    Guard: {"ecm", "engage"},
    Grid: {"rows", "width", "next_column"},
    Craft: {
        "name", "type", "column", "row", "heading", "velocity", "gunnery", "piloting", "armor", "mounts", "unit", "squadron", "where", "marks",
        "fresh", "shorts", "wild", "tumbling", "moved", "launched", "battle", "attack", "life_support", "by", "reported", "crew", "pilot_in", "away",
        "launches", "beamed", "guard", "since", "shields", "exit", "bay_tons", "room", "down", "pilot", "missions", "debriefed", "has_fired",
        "was_fired_at", "pilot_fate",
    },
    Cluster: {"javelins", "spoiled"},
    Shot: {
        "kind", "owner", "target", "column", "row", "velocity", "launched", "name", "battle", "unit", "climbing", "there", "painted", "cluster",
    },
    Side: {"faction"},
    Battle: {"column", "row", "sides"},
    Unit: {"name", "craft", "lost", "last", "closed"},
    Mission: set(),
    Verdict: {"outcome", "winner"},
    State: {
        "at", "layout", "sides", "craft", "shots", "battles", "units", "order", "turn_limit", "standing", "quiet", "hits", "next_shot", "turns_over",
        "options", "ground", "verdict", "ended", "entries", "goals", "released",
        "installations", "falling",
    },
    At: {"phase", "turn"},
    Entry: {"units", "hexes", "headings", "velocity", "turn"},
    Exit: {"edges", "units"},
    Term: {"event", "text", "points", "units", "wins", "earned"},
    Level: {"level", "least", "most"},
    Installed: {"name", "type", "column", "row"},
    Falling: {"units", "column", "row", "attacks"},
    AttackAtLaf: {"craft", "craft_name", "battle", "unit", "facing", "hits", "missiles"},
    HitFromAbove: {"weapon", "name", "damage", "rows"},
    Goals: {"exits", "terms", "levels", "of", "ends_without", "told"},
    GroundTarget: {"name", "kind", "mode", "heading", "shields"},
    GroundLoad: set(),
    AntiAir: set(),
}  # fmt: skip
"""Seen by everybody who knows of the thing: of all but calls, cargo and arms below everybody does."""
OWN: dict[Any, set[str]] = {
    Craft: {"mission", "home", "missiles", "bombs", "pods", "bare", "cargo", "cargo_lost"},
    Cluster: {"call"},
    Mission: {"call", "battle"},
    State: {"missions", "loads"},
    GroundTarget: {"hidden", "anti_air"},
    GroundLoad: {"name", "kind", "mass", "men", "aboard", "platoon", "shields", "unit"},
    AntiAir: {"lasers", "missiles", "tries", "gunnery", "modifiers"},
}
"""Seen by the seat that plays the side alone. A satellite is in the open: each is like the others."""
NOBODY: dict[Any, set[str]] = {Craft: {"cause"}, Unit: {"cause"}, Mission: {"cause"}, At: {"rolls", "stage", "memo", "inbox"}}
"""The engine's own notes, seen by no seat."""


def kinds_in(kind: Any) -> Iterator[Any]:
    """Every struct that a field of a kind may hold, itself first."""
    yield kind
    waiting = list(get_type_hints(kind).values())
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        if isinstance(hint, type) and issubclass(hint, Struct):
            yield hint


def test_every_kind_of_thing_in_the_state_is_listed() -> None:
    found, waiting = set(), [State]
    while waiting:
        kind = waiting.pop()
        if kind not in found and kind is not Delivery:
            found.add(kind)
            waiting += kinds_in(kind)
    assert found == set(OPEN)


@pytest.mark.parametrize("kind", list(OPEN), ids=lambda kind: kind.__name__)
def test_every_field_is_in_one_list(kind: Any) -> None:
    lists = [OPEN[kind], OWN.get(kind, set()), NOBODY.get(kind, set())]
    named = set(kind.__struct_fields__) - IDENTITY
    assert set().union(*lists) == named
    assert sum(len(each) for each in lists) == len(named)


# --- field by field ---------------------------------------------------------------------------------------------------------------------


def other_value(name: str, value: Any) -> Any:
    """Another value of the same kind."""
    special = {"type": "avenger", "guard": Guard("pod"), "cluster": Cluster("another", 1)}
    if name in special:
        return special[name]
    if isinstance(value, bool | int):
        return not value if isinstance(value, bool) else value + 1
    if isinstance(value, list | dict):
        return type(value)() if value else ["another"] if isinstance(value, list) else {"another": 1}
    return "another" if value is None or isinstance(value, str) else None


@lru_cache(maxsize=1)
def battle() -> State:
    """A battle with a thing of each kind, of both sides."""
    cargo = {"kind": "grav", "mass": 250, "men": 3, "unit": {"type": "wolverine"}}
    units = [
        unit
        for s, hex in (("t", "1:1003"), ("c", "2:1003"))
        for unit in (
            craft(f"{s}1", "gladius", hex, loads={"sss": 2, "painting_laser": 1}, unit=f"{s}-wing"),
            craft(f"{s}2", "ponto", hex, cargo=[{"id": f"{s}-tank", **cargo}], squadron=f"{s}-base"),
            craft(f"{s}3", "gladius", hex, mission="ground"),
        )
    ]
    satellites = [{"id": f"{side['id']}-thor", "side": side["id"]} for side in SIDES]
    state = board_of(*units, layout="three_game", standing=True, satellites=satellites, battles={"b1": "1:0114"})
    ids = ("tog", "com")
    for s, side in zip("tc", ids, strict=True):
        state.shots += [
            Shot(f"{s}1.m1", "sss", side, f"{s}1", "t3", 10, 4, 3, 0),
            Shot(f"{s}-thor.m2", "thor_cluster", side, f"{side}-thor", "", 9, 4, 1, 0, battle="b1", cluster=Cluster("call", 3)),
        ]
        state.missions.append(Mission("call", "b1", side, "ground:1"))
        state.units[f"{s}-wing"].cause = "above:1"
        arms = AntiAir(["laser_7_5_6"], {"sss": 2}, 2, 4)
        state.ground.setdefault("b1", []).append(GroundTarget(f"{s}-fort", "Fort", side, "installation", "nf", 1, {}, anti_air=arms))
        hit = AttackAtLaf("x1", "X", "x", "b1", f"{s}-diver", "front", [HitFromAbove("sss", "SSS", 20, [7, 5])])
        loads = [
            GroundLoad(f"{s}-{name}", name, side, kind, 200, 3, unit={"type": name})
            for name, kind in (("diver", "grav"), ("rider", "squad"))
        ]
        state.falling[f"{s}-diver"] = Falling(loads, side, 3, 3, [hit])
        state.installations.append(Installed(f"{s}-gun", "Gun", side, "2", 1, 3))
        state.entries.append(Entry(side, [], ["1:0202"], [1], 3, 9))
    exits, terms, levels = ([make(side) for side in ids] for make in (
        lambda side: Exit(side, ["top"]), lambda side: Term(side, "keep", "it stays"), lambda side: Level("marginal", side)
    ))  # fmt: skip
    state.goals = Goals(exits, terms, levels)
    state.verdict = Verdict("draw", None)
    state.at.memo, state.at.inbox = {"ask": {"com": ["c1"]}}, [Delivery("m", "battlefield", "x", {}, "x:1")]
    return state


def things(state: State, kind: Any) -> list[Any]:
    """Everything of a kind that belongs to com, or to no side."""
    craft = [c for c in state.craft.values() if c.side == "com" and not c.id.endswith("thor")]
    shots = [s for s in state.shots if s.side == "com"]
    below = [u for u in state.ground["b1"] if u.side == "com"]
    falling = [each for each in state.falling.values() if each.side == "com"]
    goals = state.goals or Goals()
    held: dict[Any, list[Any]] = {
        Craft: craft,
        Mount: [m for c in craft for m in c.mounts],
        Grid: [g for c in craft for g in c.armor.values()],
        Guard: [],
        Shot: shots,
        Cluster: [s.cluster for s in shots if s.cluster is not None],
        Side: [s for s in state.sides if s.id == "com"],
        Battle: list(state.battles.values()),
        Unit: [u for u in state.units.values() if u.side == "com"],
        Mission: [m for m in state.missions if m.side == "com"],
        Verdict: [state.verdict],
        State: [state],
        At: [state.at],
        Entry: [e for e in state.entries if e.side == "com"],
        Exit: [e for e in goals.exits if e.side == "com"],
        Term: [t for t in goals.terms if t.side == "com"],
        Level: [x for x in goals.levels if x.side == "com"],
        Goals: [goals],
        Installed: [each for each in state.installations if each.side == "com"],
        Falling: falling,
        AttackAtLaf: [attack for each in falling for attack in each.attacks],
        HitFromAbove: [hit for each in falling for attack in each.attacks for hit in attack.hits],
        GroundTarget: below,
        AntiAir: [u.anti_air for u in below],
        GroundLoad: [load for c in craft for load in state.loads.get(c.id, [])],
    }
    return held[kind]


def shows(seat: str, kind: Any, name: str) -> bool:
    """Does a seat see a difference when a field of com is changed?"""
    state, other = battle(), clone(battle())
    for each in things(other, kind):
        setattr(each, name, other_value(name, getattr(each, name)))
    assert encode(other) != encode(state), name
    return encode(ENGINE.view(other, seat)) != encode(ENGINE.view(state, seat))


WHOLE = {(State, name) for name in ("at", "sides", "craft", "shots", "ground", "missions", "loads", "goals", "falling")}
WHOLE |= {(Falling, "units"), (Guard, "ecm"), (Guard, "engage")}
"""Fields whose things are listed by their own fields; a guard is shown with its craft."""


def listed(lists: dict[Any, set[str]]) -> list[tuple[Any, str]]:
    return [(kind, name) for kind, names in lists.items() for name in sorted(names) if (kind, name) not in WHOLE]


@pytest.mark.parametrize(("kind", "name"), listed(OPEN), ids=str)
def test_what_is_in_the_open_is_seen_by_everybody(kind: Any, name: str) -> None:
    assert all(shows(seat, kind, name) for seat in ("tog", "com", ""))


@pytest.mark.parametrize(("kind", "name"), listed(OWN), ids=str)
def test_what_a_side_knows_of_its_own_no_other_seat_sees(kind: Any, name: str) -> None:
    assert shows("com", kind, name)
    assert (kind, name) == (GroundTarget, "hidden") or not (shows("tog", kind, name) or shows("", kind, name))


@pytest.mark.parametrize(("kind", "name"), listed(NOBODY), ids=str)
def test_notes_of_the_engine_are_seen_by_nobody(kind: Any, name: str) -> None:
    assert not any(shows(seat, kind, name) for seat in ("tog", "com", ""))


def test_of_a_unit_that_is_hidden_on_the_ground_nothing_is_seen() -> None:
    state, other = clone(battle()), clone(battle())
    for each in (state, other):
        things(each, GroundTarget)[0].hidden = True
    things(other, GroundTarget)[0].name = things(other, GroundTarget)[0].mode = "another"
    assert encode(ENGINE.view(other, "tog")) == encode(ENGINE.view(state, "tog"))
    assert encode(ENGINE.view(other, "com")) != encode(ENGINE.view(state, "com"))


def test_of_a_vehicle_that_drops_others_see_neither_who_rides_in_it_nor_how_it_is() -> None:
    state, other = clone(battle()), clone(battle())
    vehicle, rider = other.falling["c-diver"].units
    vehicle.unit, rider.name = {"type": "another"}, "another"
    for seat, same in (("tog", True), ("", True), ("com", False)):
        assert (encode(ENGINE.view(other, seat)) == encode(ENGINE.view(state, seat))) == same


def test_a_view_does_not_change_the_state() -> None:
    """Views share with the state what both have: making one changes nothing."""
    state = clone(battle())
    before = encode(state)
    for seat in ("tog", "com", ""):
        view = ENGINE.view(state, seat)
        encode(plain([ENGINE.picture(view), *(ENGINE.record(view, id) for id in state.craft)]))
    assert encode(state) == before


# --- battle by battle -------------------------------------------------------------------------------------------------------------------


def tank(id: str, **more: Any) -> Json:
    return {"id": id, "kind": "grav", "mass": 250, "men": 3, "unit": {"type": "wolverine"}, **more}


def fight(first: Json, second: Json, *cargo: Json) -> State:
    """Two craft and a transport of com, of which tog does not know what they carry and came for, against three of tog."""
    units = [
        craft("t1", "gladius", "2:1003", heading=4, velocity=3, loads={"sss": 3, "ecm_pod": 1}),
        craft("t2", "spiculum", "2:0803", heading=4, velocity=3, loads={"sss": 2}),
        craft("t3", "gladius", "1:0113", heading=4, velocity=1, mission="ground", loads={"hafe_i": 2}),
        craft("c1", "stinger", "2:1010", heading=1, velocity=3, **first),
        craft("c2", "gladius", "2:0810", heading=1, velocity=3, **second),
        craft("c3", "ponto", "1:0114", heading=2, cargo=list(cargo)),
    ]
    return board_of(*units, layout="three_game", standing=True, battles={"b1": "1:0114"})


PAIRS: dict[str, tuple[Callable[[], State], Callable[[], State]]] = {
    "loads": (
        lambda: fight({"loads": {"sss": 3}}, {"loads": {"sss": 6}}),
        lambda: fight({"loads": {"dfm": 1, "tgm": 1, "hell_missile": 1}}, {"loads": {"ris": 5, "painting_laser": 1}}),
    ),
    "missions": (
        lambda: fight({"loads": {"sss": 3}}, {"loads": {"sss": 6}}),
        lambda: fight({"mission": "ground", "loads": {"hafe_i": 3}}, {"mission": "ground", "loads": {"adm": 4, "glad": 2}}),
    ),
    "cargo": (
        lambda: fight({}, {}, tank("a"), tank("b")),
        lambda: fight({}, {}, tank("x", mass=90), tank("y"), {"id": "z", "kind": "squad", "men": 8, "aboard": "x", "unit": {}}),
    ),
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("pair", PAIRS)
def test_two_battles_that_differ_in_what_a_seat_may_not_know_look_the_same(pair: str, seed: int) -> None:
    """Given com gives the same orders in both, which use nothing hidden, then tog gets the same views, events, offers, refusals, sheets and pictures."""
    one, other = (story(make(), seed) for make in PAIRS[pair])
    assert len(one) == len(other) > 15
    for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, number


def story(state: State, seed: int) -> list[bytes]:
    """What tog is given in some turns, step by step; its bot plays on that."""
    found: list[bytes] = []
    for turn in range(2):
        for phase in ENGINE.phases:
            dice = KeyedDice(key=seeded_secret(seed * 100 + turn * 10 + len(phase)))
            answers: dict[str, Orders] = {}
            inbox = arrivals() if (turn, phase) == (0, "initiative") else []
            while True:
                step = ENGINE.advance(state, phase, answers, inbox, dice)
                state, inbox = step.state, []
                found.append(told(state, step.pending, step.events))
                if step.done:
                    break
                answers = {d.key: ordered(state, d) for d in step.pending}
    return found


def arrivals() -> list[Delivery]:
    return [mail("fighters_down", FightersDown("hawks", "Hawks", "com", "2:0603", "squadron", {"avenger": 6}, 5, 5, "fighters"))]


def ordered(state: State, decision: Decision) -> Orders:
    """The bot for tog; com does what it can whatever it carries: it flies as it did and fires all it has."""
    view = ENGINE.view(state, decision.seat)
    offers = ENGINE.offers(view, decision)
    if decision.seat == "tog":
        return ENGINE.choose(view, decision, offers, KeyedDice(key=b"bot"))
    orders = Orders({slot.id: slot.options[0].order if decision.kind == "fire" else held(decision, slot) for slot in offers})
    assert ENGINE.check(view, decision, orders) == []
    return orders


def held(decision: Decision, slot: Slot) -> Json:
    """Nothing launched, nothing announced, no pod and no decoy."""
    return plain_order(slot) if decision.kind not in ("launch", "defend") else {}


def told(state: State, pending: list[Decision], events: list[Event]) -> bytes:
    """Everything that tog gets of a step."""
    view = ENGINE.view(state, "tog")
    seen = [event for event in events if event.seen_by is None or "tog" in event.seen_by]
    found: list[Any] = [seen, view, ENGINE.picture(view), *(ENGINE.record(view, id) for id in sorted(state.craft))]
    for decision in pending:
        if decision.seat == "tog":
            offers = ENGINE.offers(view, decision)
            wrong = Orders({slot.id: {"missile": "sss", "target": "c1", "fire": {"0": "c2"}} for slot in offers})
            blind = Orders({slot.id: {} for slot in offers})
            found += [decision, offers, ENGINE.prospects(view, decision), *(ENGINE.check(view, decision, each) for each in (wrong, blind))]
    report = ENGINE.report(state)
    return encode(plain([found, report.over, report.outcome, report.winner, report.points, report.effective]))
