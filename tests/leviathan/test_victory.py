"""How battles end, who wins them and at what level (leviathan: Game Length, Victory Conditions, Strength Factors)."""

import pytest

from scales.leviathan import ENGINE
from scales.leviathan.scenario import reasons, reckoning, victory
from scales.leviathan.state import State
from tests.leviathan.table import fighters, ship, table

MEETING = {"kind": "tonnage"}
FLEETS = [
    ship("shiva", "shiva", "tog", "2:1310"), ship("syracuse", "syracuse", "tog", "2:1510"), ship("fulgur", "fulgur", "tog", "2:1110"),
    ship("repulse", "repulse", "rl", "1:1303", 4), ship("valiant", "valiant", "rl", "1:1503", 4), ship("ajax", "ajax", "rl", "1:1103", 4),
]  # fmt: skip


def meeting(*lost: str) -> State:
    """Two squadrons of which these ships are destroyed."""
    state = table(FLEETS, victory=MEETING)
    for name in lost:
        state.ships[name].destroyed = True
    return state


@pytest.mark.parametrize(
    ("lost", "tog", "rl"),
    [
        ((), "none", "none"),
        (("ajax",), "decisive", "none"),
        (("repulse", "fulgur"), "substantial", "none"),
        (("repulse", "syracuse"), "marginal", "none"),
        (("shiva", "repulse"), "token", "marginal"),
        (("shiva", "valiant", "ajax"), "none", "marginal"),
    ],
)
def test_levels_of_the_meeting_engagement(lost: tuple[str, ...], tog: str, rl: str) -> None:
    state = meeting(*lost)
    assert (victory.level(state, "tog"), victory.level(state, "rl")) == (tog, rl)


def test_the_report_names_levels_and_reasons_of_a_battle_that_is_over() -> None:
    # given a battle in which both battleships are gone and no enemy ship is left
    state = meeting("shiva", "repulse", "valiant", "ajax")
    state.ended = "one_side_left"
    # when it is reported
    report = ENGINE.report(state)
    # then the Shiva weighs more than all that TOG has destroyed, which was a battleship too
    assert report.winner == "rl"
    assert report.levels == {"tog": "token_victory", "rl": "marginal_victory"}
    tons = sum(state.ships[s].card.mass for s in ("repulse", "valiant", "ajax"))
    assert f"tog has destroyed 3 ships of {tons:,} tons and 0 fighter units." in report.reasons


def test_a_helpless_ship_is_not_destroyed_and_fighters_alone_do_not_go_on() -> None:
    # given a squadron of one Ajax without power, and its fighters
    state = table([FLEETS[0], FLEETS[-1]], fighters=[fighters("gulls", "space_gull_squadron", "rl", "1:1003")], victory=MEETING)
    state.ships["ajax"].effects["plant_destroyed"] = 1
    # then it still keeps the battle going; once it has gone its fighters do not
    assert reckoning.effective(state)["rl"] == 1
    assert reckoning.fighting(state)["rl"] == 1
    state.ships["ajax"].left = True
    assert reckoning.fighting(state)["rl"] == 0


def test_the_swarm_tells_the_tonnage_of_fighters_that_was_sent() -> None:
    # given a battleship and two squadrons of six, a Cheetah of 73 tons and a Gladius
    state = table(
        [FLEETS[0]],
        fighters=[fighters("cheetahs", "cheetah_squadron", "rl", "1:1003"), fighters("more", "cheetah_squadron", "rl", "1:1103")],
        victory={"kind": "battleship", "battleship": "tog"},
    )
    state.ended = "turn_limit"
    # then twelve times 73 tons have been sent
    assert reasons.of(state)[-1] == "rl has sent 876 tons of fighters."


def test_strength_is_told_in_the_factors_of_the_table() -> None:
    state = table([FLEETS[0], FLEETS[-1]], fighters=[fighters("gulls", "space_gull_squadron", "rl", "1:1003")])
    state.ships["ajax"].destroyed = state.fighters["gulls"].destroyed = True
    state.ended = "one_side_left"
    assert "tog has destroyed 1 ship of 546,676 tons and 1 fighter unit, a strength of 1.05." in reasons.of(state)
