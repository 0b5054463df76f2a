"""Every casualty roll is told so that the men lost can be found in the Infantry Damage Table again."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.centurion.combat import casualty_rolls, infantry_combat
from scales.centurion.combat.weapons import table as figures
from scales.centurion.ground import mines
from scales.centurion.support import rounds
from scales.centurion.support.rounds import Blast
from scales.dice import ScriptedDice
from scales.engine import Event
from tests.centurion import battles
from tests.centurion.firing_range import advance, at, foot, mount_of, play, squad, table, tank

COLUMNS = sorted(figures("centurion_infantry_damage")["columns"])
AP = mount_of("horatius", "ap_laser")


def lines(events: list[Event]) -> list[dict[str, Any]]:
    """Casualty rolls told in the data of events, those of squads in hiding too."""
    found = [line for event in events for line in event.data.get("rolls", [])]
    return [*found, *(event.data for event in events if event.kind == "struck_in_hiding")]


def wrong(events: list[Event]) -> list[Any]:
    """Lines that do not give the men of their modified roll, or whose die did not fall in any event."""
    fallen = [(roll.value, roll.why) for event in events for roll in event.rolls]

    def holds(line: dict[str, Any]) -> bool:
        told = line["roll"] == line["die"] + line["terrain"] and -3 <= line["terrain"] <= 0
        thrown = any(value == line["die"] and line["weapon"] in why and line["squad"] in why for value, why in fallen)
        return told and thrown and line["men"] == casualty_rolls.killed(line["column"], line["roll"])

    return [line for line in lines(events) if not holds(line)]


@given(st.sampled_from(COLUMNS), st.integers(1, 10), st.integers(0, 3))
def test_the_men_are_those_of_the_modified_roll(column: str, die: int, terrain: int) -> None:
    told = casualty_rolls.roll("s", "mines", column, die, terrain).told()
    assert told["men"] == casualty_rolls.killed(told["column"], told["die"] + told["terrain"])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_rolls_of_a_battle_can_be_made_again(seed: int) -> None:
    # given a battle with guns, artillery, craft and squads on foot
    events = [event for moment in battles.battle(seed).moments for event in moment.step.events]
    # then every line agrees with the table and with a die of the log
    assert wrong(events) == []


def test_a_volley_tells_column_die_terrain_and_modified_roll() -> None:
    # given a squad in heavy woods
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0506")], {"0506": "0h"})
    # when an AP laser hits it and a 9 falls
    _, events = advance(state, "combat", ScriptedDice.of(1, 9), {"fire:red": {"h": {"fire": [[AP, "s", ""]]}}})
    hit = next(e for e in events if e.kind == "infantry_hit")
    # then the sentence, the data and the die say the same
    assert hit.text == "s loses 4 men (AP Laser: die 9, terrain -2, 7 in column AP Laser: 4)."
    assert hit.data["rolls"] == [{"squad": "s", "weapon": "AP Laser", "column": "ap_laser", "die": 9, "terrain": -2, "roll": 7, "men": 4}]
    assert [roll.why for roll in hit.rolls] == ["casualties: AP Laser on s, column AP Laser, terrain -2"]
    assert wrong(events) == []


def test_whose_men_have_all_fallen_has_nobody_left_to_lose() -> None:
    # given two tanks that fire at the same squad of two
    state = table([tank("h", "horatius", "0505", 4), tank("i", "horatius", "0505", 4)], [squad("s", "0506", strength=2)])
    orders = {"fire:red": {id: {"fire": [[AP, "s", ""]]} for id in ("h", "i")}}
    # when the first kills both men and the second hits, and once it kills nobody
    _, events = advance(state, "combat", ScriptedDice.of(1, 9, 1, 9), orders)
    said = [e.text.partition(" (")[0] for e in events if e.kind == "infantry_hit"]
    assert said == ["s loses 2 men", "s has nobody left to lose"]
    assert casualty_rolls.loses("s", 0) == "s loses nobody"


def test_mines_that_kill_nobody_take_nobody_off() -> None:
    # given a squad on foot
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0508")])
    # when mines strike it and a 1 falls
    working = play(state, 1)
    mines.attack(working, foot(working.state, "s"))
    # then the roll is told and no loss of nobody
    assert [e.text for e in working.events] == ["s walks into mines (mines: die 1 in column Minefield: 0)."]
    assert foot(working.state, "s").strength == 8


def test_a_sweep_of_flechettes_tells_each_squad() -> None:
    # given two squads next to each other, one of them behind a tank's crater
    state = table([tank("h", "horatius", "0101", 4)], [squad("s", "0508"), squad("t", "0509")])
    foot(state, "t").crater = True
    # when a HAFE-I round lands between them
    working = play(state, 5, 5)
    rounds.land(working, "hafe_i", Blast(at("0508"), "tog", ""))
    landed = next(e for e in working.events if e.kind == "round_landed")
    # then the men of both can be found again
    assert landed.text == (
        "HAFE-I flechettes sweep hex 0508 and its neighbors: s loses 4 men (HAFE-I: die 5 in column HAFE-I: 4), "
        "t loses 3 men (HAFE-I: die 5, terrain -2, 3 in column HAFE-I: 3)."
    )
    assert wrong(working.events) == []
    assert infantry_combat.shelter(state, foot(state, "t")) == 2
