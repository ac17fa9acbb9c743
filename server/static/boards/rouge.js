// Rouge: three rings of eight hollows. A ring that was turned is seen to turn.

import { current } from "../language.js";
import { arrow, asked, canvas, circle, crossed, fitMarks, layers, line, placed, svg, text } from "./kit.js";

/** Drawing units: side of the picture, middle of ring 1, from ring to ring, radius of a pawn. */
const SIZE = 470;
const INNER = 66;
const STEP = 58;
const PAWN = 21;
const RINGS = [1, 2, 3];
const CELLS = 8;

const COLOURS = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple", "brown", "pink", "grey"];

/** Letters of colours, in each language; where there are none the first two of the word. */
const LETTERS = {
  en: { black: "Bk", brown: "Bn", green: "Gn", grey: "Gy" },
  fr: { red: "Ro", blue: "Bl", green: "Ve", yellow: "Ja", black: "No", white: "Bc", orange: "Or", purple: "Vi", brown: "Br", pink: "Rs", grey: "Gr" },
};

/** @param {import("./kit.js").View} view @param {import("./kit.js").Extra} extra */
export function draw(view, extra = {}) {
  const wheels = RINGS.map((ring) => wheel(ring, view, turnOf(ring, extra.moves ?? [])));
  return canvas(SIZE, SIZE, "rouge", ...layers(extra.photo, (point) => point, ...rays(), ...wheels), ...axes(),
    marks(view.marks, extra.acts), fitMarks(extra.fits ?? [], middle, 12));
}

/** One piece by itself, for a list to choose from. */
export function pieceIcon(label) {
  return canvas(2 * PAWN + 4, 2 * PAWN + 4, "rouge", pawn([PAWN + 2, PAWN + 2], label.colour));
}

/** What a player plays: pawns of a colour. */
export const badgeIcon = (colour) => pieceIcon({ colour });

/** How many eighths a ring was turned by these moves, clockwise. */
export function turnOf(ring, moves) {
  return moves.filter((move) => move?.kind === "turn" && move.ring === ring).reduce((sum, move) => sum + move.by, 0);
}

function at(cell, radius) {
  const angle = (2 * Math.PI * cell) / CELLS;
  return [SIZE / 2 + radius * Math.sin(angle), SIZE / 2 - radius * Math.cos(angle)];
}

const middle = ([ring, cell]) => at(cell, INNER + STEP * (ring - 1));

const cells = () => Array.from({ length: CELLS }, (_, cell) => cell);

const rays = () => cells().map((cell) => line(at(cell, INNER - 30), at(cell, INNER + 2 * STEP + 28), "ray"));

// Hollows are counted from one, as calls name them.
function axes() {
  return cells().map((cell) => {
    const [x, y] = at(cell, INNER + 2 * STEP + 38);
    return text(x, y + 5, "axis", String(cell + 1));
  });
}

function wheel(ring, view, eighths) {
  const places = cells().map((cell) => [ring, cell]);
  const pawns = view.pieces.filter((piece) => piece.place[0] === ring);
  // The ring is drawn as it lies; the turning starts where it lay before and ends there.
  const made = svg("g", { class: eighths ? "wheel turning" : "wheel", "data-ring": ring },
    circle(SIZE / 2, SIZE / 2, INNER + STEP * (ring - 1), "ring"),
    ...places.map((place) => svg("g", { "data-place": placed(place) }, circle(...middle(place), PAWN - 5, "hollow"))),
    ...pawns.map((piece) => svg("g", { "data-place": placed(piece.place) }, pawn(middle(piece.place), piece.label.colour))));
  made.style.setProperty("--turned", `${-45 * eighths}deg`);
  return made;
}

function pawn([x, y], colour) {
  const known = COLOURS.includes(colour) ? colour : "grey";
  return svg("g", { class: `pawn ${known}` }, circle(x, y, PAWN, "disc"), circle(x, y, PAWN * 0.62, "head"),
    text(x, y + 5, "letters", LETTERS[current()][colour] ?? colour.slice(0, 2)));
}

// What an answer says was done: a ring turned is an arrow along it, a pawn moved one between hollows.
function acted(act) {
  if (act.kind === "turn") {
    const along = Array.from({ length: 13 }, (_, i) => at(-0.75 * act.by + (1.5 * act.by * i) / 12, INNER + STEP * (act.ring - 1) + PAWN + 2));
    return arrow(along);
  }
  return act.from && act.to ? arrow([act.from, act.to].map((one) => middle([one.ring, one.cell]))) : null;
}

function marks({ foul, involved = [], last, reward, doubt }, acts = []) {
  const ring = (places, kind, radius) => places.map((place) => circle(...middle(place), radius, kind));
  const corner = (place) => middle(place).map((value, i) => value + (i ? -PAWN : PAWN) * 0.8);
  return svg("g", { class: "marks" }, ...acts.map(acted), ...ring(last, "last", PAWN + 3), ...ring(involved, "involved", PAWN + 3), ...ring(reward.flat(), "reward", PAWN + 5),
    ...ring(foul, "foul", PAWN + 3), ...foul.map((place) => crossed(...corner(place))),
    ...doubt.map((place) => asked(...corner(place).map((value, i) => value + (i ? 2 * PAWN * 0.8 : 0)))));
}
