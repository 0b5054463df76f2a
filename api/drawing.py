"""Boards as SVG: hexes by terrain, counters by side, one picture a board."""

from collections.abc import Mapping
from html import escape
from types import MappingProxyType

from scales.engine import Counter, Picture

WIDTH = 28  # of a hex from flat side to flat side, in pixels; columns are 0.866 of it apart
COLUMN_STEP = 24.25
CORNERS = ((8.08, -14.0), (16.17, 0.0), (8.08, 14.0), (-8.08, 14.0), (-16.17, 0.0), (-8.08, -14.0))
FILLS = {
    "clear": "#e9e4d0",
    "light_woods": "#b9cf9b",
    "heavy_woods": "#7fa36b",
    "lake": "#8fb8d8",
    "swamp": "#9db6a0",
    "rubble": "#c9b79f",
    "buildings": "#b9a5a0",
    "road": "#d9cfae",
    "river": "#a9c9de",
    "ground": "#c9b48a",
    "atmosphere": "#bcd7ee",
    "interface": "#7f9fc8",
    "gravity": "#47587c",
    "space": "#2c3554",
    "asteroids": "#5a5a66",
}
LABEL = 14
SIDEWAYS, ABOVE, BELOW = 46, 34, 50
"""Room around the middles of the outermost hexes, for names that hang over and for the numbers of columns and rows."""
LINE, ENTRY, NAME, LEGEND = 14, 150, 20, 27
"""Height of a line of the legend, the width of an entry, how many letters of an id go into it, and of a name and an id together."""
STYLE = (
    "<style>svg .l{font:5px sans-serif;fill:#0008;text-anchor:middle}"
    "svg .n{font:4px sans-serif;fill:#0006;text-anchor:middle}svg .d{fill:#fff9}svg .a{font:8px sans-serif;fill:#333;text-anchor:middle}svg .k{font:8px sans-serif;fill:#111}"
    "svg .u{font:bold 7px sans-serif;fill:#111;text-anchor:middle;paint-order:stroke;stroke:#fffc;stroke-width:2px}</style>"
)
SIDE_COLORS = ("#b3262e", "#1f5fbf", "#2e8b57", "#b8860b", "#7d3c98", "#00838f", "#6d4c41", "#455a64")


def center(column: int, row: int, parity: str) -> tuple[float, float]:
    """The middle of a hex in pixels before the picture is moved into its frame."""
    low = column % 2 == (1 if parity == "odd" else 0)
    return column * COLUMN_STEP, row * WIDTH + (WIDTH / 2 if low else 0)


