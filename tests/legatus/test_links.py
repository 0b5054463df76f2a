"""What Legatus sends to other boards and what it does with what comes back."""

from typing import Any

import pytest

from scales.codec import plain, typed
from scales.engine import Json
from scales.legatus.double_blind import sightings
from scales.legatus.state import LegatusState
from scales.messages import CenturyOut, Engagement, EngagementResult, GroundDamage, InterceptorMission, Spotted, SquadronBack
from tests.legatus.table import Table, century, mail, table

GRAV = "medium_grav_armor"


def face_to_face(policy: str = "all", **more: Any) -> LegatusState:
    """Two centuries of a side in contact, a battery and a headquarters behind each; nobody has initiative points."""
    tog = [
        century("a", GRAV, "0606"),
        century("b", "light_grav_armor", "0707"),
        century("hq", "hq_grav", "0602"),
        century("g", "grav_artillery", "0601"),
    ]
    other = [century("x", GRAV, "0607"), century("y", "infantry", "0708", altitude="dug_in"), century("cq", "hq_grav", "0611")]
    return table(tog, other, rules={"engagements": {"policy": policy, "at_most": 2, "centuries": 8}}, **more)


def engaged(**more: Any) -> Table:
    """After the commitment phase: the engagement is below."""
    play = Table(face_to_face(**more))
    play.phase("initiative").phase("movement").phase("spotting")
    return play.phase("commitment", orders={"attack:tog": {"fire:g": {"support": ["a"]}}})


def result(play: Table, outcomes: dict[str, str], **more: Any) -> Json:
    centuries = [CenturyOut(id, word, 40, True) for id, word in outcomes.items()]
    id = play.state.clashes[0].id
    data: Json = plain(EngagementResult("b7", id, more.pop("ended", True), "tog", centuries, **more))
    return data


def test_an_engagement_names_its_centuries_hexes_terrain_and_batteries() -> None:
    play = engaged()
    sent = [typed(data, Engagement) for data in play.sent("engagement")]
    assert len(sent) == 1
    assert sorted(c.id for c in sent[0].centuries) == sorted(play.state.clashes[0].units)
    assert {"a", "x"} <= {c.id for c in sent[0].centuries}
    assert sent[0].terrain == dict.fromkeys(sent[0].hexes, "0.")
    assert [(b.id, b.missions, b.shots) for b in sent[0].batteries] == [("g", 3, 60)]
    dug = {c.id: (c.altitude, c.dispersion, c.quality) for c in sent[0].centuries}
    assert dug["y"] == ("dug_in", "concentrated", "regular")


def test_a_battery_that_shells_the_board_below_is_spotted_and_told_of() -> None:
    play = Table(face_to_face(options={"double_blind": 1}))
    play.phase("initiative").phase("movement").phase("spotting")
    for id, unit in play.state.units.items():
        unit.spotted_by = ["tog"] if id == "x" else []
    play.phase("commitment", orders={"attack:tog": {"fire:g": {"support": ["a"]}}})
    found = [(e.seen_by, e.units) for e in play.events if e.kind == "spotted"]
    assert found == [(["commonwealth"], ["g"])]


@pytest.mark.parametrize(("policy", "sent"), [("none", 0), ("strongest", 1), ("all", 1)])
def test_the_policy_decides_what_is_fought_below(policy: str, sent: int) -> None:
    play = Table(face_to_face(policy))
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert len(play.sent("engagement")) == sent
    assert len(play.state.clashes) == sent


def test_an_engagement_too_large_shrinks_to_the_most_attacked() -> None:
    state = face_to_face()
    state.policy.centuries = 2
    play = Table(state).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    sizes = [len(typed(d, Engagement).centuries) for d in play.sent("engagement")]
    assert sizes[0] == 2
    assert max(sizes) == 2


def test_held_centuries_neither_move_react_nor_fire_and_wait_without_a_result() -> None:
    play = engaged()
    held = play.state.clashes[0].units
    before = {id: play.state.units[id].at for id in held}
    for name in ("combat", "end", "initiative", "movement", "spotting", "commitment", "combat", "end"):
        play.phase(name)
        acting = [e.units[0] for e in play.events if e.kind in {"moved", "attacked", "reacted", "hit"} and e.units]
        assert not set(acting) & set(held), name
        assert not play.sent("engagement"), name
    assert {id: play.state.units[id].at for id in held} == before
    assert not play.state.over


