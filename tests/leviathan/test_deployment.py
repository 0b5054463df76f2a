"""Organizing fighters and placing forces before play, and reinforcements at the edge (leviathan: Game Set-Up, Organization, The Chase)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Json, Orders
from scales.leviathan import ENGINE
from scales.leviathan.scenario import deployment, organization
from scales.leviathan.state import State
from tests.leviathan.table import SIDES, Game, document, ship, table

ZONES = {"tog": {"edge": "bottom"}, "rl": {"edge": "top", "carried": True}}
FIGHTERS = {"squadron": 6, "flight": 24, "group": 72}
WING = {"id": "wing", "name": "Wing", "side": "rl", "fighters": {"cheetah": 36, "avenger": 36, "corsair": 30}}


def squadrons(**more: Any) -> dict[str, Any]:
    """Two squadrons that have still to be placed, and a wing."""
    units = [
        ship("shiva", "shiva", "tog", ""),
        ship("fulgur", "fulgur", "tog", ""),
        ship("ajax", "ajax", "rl", ""),
        ship("exeter", "exeter", "rl", ""),
    ]
    return document(units, deployment=ZONES, wings=[WING], **more)


def ask(state: State, key: str) -> tuple[State, Decision]:
    """Organize into squadrons and answer the rest as the bot would, until a decision whose key begins so is asked."""
    answers: dict[str, Orders] = {}
    dice = KeyedDice(key=seeded_secret(7))
    while True:
        step = ENGINE.advance(state, "power", answers, [], dice)
        wanted = [d for d in step.pending if d.key.startswith(key)]
        if wanted:
            return step.state, wanted[0]
        state, answers = step.state, {}
        for decision in step.pending:
            view = ENGINE.view(state, decision.seat)
            offers = ENGINE.offers(view, decision)
            squadrons = {slot.id: o.order for slot in offers for o in slot.options if o.info.get("size") == "squadron"}
            answers[decision.key] = Orders(squadrons) if squadrons else ENGINE.choose(view, decision, offers, dice)


def refusals(state: State, decision: Decision, order: Json) -> str:
    slot = decision.units[0] if decision.kind == "organize" else deployment.SLOT
    return " ".join(f.text for f in ENGINE.check(ENGINE.view(state, decision.seat), decision, Orders({slot: order})))


def start() -> State:
    return ENGINE.setup(squadrons(), KeyedDice(key=seeded_secret(1))).state


@pytest.mark.parametrize(
    ("size", "units"),
    [("squadron", ["squadron"] * 17), ("flight", ["flight"] * 4 + ["squadron"]), ("group", ["group", "flight", "squadron"])],
)
def test_a_wing_becomes_full_units_of_a_size_and_smaller_ones_of_the_rest(size: str, units: list[str]) -> None:
    # given a wing of 102 fighters, when it is dealt out into units of one size
    made = organization.split(WING["fighters"], size)  # type: ignore[arg-type]
    # then each has the fighters of its size, and what does not fill one goes into flights and squadrons
    assert [u["size"] for u in made] == units
    assert [sum(u["fighters"].values()) for u in made] == [FIGHTERS[u] for u in units]


@given(
    st.dictionaries(st.sampled_from(["cheetah", "avenger", "corsair", "hawk"]), st.integers(1, 300), min_size=1),
    st.sampled_from(["squadron", "flight", "group"]),
)
def test_no_fighter_is_lost_in_organizing(fighters: dict[str, int], size: str) -> None:
    made = organization.split(fighters, size)
    total = {craft: sum(u["fighters"].get(craft, 0) for u in made) for craft in fighters}
    assert total == fighters
    short = [u for u in made if sum(u["fighters"].values()) != FIGHTERS[u["size"]]]
    assert len(short) == (sum(fighters.values()) % 6 > 0)
    assert all(u["size"] == "squadron" for u in short)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (
            {"units": [{"size": "group", "fighters": {"cheetah": 36, "avenger": 36}}]},
            "Wing has 30 corsair, and its units 0 (leviathan: Organization)",
        ),
        (
            {"units": [{"size": "squadron", "fighters": {"cheetah": 7}}]},
            "a squadron has 6 fighters, this one 7 (leviathan: Organization)",
        ),
        (
            {
                "units": [
                    {"size": "group", "fighters": {"cheetah": 36, "avenger": 15}},
                    {"size": "group", "fighters": {"avenger": 21, "corsair": 30}},
                ]
            },
            "unit 1 of Wing: a group has 72 fighters, this one 51 (leviathan: Organization)",
        ),
        (
            {"units": [{"size": "squadron", "fighters": {"cheetah": 5}}, {"size": "squadron", "fighters": {"cheetah": 1}}]},
            "only one squadron of Wing may have fewer than 6 fighters, and there are 2 (leviathan: Organization)",
        ),
        ({"units": [{"size": "wing", "fighters": {"cheetah": 7}}]}, "is a squadron, a flight or a group"),
        ({"units": [{"size": "flight", "fighters": {"hawk": 7}}]}, "has fighters of avenger, cheetah, corsair"),
        ({"units": []}, "organized by a list of units"),
        ("squadrons", "organized by a list of units"),
    ],
)
def test_an_organization_against_the_rules_is_refused_with_the_reason(order: Any, reason: str) -> None:
    state, decision = ask(start(), "organize")
    assert reason in refusals(state, decision, order)


def test_the_lower_die_sets_up_second_and_sees_the_other() -> None:
    # given squadrons that are still to be placed
    state, first = ask(start(), "deploy")
    other = next(s["seat"] for s in SIDES if s["seat"] != first.seat)
    # when the first has placed its ships
    view = ENGINE.view(state, first.seat)
    assert not [s for s in ENGINE.view(state, other).state.ships.values() if s.on_map]
    dice = KeyedDice(key=seeded_secret(7))
    step = ENGINE.advance(state, "power", {first.key: ENGINE.choose(view, first, ENGINE.offers(view, first), dice)}, [], dice)
    # then the second is asked, and sees them on the map
    (second,) = step.pending
    assert second.seat == other
    assert {s.side for s in ENGINE.view(step.state, other).state.ships.values() if s.on_map} == {first.seat}


def test_a_deployment_against_the_rules_is_refused_with_every_reason() -> None:
    # given the side whose zone is the top
    state, decision = ask(start(), "deploy:rl")
    places = {"ajax": {"hex": "2:1303", "heading": 4, "velocity": 7}, "exeter": {"hex": "1:1303", "heading": 9, "velocity": 0}}
    texts = refusals(state, decision, {"ships": places, "fighters": {}})
    assert "Ajax begins with a velocity from 0 to 6" in texts
    assert "Ajax is placed within 5 hexes of the top edge, not in 2:1303 (leviathan: Game Set-Up)" in texts
    assert "Exeter has a heading from 1 to 6" in texts
    assert "Wing 1 has no place" in texts


def test_ships_of_a_squadron_stand_within_two_hexes_of_another() -> None:
    state, decision = ask(start(), "deploy:rl")
    option = ENGINE.offers(ENGINE.view(state, decision.seat), decision)[0].options[0]
    places = option.order["ships"] | {"ajax": {"hex": "1:0101", "heading": 4, "velocity": 0}}
    assert "Ajax stands more than 2 hexes from every other one of its squadron" in refusals(
        state, decision, option.order | {"ships": places}
    )


def test_every_formation_offered_is_legal_and_the_battle_goes_on() -> None:
    state, decision = ask(start(), "deploy")
    view = ENGINE.view(state, decision.seat)
    (slot,) = ENGINE.offers(view, decision)
    assert len(slot.options) >= 8
    assert all(not ENGINE.check(view, decision, Orders({slot.id: o.order})) for o in slot.options)
    game = Game(squadrons(), check=True)
    game.phase("power")
    assert all(u.on_map for u in [*game.state.ships.values(), *game.state.fighters.values()])


def test_fighters_may_be_carried_instead_as_far_as_there_is_room() -> None:
    # given a wing of 102 and an Exeter, which carries 24 fighters
    state, decision = ask(start(), "deploy:rl")
    option = ENGINE.offers(ENGINE.view(state, decision.seat), decision)[0].options[0]
    wings = [u for u in decision.units if u in state.fighters]
    aboard = {u: {"aboard": "exeter"} for u in wings[:4]}
    # when four squadrons go aboard, nothing is wrong; with a fifth there is
    assert not refusals(state, decision, option.order | {"fighters": option.order["fighters"] | aboard})
    full = aboard | {wings[4]: {"aboard": "exeter"}}
    assert "Exeter carries 24 fighters, not 30" in refusals(state, decision, option.order | {"fighters": option.order["fighters"] | full})


def test_a_set_up_without_a_zone_needs_every_hex_and_a_wing_of_many_types() -> None:
    # given a set-up with nothing placed, no zones, and a wing that is half of one type where a tenth may be
    setup = squadrons() | {"deployment": {}, "wings": [WING | {"most_percent": 10}]}
    texts = " ".join(f.text for f in ENGINE.faults(setup))
    assert "'' is no hex" in texts
    assert "its side has no zone: give deployment.rl" in texts
    assert "36 of 102 fighters are cheetah; 10 percent may be" in texts


def test_reinforcements_come_in_where_their_side_places_them() -> None:
    # given a chase in which a Carthage and a Valiant are due at the top
    state = table(
        [ship("shiva", "shiva", "tog", "2:2507", 6), ship("ajax", "ajax", "rl", "1:1407", 6)],
        layout="leviathan_end_to_end", victory={"kind": "chase", "pursued": "rl"},
    )  # fmt: skip
    from scales.leviathan.scenario import chase

    state.due.append({"side": "rl", "units": [chase.new_ship(state, "rl", kind) for kind in ("carthage", "valiant")], "edge": "top"})
    # when the next Movement Phase begins
    game = Game(state)
    game.phase("power")
    events = game.phase("movement")
    # then they stand on the map, placed at the edge by their side
    placed = next(e for e in events if e.kind == "deployed")
    assert placed.units == ["rl-carthage-1", "rl-valiant-1"]
    assert all(spot["hex"].endswith("01") and spot["velocity"] <= 6 for spot in placed.data["ships"].values())
    assert not game.state.due


def test_where_fighters_have_been_launched_none_is_carried() -> None:
    state, _ = ask(start(), "deploy:rl")
    state.zones["rl"].carried = False
    decision = deployment.decision(state, "rl", deployment.waiting(state, "rl"))
    option = ENGINE.offers(ENGINE.view(state, "rl"), decision)[0].options[0]
    aboard = option.order["fighters"] | {next(u for u in decision.units if u in state.fighters): {"aboard": "exeter"}}
    assert "begins on the map" in refusals(state, decision, option.order | {"fighters": aboard})
