// A game to choose: its emblem, its title, and what else is said of it.

import { element } from "./draw.js";
import { current } from "./language.js";

/** One button of a group of games. `more`: a line below the title, or nothing.
 * @param {{game: string, titles: Object<string, string>, emblem: string|null}} one */
export function gameTile(one, chosen, choose, more = null) {
  const button = element("button", { type: "button", role: "radio", "aria-checked": String(one.game === chosen), class: "tile", "data-game": one.game },
    one.emblem ? element("img", { src: one.emblem, alt: "", class: "emblem" }) : null,
    element("b", {}, one.titles[current()] ?? one.game), more);
  button.addEventListener("click", () => choose(one));
  return button;
}
