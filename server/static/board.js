// The drawn board: the game's own drawing where the page has one (a module of the game's name in
// boards/), else the picture that the game draws itself; and the pieces in words either way.

import { dressed, element } from "./draw.js";
import { current, nameOf, say } from "./language.js";
import { api, ask } from "./live.js";
import { orient } from "./stage.js";

/** Views that were loaded before; one never changes under its name. */
const views = new Map();

/** A game's drawing module, or null. @returns {Promise<Object|null>} */
export async function drawingOf(table) {
  if (!table.drawn || !/^[a-z0-9]+$/.test(table.game)) return null;
  const [made] = await Promise.all([import(`./boards/${table.game}.js`), dressed(`boards/${table.game}.css`)]);
  return made;
}

/** What a moment's drawing needs, or null. @returns {Promise<import("./boards/kit.js").View|null>} */
export async function viewOf(moment) {
  const ident = moment?.pictures.view;
  if (!ident) return null;
  if (!views.has(ident)) views.set(ident, ask(api(`/pictures/${ident}`)));
  const found = await views.get(ident);
  if (found.ok !== false) return found;
  views.delete(ident);
  return null;
}

/** Puts a moment's board into its frame; `extra` is what helpers add. */
export function showBoard(frame, list, table, moment, view, drawing, extra) {
  frame.replaceChildren(...[drawn(moment, view, drawing, extra)].filter(Boolean));
  list.replaceChildren(...(view?.pieces ?? []).map((piece) => element("li", {}, nameOf(piece) + say("colon") + piece.texts[current()])));
}

/** Puts the straightened photo under the drawing's marks, and over it, where the two are `divided`,
 * the board; nothing without a `layer`. */
export function showStraight(frame, moment, view, drawing, layer, { divided, ...extra }) {
  frame.hidden = !layer || !view || !drawing;
  if (frame.hidden) return frame.replaceChildren();
  const photo = oriented(drawing.draw(view, { ...extra, photo: layer }));
  photo.classList.add("over-photo");
  photo.setAttribute("role", "img");
  photo.setAttribute("aria-label", say("alt.straight", { photo: moment.photo }));
  frame.replaceChildren(photo, ...(divided ? [upper(drawing.draw(view, extra))] : []));
}

function upper(board) {
  board.classList.add("upper");
  board.setAttribute("aria-hidden", "true");
  return oriented(board);
}

function oriented(made) {
  orient(made);
  return made;
}

function drawn(moment, view, drawing, extra) {
  if (!moment) return null;
  const alt = say("alt.board", { photo: moment.photo });
  if (view && drawing) {
    const made = oriented(drawing.draw(view, extra));
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", described(alt, view));
    return made;
  }
  return moment.pictures.board ? element("img", { src: api(`/pictures/${moment.pictures.board}`), alt }) : null;
}

function described(alt, view) {
  const names = new Map(view.pieces.map((piece) => [JSON.stringify(piece.place), nameOf(piece)]));
  const named = (places) => places.map((place) => names.get(JSON.stringify(place)) ?? `(${place.slice(0, 2).join(", ")})`).join(", ");
  const marks = ["foul", "involved", "last", "doubt"].filter((kind) => view.marks[kind]?.length)
    .map((kind) => say(`mark.${kind}`) + say("colon") + named(view.marks[kind]));
  return [alt, say("see.piece-count", { count: view.pieces.length }), ...marks].join(". ");
}
