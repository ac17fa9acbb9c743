// Linie 1: the printed board with locations and termini, tracks, stop signs, trams and routes.

import { blockMarks, canvas, circle, fitMarks, layers, openMarks, placed, polyline, square, squareMarks, svg, text } from "./kit.js";

/** Drawing units from one cell to the next; rows and columns 0 and 13 are the border of termini. */
const PITCH = 44;
const SPAN = 14;
const HALF = PITCH / 2 - 0.5;

/** The printed locations: letter, row, column (rule document 1.3). */
export const SITES = {
  A: [8, 12], B: [11, 9], C: [12, 5], D: [9, 2], E: [5, 1], F: [2, 4],
  G: [1, 8], H: [4, 11], I: [6, 9], K: [9, 7], L: [7, 4], M: [4, 6],
};

/** The printed termini: line, side of the board, the two rows or columns it faces (1.4). */
export const TERMINI = [
  [1, "E", 2, 3], [1, "W", 6, 7], [2, "E", 6, 7], [2, "W", 10, 11], [3, "W", 2, 3], [3, "E", 10, 11],
  [4, "N", 6, 7], [4, "S", 10, 11], [5, "N", 2, 3], [5, "S", 6, 7], [6, "N", 10, 11], [6, "S", 2, 3],
];

const WAYS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** @param {import("./kit.js").View} view @param {import("./kit.js").Extra} extra */
export function draw(view, extra = {}) {
  const size = SPAN * PITCH;
  const tiles = view.pieces.filter((piece) => piece.label.connections?.length);
  const trams = view.pieces.flatMap((piece) => (piece.label.trams ?? []).map((one, i) => tram(piece.place, one, i)));
  return canvas(size, size, "linie1", ...layers(extra.photo, ([x, y]) => [x * PITCH, y * PITCH], ...printed(),
    ...tiles.map((piece) => tile(piece.place, piece.label)), ...view.paths.map((one) => route(one.path, one.line)),
    ...view.pieces.filter((piece) => piece.label.stop).map((piece) => sign(piece.place)), ...trams),
    ...(extra.path?.length ? [route(extra.path, 0)] : []), ...axes(), squareMarks(view.marks, middle, HALF),
    blockMarks(extra.blocked ?? [], middle), openMarks(extra.open ?? [], middle, 7),
    fitMarks(extra.fits ?? [], middle, 9, (fit) => tile(fit.place, fit.label)));
}

const SIDES = "NESW";

/** The ways a piece may lie: turned by quarters, each look once. */
export function turnsOf(label) {
  const side = (one, by) => SIDES[(SIDES.indexOf(one) + by) % 4];
  const pair = (one, by) => [...one].map((s) => side(s, by)).sort((a, b) => SIDES.indexOf(a) - SIDES.indexOf(b)).join("");
  const turned = [0, 1, 2, 3].map((by) => label.connections.map((one) => pair(one, by)).sort());
  const once = new Map(turned.map((connections) => [connections.join(), connections]));
  return [...once.values()].map((connections) => ({ ...label, connections }));
}

/** What lies on a place when another piece does: signs and trams stay. */
export const replaced = (before, label) => ({ ...label, stop: before?.stop ?? false, trams: before?.trams ?? [] });

/** One piece by itself, for a list to choose from. */
export function pieceIcon(label) {
  const half = PITCH / 2;
  return canvas(PITCH, PITCH, "linie1", label.connections?.length ? tileAt([half, half], label) : null,
    label.stop ? signAt(half, half) : null, ...(label.trams ?? []).map((one, i) => tramAt(half, half, one, i)));
}

/** The middle of a place; a terminus lies between the two cells that it faces. */
export function middle([row, col]) {
  const own = TERMINI.find(([, side, low]) => sameBorder(side, low, row, col));
  const more = own ? 0.5 : 0;
  const across = own && "NS".includes(own[1]);
  return [(col + 0.5 + (across ? own[2] - col + more : 0)) * PITCH, (row + 0.5 + (own && !across ? own[2] - row + more : 0)) * PITCH];
}

