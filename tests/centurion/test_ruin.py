"""What fire makes of the ground, told in one event with its hexes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion.ground.terrain import tile
from scales.centurion.state import PARITY
from scales.centurion.support import naval_fire, rounds
from scales.centurion.support.rounds import Blast
from scales.engine import Event, Json
from scales.hexes import neighbors
from scales.messages import Bay, FireSupport
from tests.centurion.firing_range import at, play, table, tank

GROUND = {"0505": "0h", "0504": "0l", "0506": "0b2/20", "0405": "0u"}


def ruined(round: str) -> list[Event]:
    """The events that tell what a round on 0505 made of woods, a building, rubble, mines and an empty crater."""
    state = table([tank("h", "horatius", "0101")], [tank("v", "viper", "1510")], GROUND)
    state.ground.mines["0505"], state.ground.craters["0505"] = ["red"], 1
    working = play(state)
    rounds.land(working, round, Blast(at("0505"), "blue", "v"))
    return [event for event in working.events if event.kind == "ground_changed"]


@pytest.mark.parametrize(("round", "data", "text"), [
    ("hell", {"burnt": ["0505"], "rubbled": ["0504"], "mines": ["0505"], "craters": ["0505"]},
     "Woods are burnt away in 0505; woods become rubble in 0504; the mines are gone from 0505; empty craters are gone from 0505."),
    ("hafe_i", {"rubbled": ["0504", "0505"], "craters": ["0505"]},
     "Woods become rubble in 0504 and 0505; empty craters are gone from 0505.")])  # fmt: skip
def test_ground_that_a_round_destroys_is_told_in_one_event(round: str, data: Json, text: str) -> None:
    (event,) = ruined(round)
    assert (event.data, event.text) == (data, text)
    assert event.rule.startswith("centurion: H")


@pytest.mark.parametrize("round", ["adm", "crater", "smoke"])
def test_rounds_that_destroy_no_ground_tell_nothing_of_it(round: str) -> None:
    assert ruined(round) == []


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_all_that_vanishes_from_the_ground_is_told_with_its_hex(data: st.DataObject) -> None:
    """Whatever lies around: buildings, woods, rubble, mines and craters that are there before a blow and not after it are in its event."""
    near = ["0505", *(h.label for h in neighbors(at("0505"), PARITY))]
    kinds_of = {label: data.draw(st.sampled_from(["0.", "0l", "0h", "0b1/5", "0u", "0w"])) for label in near}
    state = table([tank("h", "horatius", "0101")], [tank("v", "viper", "1510")], kinds_of)
    state.ground.mines = {label: ["red"] for label in near if data.draw(st.booleans())}
    state.ground.craters = {label: 1 for label in near if data.draw(st.booleans())}
    mined, cratered = set(state.ground.mines), set(state.ground.craters)
    was = {label: tile(state, at(label)).ground for label in near}
    working = play(state)
    rounds.land(working, data.draw(st.sampled_from(["hell", "hafe_i"])), Blast(at("0505"), "blue", "v"))
    gone = {"mines": mined - set(state.ground.mines), "craters": cratered - set(state.ground.craters)}
    now = {label: tile(state, at(label)).ground for label in near}
    told = {what: set(labels) for e in working.events if e.kind == "ground_changed" for what, labels in e.data.items()}
    assert {what: told.get(what, set()) for what in gone} == gone
    changed = {label for label in near if was[label] != now[label]}
    assert changed <= told.get("burnt", set()) | told.get("rubbled", set()) | told.get("melted", set()) | told.get("razed", set())


@pytest.mark.parametrize("attack", ["Naval Fire Support", "Missile Barrages"])
def test_a_naval_bay_and_a_barrage_tell_what_they_raze(attack: str) -> None:
    state = table([tank("h", "horatius", "0101")], [tank("v", "viper", "1510")], GROUND)
    bay, blast = Bay("f/0", "25 37.5/10", "L", 12), Blast(at("0505"), "blue", "f")
    ship = state.ships["f"] = FireSupport("f", "Fulgur", "fulgur", "blue", "b", "atmosphere", True, [bay])
    working = play(state)
    if attack == "Naval Fire Support":
        naval_fire.strike(working, blast, bay, ship)
    else:
        naval_fire.barrage(working, blast, (0, 1, 2))
    (event,) = [event for event in working.events if event.kind == "ground_changed"]
    assert event.text == "Woods are burnt away in 0504 and 0505; rubble is swept away in 0405; the buildings are razed in 0506."
    assert (event.rule, event.units) == (f"centurion: {attack}", ["f"])
