"""Victory points in detail, the table of results, and what ends a battle. legatus: Victory"""

import pytest

from scales.dice import ScriptedDice
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.scenario import scoring
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, table
from tests.legatus.test_manus import formed

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]
LINE = [century("a", GRAV, "0202")]


def lose(state: LegatusState, *ids: str) -> None:
    for id in ids:
        state.units[id].status, state.units[id].crippled = "destroyed", True


def test_victory_points_by_the_book() -> None:
    state = table([century("a", GRAV, "0202"), century("hq", "hq_grav", "0203")], [*FAR, century("g", "grav_artillery", "1411")])
    state.units["hq"].crippled = state.units["g"].crippled = True
    state.units["g"].status = "destroyed"
    assert scoring.points(state) == {"tog": 2 + 4, "commonwealth": 2 + 3}


@pytest.mark.parametrize(
    ("kind", "crippled", "destroyed"),
    [
        ("light_grav_armor", 1, 3),
        ("grav_armored_infantry", 1, 3),
        ("infantry", 1, 3),
        ("marine", 1, 3),
        ("grav_artillery", 2, 4),
        ("ground_artillery", 2, 4),
        ("signals", 2, 4),
        ("air_space_defense", 2, 4),
        ("armored_engineer", 2, 4),
        ("rocket", 2, 4),
        ("hq_grav", 3, 6),
        ("hq_ground", 3, 6),
    ],
)
def test_points_of_each_kind(kind: str, crippled: int, destroyed: int) -> None:
    """A unit destroyed counts as destroyed, not as crippled before that as well."""
    state = table(LINE, [century("g", kind, "1411")])
    state.units["g"].crippled = True
    assert scoring.points(state)["tog"] == 2 + crippled
    lose(state, "g")
    assert scoring.points(state) == {"tog": 2 + destroyed, "commonwealth": 0}


def test_points_of_what_commands_and_what_does_not_move() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "1404"}]
    wing = [{"id": "wing", "side": "commonwealth"}]
    state = table(LINE, [century("b", "hq_grav", "1404", high_hq=True)], installations=forts, squadrons=wing)
    state.units["b"].crippled = state.units["fort"].crippled = True
    assert scoring.points(state)["tog"] == 2 + 4 + 3
    lose(state, "b", "fort")
    state.squadrons["wing"].box = "destroyed"
    assert scoring.points(state)["tog"] == 2 + 8 + 6 + 2
    manus = formed("renegade_strike_manus", "commonwealth")
    lose(manus, "m.0-hq", "m.1-hq")
    assert scoring.points(manus)["tog"] == 2 + 8 + 6


def test_what_was_crippled_before_the_battle_and_who_is_broken_or_gone_do_not_count() -> None:
    state = table([*LINE, century("b", GRAV, "0203"), century("d", GRAV, "0204")], [century("x", GRAV, "1410", crippled=True)])
    state.units["b"].broken = True
    state.units["d"].status = "left"
    assert scoring.points(state) == {"tog": 2, "commonwealth": 2}


def test_every_gain_is_told_with_its_figures() -> None:
    goal = [{"name": "the bridge", "hex": "0202", "points": 5, "holder": "tog"}]
    state = table([*LINE, century("b", GRAV, "0203")], [*FAR, century("y", GRAV, "1411"), century("q", "hq_grav", "1412")], objectives=goal)
    lose(state, "x", "y")
    state.units["q"].crippled = True
    found = scoring.gains(state, "tog")
    assert [tuple(g) for g in found] == [
        ("enemy combat century destroyed", 2, 3),
        ("enemy cohort headquarters crippled", 1, 3),
        ("own unbroken combat century", 2, 2),
        ("the bridge", 1, 5),
    ]
    assert list(scoring.sentences(state)) == [
        "Tog has 18 victory points: 2 x enemy combat century destroyed 6; 1 x enemy cohort headquarters crippled 3; "
        "2 x own unbroken combat century 4; 1 x the bridge 5",
        "Commonwealth has 0 victory points",
        "Tog attacks: 18 to 0 is breakthrough, the attackers smash through the line into the rear areas (legatus: Victory)",
    ]


