// What the drawings of all games share: makers of SVG, and marks that tell by shape as by colour.

const NS = "http://www.w3.org/2000/svg";

/**
 * @typedef {{place: number[], name: string, label: Object, texts: Object<string, string>}} Piece
 * @typedef {{foul: number[][], involved?: number[][], last: number[][], reward: number[][][], doubt: number[][]}} Marks
 * @typedef {{version: number, game: string, origin?: number[], pieces: Piece[], marks: Marks, doubts: Object[],
 *   straight?: number[], spots: {place: number[], at: number[]}[], paths: {line: number, path: number[][]}[]}} View
 * @typedef {{fits?: Piece[], open?: number[][], blocked?: number[][], path?: number[][], moves?: Object[], acts?: Object[],
 *   photo?: {href: string, rect: number[]}}} Extra
 */

/** An SVG element. Attributes that are null are left out. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The drawing itself, of a size in drawing units. */
export function canvas(width, height, kind, ...children) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: `drawn ${kind}` }, ...children);
}

/** The table as the game draws it, apart from what points at it: below it lies the photo, where one
 * is given, as `{href, rect}`; `at` puts a point of the rect into the drawing. */
export function layers(photo, at, ...parts) {
  return [photo ? pictured(photo, at) : null, svg("g", { class: "board" }, ...parts)];
}

function pictured({ href, rect: [left, top, right, bottom] }, at) {
  const [x, y] = at([left, top]), [x2, y2] = at([right, bottom]);
  return svg("image", { href, x, y, width: x2 - x, height: y2 - y, preserveAspectRatio: "none" });
}

/** What a drawing's part is known by, so that a tap on it names its place. */
export const placed = (place) => JSON.stringify(place);

/** A column's letters, as calls name it: A for 0, Z for 25, AA for 26; nothing before the first. */
export function letters(index) {
  if (index < 0) return "";
  return letters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));
}

export const text = (x, y, kind, said) => svg("text", { x, y, class: kind }, document.createTextNode(said));
export const circle = (x, y, r, kind) => svg("circle", { cx: x, cy: y, r, class: kind });
export const line = (a, b, kind) => svg("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: kind });
export const polyline = (points, kind) => svg("polyline", { points: points.map((p) => p.join(",")).join(" "), class: kind });

/** A round badge with a cross: here is the foul. */
export function crossed(x, y, r = 9) {
  const d = r * 0.45;
  return svg("g", { class: "badge" }, circle(x, y, r, "disc"),
    line([x - d, y - d], [x + d, y + d], "cross"), line([x - d, y + d], [x + d, y - d], "cross"));
}

/** A round badge with a question mark: the camera was not sure. */
export function asked(x, y, r = 9) {
  return svg("g", { class: "doubt" }, circle(x, y, r, "disc"), text(x, y + r * 0.55, "ask", "?"));
}

/** An arrow along points: what was moved, and where to. */
export function arrow(points) {
  const [[x0, y0], [x1, y1]] = points.slice(-2), angle = Math.atan2(y1 - y0, x1 - x0);
  const barb = (turn) => [x1 - 14 * Math.cos(angle + turn), y1 - 14 * Math.sin(angle + turn)];
  return svg("g", { class: "arrow" }, polyline(points, "shaft"), polyline([barb(0.5), [x1, y1], barb(-0.5)], "shaft"));
}

/** A square outline around a middle. */
export function square(x, y, half, kind) {
  return svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6, class: kind });
}

/** The marks of square places: `middle` gives a place's middle, `half` half its side. */
export function squareMarks(marks, middle, half) {
  const at = (places, make) => places.map((place) => make(...middle(place)));
  return svg("g", { class: "marks" },
    ...at(marks.last, (x, y) => square(x, y, half, "last")),
    ...at(marks.involved ?? [], (x, y) => square(x, y, half, "involved")),
    ...marks.reward.filter((one) => one.length > 1).map((one) => polyline(one.map(middle), "reward")),
    ...at(marks.foul, (x, y) => svg("g", {}, square(x, y, half, "foul"), crossed(x + half - 8, y - half + 8))),
    ...at(marks.doubt, (x, y) => asked(x - half + 9, y + half - 9)));
}

/** Where a piece may not go. */
export function blockMarks(places, middle) {
  return svg("g", { class: "marks" }, ...places.map((place) => crossed(...middle(place), 7)));
}

/** Where a piece that nobody has read may go. */
export function openMarks(places, middle, radius) {
  return svg("g", { class: "fits" }, ...places.map((place) => circle(...middle(place), radius, "fit")));
}

/** Where a piece may go: a ring on every place, with the number of ways it may lie there. */
export function fitMarks(fits, middle, radius, piece = null) {
  const byPlace = new Map();
  for (const fit of fits) byPlace.set(placed(fit.place), [...(byPlace.get(placed(fit.place)) ?? []), fit]);
  return svg("g", { class: "fits" }, ...[...byPlace.values()].map((ways) => {
    const [x, y] = middle(ways[0].place);
    return svg("g", { "data-place": placed(ways[0].place) },
      piece ? svg("g", { class: "ghost" }, piece(ways[0])) : null, circle(x, y, radius, "fit"),
      ways.length > 1 ? text(x, y + 5, "ways", String(ways.length)) : null);
  }));
}