def test_a_result_replaces_the_rolls() -> None:
    play = engaged()
    play.phase(
        "combat", inbox=[mail("engagement_result", result(play, {"a": "effective", "b": "crippled", "x": "destroyed", "y": "retreats"}))]
    )
    units = play.state.units
    assert (units["a"].crippled, units["b"].crippled, units["x"].status) == (False, True, "destroyed")
    assert units["y"].at != "0708"
    assert units["y"].altitude == "normal"
    assert not any(u.engaged for u in units.values())
    assert units["b"].sheet == {"strength_hundredths": 40}
    assert units["a"].spotted_by == ["commonwealth"]
    assert not [e for e in play.events if e.kind == "attacked"]
    told = next(e for e in play.events if e.kind == "result")
    assert told.cause == "event 1 of another board"


def test_troops_are_from_now_on_what_the_battle_made_of_them() -> None:
    """centurion: Skill Improvement"""
    play = engaged()
    data = result(play, dict.fromkeys("abxy", "effective"))
    next(c for c in data["centuries"] if c["id"] == "a")["quality"] = "elite"
    play.phase("combat", inbox=[mail("engagement_result", data)])
    assert (play.state.units["a"].quality, play.state.units["b"].quality) == ("elite", "regular")
    assert "effective and elite from now on" in next(e for e in play.events if e.kind == "result").text


def test_who_fought_below_does_not_fight_again_in_the_same_turn() -> None:
    play = engaged()
    play.phase("combat", inbox=[mail("engagement_result", result(play, dict.fromkeys("abxy", "effective")))])
    assert play.kinds() == ["result"]
    play.phase("end").phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert play.sent("engagement")


def test_a_battle_that_goes_on_keeps_its_centuries() -> None:
    play = engaged()
    play.phase("combat", inbox=[mail("engagement_result", result(play, {"a": "crippled", "x": "effective"}, ended=False))])
    assert play.state.units["a"].crippled
    assert play.state.units["a"].engaged == play.state.clashes[0].id
    play.phase("end").phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert not play.sent("engagement")


def test_the_same_result_twice_changes_nothing() -> None:
    play = engaged()
    data = result(play, {"b": "crippled"})
    play.phase("combat", inbox=[mail("engagement_result", data), mail("engagement_result", data)])
    assert play.kinds().count("result") == 1
    assert play.kinds().count("result_refused") == 1
    assert play.state.units["b"].status == "ok"


def test_a_result_with_a_stranger_is_refused_whole() -> None:
    play = engaged()
    play.phase("combat", inbox=[mail("engagement_result", result(play, {"b": "destroyed", "cq": "destroyed"}))])
    assert play.state.units["b"].status == "ok"
    assert play.state.clashes
    assert "result_refused" in play.kinds()


def test_broken_with_no_way_out_costs_a_hit() -> None:
    """Out of movement points, a century that must run takes a hit that cannot be saved."""
    other = [century("y", "infantry", "0607", crippled=True)]
    play = Table(table([century("a", GRAV, "0606")], other, rules={"engagements": {"policy": "all"}}))
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment")
    play.phase("combat", inbox=[mail("engagement_result", result(play, {"y": "broken"}))])
    assert play.state.units["y"].status == "destroyed"
    assert "trapped" in play.kinds()


def test_an_installation_that_is_attacked_is_fought_below_and_attacks_nobody_here() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0607", "kind": "defensive_installation_3"}]
    play = Table(
        table([century("a", GRAV, "0606")], [century("y", GRAV, "1210")], installations=forts, rules={"engagements": {"policy": "all"}})
    )
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment")
    (sent,) = play.sent("engagement")
    assert sent["installation"] == "fort"
    assert [(c["id"], c["kind"], c["formation"]) for c in sent["centuries"]][1:] == [("fort", "defensive_installation", "installation_3")]
    told = result(play, {"a": "effective"}) | {"installation_outcome": "destroyed"}
    play.phase("combat", inbox=[mail("engagement_result", told)])
    assert play.state.units["fort"].status == "destroyed"
    assert not any(e.kind == "attacked" for e in play.events)


def test_an_installation_without_a_battle_below_is_attacked_by_the_rolls() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0607"}]
    play = Table(table([century("a", GRAV, "0606")], [century("y", GRAV, "1210")], installations=forts))
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert not play.sent("engagement")
    play.phase("combat")
    assert any(e.kind == "attacked" and "fort" in e.units for e in play.events)