def svg(picture: Picture, sides: list[str], names: Mapping[str, str] = MappingProxyType({})) -> str:
    """The whole picture with its numbers and a legend below it, which calls sides by their `names`, where they have any besides their ids.

    Counters in one place are stacked and written on one label; a small counter beside the top one stands for each other side.
    """
    (c0, c1), (r0, r1) = picture.columns, picture.rows
    x0, y0 = c0 * COLUMN_STEP - SIDEWAYS, r0 * WIDTH - ABOVE
    width, height = max((c1 - c0) * COLUMN_STEP + 2 * SIDEWAYS, ENTRY), (r1 - r0) * WIDTH + ABOVE + BELOW
    hexes = [(c, r) for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)]
    body = "".join(draw(picture, c, r) for draw in (_hex, _notes) for c, r in hexes) + _numbers(picture)
    stacks = _stacks(picture.counters)
    body += "".join(_stack(picture, stack, sides) for stack in stacks) + "".join(_label(picture, stack) for stack in stacks)
    legend, below = _legend(picture, {side: _called(side, names) for side in sides}, (x0 + 8, y0 + height), int(width // ENTRY))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0:.0f} {y0:.0f} {width:.0f} {height + below:.0f}" role="img" '
        f'aria-label="{escape(picture.title, quote=True)}"><title>{escape(picture.title)}</title>{STYLE}{body}{legend}</svg>'
    )


def _numbers(picture: Picture) -> str:
    """Columns along the upper edge, rows along the left one, as their sheets number them."""
    (c0, c1), (r0, r1) = picture.columns, picture.rows
    across = [_text(c * COLUMN_STEP, r0 * WIDTH - 18, "a", _name(picture, c, r0)[-4:-2]) for c in range(c0, c1 + 1)]
    down = [_text(c0 * COLUMN_STEP - 26, center(c0, r, picture.parity)[1] + 3, "a", _name(picture, c0, r)[-2:]) for r in range(r0, r1 + 1)]
    return "".join(across + down)


def _key(column: int, row: int) -> str:
    """A hex as pictures write it."""
    return f"{column:02d}{row:02d}"


def _name(picture: Picture, column: int, row: int) -> str:
    """What is printed in a hex."""
    key = _key(column, row)
    return picture.names.get(key, key)


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'


def _called(side: str, names: Mapping[str, str]) -> str:
    """'TOG manus (tog)', as much as the legend has room for; the id is what notes on the map say."""
    name, room = names.get(side, side), max(8, LEGEND - len(side[:NAME]))
    return side if name.lower() == side.lower() else f"{name if len(name) <= room else name[: room - 1] + '…'} ({side[:NAME]})"


def _legend(picture: Picture, sides: dict[str, str], corner: tuple[float, float], across: int) -> tuple[str, int]:
    """Sides by their colors, the ground that is there, and what the signs mean; and the height that it takes."""
    signs = [
        *(f'<circle cx="5" cy="-3" r="4.5" fill="{color(side, list(sides))}"/>{_text(14, 0, "k", name)}' for side, name in sides.items()),
        *(
            f'<rect y="-7" width="9" height="8" fill="{FILLS[word]}"/>{_text(14, 0, "k", word.replace("_", " "))}'
            for word in _words(picture)
        ),
        *(_text(0, 0, "k", sign if sign == meaning else f"{sign}: {meaning}") for sign, meaning in picture.legend.items()),
    ]
    x, y = corner
    placed = [
        f'<g transform="translate({x + n % across * ENTRY:.0f},{y + n // across * LINE:.0f})">{sign}</g>' for n, sign in enumerate(signs)
    ]
    return "".join(placed), LINE * -(-len(signs) // across)


def _words(picture: Picture) -> list[str]:
    """The grounds on the board, in their usual order."""
    there = set(picture.fill.values())
    return [word for word in FILLS if word in there]


def _hex(picture: Picture, column: int, row: int) -> str:
    x, y = center(column, row, picture.parity)
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in CORNERS)
    key = _key(column, row)
    fill = FILLS.get(picture.fill.get(key, "clear"), FILLS["clear"])
    return f'<polygon points="{points}" fill="{fill}" stroke="#0003" stroke-width="0.6"/>'


def _notes(picture: Picture, column: int, row: int) -> str:
    """A hex's number and what is written in it, over the neighbors' ground where it is long."""
    x, y = center(column, row, picture.parity)
    key = _key(column, row)
    dark = " d" if picture.fill.get(key) in ("space", "gravity", "asteroids") else ""
    text = picture.labels.get(key, "")
    return _text(x, y + 12.5, f"n{dark}", _name(picture, column, row)) + (_text(x, y - 6, f"l{dark}", text) if text else "")


def _stacks(counters: list[Counter]) -> list[list[Counter]]:
    """Counters by the place where they lie: a hex, or the middle of several."""
    stacks: dict[tuple[tuple[int, ...], ...], list[Counter]] = {}
    for counter in counters:
        stacks.setdefault((tuple(counter.hex), *map(tuple, counter.over)), []).append(counter)
    return [stacks[place] for place in sorted(stacks)]


def _middle(picture: Picture, counter: Counter) -> tuple[float, float]:
    """Where a counter is drawn."""
    places = [center(column, row, picture.parity) for column, row in (counter.hex, *counter.over)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _stack(picture: Picture, stack: list[Counter], sides: list[str]) -> str:
    top = stack[0]
    x, y = _middle(picture, top)
    fill = color(top.side, sides)
    arrow = f'<path d="M0,-14 L5,-7 L-5,-7 Z" transform="translate({x:.1f},{y:.1f}) rotate({(top.facing - 1) * 60})" fill="{fill}"/>'
    hulls = "".join(_hull(x, y, counter, sides) for counter in stack if counter.length > 1)
    names = escape(", ".join(c.about or c.label for c in stack))
    return (
        f"<g><title>{names}</title>{hulls}{arrow if top.facing and top.length == 1 else ''}"
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.5" fill="{fill}" stroke="#fff" stroke-width="1.2"/>{_signs(x, y, top.signs)}{_below(x, y, stack, sides)}</g>'
    )


def _label(picture: Picture, stack: list[Counter]) -> str:
    """The name under a stack; all are written over all counters, so that none hides what its neighbor is called."""
    x, y = _middle(picture, stack[0])
    return _text(x, y + 15, "u", short(stack[0].label) if len(stack) == 1 else f"{short(stack[0].label)} +{len(stack) - 1}")


def _below(x: float, y: float, stack: list[Counter], sides: list[str]) -> str:
    """A small counter for each other side that lies under the top one."""
    others = sorted({counter.side for counter in stack} - {stack[0].side})
    return "".join(
        f'<circle cx="{x + 7 - 14 * n:.1f}" cy="{y - 6:.1f}" r="4" fill="{color(side, sides)}" stroke="#fff" stroke-width="0.8"/>'
        for n, side in enumerate(others)
    )


def _signs(x: float, y: float, signs: str) -> str:
    """Letters on a counter."""
    if not signs:
        return ""
    return f'<text x="{x:.1f}" y="{y + 2.5:.1f}" font-family="sans-serif" font-size="7" font-weight="bold" fill="#fff" text-anchor="middle">{escape(signs)}</text>'


def _hull(x: float, y: float, counter: Counter, sides: list[str]) -> str:
    """The hexes that a long counter covers, from its own to the bow, which is pointed."""
    ahead = WIDTH * (counter.length - 1)
    return (
        f'<path d="M-6,0 L-6,{-ahead + 4} L0,{-ahead - 10} L6,{-ahead + 4} L6,0 Z" transform="translate({x:.1f},{y:.1f}) '
        f'rotate({(counter.facing - 1) * 60})" fill="{color(counter.side, sides)}" fill-opacity="0.75" stroke="#fff" stroke-width="0.8"/>'
    )


def short(label: str) -> str:
    """A name that fits under a counter: the last two words of a long one, as people call a unit within its formation, and its marker."""
    if len(label) <= LABEL:
        return label
    words = label.split()
    marked = words[-1].startswith("(")
    return f"{'crew ' if words[0] == 'Crew' else ''}{' '.join(words[-3 if marked else -2 :])}"


def color(side: str, sides: list[str]) -> str:
    """The color of a side's counters."""
    return SIDE_COLORS[sides.index(side) % len(SIDE_COLORS)] if side in sides else "#555"
