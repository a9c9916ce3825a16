#!/usr/bin/env python3
"""Draws terminals as SVG, side by side: tmux capture-pane -e -p -N | scripts/terminal-svg.py COLUMNS TITLE

Each window has its COLUMNS and TITLE; a form feed separates their screens.
Every character has its own position, so cells are aligned in every font. Blocks and box lines are drawn as shapes.
The same screen always produces the same file.
"""

import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

WIDTH, HEIGHT, FONT = 9, 18, 15  # A cell and the font in pixels; DejaVu Sans Mono 15 is 9.03 wide.
MARGIN, BAR, GAP = 12, 34, 12  # Around a screen, height of a title bar, and between windows.
FOREGROUND, BACKGROUND = "#d8dee9", "#1b1e25"
PALETTE = (
    "#2a2e37 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #c8ccd4 "
    "#6b7280 #ff8589 #b5e090 #ffd68a #82c4ff #de9bf0 #7fd5e0 #ffffff"
).split()
ESCAPES = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;:?]*[A-Za-z]|[\x00-\x08\x0e\x0f]")
# In eighths of a cell: left, top, right, bottom.
BLOCKS = {
    "▀": (0, 0, 8, 4), "▐": (4, 0, 8, 8), "▔": (0, 0, 8, 1), "▕": (7, 0, 8, 8),
    **{chr(0x2580 + n): (0, 8 - n, 8, 8) for n in range(1, 9)}, **{chr(0x2590 - n): (0, 0, n, 8) for n in range(1, 8)},
}
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
SIDES = {"LEFT": ("LEFT",), "RIGHT": ("RIGHT",), "UP": ("UP",), "DOWN": ("DOWN",),
         "HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN"), "AND": ()}


@dataclass(frozen=True)
class Style:
    foreground: str = ""
    background: str = ""
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    inverse: bool = False
    strike: bool = False

    def colours(self):
        """Returns the foreground and the background; "" for the window's background."""
        front, back = self.foreground or FOREGROUND, self.background
        return (back or BACKGROUND, front) if self.inverse else (front, back)


def indexed(number):
    if number < 16:
        return PALETTE[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // part % 6]:02x}" for part in (36, 6, 1))


def colour(numbers):
    """Returns the colour after 38 or 48, and removes its numbers from the list."""
    kind = numbers.pop(0) if numbers else 0
    if kind == 5 and numbers:
        return indexed(numbers.pop(0) & 255)
    if kind == 2 and len(numbers) >= 3:
        return "#" + "".join(f"{numbers.pop(0) & 255:02x}" for _ in range(3))
    return ""


ON = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "strike"}
OFF = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("inverse",), 29: ("strike",)}


def styled(style, parameters):
    # 4:3 is a curly underline; it is drawn straight.
    numbers = [int(part.split(":")[0] or 0) for part in parameters.replace("4:0", "24").split(";")]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            style = Style()
        elif number in ON:
            style = replace(style, **{ON[number]: True})
        elif number in OFF:
            style = replace(style, **dict.fromkeys(OFF[number], False))
        elif number in (38, 48):
            style = replace(style, **{"foreground" if number == 38 else "background": colour(numbers)})
        elif number == 58:
            colour(numbers)  # The colour of the underline.
        elif number in (39, 49):
            style = replace(style, **{"foreground" if number == 39 else "background": ""})
        elif number // 10 in (3, 9) and number % 10 < 8:
            style = replace(style, foreground=PALETTE[number % 10 + (8 if number >= 90 else 0)])
        elif number // 10 in (4, 10) and number % 10 < 8:
            style = replace(style, background=PALETTE[number % 10 + (8 if number >= 100 else 0)])
    return style


def cells(text):
    """Yields (row, column, character, width, style) for each character; a style continues on the next line."""
    style = Style()
    for row, line in enumerate(text.split("\n")):
        column = place = 0
        while place < len(line):
            if match := ESCAPES.match(line, place):
                place = match.end()
                if match.group(1) is not None:
                    style = styled(style, match.group(1))
                continue
            character, place = line[place], place + 1
            while place < len(line) and unicodedata.combining(line[place]):
                character, place = character + line[place], place + 1
            width = 2 if unicodedata.east_asian_width(character[0]) in "WF" else 1
            yield row, column, character, width, style
            column += width


def runs(items):
    """Joins neighbours on a row with the same look: yields (row, column, what, [(column, character)], end)."""
    run = None
    for row, column, width, what, character in items:
        if run and run[0] == row and run[4] == column and run[2] == what:
            run[3].append((column, character))
            run[4] = column + width
        else:
            if run:
                yield run
            run = [row, column, what, [(column, character)], column + width]
    if run:
        yield run


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(x, y, width, height, fill, opacity=1.0):
    shade = "" if opacity == 1 else f' fill-opacity="{opacity}"'
    sizes = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {sizes} fill="{fill}"{shade}/>'


