// Redline: square tiles with red lines from their middle to sides and corners.

import { blockMarks, canvas, circle, fitMarks, layers, letters, line, openMarks, placed, square, squareMarks, svg, text } from "./kit.js";

/** Drawing units from one cell to the next. */
const PITCH = 64;
const HALF = PITCH / 2 - 1.5;

const WAYS = { N: [0, -1], NE: [1, -1], E: [1, 0], SE: [1, 1], S: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [-1, -1] };

/** @param {import("./kit.js").View} view @param {import("./kit.js").Extra} extra */
export function draw(view, extra = {}) {
  const fits = extra.fits ?? [], blocked = extra.blocked ?? [], open = extra.open ?? [];
  const frame = frameOf([...view.pieces, ...fits].map((piece) => piece.place).concat(view.marks.foul, view.marks.last, blocked, open));
  const middle = ([col, row]) => [(col - frame.left + 1) * PITCH, (row - frame.top + 1) * PITCH];
  return canvas(frame.wide * PITCH + PITCH, frame.high * PITCH + PITCH, "redline",
    ...layers(extra.photo, middle, ...view.pieces.map((piece) => tile(piece, middle))), ...axes(frame, view.origin ?? [0, 0]),
    squareMarks(view.marks, middle, HALF), blockMarks(blocked, middle), openMarks(open, middle, 13), fitMarks(fits, middle, 13, (fit) => tile(fit, middle)));
}

const SPOKES = Object.keys(WAYS);

/** The ways a piece may lie: turned by quarters, each look once. */
export function turnsOf(label) {
  const turned = [0, 2, 4, 6].map((by) => label.spokes.map((spoke) => (SPOKES.indexOf(spoke) + by) % 8).sort((a, b) => a - b));
  const once = new Map(turned.map((spokes) => [spokes.join(), spokes]));
  return [...once.values()].map((spokes) => ({ ...label, spokes: spokes.map((i) => SPOKES[i]) }));
}

/** One piece by itself, for a list to choose from. */
export function pieceIcon(label) {
  const piece = { place: [0, 0], label };
  return canvas(PITCH, PITCH, "redline", tile(piece, () => [PITCH / 2, PITCH / 2]));
}

function frameOf(places) {
  const cols = places.map((place) => place[0]), rows = places.map((place) => place[1]);
  const left = Math.min(0, ...cols), top = Math.min(0, ...rows);
  return { left, top, wide: Math.max(0, ...cols) - left + 1, high: Math.max(0, ...rows) - top + 1 };
}

// Columns and rows as calls name them; what lies beside the named layout has no label.
function axes({ left, top, wide, high }, [first, upper]) {
  const row = (number) => (number < 0 ? "" : String(number + 1));
  const cols = Array.from({ length: wide }, (_, i) => text((i + 1) * PITCH, 16, "axis", letters(left + i - first)));
  const rows = Array.from({ length: high }, (_, i) => text(14, (i + 1) * PITCH + 5, "axis", row(top + i - upper)));
  return [...cols, ...rows];
}

function tile({ place, label }, middle) {
  const [x, y] = middle(place);
  const end = (spoke) => [x + WAYS[spoke][0] * HALF, y + WAYS[spoke][1] * HALF];
  return svg("g", { "data-place": placed(place) },
    square(x, y, HALF, `tile ${label.colour}`),
    ...label.spokes.map((spoke) => line([x, y], end(spoke), "casing")),
    ...label.spokes.map((spoke) => line([x, y], end(spoke), "spoke")),
    circle(x, y, 4.5, "hub"));
}
