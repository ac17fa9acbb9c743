// "This is T7, turned": what a learnt piece is, and how it lies, by a tap each.

import { element } from "../draw.js";
import { say } from "../language.js";
import { drawn, inWords, named, shortName, turned } from "./pieces.js";

/**
 * Opens the dialog for a piece; `mend` is called with what was chosen, if anything.
 * @param {HTMLDialogElement} dialog
 * @param {{piece: import("./page.js").Piece, kinds: import("./page.js").Kind[], drawing: Object|null}} about
 * @param {(mended: {name?: string, quarters?: number, none?: boolean}) => void} mend
 */
export function choosePiece(dialog, { piece, kinds, drawing }, mend) {
  const part = (name) => dialog.querySelector(`#chooser-${name}`);
  const done = (mended) => { dialog.close(); mend(mended); };
  let kind = kinds.find((one) => one.name === piece.name);

  part("title").textContent = named(piece);
  part("picture").src = piece.picture;
  part("picture").alt = say("teach.piece-alt");
  part("none").onclick = () => done({ none: true });
  dialog.querySelector(".close").onclick = () => dialog.close();
  showKinds();
  showTurns();
  dialog.showModal();

  function showKinds() {
    part("kinds").replaceChildren(...kinds.map((one) => choice(one.label, inWords(one), shortName(one, drawing), one === kind, () => {
      kind = one;
      if (turns(one).length === 1) { done({ name: one.name, quarters: 0 }); return; }
      showKinds();
      showTurns();
      part("turns").querySelector("button").focus();
    })));
  }

  function showTurns() {
    const ways = turns(kind);
    part("turning").hidden = ways.length === 1;
    part("turns").replaceChildren(...ways.map((label, quarters) => choice(label, turned(kind, quarters), `${90 * quarters}°`,
      kind.name === piece.name && quarters === piece.quarters % ways.length, () => done({ name: kind.name, quarters }))));
  }

  /** The ways a kind can lie, the way the rules print it first, then turned clockwise. */
  function turns(one) {
    return drawing?.turnsOf?.(one.label) ?? [one.label];
  }

  function choice(label, words, short, on, press) {
    const button = element("button", { type: "button", "aria-label": words, title: words, "aria-pressed": String(on) },
      drawn(label, drawing), short ? element("small", {}, short) : null);
    button.addEventListener("click", press);
    return button;
  }
}
