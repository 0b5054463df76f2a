"""The numbers behind an event in lines: every check with its base, modifiers, target and roll, and every die."""

from scales.engine import Check, Event


def numbers(event: Event) -> list[str]:
    """All checks of an event, then its dice."""
    lines = [line for check in event.checks for line in _check(check)]
    return lines + [f"die {roll.index}: {roll.value} of {roll.sides} ({roll.why})" for roll in event.rolls]


def _check(check: Check) -> list[str]:
    """A to-hit: base, every modifier with its rule, target and roll."""
    lines = [f"{check.what}: base {check.base}" + (f" ({check.rule})" if check.rule else "")]
    lines += [f"  {m.value:+d} {m.name}" + (f" ({m.rule})" if m.rule else "") for m in check.modifiers]
    return [*lines, f"  target {check.target}, rolled {check.roll}: {'passed' if check.passed else 'failed'}"]