@pytest.mark.parametrize(
    ("attacker", "defender", "word"),
    [
        (9, 3, "breakthrough"),
        (8, 3, "defender_retreat"),
        (6, 3, "draw"),
        (3, 6, "draw"),
        (3, 7, "attacker_retreat"),
        (3, 9, "counterattack"),
    ],
)
def test_the_table_of_results(attacker: int, defender: int, word: str) -> None:
    assert scoring.ratio_result(attacker, defender) == word
    assert word in scoring.RESULTS


def test_a_battle_goes_on_until_all_of_a_side_are_gone() -> None:
    """A headquarters alone still holds out."""
    state = table(LINE, [*FAR, century("q", "hq_grav", "1412")])
    lose(state, "x")
    play = Table(state).phase("initiative").phase("end", 1, 1)
    assert not play.state.over
    play.state.units["q"].status = "left"
    play.phase("end", 1, 1)
    report = ENGINE.report(play.state)
    assert (report.over, report.outcome, report.winner, report.levels) == (
        True,
        "breakthrough",
        "tog",
        {"tog": "breakthrough", "commonwealth": "breakthrough"},
    )
    assert report.reasons[0] == "the battle ended because nothing is left of commonwealth on the map"
    assert report.reasons[1].startswith("Tog has 5 victory points: ")
    ended = next(e for e in play.events if e.kind == "ended")
    assert ended.text == "The battle ends, nothing is left of commonwealth on the map: breakthrough (tog 5, commonwealth 0)."
    assert ended.data["gains"]["tog"][0] == {"what": "enemy combat century destroyed", "count": 1, "each": 3}


def offers(**who: bool) -> dict[str, Json]:
    return {f"initiative:{side}": {"spend": {"points": {}, "finish": finish}} for side, finish in who.items()}


def test_a_battle_ends_when_both_agree() -> None:
    play = Table(table(LINE, FAR)).phase("initiative", 1, 2, orders=offers(tog=True, commonwealth=True))
    assert [e.text for e in play.events if e.kind == "end_offered"] == [
        "Tog offers to end the battle by agreement.",
        "Commonwealth offers to end the battle by agreement.",
    ]
    report = ENGINE.report(play.state)
    assert (report.over, report.outcome, report.winner) == (True, "draw", None)
    assert report.reasons[0] == "the battle ended because both sides agree to finish"


def test_an_offer_stands_through_the_next_turn_and_no_longer() -> None:
    def turn(play: Table, **who: bool) -> Table:
        play.phase("initiative", orders=offers(**who))
        return play if play.state.over else play.phase("end", 1, 1)

    play = turn(Table(table(LINE, FAR)), tog=True)
    assert not play.state.over
    assert turn(play, commonwealth=True).state.over
    late = turn(turn(turn(Table(table(LINE, FAR)), tog=True)), commonwealth=True)
    assert not late.state.over


def test_one_side_alone_ends_nothing_and_bots_never_offer() -> None:
    play = Table(table(LINE, FAR))
    for _ in range(3):
        play.phase("initiative", orders=offers(tog=True)).phase("end", 1, 1)
    assert not play.state.over
    for id in ("tog", "commonwealth"):
        view = ENGINE.view(play.state, id)
        step = ENGINE.advance(play.state, "initiative", {}, [], ScriptedDice())
        decision = next(d for d in step.pending if d.seat == id)
        assert not ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice()).choices["spend"].get("finish")


def test_a_standing_board_is_not_ended_by_agreement() -> None:
    play = Table(table(LINE, FAR, standing=True)).phase("initiative", orders=offers(tog=True, commonwealth=True))
    assert not play.state.over
