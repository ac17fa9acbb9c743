// The turns so far, each with a small picture and its call.

import { who, worst } from "./call.js";
import { element, icon } from "./draw.js";
import { current, say, sentences } from "./language.js";
import { api } from "./live.js";

/** Puts the turns; items stay as they are while the game grows, another language or game makes
 * them anew. */
export function showTurns(list, table, shown, look) {
  const focused = list.contains(document.activeElement);
  const key = `${current()} ${table.began}`;
  if (list.dataset.key !== key) list.replaceChildren();
  list.dataset.key = key;
  for (let index = list.children.length; index < table.moments.length; index += 1) {
    list.append(item(table.moments[index], index, look));
  }
  for (const [index, one] of [...list.children].entries()) {
    one.firstChild.setAttribute("aria-current", String(index === shown));
  }
  const now = list.children[shown];
  if (now === undefined) return;
  if (focused) now.firstChild.focus({ preventScroll: true });
  list.scrollLeft = now.offsetLeft - list.offsetLeft - (list.clientWidth - now.clientWidth) / 2;
}

function item(moment, index, look) {
  const spoken = moment.spoken[current()];
  const call = worst(spoken) ?? { kind: "nothing", word: "", turn: index };
  const thumb = moment.order ? null : moment.pictures.thumb;
  const button = element("button", { type: "button", class: call.kind },
    thumb ? element("img", { src: api(`/pictures/${thumb}`), alt: say("alt.thumb", { photo: moment.photo }), loading: "lazy" }) : null,
    element("small", {}, who(call, sentences())),
    element("b", {}, icon(call.kind), call.word));
  button.addEventListener("click", () => look(index));
  return element("li", {}, button);
}