def test_what_ships_are_shown_of_the_ground() -> None:
    forts = [{"id": "fort", "side": "tog", "hex": "1404", "kind": "defensive_installation_3"}]
    units = {u.id: u for u in sightings.ground_picture(face_to_face(installations=forts)).units}
    assert (units["fort"].kind, units["fort"].installation_type, units["fort"].hex) == ("installation", 3, "1:0114")
    assert (units["a"].kind, units["a"].century_type, units["a"].mode, units["a"].terrain) == ("century", GRAV, "nf", "open")
    assert units["a"].hex == "1:0113"


def test_ships_spot_and_strike() -> None:
    play = Table(face_to_face(leviathan=True))
    seen = Spotted("s1", "Fulgur", "tog", "1:0113", ["x", "gone"])
    struck = [GroundDamage("y", "s1", "destroyed"), GroundDamage("x", "s1", "crippled"), GroundDamage("nobody", "s1", "destroyed")]
    play.phase("initiative", inbox=[mail("spotted", plain(seen))])
    assert play.state.units["x"].spotted_by == ["tog"]
    play.phase("movement").phase("spotting").phase("commitment")
    play.phase("end", inbox=[mail("ground_damage", plain(s)) for s in struck])
    assert play.state.units["y"].status == "destroyed"
    assert play.state.units["x"].crippled
    assert play.kinds().count("struck") == 2
    assert play.kinds().count("news_void") == 1
    assert play.sent("ground_losses") == []


def test_losses_on_the_map_are_told_to_ships() -> None:
    """Attacks of 5 hit with 1, miss with 10; the defense of 6 fails with 9."""
    play = Table(table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], leviathan=True))
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment")
    play.phase("combat", 1, 10, 9, 3)
    assert play.state.units["x"].crippled
    play.phase("end", 1, 1)
    assert play.sent("ground_losses") == [{"unit": "x", "outcome": "crippled", "sheet": {}}]
    assert Table(play.state).phase("initiative").phase("end", 1, 1).sent("ground_losses") == []


def wings(**more: Any) -> LegatusState:
    squadrons = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}, {"id": "v", "side": "commonwealth", "kind": "interceptor_light"}]
    return face_to_face("none", squadrons=squadrons, **more)


def test_squadrons_fly_on_the_interceptor_board_when_it_is_in_play() -> None:
    play = Table(wings(interceptor=True))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "cap"}}})
    sent = [typed(d, InterceptorMission) for d in play.sent("interceptor_mission")]
    assert [(m.squadron, m.craft_type, m.mission) for m in sent] == [("w", "gladius", "cap")]
    assert play.state.squadrons["w"].box == "away"
    play.phase("end", inbox=[mail("squadron_back", plain(SquadronBack("w", "tog", False)))])
    assert play.state.squadrons["w"].box == "re_arming"
    assert play.phase("initiative").state.squadrons["w"].box == "ready"


def test_fates_of_other_boards_are_read_as_outcomes() -> None:
    play = engaged()
    play.phase("combat", inbox=[mail("engagement_result", result(play, {"a": "damaged", "b": "captured", "x": "left", "y": "ok"}))])
    units = play.state.units
    assert [units[u].status for u in "abxy"] == ["ok", "destroyed", "ok", "ok"]
    assert units["x"].at != "0607"


def test_the_enemy_reads_once_of_a_squadron_that_takes_off_in_his_sight() -> None:
    play = Table(wings(interceptor=True, options={"double_blind": 1}))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}})
    told = [(e.kind, e.seen_by) for e in play.events if "w" in e.units and e.kind in {"assigned", "spotted"}]
    assert told == [("assigned", ["tog"]), ("spotted", ["commonwealth"])]
    assert play.state.squadrons["w"].spotted_by == ["commonwealth"]


def test_a_lost_squadron_counts_for_the_enemy() -> None:
    from scales.legatus.scenario.victory import points

    play = Table(wings(interceptor=True))
    play.phase("initiative", orders={"initiative:tog": {"w": {"box": "ground_support"}}})
    before = points(play.state)
    play.phase("end", inbox=[mail("squadron_back", plain(SquadronBack("w", "tog", True)))])
    assert play.state.squadrons["w"].box == "destroyed"
    assert points(play.state)["commonwealth"] == before["commonwealth"] + 2
