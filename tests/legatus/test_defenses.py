"""Static defenses: installations, passive defenses, earthworks."""

from typing import Any

import pytest

from scales.codec import plain
from scales.dice import ScriptedDice
from scales.legatus import ENGINE, board, deployment
from scales.legatus.combat import combat, retreat
from scales.legatus.combat.committing import attack_orders
from scales.legatus.defenses import passive
from scales.legatus.movement import movement
from scales.legatus.state import LegatusState, Marker
from scales.play import Play
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]
FORT = {"id": "fort", "name": "Fort", "side": "commonwealth", "hex": "0606"}


def march(state: LegatusState, *script: int, **paths: list[str]) -> Table:
    play = Table(state).phase("initiative")
    return play.phase("movement", *script, orders={"movement:t": {unit: {"path": path} for unit, path in paths.items()}})


def mined(*hexes: str, side: str = "commonwealth", **more: Any) -> LegatusState:
    mines = [{"kind": "passive", "side": side, "hex": hex} for hex in hexes]
    return table([century("a", GRAV, "0604")], FAR, defenses=mines, **more)


# ---- installations ---------------------------------------------------------------------------------------------------


def test_an_installation_attacks_every_enemy_in_its_zone() -> None:
    """a in its hex's neighbor, b two away, d three away; only a is near enough to attack back."""
    tog = [century("a", GRAV, "0607"), century("b", GRAV, "0608"), century("d", GRAV, "0609")]
    state = table(tog, FAR, installations=[FORT])
    state.at.turn = 1
    play = Table(state).phase("commitment").phase("combat", 10, 10, 10)
    assert [e.units for e in play.events if e.kind == "attacked"] == [["a", "fort"], ["fort", "a"], ["fort", "b"]]


def test_an_installation_is_not_asked_whom_it_attacks_and_gets_no_artillery() -> None:
    state = table([century("a", GRAV, "0607")], [century("g", "grav_artillery", "1410")], installations=[FORT])
    view = ENGINE.view(state, "commonwealth")
    slots = ENGINE.offers(view, attack_orders(state.sides[1]))
    assert not any("fort" in (o.order.get("target"), *o.order.get("support", [])) for slot in slots for o in slot.options)
    assert "fort" not in [slot.id for slot in slots]


def test_an_installation_stays_as_it_is() -> None:
    state = table([century("a", GRAV, "0607")], FAR, installations=[FORT])
    fort = state.units["fort"]
    assert (movement.allowance_of(fort), board.dispersion(fort.at), fort.altitude) == (0, "concentrated", "normal")
    play = Table(state).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert not any("fort" in e.units for e in play.events if e.kind in {"moved", "reacted"})


def test_a_broken_century_runs_to_an_installation_and_rallies() -> None:
    state = table([century("a", GRAV, "0202")], [century("x", GRAV, "0610")], installations=[FORT])
    state.units["x"].broken = True
    play = Table(state).phase("initiative").phase("movement").phase("end", 1, 1)
    assert (play.state.units["x"].at, play.state.units["x"].broken) == ("0606", False)


@pytest.mark.parametrize("change", [{"altitude": "dug_in"}, {"at": "0606|0607"}, {"broken": True}])
def test_an_installation_that_flies_spreads_or_breaks_cannot_be(change: dict[str, Any]) -> None:
    state = table([century("a", GRAV, "0202")], FAR, installations=[FORT])
    assert ENGINE.invariants(state) == []
    report = plain(ENGINE.report(state)) | {"over": True}
    report["fates"]["fort"]["sheet"] |= change
    faults = ENGINE.report_faults(state, report)
    assert faults
    assert {f.where for f in faults} == {"fates.fort.sheet.broken" if "broken" in change else "fates.fort.sheet.at"}
    for name, value in change.items():
        setattr(state.units["fort"], name, value)
    assert any("fort is an installation" in text for text in ENGINE.invariants(state))


# ---- passive defenses ------------------------------------------------------------------------------------------------


