"""The samples are valid battles of all kinds, and both sides have the like of each other."""

from collections import Counter
from functools import cache

from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.preparation.setup import build
from scales.legatus.scenario.scoring import is_combat
from scales.legatus.state import LegatusState
from scales.legatus.switches import SWITCHES
from scales.legatus.tables import kinds
from tests.legatus.samples import sample

SEEDS = range(1, 161)


@cache
def samples() -> list[Json]:
    return [sample(seed) for seed in SEEDS]


@cache
def states() -> list[LegatusState]:
    return [build(setup) for setup in samples()]


def test_a_sample_has_no_faults() -> None:
    assert [seed for seed, setup in zip(SEEDS, samples(), strict=True) if ENGINE.faults(setup)] == []


def test_a_seed_gives_the_same_battle_again() -> None:
    assert sample(7) == sample(7) != sample(8)


def test_samples_have_everything_there_is() -> None:
    """Every type of century, every installation, both markers, hidden and seen, squadrons of all weights, fire from orbit, manus, placing."""
    types = {u.kind for s in states() for u in s.units.values()} | {q.kind for s in states() for q in s.squadrons.values()}
    assert types == set(kinds())
    assert {u.installation_type for s in states() for u in s.units.values() if u.kind == "defensive_installation"} == {1, 2, 3, 4}
    assert {(m.kind, m.hidden) for s in states() for m in s.markers} == {("passive", True), ("passive", False), ("earthworks", False)}
    assert any(s.satellites for s in states())
    assert any(s.supports for s in states())
    assert any(s.superiority for s in states())
    assert any(c.level == "manus" and c.permanent for s in states() for c in s.cohorts.values())
    assert any(s.zones for s in states())
    assert any(u.crippled for s in states() for u in s.units.values())
    assert any(not any(u.hq for u in s.units.values() if u.cohort == c) for s in states() for c in s.cohorts)


def test_every_optional_rule_is_on_in_some_and_off_in_others() -> None:
    for name in SWITCHES:
        drawn = Counter(setup["options"][name] for setup in samples())
        assert set(drawn) == {0, 1}
    blind = sum(setup["options"]["double_blind"] for setup in samples())
    assert 0.35 * len(SEEDS) < blind < 0.65 * len(SEEDS)


def test_the_sides_of_a_sample_have_the_like_of_each_other() -> None:
    for state in states():
        tog, other = (sum(is_combat(u) for u in state.units.values() if u.side == side) for side in ("tog", "commonwealth"))
        assert 2 * min(tog, other) >= max(tog, other)
