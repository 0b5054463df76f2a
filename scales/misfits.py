"""What does not fit a model, in sentences for the person who wrote it: which field, and what it would take."""

from typing import Any

from pydantic import ValidationError

HEX = "a hex of four digits, column and row, such as 0603"
PATTERNS = {
    "^[0-9]{4}$": HEX,
    r"^\d{4}$": HEX,
    "^[FLR<>]*$": "letters F (a hex forward), L and R (a hexside of turn), by a variant < and > (a hex aside), such as FFLF",
    "^[1-6]*$": "hexsides from 1 to 6, one for each hex entered, such as 112",
}
TYPES = {
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table of fields",
    "model_attributes_type": "a table of fields",
}
LONGEST = 80


def sentences(error: ValidationError) -> list[str]:
    """Every misfit, one sentence without a full stop for each."""
    return [_sentence(each) for each in error.errors(include_url=False, include_input=False)]


def placed(error: ValidationError) -> list[tuple[str, str]]:
    """Every misfit with its place, the fields on the way joined by dots."""
    return [(".".join(map(str, each["loc"])), _sentence(each)) for each in error.errors(include_url=False, include_input=False)]


def _sentence(each: Any) -> str:
    field = ".".join(str(part) for part in each["loc"])[:LONGEST]
    if each["type"] == "missing":
        return f"'{field}' is missing"
    if each["type"] == "extra_forbidden":
        return f"there is no field '{field}'"
    return f"'{field}' is {_wanted(each['type'], each.get('ctx', {}))}" if field else f"it is {_wanted(each['type'], each.get('ctx', {}))}"


def _wanted(type: str, limits: Any) -> str:
    """What the field would have to be."""
    if type in TYPES:
        return TYPES[type]
    if type == "string_pattern_mismatch":
        return PATTERNS.get(str(limits["pattern"]), "of another form")
    if type == "literal_error":
        return "one of " + str(limits["expected"]).removeprefix("'', ").replace("'", "")
    words = {
        "greater_than_equal": f"at least {limits.get('ge')}",
        "less_than_equal": f"at most {limits.get('le')}",
        "string_too_long": f"at most {limits.get('max_length')} characters long",
        "string_too_short": "not empty",
        "too_long": f"a list or table of at most {limits.get('max_length')}",
    }
    return words.get(type, "not of the right form")
