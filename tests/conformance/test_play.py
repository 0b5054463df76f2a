"""What holds of every engine in every battle."""

import os
import subprocess
import sys

from msgspec import Raw

from scales.codec import clone, decode, encode, plain, sha256
from scales.dice import face, seeded_secret
from scales.engine import Engine
from scales.engines import engine
from tests.conformance.playthrough import BATTLE, SEED, Playthrough, advance_again, keys, sample
from workers.battle import Battle, seats
from workers.jobs import Given, PhaseJob, StepRecord, run_phase_job


def test_the_battle_ends_with_a_report(run: Playthrough) -> None:
    report, sides = run.report, {side["id"] for side in run.setup["sides"]}
    assert report.over
    assert report.outcome
    assert report.winner is None or report.winner in sides
    assert set(report.points) == set(report.effective) == sides
    assert all(fate.status in {"ok", "damaged", "crippled", "destroyed", "left", "captured"} for fate in report.fates.values())


def test_the_last_turn_is_played_to_its_end(rules: Engine) -> None:
    """A turn limit of one turn lets every phase of that turn be played."""
    battle = Battle(rules, sample(rules) | {"turn_limit": 1}, seeded_secret(SEED), name=BATTLE)
    played = [phase for phase, _ in battle.play()]
    assert played == ["setup", *rules.phases]


def test_units_keep_their_identity_to_the_end(rules: Engine, run: Playthrough) -> None:
    start = rules.report(run.opening.state).fates
    assert {unit: fate.name for unit, fate in start.items()} == {u: f.name for u, f in run.report.fates.items() if u in start}
    assert set(start) <= set(run.report.fates)


def test_invariants_hold_after_every_phase(rules: Engine, run: Playthrough) -> None:
    for moment in run.moments:
        if moment.step.done:
            assert rules.invariants(moment.step.state) == [], moment.phase


def test_a_step_leaves_the_state_it_was_given_as_it_was(run: Playthrough) -> None:
    for moment in run.moments:
        assert encode(moment.before) == moment.digest, (moment.phase, moment.version)


def test_a_phase_stands_between_phases_when_it_is_done(run: Playthrough) -> None:
    for moment in run.moments:
        at = moment.step.state.at
        assert (at.phase == "") == moment.step.done == (not moment.step.pending)


def test_through_json_at_every_step_as_undisturbed(rules: Engine, run: Playthrough) -> None:
    """Each step again from a state read from JSON: what a worker elsewhere, or a restart, would compute."""
    for moment in run.moments:
        again = advance_again(rules, run, moment, state=decode(moment.digest, rules.state_type))
        assert encode(plain(again)) == encode(plain(moment.step)), (moment.phase, moment.version)


def test_cut_at_every_decision_as_run_through(rules: Engine, run: Playthrough) -> None:
    """People have all seats: the job comes back at each decision and is sent out again with its orders."""
    for moment in run.moments[:200]:
        key, bot_key = keys(run.secret, moment.phase_no)
        job = PhaseJob(
            "c", 0, BATTLE, rules.scale, moment.version, moment.phase_no, moment.phase, key.hex(), bot_key.hex(), state=Raw(moment.digest)
        )
        job.pending, job.answers, job.people = moment.pending, moment.given, seats(run.setup)
        result = run_phase_job(job, rules)
        given = {d.key: Given(d.seat, moment.given[d.key]) for d in moment.pending}
        wanted = StepRecord(moment.version + 1, moment.step.events, moment.step.outbox, moment.step.pending, moment.step.done, [], given)
        assert encode(result.steps) == encode([wanted]), (moment.phase, moment.version)
        assert bytes(result.state) == encode(moment.step.state)


def test_every_die_follows_from_its_key_and_is_told_once(run: Playthrough) -> None:
    for phase_no in {moment.phase_no for moment in run.moments}:
        rolls = [r for m in run.moments if m.phase_no == phase_no for event in m.step.events for r in event.rolls]
        key = keys(run.secret, phase_no)[0]
        assert [roll.index for roll in rolls] == list(range(len(rolls)))
        assert all(roll.value == face(key, roll.index, roll.sides) and roll.why for roll in rolls)


def test_events_name_their_rule_and_who_may_see_them(run: Playthrough) -> None:
    sides = {side["id"] for side in run.setup["sides"]}
    for moment in run.moments:
        for event in moment.step.events:
            assert event.kind, event
            assert event.text.strip().endswith((".", "!")), event.text
            assert event.rule.split(":")[0] in {"centurion", "centurion-variants", "legatus", "leviathan", "interceptor", "imperator"}, (
                event
            )
            assert event.seen_by is None or set(event.seen_by) <= sides, event
            assert all(check.rule or all(m.rule for m in check.modifiers) for check in event.checks), event


def test_each_to_hit_adds_up(run: Playthrough) -> None:
    """Base and modifiers give the target; a natural 1 succeeds and a natural 10 fails wherever the roll is a d10."""
    for moment in run.moments:
        for event in moment.step.events:
            for check in event.checks:
                assert check.base + sum(m.value for m in check.modifiers) == check.target, (event.text, check)
                assert all(m.name for m in check.modifiers), check


def test_another_process_with_another_hash_seed_gives_the_same_bytes(rules: Engine, run: Playthrough) -> None:
    """Over jobs, whose states are read from JSON at every phase."""
    code = f"from tests.conformance.test_play import digest_of_jobs; print(digest_of_jobs({rules.scale!r}))"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [sha256([phase, state.decode()]) for phase, state in run.ends()]


def digest_of_jobs(scale: str) -> str:
    """The digest of every phase's end, in a process of its own."""
    rules = engine(scale)
    battle = Battle(rules, sample(rules), seeded_secret(SEED), name=BATTLE)
    return " ".join(sha256([phase, bytes(result.state).decode()]) for phase, result in battle.play() if phase != "setup")


def test_pictures_show_units_on_the_board(rules: Engine, run: Playthrough) -> None:
    sides = {side["id"] for side in run.setup["sides"]}
    for state in (run.opening.state, run.moments[len(run.moments) // 2].before, run.moments[-1].step.state):
        for side in run.setup["sides"]:
            picture = rules.picture(rules.view(clone(state), side["seat"]))
            (left, right), (low, high) = picture.columns, picture.rows
            assert picture.title
            assert left <= right
            assert low <= high
            for counter in picture.counters:
                assert left <= counter.hex[0] <= right, counter
                assert low <= counter.hex[1] <= high, counter
                assert counter.side in sides, counter
                assert 0 <= counter.facing <= 6, counter
