"""Keyed dice are fair, repeatable, independent of order, and can be checked against the published commitment."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import dice
from scales.dice import DiceError, KeyedDice, ScriptedDice

SECRET = dice.seeded_secret(1)
KEY = dice.phase_key(SECRET, 1, "centurion", 7)
# 0.1 % point of chi-square with 9 and with 99 degrees of freedom
LIMIT = {10: 27, 100: 148}
keys = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize("sides", [10, 100])
def test_faces_are_fair(sides: int) -> None:
    per_face = 200
    counts = [0] * sides
    for index in range(per_face * sides):
        counts[dice.face(KEY, index, sides) - 1] += 1
    assert sum((count - per_face) ** 2 for count in counts) < LIMIT[sides] * per_face


def test_pairs_of_following_dice_are_fair() -> None:
    counts = [0] * 100
    for index in range(0, 20_000, 2):
        counts[10 * (dice.face(KEY, index, 10) - 1) + dice.face(KEY, index + 1, 10) - 1] += 1
    assert sum((count - 100) ** 2 for count in counts) < LIMIT[100] * 100


@given(keys, st.integers(0, 2**32), st.integers(1, 2**32))
def test_a_face_depends_on_key_and_index_alone(key: bytes, index: int, sides: int) -> None:
    value = dice.face(key, index, sides)
    assert 1 <= value <= sides
    assert dice.face(key, index, sides) == value


@given(keys, st.integers(0, 50), st.lists(st.sampled_from([2, 6, 10, 100]), min_size=1, max_size=20))
def test_going_on_at_an_index_gives_the_same_dice(key: bytes, start: int, sides: list[int]) -> None:
    whole = KeyedDice(key=key, index=start)
    values = [whole.roll(n, "test") for n in sides]
    half = len(sides) // 2
    later = KeyedDice(key=key, index=start + half)
    assert [later.roll(n, "test") for n in sides[half:]] == values[half:]
    assert [roll.index for roll in whole.fresh] == list(range(start, start + len(sides)))
    assert [roll.value for roll in whole.fresh] == values


def test_numbers_that_favor_a_face_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    biased, fair = 2**64 - 1, 23
    blocks = [biased.to_bytes(8, "big") * 4, biased.to_bytes(8, "big") * 3 + fair.to_bytes(8, "big")]

    def scripted(_key: bytes, message: bytes, _digest: str) -> bytes:
        return blocks[int.from_bytes(message[8:], "big")]

    monkeypatch.setattr(hmac, "digest", scripted)
    assert dice.face(KEY, 0, 10) == fair % 10 + 1


@given(keys, st.integers(0, 9), st.sampled_from(["centurion", "leviathan"]), st.integers(0, 9))
def test_every_phase_has_its_own_key(secret: bytes, timeline: int, battle: str, phase: int) -> None:
    key = dice.phase_key(secret, timeline, battle, phase)
    others = {
        dice.phase_key(secret, timeline + 1, battle, phase),
        dice.phase_key(secret, timeline, battle + "2", phase),
        dice.phase_key(secret, timeline, battle, phase + 1),
        dice.phase_key(secret, timeline, battle, phase, "bot"),
        dice.phase_key(secret + b"x", timeline, battle, phase),
    }
    assert key not in others
    assert len(others) == 5


def test_the_commitment_is_checked_with_any_sha256() -> None:
    assert dice.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert dice.commitment(dice.seeded_secret(2)) != dice.commitment(SECRET)
    assert len(dice.new_secret()) == dice.SECRET_BYTES
    assert dice.new_secret() != dice.new_secret()


def test_a_die_can_be_checked_by_hand() -> None:
    digest = hmac.new(KEY, (3).to_bytes(8, "big") + (0).to_bytes(4, "big"), hashlib.sha256).digest()
    assert dice.face(KEY, 3, 10) == int.from_bytes(digest[:8], "big") % 10 + 1


def test_one_item_costs_no_die() -> None:
    tray = KeyedDice(key=KEY)
    assert tray.pick(["only"], "test") == "only"
    assert tray.index == 0
    assert tray.pick(["a", "b"], "test") in ("a", "b")
    assert tray.index == 1


def test_scripts_are_exact() -> None:
    script = ScriptedDice.of(10, 3)
    assert [script.d10("test"), script.d10("test")] == [10, 3]
    script.done()
    with pytest.raises(DiceError, match="no die left"):
        script.d10("test")
    with pytest.raises(DiceError, match="11 is no face of a d10"):
        ScriptedDice.of(11).d10("test")
    with pytest.raises(DiceError, match="1 scripted dice were never rolled"):
        ScriptedDice.of(5).done()
