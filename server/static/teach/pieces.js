// Learnt pieces as cards: the photo's piece beside what it is taken for.

import { element } from "../draw.js";
import { pick, say } from "../language.js";

/**
 * A card each; `open` is called with the piece and its number when it is pressed, null: only shown.
 * @param {import("./page.js").Piece[]} pieces
 */
export function cards(pieces, drawing, open) {
  return pieces.map((piece, number) => {
    const inside = [
      element("img", { src: piece.picture, alt: say("teach.seen-alt", { number: number + 1 }) }),
      drawn(piece.label, drawing),
      element("span", { class: "is" }, element("b", {}, named(piece)), piece.unclear ? element("span", { class: "warn" }, ` ${say("teach.look-again")}`) : null),
    ];
    if (open === null) return element("li", {}, ...inside);
    const button = element("button", { type: "button", class: piece.unclear ? "unclear" : "" }, ...inside);
    button.addEventListener("click", () => open(piece, number));
    return element("li", {}, button);
  });
}

/** How a piece is drawn, where the game has a drawing. */
export const drawn = (label, drawing) => (drawing?.pieceIcon
  ? element("span", { class: "icon-of", "aria-hidden": "true" }, drawing.pieceIcon(label)) : null);

const isNumbered = ({ name }) => /^T\d+$/.test(name);

/** What players call a kind: its number, or what it looks like. */
export const kindName = (kind) => (isNumbered(kind) ? kind.name : pick(kind.texts) || kind.name);

/** A piece as it lies; words that tell how it looks tell also how it is turned. */
export const named = (piece) => (isNumbered(piece) && piece.quarters ? turned(piece, piece.quarters) : kindName(piece));

/** A kind that is turned clockwise by so many quarters. */
export const turned = (kind, quarters) => (quarters
  ? say("teach.turned", { piece: kindName(kind), degrees: 90 * quarters }) : kindName(kind));

/** A kind in the words of the page, for those who do not see its drawing. */
export const inWords = (kind) => (isNumbered(kind) ? kind.name + say("colon") + pick(kind.texts) : kindName(kind));

/** What stands below a kind's drawing, where that is short. */
export const shortName = (kind, drawing) => (isNumbered(kind) || !drawing?.turnsOf ? kindName(kind) : "");