def line(character, x, y, stroke):
    """Returns a box line from the middle of a cell to its edges; None for any other character."""
    words = unicodedata.name(character[0], "").split()
    if words[:2] != ["BOX", "DRAWINGS"] or words[2] not in ("LIGHT", "HEAVY"):
        return None
    is_arc = words[3] == "ARC"
    if not all(word in SIDES for word in words[4 if is_arc else 3 :]):
        return None
    sides = [side for word in words[4 if is_arc else 3 :] for side in SIDES[word]]
    middle = (x + WIDTH / 2, y + HEIGHT / 2)
    left, right, up, down = (x, middle[1]), (x + WIDTH, middle[1]), (middle[0], y), (middle[0], y + HEIGHT)
    ends = {"LEFT": left, "RIGHT": right, "UP": up, "DOWN": down}
    place = [" ".join(map(number, ends[side])) for side in sides]
    centre = " ".join(map(number, middle))
    path = f"M{place[0]}Q{centre} {place[1]}" if is_arc else "".join(f"M{centre}L{end}" for end in place)
    return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{2 if words[2] == "HEAVY" else 1}"/>'


def screen(text):
    all_cells = list(cells(text))
    yield '<g shape-rendering="crispEdges">'
    for row, column, fill, _, end in runs((r, c, w, s.colours()[1], ch) for r, c, ch, w, s in all_cells):
        if fill:
            yield rectangle(column * WIDTH, row * HEIGHT, (end - column) * WIDTH, HEIGHT, fill)
    for row, column, (character, fill, opacity), _, end in runs(
        (r, c, w, (ch, s.colours()[0], 0.6 if s.dim else 1.0), ch)
        for r, c, ch, w, s in all_cells if ch in BLOCKS or ch in SHADES
    ):
        left, top, right, bottom = BLOCKS.get(character, (0, 0, 8, 8))
        opacity = round(opacity * SHADES.get(character, 1), 2)
        y, height = row * HEIGHT + top * HEIGHT / 8, (bottom - top) * HEIGHT / 8
        # Neighbours that fill the whole width are drawn as one shape.
        spans = [(column, end)] if right - left == 8 else [(place, place + 1) for place in range(column, end)]
        for first, last in spans:
            x, width = first * WIDTH + left * WIDTH / 8, (last - first - 1) * WIDTH + (right - left) * WIDTH / 8
            yield rectangle(x, y, width, height, fill, opacity)
    yield "</g>"
    texts = []
    for row, column, character, width, style in all_cells:
        if character in BLOCKS or character in SHADES or character == " " and not (style.underline or style.strike):
            continue
        if path := line(character, column * WIDTH, row * HEIGHT, style.colours()[0]):
            yield path
        else:
            texts.append((row, column, width, style, character))
    for row, column, style, characters, _ in runs(texts):
        places = [number(place * WIDTH) for place, character in characters for _ in character]
        attributes = f'x="{" ".join(places)}" y="{row * HEIGHT + 14}" fill="{style.colours()[0]}"'
        attributes += ' font-weight="bold"' if style.bold else ""
        attributes += ' font-style="italic"' if style.italic else ""
        attributes += ' fill-opacity="0.6"' if style.dim else ""
        lines = [word for word, is_on in (("underline", style.underline), ("line-through", style.strike)) if is_on]
        attributes += f' text-decoration="{" ".join(lines)}"' if lines else ""
        yield f"<text {attributes}>{escape(''.join(character for _, character in characters))}</text>"


def window(text, columns, title, x, height):
    """Yields a terminal window at a horizontal position; all windows have the same height."""
    width = columns * WIDTH + 2 * MARGIN
    size = f'width="{width}" height="{height}"'
    yield f'<g transform="translate({x} 0)">' if x else "<g>"
    yield f'<rect {size} rx="10" fill="{BACKGROUND}"/>'
    yield f'<path d="M0 {BAR}V10A10 10 0 0 1 10 0H{width - 10}A10 10 0 0 1 {width} 10V{BAR}Z" fill="#2a2e37"/>'
    for place, fill in enumerate(("#ed6a5e", "#f4bf4f", "#61c554")):
        yield f'<circle cx="{20 + 20 * place}" cy="{BAR / 2:g}" r="6" fill="{fill}"/>'
    yield f'<text x="{width / 2:g}" y="22" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#9aa3b2">'
    yield f"{escape(title)}</text>"
    fonts = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace"
    place = f"translate({MARGIN} {BAR + MARGIN})"
    yield f'<g transform="{place}" font-family="{fonts}" font-size="{FONT}" xml:space="preserve">'
    yield from screen(text)
    yield "</g>"
    yield "</g>"


def svg(windows):
    """Yields a picture of (text, columns, title) windows, side by side."""
    rows = max(len(text.split("\n")) for text, _, _ in windows)
    widths = [columns * WIDTH + 2 * MARGIN for _, columns, _ in windows]
    width, height = sum(widths) + GAP * (len(windows) - 1), rows * HEIGHT + BAR + 2 * MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield f"<title>{escape(', '.join(title for _, _, title in windows))}</title>"
    for index, (text, columns, title) in enumerate(windows):
        yield from window(text, columns, title, sum(widths[:index]) + GAP * index, height)
    yield "</svg>"


arguments = sys.argv[1:]
if not arguments or len(arguments) % 2 or not all(columns.isdigit() for columns in arguments[::2]):
    sys.exit(f"usage: {sys.argv[0]} COLUMNS TITLE [COLUMNS TITLE]... <SCREENS")
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
screens = [text.removesuffix("\n") for text in sys.stdin.read().split("\f")]
if len(screens) != len(arguments) // 2:
    sys.exit(f"{sys.argv[0]}: {len(screens)} screens for {len(arguments) // 2} windows")
print(*svg(list(zip(screens, map(int, arguments[::2]), arguments[1::2]))), sep="\n")
