// Keys for what has a button. They can be seen and switched off, as somebody who speaks to the
// computer presses single letters without meaning to.

import { element } from "./draw.js";
import { say } from "./language.js";

const KEY = "keys";
const TYPED = "input:not([type=checkbox]):not([type=radio]), select, textarea";

/** Letters by the button that they press. */
export const LETTERS = {
  p: "play", u: "undo", r: "redo", i: "insist", e: "end-turn", c: "correct", b: "replay", h: "assist-button", v: "voice", t: "table-mode", l: "log",
};
const MOVES = ["ArrowLeft", "ArrowRight", "Home", "End"];

export const inUse = () => localStorage.getItem(KEY) !== "off";

/** Listens for keys. `moves` says what the arrows do; `help` opens the list of keys. */
export function listenForKeys(moves, help) {
  document.addEventListener("keydown", (event) => {
    const plain = !(event.altKey || event.ctrlKey || event.metaKey);
    if (!plain || event.target.matches(TYPED) || document.querySelector("dialog[open]")) return;
    const act = actOf(event, moves, help);
    if (act === null) return;
    event.preventDefault();
    act();
  });
}

function actOf(event, moves, help) {
  if (MOVES.includes(event.key) && !event.shiftKey) return moves[event.key];
  if (!inUse()) return null;
  if (event.key === "?") return help;
  const button = document.getElementById(LETTERS[event.key] ?? "");
  return button && !button.hidden && !button.disabled ? () => button.click() : null;
}

/** Opens the list of keys. */
export function showKeys(dialog) {
  const rows = [["← →", "keys.turns"], ["Home End", "keys.ends"], ["?", "keys.help"],
    ...Object.entries(LETTERS).map(([letter, id]) => [letter.toUpperCase(), `do.${id === "assist-button" ? "assist" : id}`])];
  dialog.querySelector("dl").replaceChildren(...rows.flatMap(([key, word]) => [
    element("dt", {}, element("kbd", {}, key)), element("dd", {}, say(word === "do.play" ? "keys.play" : word))]));
  const box = dialog.querySelector("#use-keys");
  box.checked = inUse();
  box.onchange = () => localStorage.setItem(KEY, box.checked ? "on" : "off");
  dialog.showModal();
}
