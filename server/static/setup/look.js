// The table as it was seen: the picture with what was found over it, its quality, what was read.

import { element } from "../draw.js";
import { current, pick, say } from "../language.js";

const byId = (id) => document.getElementById(id);
// Readings less likely than this help nobody.
const WORTH = 0.01;
// Share of the screen's height that the picture takes, percent.
const TALLEST = 55;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{at: [number, number], outline: [number, number][], sure: boolean, kind: string, area: string,
 *   place: string|null, names: Object<string, string>|null, texts: Object<string, string>, confidence: number,
 *   others: {texts: Object<string, string>, probability: number}[]}} Piece
 * @typedef {{picture: string, size: [number, number], seconds: number, status: string,
 *   reason: {code: string, texts: Object<string, string>}|null, notes: Object<string, string>|null,
 *   findings: {what: string, grade: string, value: number|null}[],
 *   glare: {at: [number, number], radius: number}[], outline: [number, number][],
 *   pieces: Piece[], doubts: number, teachable: boolean, other: Object<string, string>|null, other_game: string|null}} Look
 */

/** Shows a look; null shows none. @param {Look|null} look */
export function show(look) {
  byId("view").hidden = look === null;
  byId("view").replaceChildren();
  byId("findings").replaceChildren();
  byId("read").replaceChildren();
  if (look === null) return;
  byId("view").style.aspectRatio = `${look.size[0]} / ${look.size[1]}`;
  // The whole picture and what is said of it fit on a screen.
  byId("view").style.maxWidth = `${(TALLEST * look.size[0]) / look.size[1]}dvh`;
  byId("view").append(
    element("img", { src: look.picture, alt: say("setup.picture-alt", { said: summary(look) }) }), drawing(look));
  byId("findings").replaceChildren(...look.findings.map(finding));
  byId("read").replaceChildren(...reading(look));
}

/** What a look comes to in one sentence. @param {Look} look */
export function summary(look) {
  if (look.reason !== null) return pick(look.reason.texts);
  const sure = look.pieces.filter((piece) => piece.sure).length;
  const doubtful = look.pieces.length - sure;
  if (look.pieces.length === 0) return say("setup.read-empty");
  if (look.pieces.length === 1) return say(doubtful ? "setup.read-doubt-one" : "setup.read-sure-one");
  return say(doubtful ? "setup.read-doubts" : "setup.read-sure", { count: look.pieces.length, doubtful });
}

/** Whether the table can be played as it is seen. @param {Look} look */
export const good = (look) => look.reason === null && look.findings.every((one) => ["good", "unknown"].includes(one.grade));

function finding(one) {
  const fine = one.grade === "good";
  const mark = fine ? "✓" : one.grade === "unknown" ? "–" : "!";
  return element("li", { class: fine ? "fine" : one.grade === "unknown" ? "open" : "mend" },
    element("span", { class: "mark", "aria-hidden": "true" }, mark),
    element("span", {}, element("b", {}, say(`quality.${one.what}`) + say("colon")),
      say(`quality.${one.what}.${one.grade}`, { value: one.value ?? "" })));
}

function drawing(look) {
  const [width, height] = look.size;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  const points = (list) => list.map(([x, y]) => `${x * width},${y * height}`).join(" ");
  const stroke = Math.max(2, width / 320);
  if (look.outline.length) svg.append(shape("polygon", { points: points(look.outline), class: "outline", "stroke-width": stroke }));
  for (const [number, piece] of look.pieces.entries()) {
    svg.append(shape("polygon", { points: points(piece.outline), class: piece.sure ? "sure" : "doubtful", "stroke-width": stroke }));
    if (!piece.sure) svg.append(label(`${number + 1}?`, piece.at, width, height));
  }
  for (const spot of look.glare) {
    svg.append(shape("circle", { cx: spot.at[0] * width, cy: spot.at[1] * height, r: Math.max(spot.radius * width, 6 * stroke), class: "glare", "stroke-width": 2 * stroke }));
  }
  return svg;
}

function label(text, at, width, height) {
  const made = shape("text", { x: at[0] * width, y: at[1] * height, "font-size": width / 30, class: "doubt" });
  made.textContent = text;
  return made;
}

export function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** The list of what was read: doubtful pieces first and open, sure ones folded. */
function reading(look) {
  if (look.reason !== null) return [];
  const rows = look.pieces.map((piece, index) => ({ piece, number: index + 1 }));
  const doubtful = rows.filter((row) => !row.piece.sure);
  const sure = rows.filter((row) => row.piece.sure);
  const parts = [];
  if (doubtful.length) parts.push(element("h3", {}, say("setup.doubts")), element("ul", { class: "doubts" }, ...doubtful.map(doubt)));
  if (look.doubts) parts.push(element("p", {}, say(look.doubts === 1 ? "setup.doubted-place" : "setup.doubted-places", { count: look.doubts })));
  if (sure.length) {
    parts.push(element("details", {}, element("summary", {}, say("setup.sure", { count: sure.length })),
      element("ul", { class: "plain" }, ...sure.map(({ piece }) => element("li", {}, line(piece))))));
  }
  if (look.notes) parts.push(element("p", {}, pick(look.notes)));
  parts.push(element("p", { class: "hint" }, say("setup.read-in", { seconds: look.seconds, width: look.size[0], height: look.size[1] })));
  return parts;
}

const line = (piece) => [pick(piece.names) || say(`area.${piece.area || "board"}`), piece.texts[current()] || say(`kind.${piece.kind}`)].join(say("colon"));

function doubt({ piece, number }) {
  const others = piece.others.filter((one) => one.probability >= WORTH).map((one) => `${one.texts[current()]} (${share(one.probability)})`).join(", ");
  return element("li", {}, element("b", {}, `${number}? `), `${line(piece)} (${share(piece.confidence)})`,
    others ? element("small", {}, ` ${say("setup.or", { others })}`) : null);
}

const share = (probability) => say("chance", { percent: Math.round(100 * probability) });
