"""Rulings that are the same on every board: a word of the GM, and a die rolled again."""

from typing import Any

from scales.engine import Check, Json, Modifier
from scales.play import Play

RULE = "imperator: Rulings"
SHARED = {
    "note": "text, and optionally seen_by: the sides that hear it; everyone else hears nothing",
    "reroll": "sides (2 to 100) and why, optionally target (passed on that or less) and event: the event whose die is rolled again",
}
LONGEST = 500


def shared(play: Play[Any], ruling: Json, sides: list[str]) -> bool:
    """Carry out a ruling of `SHARED`; False if it is another kind. Raises ValueError with a sentence. `sides` are those of the battle."""
    kind = ruling.get("kind")
    if kind == "note":
        _note(play, ruling, sides)
    elif kind == "reroll":
        _reroll(play, ruling, sides)
    return kind in SHARED


def reason_of(ruling: Json) -> str:
    """Why the GM rules so."""
    return str(ruling.get("reason", "")).strip()[:LONGEST] or "no reason given"


def _note(play: Play[Any], ruling: Json, sides: list[str]) -> None:
    text = ruling.get("text")
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= LONGEST:
        raise ValueError(f"a note needs a text of 1 to {LONGEST} characters")
    play.tell("note", f"The game master: {text.strip()}", RULE, seen_by=_seen_by(ruling, sides), data={"reason": reason_of(ruling)})


def _reroll(play: Play[Any], ruling: Json, sides: list[str]) -> None:
    faces, why, target = ruling.get("sides"), ruling.get("why"), ruling.get("target")
    wrong = [] if type(faces) is int and 2 <= faces <= 100 else ["sides: a die has 2 to 100 sides"]
    wrong += [] if isinstance(why, str) and why.strip() else ["why: a die is rolled for something, say for what"]
    if target is not None and not (type(target) is int and -1000 <= target <= 1000):
        wrong.append("target: a target is a whole number between -1000 and 1000")
    if wrong:
        raise ValueError("; ".join(wrong))
    assert isinstance(why, str)
    assert isinstance(faces, int)
    what = why.strip()[:LONGEST]
    value = play.dice.roll(faces, f"rolled again: {what}")
    checks = [] if target is None else [Check(what, target, list[Modifier](), target, value, value <= target, RULE)]
    text = f"The game master has a die rolled again for {what}: {value} on a d{faces} ({reason_of(ruling)})."
    data = {"reason": reason_of(ruling), "event": str(ruling.get("event", ""))[:200]}
    play.tell("rerolled", text, RULE, checks=checks, seen_by=_seen_by(ruling, sides), data=data)


def _seen_by(ruling: Json, sides: list[str]) -> list[str] | None:
    named = ruling.get("seen_by")
    if named is None:
        return None
    if not isinstance(named, list) or not named or any(side not in sides for side in named):
        raise ValueError(f"seen_by names sides of the battle: {', '.join(sides)}")
    return sorted(named)
