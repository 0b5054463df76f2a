"""The built-in library of campaigns and battles."""

from collections.abc import Iterator
from pathlib import Path

from campaigns.check import Engines, load
from campaigns.places import FileFault
from campaigns.schema import Campaign

LIBRARY = Path(__file__).parent / "library"


def names() -> list[str]:
    """The names of all campaigns in the library."""
    return sorted(file.stem for file in LIBRARY.glob("*.yaml"))


def every(engines: Engines) -> Iterator[Campaign]:
    """Every campaign of the library, checked, by name."""
    for name in names():
        yield load(LIBRARY / f"{name}.yaml", engines)


def find(name_or_file: str, engines: Engines) -> Campaign:
    """A campaign by its library name, or from a file; raises FileFault with a sentence."""
    if name_or_file in names():
        return load(LIBRARY / f"{name_or_file}.yaml", engines)
    file = Path(name_or_file)
    if not file.exists():
        raise FileFault([f"'{name_or_file}' is neither a file nor in the library ({', '.join(names())})"])
    return load(file, engines)