def test_who_fails_its_test_is_attacked_at_five_at_once() -> None:
    """Maneuver 6 fails with 7, the attack hits with 5; defense 6 fails with 7 and morale 3 holds with 3."""
    play = march(mined("0605"), 7, 5, 7, 3, a=["0605", "0606"])
    attacked, hit = (e for e in play.events if e.kind in {"attacked", "hit"})
    assert (attacked.checks[0].base, attacked.checks[0].target, attacked.rule) == (5, 5, "legatus: Passive Defenses")
    assert [c.target for c in hit.checks] == [6, 3]
    assert (play.state.units["a"].at, play.state.units["a"].crippled) == ("0605", True)
    assert len(play.state.markers) == 1


def test_who_is_hit_and_fails_its_morale_gets_out_of_the_defenses() -> None:
    play = march(mined("0605", "0606"), 7, 5, 6, 4, a=["0605", "0606"])
    assert play.state.units["a"].at not in {"0605", "0606"}
    assert board.gap(play.state.units["a"].at, "0605") == 1


def test_who_passes_goes_on() -> None:
    play = march(mined("0605"), 6, a=["0605", "0606"])
    assert play.state.units["a"].at == "0606"
    assert "attacked" not in play.kinds()


def test_the_last_hex_of_a_path_calls_for_the_test_too() -> None:
    assert "attacked" in march(mined("0605"), 7, 10, a=["0605"]).kinds()


def test_friends_pass_unmolested() -> None:
    play = march(mined("0605", side="tog"), a=["0605", "0606"])
    assert play.state.units["a"].at == "0606"
    assert not any(e.checks for e in play.events if e.kind == "moved")


def test_a_retreat_does_not_go_into_them() -> None:
    state = mined("1206")
    assert "1206" in retreat.barred_to(state, state.units["a"], [])
    assert "1206" not in retreat.barred_to(state, state.units["x"], [])


def test_defenses_that_were_hidden_are_known_once_entered_by_the_side_that_entered() -> None:
    """Also when the test is passed; the century stays unseen then, and is seen when it is attacked."""
    for script, seen in (((6,), []), ((7, 10), ["commonwealth"])):
        state = mined("0605", options={"double_blind": 1})
        assert ENGINE.view(state, "tog").state.markers == []
        play = march(state, *script, a=["0605", "0604"])
        assert [m.hexes for m in ENGINE.view(play.state, "tog").state.markers] == [["0605"]]
        assert play.state.units["a"].spotted_by == seen
        attacked = [e for e in play.events if e.kind == "attacked"]
        assert [e.seen_by for e in attacked] == [None for _ in seen]


def test_passive_defenses_know_the_switch_of_automatic_results() -> None:
    state = mined("0605", options={"automatic_results": 0})
    assert passive.attack(state, state.units["a"], "0605").automatic is False


def test_a_strike_may_end_a_century() -> None:
    state = mined("0604")
    state.units["a"].crippled = True
    play = Play(state, ScriptedDice.of(5, 10))
    passive.strike(play, state.units["a"], "0604")
    assert state.units["a"].status == "destroyed"


# ---- earthworks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("altitude", "kind", "change"), [("dug_in", GRAV, 1), ("dug_in", "infantry", 1), ("normal", GRAV, 0)])
@pytest.mark.parametrize("owner", ["tog", "commonwealth"])
def test_earthworks_add_one_to_attack_and_defense_of_who_is_dug_in_there(altitude: str, kind: str, change: int, owner: str) -> None:
    state = table([century("a", kind, "0606", altitude=altitude)], FAR)
    unit = state.units["a"]
    before = (combat.attack_value(state, unit), combat.defense_value(state, unit), deployment.modified(state, unit).maneuver)
    state.markers.append(Marker("earthworks", owner, ["0606"]))
    after = (combat.attack_value(state, unit), combat.defense_value(state, unit), deployment.modified(state, unit).maneuver)
    assert after == (before[0] + change, before[1] + change, before[2])
    names = [m.name for m in combat.attack_trial(state, unit, state.units["x"]).modifiers]
    assert any("earthworks" in name for name in names) == bool(change)
