// Mokadi from above: pads, and sticks drawn from the lowest to the highest, so that one sees who
// lies on whom; a dot marks every contact.

import { asked, canvas, circle, crossed, layers, line, placed, svg, text } from "./kit.js";

/** Drawing units of a stick's length, of the margin, of a pad's radius. */
const LENGTH = 180;
const MARGIN = 34;
const RADIUS = 13;
/** Places are written in thousandths of a stick's length; kind 1 is a stick. */
const UNIT = 1000;
const STICK = 1;
/** Share of a stick that is coloured at either end. */
const COLOURED = 0.22;
/** Contacts less certain than this are not there. */
const ABSENT = 0.1;

/** Turns are told by tapping where no camera is sure: see `hands/mokadi.js`. */
export const byHand = true;

/** Stick lengths around what lies there where a piece is to be put. */
const ROOM = 1.1;

/** @param {import("./kit.js").View} view @param {import("./kit.js").Extra} extra */
export function draw(view, extra = {}) {
  const pieces = view.pieces.filter((piece) => piece.place.length > 2);
  const points = pieces.flatMap((piece) => pointsOf(piece.place));
  const room = extra.room ? ROOM : 0;
  const left = Math.min(...points.map((p) => p[0]), 0) - room, top = Math.min(...points.map((p) => p[1]), 0) - room;
  const wide = Math.max(...points.map((p) => p[0] + room), left + 1 + room) - left, high = Math.max(...points.map((p) => p[1] + room), top + 1 + room) - top;
  const put = ([x, y]) => [MARGIN + (x - left) * LENGTH, MARGIN + (y - top) * LENGTH];
  const made = canvas(wide * LENGTH + 2 * MARGIN, high * LENGTH + 2 * MARGIN, "mokadi",
    ...layers(extra.photo, put, ...stacked(pieces).map((piece) => drawn(piece, pieces, put)), names(pieces, put)),
    room ? svg("g", { class: "draft" }, ...drafted(extra.draft ?? {}, view, put)) : null, marks(view, put));
  made.dataset.origin = JSON.stringify([left, top]);
  return made;
}

/** Where on the table an event on a drawing is, in stick lengths. */
export function tableAt(made, event) {
  const [left, top] = JSON.parse(made.dataset.origin);
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(made.getScreenCTM().inverse());
  return [(at.x - MARGIN) / LENGTH + left, (at.y - MARGIN) / LENGTH + top];
}

// What is about to be told: where a pad may go and would lie, what a stick would rest on.
function drafted({ at, spots = [], cursor, kind, colour }, view, put) {
  const pads = view.pieces.filter((piece) => piece.place[0] !== STICK && piece.place.length > 2).map((piece) => put(pointsOf(piece.place)[0]));
  const zones = kind === "pad" ? pads.flatMap(([x, y]) => [circle(x, y, LENGTH / 2, "zone"), circle(x, y, LENGTH, "zone")]) : [];
  const ghost = at ? [circle(...put(at), RADIUS, `pad ghost ${colour}`)] : [];
  return [...zones, ...ghost, ...spots.map((spot) => circle(...put(spot), 11, "chosen")), ...(cursor ? [circle(...put(cursor), 5, "cursor")] : [])];
}

/** The piece that a point of the table means: the nearest pad or stick within reach, which part of it
 * is meant, and where; null where none lies. */
export function pieceAt(view, point) {
  const near = view.pieces.filter((piece) => piece.place.length > 2).map((piece) => ({ piece, ...nearestOn(pointsOf(piece.place), point) }));
  const [best] = near.filter(({ piece, far }) => far <= (piece.place[0] === STICK ? 0.09 : 0.13)).sort((a, b) => a.far - b.far);
  if (!best) return null;
  const plain = best.piece.place[0] === STICK && best.share > COLOURED && best.share < 1 - COLOURED;
  return { piece: best.piece, part: plain ? "plain" : "coloured", at: best.at };
}

function nearestOn(points, point) {
  if (points.length < 2) return { far: Math.hypot(points[0][0] - point[0], points[0][1] - point[1]), share: 0, at: points[0] };
  const [a, b] = points, along = [b[0] - a[0], b[1] - a[1]];
  const share = Math.min(1, Math.max(0, ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2 || 1)));
  const at = between(a, b, share);
  return { far: Math.hypot(at[0] - point[0], at[1] - point[1]), share, at };
}

