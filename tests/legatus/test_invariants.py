"""What must hold in every state is noticed when it does not."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from scales.legatus import ENGINE
from scales.legatus.state import Clash, LegatusState, Marker, Plans, Satellite
from tests.legatus.table import century, table

TOG = [century("a", "medium_grav_armor", "0303"), century("g", "grav_artillery", "0304")]
CW = [century("x", "infantry", "0909")]
MORE = {
    "installations": [{"id": "fort", "name": "Fort", "side": "commonwealth", "hex": "1010"}],
    "squadrons": [{"id": "wing", "name": "Wing", "side": "tog"}],
    "objectives": [{"name": "the bridge", "hex": "0606"}],
    "rows": [" ".join(["0w" if (column, row) == (0, 0) else "0." for column in range(16)]) for row in range(12)],
}


@cache
def sound() -> LegatusState:
    return table(TOG, CW, **MORE)


def a(state: LegatusState, **changes: object) -> None:
    for name, value in changes.items():
        setattr(state.units["a"], name, value)


def denial_in_initiative(state: LegatusState) -> None:
    state.markers.append(Marker("denial", "tog", ["0303"]))
    state.at.phase = "initiative"


def attacks_in_movement(state: LegatusState) -> None:
    state.plans, state.at.phase = Plans(attacks={"a": "x"}), "movement"


BREAKS: dict[str, Callable[[LegatusState], object]] = {
    "no place of the map": lambda s: a(s, at="0303|0505"),
    "recorded as": lambda s: a(s, status="asleep"),
    "cannot be at": lambda s: setattr(s.units["x"], "altitude", "tree_top"),
    "is an installation at": lambda s: setattr(s.units["fort"], "altitude", "dug_in"),
    "no heading": lambda s: a(s, watch=7),
    "a is spotted by tog": lambda s: a(s, spotted_by=["tog"]),
    "spotted by strangers": lambda s: a(s, spotted_by=["nobody"]),
    "has healed": lambda s: a(s, crippled_at_start=True),
    "does not hold it": lambda s: a(s, engaged="1"),
    "is not held": lambda s: s.clashes.append(Clash("1", "tog", ["a"], ["0303"], "", 1)),
    "is held by two engagements": lambda s: s.clashes.extend(Clash(n, "tog", ["a"], ["0303"], "", 1) for n in "12"),
    "squadron wing is in": lambda s: setattr(s.squadrons["wing"], "box", "pub"),
    "squadron wing is spotted by": lambda s: setattr(s.squadrons["wing"], "spotted_by", ["tog"]),
    "the pool of": lambda s: setattr(s.sides[0], "pool", -1),
    "heads no manus": lambda s: setattr(s.cohorts["t"], "under", "c"),
    "flies along": lambda s: s.satellites.append(Satellite("thor", "Thor", "tog", "0505", 7, 1)),
    "a has fired 1 shots": lambda s: a(s, shots=1),
    "g has fired 4 shots": lambda s: setattr(s.units["g"], "shots", 4),
    "no squadron": lambda s: s.plans.missions.update(none="x"),
    "to call": lambda s: s.plans.calls.update(none="x"),
    "which is no side": lambda s: a(s, side="pirates"),
    "of another side": lambda s: a(s, cohort="c"),
    "the bridge is held by": lambda s: setattr(s.objectives[0], "holder", "pirates"),
    "no such markers": lambda s: s.markers.append(Marker("flood", "tog", ["0303"])),
    "not on the map": lambda s: s.markers.append(Marker("passive", "tog", ["9999"])),
    "known to tog": lambda s: s.markers.append(Marker("passive", "tog", ["0303"], ["tog"])),
    "outlived its turn": denial_in_initiative,
    "orders for combat in the movement phase": attacks_in_movement,
    "dug in on the lake": lambda s: a(s, at="0101", altitude="dug_in"),
    "out of the battle and held": lambda s: a(s, status="destroyed", broken=True, engaged="1"),
}


@pytest.mark.parametrize("words", BREAKS)
def test_what_cannot_be_is_told(words: str) -> None:
    state = deepcopy(sound())
    assert ENGINE.invariants(state) == []
    BREAKS[words](state)
    assert words in "; ".join(ENGINE.invariants(state))
