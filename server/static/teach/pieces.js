// Learnt pieces as cards: the photo's piece beside what it is taken for.

import { element } from "../draw.js";
import { current, pick, say } from "../language.js";

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

/** A piece's name, turned or not, in words. */
export const named = ({ name, quarters = 0, texts }) => {
  const words = /^T\d+$/.test(name) ? name : texts[current()] ?? name;
  return quarters ? say("teach.turned", { piece: words, degrees: 90 * quarters }) : words;
};

/** A piece in the words of the page, for those who do not see its drawing. */
export const inWords = (kind) => `${named(kind)}: ${pick(kind.texts)}`;