function sameBorder(side, low, row, col) {
  const [edge, along] = "NS".includes(side) ? [row, col] : [col, row];
  return edge === ("NW".includes(side) ? 0 : SPAN - 1) && (along === low || along === low + 1);
}

const rim = ([x, y], side) => [x + WAYS[side][0] * PITCH / 2, y + WAYS[side][1] * PITCH / 2];

function printed() {
  const low = PITCH, high = (SPAN - 1) * PITCH;
  const lines = Array.from({ length: SPAN - 1 }, (_, i) => (i + 1) * PITCH);
  return [
    svg("rect", { x: low, y: low, width: high - low, height: high - low, class: "ground" }),
    svg("path", { d: lines.map((at) => `M${at} ${low}V${high}M${low} ${at}H${high}`).join(""), class: "grid" }),
    ...Object.entries(SITES).map(([letter, place]) => site(letter, place)),
    ...TERMINI.map(terminus),
  ];
}

function axes() {
  const numbers = Array.from({ length: SPAN - 2 }, (_, i) => i + 1);
  return numbers.flatMap((i) => [text((i + 0.5) * PITCH, 11, "axis", String(i)), text(9, (i + 0.5) * PITCH + 4, "axis", String(i))]);
}

function site(letter, place) {
  const [x, y] = middle(place);
  return svg("g", {}, square(x, y, HALF, "site"), text(x, y + 7, "letter", letter));
}

function terminus([number, side, low]) {
  const edge = "NW".includes(side) ? 1 : SPAN - 2;
  const cells = [low, low + 1].map((at) => ("NS".includes(side) ? [edge, at] : [at, edge]));
  const [a, b] = cells.map((cell) => rim([(cell[1] + 0.5) * PITCH, (cell[0] + 0.5) * PITCH], side));
  const arc = `M${a.join(" ")}A${PITCH / 2} ${PITCH / 2} 0 0 ${"NE".includes(side) ? 1 : 0} ${b.join(" ")}`;
  const x = (a[0] + b[0]) / 2 + WAYS[side][0] * 9, y = (a[1] + b[1]) / 2 + WAYS[side][1] * 9;
  return svg("g", {}, svg("path", { d: arc, class: `road line-${number}` }), svg("path", { d: arc, class: "rail" }),
    circle(x, y, 9, `line-${number} disc`), text(x, y + 4.5, `digit line-${number}`, String(number)));
}

function tile(place, label) {
  const made = tileAt(middle(place), label);
  made.setAttribute("data-place", placed(place));
  return made;
}

function tileAt([x, y], label) {
  const roads = label.connections.map((pair) => track([x, y], pair));
  const trees = label.trees ? [circle(x - 16, y - 16, 5, "tree"), circle(x + 16, y + 16, 5, "tree")] : [];
  return svg("g", {}, svg("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, class: "tile" }),
    ...roads.map((d) => svg("path", { d, class: "road" })), ...roads.map((d) => svg("path", { d, class: "rail" })), ...trees);
}

function track(at, pair) {
  const [a, b] = [...pair].map((side) => rim(at, side));
  if (pair === "NS" || pair === "EW") return `M${a.join(" ")}L${b.join(" ")}`;
  return `M${a.join(" ")}A${PITCH / 2} ${PITCH / 2} 0 0 ${pair === "NW" ? 1 : 0} ${b.join(" ")}`;
}

const sign = (place) => signAt(...middle(place));
const tram = (place, number, index) => tramAt(...middle(place), number, index);

function signAt(x, y) {
  return svg("g", { class: "sign" }, circle(x + 13, y - 13, 7.5, "disc"), text(x + 13, y - 9.5, "h", "H"));
}

function tramAt(x, y, number, index) {
  const top = y + 13 * index;
  return svg("g", { class: "tram" }, svg("rect", { x: x - 14, y: top - 8, width: 28, height: 16, rx: 4, class: `line-${number}` }),
    text(x, top + 4.5, `digit line-${number}`, String(number)));
}

function route(path, number) {
  const points = path.map(middle);
  const ends = [points[0], points[points.length - 1]];
  return svg("g", { class: "route" }, polyline(points, "under"), polyline(points, `way line-${number}`),
    ...ends.map(([x, y]) => circle(x, y, 6, `end line-${number}`)));
}
