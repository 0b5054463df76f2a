"""Rulings that are the same on every board: a word of the GM, and a die rolled again."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from scales import misfits
from scales.engine import Check, Json, Modifier
from scales.play import Play

RULE = "imperator: Rulings"
SHARED = {
    "note": "text (1 to 500 characters), and optionally seen_by: a list of sides that hear it; without seen_by all sides do",
    "reroll": "sides of the die (2 to 100) and why (a text), optionally target (passed on that or less), event (the id of the event whose die it "
    "was) and seen_by (a list of sides; without it all sides hear it): throws one die again and tells the result; nothing on the board changes, "
    "the game master then rules what follows",
}
LONGEST = 500
R = TypeVar("R", bound=BaseModel)


def shared(play: Play[Any], ruling: Json, sides: list[str]) -> bool:
    """Carry out a ruling of `SHARED`; False if it is another kind. Raises ValueError with a sentence. `sides` are those of the battle."""
    kind = ruling.get("kind")
    if kind == "note":
        _note(play, ruling, sides)
    elif kind == "reroll":
        _reroll(play, ruling, sides)
    return kind in SHARED


def reason_of(ruling: Json) -> str:
    """Why the GM rules so; raises ValueError for a reason that is no text."""
    reason = ruling.get("reason") or ""
    refuse(not _can_be_written(reason), "a reason is a text")
    return str(reason).strip()[:LONGEST] or "no reason given"


def gather(*parts: Callable[[], object]) -> None:
    """Try every part of a ruling; raises one ValueError with the sentences of all that fail, joined by '; '."""
    found = []
    for part in parts:
        try:
            part()
        except ValueError as error:
            found.append(str(error))
    if found:
        raise ValueError("; ".join(dict.fromkeys(found)))


def refuse(wrong: object, text: str) -> None:
    """ValueError with a sentence if something is wrong."""
    if wrong:
        raise ValueError(text)


def read(model: type[R], ruling: Json, needs: Mapping[str, str]) -> R:
    """The fields of a ruling; raises ValueError with all that is wrong with them and what its kind needs."""
    try:
        return model.model_validate(ruling)
    except ValidationError as error:
        wrong = "; ".join(misfits.sentences(error))
        raise ValueError(f"the ruling '{ruling['kind']}': {wrong}; it needs {needs[ruling['kind']]}") from None
    except RecursionError:
        raise ValueError(f"the ruling {ruling['kind']} is nested too deep") from None


def is_text(value: object) -> bool:
    """A text with something in it."""
    return isinstance(value, str) and 1 <= len(value.strip()) <= LONGEST and _can_be_written(value)


def _can_be_written(value: object) -> bool:
    """A text without halves of characters, which no file takes."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _note(play: Play[Any], ruling: Json, sides: list[str]) -> None:
    text = ruling.get("text")
    gather(
        lambda: refuse(not is_text(text), f"a note needs a text of 1 to {LONGEST} characters"),
        lambda: _seen_by(ruling, sides),
    )
    play.tell("note", f"The game master: {str(text).strip()}", RULE, seen_by=_seen_by(ruling, sides), data={"reason": reason_of(ruling)})


def _reroll(play: Play[Any], ruling: Json, sides: list[str]) -> None:
    faces, why, target, event = ruling.get("sides"), ruling.get("why"), ruling.get("target"), ruling.get("event", "")
    gather(
        lambda: refuse(type(faces) is not int or not 2 <= faces <= 100, "a die has 2 to 100 sides"),
        lambda: refuse(not _can_be_written(why) or not str(why).strip(), "a die is rolled for something: say why"),
        lambda: refuse(not _is_target(target), "a target is a whole number between -1000 and 1000"),
        lambda: refuse(not _can_be_written(event), "event is a text: the id of the event whose die is rolled again"),
        lambda: _seen_by(ruling, sides),
    )
    assert isinstance(faces, int)
    what = str(why).strip()[:LONGEST]
    value = play.dice.roll(faces, f"rolled again: {what}")
    checks = [] if target is None else [Check(what, target, list[Modifier](), target, value, value <= target, RULE)]
    text = f"The game master has a die rolled again for {what}: {value} on a d{faces} ({reason_of(ruling)})."
    data = {"reason": reason_of(ruling), "event": event[:200]}
    play.tell("rerolled", text, RULE, checks=checks, seen_by=_seen_by(ruling, sides), data=data)


def _is_target(value: object) -> bool:
    return value is None or (type(value) is int and -1000 <= value <= 1000)


def _seen_by(ruling: Json, sides: list[str]) -> list[str] | None:
    named = ruling.get("seen_by")
    if named is None:
        return None
    if not isinstance(named, list) or not named or any(side not in sides for side in named):
        raise ValueError(f"seen_by names sides of the battle: {', '.join(sides)}")
    return sorted(named)