/** One piece by itself, for a list to choose from. */
export function pieceIcon(label) {
  return canvas(30, 30, "mokadi", ...(label.kind === "pad" ? [circle(15, 15, RADIUS, `pad ${label.colour}`)] : stick([7, 23], [23, 7], label.colour)));
}

const ident = (place) => `${place[0]}/${place[1]}`;
const pointsOf = (place) => pairs(place.slice(2)).map(([x, y]) => [x / UNIT, y / UNIT]);
const pairs = (numbers) => numbers.flatMap((_, i) => (i % 2 ? [] : [[numbers[i], numbers[i + 1]]]));
const between = (a, b, share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
const under = (piece) => (piece.label.on ?? []).filter((one) => one.certainty > ABSENT).map((one) => ident(one.piece));

/** Pads, then sticks from below to above, as far as it is known who lies on whom. */
export function stacked(pieces) {
  const order = pieces.filter((piece) => piece.place[0] !== STICK);
  let left = pieces.filter((piece) => piece.place[0] === STICK);
  while (left.length) {
    const waiting = new Set(left.map((piece) => ident(piece.place)));
    const next = left.find((piece) => !under(piece).some((one) => waiting.has(one))) ?? left[0];
    order.push(next);
    left = left.filter((piece) => piece !== next);
  }
  return order;
}

function drawn(piece, pieces, put) {
  const [a, b] = pointsOf(piece.place).map(put);
  if (piece.place[0] !== STICK) return pad(piece, a);
  const dots = under(piece).map((other) => pieces.find((one) => ident(one.place) === other)).filter(Boolean)
    .map((other) => circle(...nearest(a, b, pointsOf(other.place).map(put)), 4, "contact"));
  return svg("g", { "data-place": placed(piece.place), "data-stick": piece.place[1] },
    line(a, b, "shade"), ...stick(a, b, piece.label.colour), ...dots);
}

const stick = (a, b, colour) => [line(a, b, "edge"), line(a, b, "wood"),
  line(a, between(a, b, COLOURED), `tip ${colour}`), line(b, between(b, a, COLOURED), `tip ${colour}`)];

function pad(piece, [x, y]) {
  return svg("g", { "data-place": placed(piece.place) }, circle(x, y, RADIUS, `pad ${piece.label.colour}`));
}

// What calls say lies over all pieces: a stick hides no name.
function names(pieces, put) {
  return svg("g", { class: "names" }, ...pieces.map((piece) => {
    const points = pointsOf(piece.place).map(put);
    if (piece.place[0] !== STICK) return text(points[0][0], points[0][1] - RADIUS - 5, "name", `P${piece.place[1]}`);
    const [x, y] = between(...points, 0.5);
    return text(x, y - 10, "name", `S${piece.place[1]}`);
  }));
}

/** The point of a stick that is nearest to another piece: there it rests. */
function nearest(a, b, other) {
  const far = (p) => Math.min(...spread(other).map((q) => Math.hypot(p[0] - q[0], p[1] - q[1])));
  return spread([a, b]).sort((p, q) => far(p) - far(q))[0];
}

const spread = (points) => (points.length < 2 ? points : Array.from({ length: 41 }, (_, i) => between(points[0], points[1], i / 40)));

function marks(view, put) {
  const known = new Map(view.pieces.map((piece) => [ident(piece.place), piece.place]));
  const outline = (place, kind) => {
    const points = pointsOf(place.length > 2 ? place : known.get(ident(place)) ?? []).map(put);
    if (points.length === 0) return svg("g");
    return points.length > 1 ? line(points[0], points[1], kind) : circle(...points[0], RADIUS + 5, kind);
  };
  const middle = (place) => {
    const points = pointsOf(place.length > 2 ? place : known.get(ident(place)) ?? []).map(put);
    return points.length > 1 ? between(points[0], points[1], 0.5) : points[0] ?? [-50, -50];
  };
  return svg("g", { class: "marks" }, ...view.marks.last.map((place) => outline(place, "last")),
    ...(view.marks.involved ?? []).map((place) => outline(place, "involved")),
    ...view.marks.foul.flatMap((place) => [outline(place, "foul"), crossed(...middle(place))]),
    ...view.marks.doubt.map((place) => asked(...middle(place))));
}
