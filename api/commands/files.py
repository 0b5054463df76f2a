"""Files that people name on the command line, read with bounds and refused in sentences."""

import json
import os
from pathlib import Path

from api.commands.console import Refused
from campaigns.places import MAX_CHARACTERS, Located, read_yaml
from scales.engine import Json


def text_of(file: Path) -> str:
    """The text of a file, no longer than the readers take and one character."""
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read ({getattr(error, 'strerror', None) or 'it is not text in UTF-8'})") from None


def write_whole(file: Path, document: bytes) -> None:
    """Write a file wholly or not at all: what was there before stays until all is written."""
    part = file.with_name(f".{file.name[:200]}.{os.getpid()}.part")
    try:
        if not file.exists() or file.is_file():
            part.write_bytes(document)
            part.replace(file)
        else:
            file.write_bytes(document)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused(f"{file} cannot be written: {error.strerror}") from error


def fields_of(file: Path, what: str) -> tuple[Json, Located]:
    """The table of fields that a YAML or JSON file holds, with the lines of its values; `what` says what it should be."""
    located = read_yaml(text_of(file), str(file))
    if not isinstance(located.value, dict):
        raise Refused(f"{file}: {what}; this is none")
    return located.value, located


def json_of(file: Path, what: str) -> Json:
    """The JSON object in a file; `what` says what it should be."""
    text = text_of(file)
    if len(text) > MAX_CHARACTERS:
        raise Refused(f"{file} is longer than {MAX_CHARACTERS // 1_000_000} MB; print it without --log")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{file} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Refused(f"{file}: {what}; this is none")
    return value
