"""YAML read strictly, with the line of every value, so that a mistake can be named with its place."""

import re
from dataclasses import dataclass
from typing import Any

import yaml

from scales.misfits import CONTROL

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 40
MAX_VALUES = 20_000
"""Values and keys that a file may have; reading takes about a tenth of a millisecond for each, and a campaign has some hundreds."""
Path = tuple[str | int, ...]
_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "str", "int", "bool", "float", "null")}


class FileFault(Exception):
    """A campaign file cannot be used: `faults` holds one sentence for each mistake, with its place and the cure."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _Loader(yaml.SafeLoader):
    """Strict YAML: numbers with leading zeros or beyond 18 digits and yes/no stay text, aliases (which can blow up) are refused.

    What is too deep or too long is refused as soon as it is met, not when all of it has been read.
    """

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text)
        self.file, self.depth, self.values = name, 0, 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.composer.ComposerError(None, None, "aliases (*) are not allowed; write the value out", self.peek_event().start_mark)  # type: ignore[no-untyped-call]
        self.depth, self.values = self.depth + 1, self.values + 1
        if self.depth > MAX_DEPTH + 1:
            raise FileFault([f"{self._here()}: the file is nested more than {MAX_DEPTH} deep"])
        if self.values > MAX_VALUES:
            raise FileFault([f"{self._here()}: the file has more than {MAX_VALUES} values; a campaign file has a few hundred"])
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def _here(self) -> str:
        return f"{self.file}, line {self.peek_event().start_mark.line + 1}"  # type: ignore[no-untyped-call]


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in pairs
        if tag not in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
    ]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,17})$"), list("-+0123456789"))


@dataclass(slots=True)
class Located:
    """A document and the line (from 1) of each value in it by path."""

    value: Any
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(text: str, name: str) -> Located:
    """Parse a YAML (or JSON) text; raises FileFault naming the line of what cannot be read."""
    if len(text) > MAX_CHARACTERS:
        raise FileFault([f"{name}: the file is larger than {MAX_CHARACTERS // 1_000_000} MB; a campaign file is a few hundred lines"])
    try:
        loader = _Loader(text, name)
        node = loader.get_single_node()
        lines: dict[Path, int] = {}
        value = _build(loader, node, (), lines) if node is not None else None
    except yaml.YAMLError as error:
        raise FileFault([_sentence(error, name)]) from None
    except RecursionError:
        raise FileFault([f"{name}: the file is nested more than {MAX_DEPTH} deep"]) from None
    return Located(value, lines)


def _sentence(error: yaml.YAMLError, name: str) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).splitlines()[0]
    where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else "somewhere"
    return f"{name}, {where}: this is not valid YAML ({problem}); check the indentation, colons and quotes there"


def _build(loader: _Loader, node: yaml.Node, path: Path, lines: dict[Path, int]) -> Any:
    lines[path] = node.start_mark.line + 1
    if node.tag not in _TAGS:
        raise yaml.constructor.ConstructorError(None, None, f"the tag {node.tag} means nothing here", node.start_mark)
    if isinstance(node, yaml.MappingNode):
        return _mapping(loader, node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_build(loader, item, (*path, i), lines) for i, item in enumerate(node.value)]
    return _plain(loader, node)


def _plain(loader: _Loader, node: yaml.Node) -> Any:
    """A single value; a text may have several lines but nothing else that would steer a terminal."""
    if CONTROL.search(str(node.value).replace("\n", "").replace("\t", "")):
        raise FileFault([f"{loader.file}, line {node.start_mark.line + 1}: there is a control character in this text; take it out"])
    return loader.construct_object(node)


def _mapping(loader: _Loader, node: yaml.MappingNode, path: Path, lines: dict[Path, int]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise FileFault([f"{loader.file}, line {key_node.start_mark.line + 1}: the name of a field is a word, not a list or a table"])
        _plain(loader, key_node)
        key = str(key_node.value)
        if key in out:
            raise FileFault(
                [
                    f"{loader.file}, line {key_node.start_mark.line + 1}: '{key}' stands twice here (first on line {lines[(*path, key)]}); keep one"
                ]
            )
        out[key] = _build(loader, value_node, (*path, key), lines)
    return out


def show(path: Path) -> str:
    """A path as people write it: theatres[0].boards.leviathan."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text or "the file"
