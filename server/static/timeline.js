// The turns so far: a strip, each with a small picture and its call; where there is room beside the
// pictures, a log of lines in words.

import { isTurn, matter, who, worst } from "./call.js";
import { element, icon } from "./draw.js";
import { current, say, sentences } from "./language.js";
import { api } from "./live.js";

/** Where the log stands beside the pictures. */
const BESIDE = matchMedia("(min-width: 60.01rem) and (min-height: 40rem)");

const TIME = /^\d\d:\d\d:\d\d$/;

/** The call that stands for a moment, what it tells in words and each other turn of the same photo after
 * it, the time of the photo, and the style class of its line: an order is "ordered" unless it is a turn, as
 * what is laid by hand is. */
export function told(moment, index) {
  const spoken = moment.spoken[current()];
  const call = worst(spoken) ?? { kind: "nothing", word: "", turn: index, reasons: [] };
  const inWords = (one) => [matter(one), ...one.reasons.map((reason) => reason.text)].filter(Boolean).join(". ");
  const others = spoken.filter((one) => one !== call && isTurn(one)).map((one) => [who(one, sentences()), one.word, inWords(one)].filter(Boolean).join(" · "));
  return { call, texts: [inWords(call), ...others].filter(Boolean),
    time: TIME.test(moment.photo) ? element("time", {}, moment.photo) : null,
    className: moment.order && !isTurn(call) ? "ordered" : "" };
}

/** Keeps the turns where there is room for them, and the one looked at in their middle. */
export function placeTurns(nav, players, footer) {
  const place = () => (BESIDE.matches ? players.before(nav) : footer.prepend(nav));
  BESIDE.addEventListener("change", place);
  place();
  new ResizeObserver(() => bringIn(nav.firstElementChild)).observe(nav.firstElementChild);
}

function bringIn(list) {
  const now = list.querySelector("[aria-current=true]")?.parentElement;
  if (!now) return;
  list.scrollTo({
    top: now.offsetTop - list.offsetTop - (list.clientHeight - now.clientHeight) / 2,
    left: now.offsetLeft - list.offsetLeft - (list.clientWidth - now.clientWidth) / 2,
  });
}

/** Puts the turns; items stay as they are while the game grows, another language, game or name of a
 * player makes them anew. */
export function showTurns(list, table, shown, look) {
  const focused = list.contains(document.activeElement);
  const key = `${current()} ${table.began} ${table.players}`;
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
  // Who scrolled away stays there until there is something new.
  const at = `${key} ${shown} ${list.children.length}`;
  if (list.dataset.at === at) return;
  list.dataset.at = at;
  bringIn(list);
}

function item(moment, index, look) {
  const { call, texts, time, className } = told(moment, index);
  const thumb = moment.order ? null : moment.pictures.thumb;
  const button = element("button", { type: "button", class: call.kind },
    thumb ? element("img", { src: api(`/pictures/${thumb}`), alt: say("alt.thumb", { photo: moment.photo }), loading: "lazy" }) : null,
    element("small", {}, who(call, sentences())),
    element("b", {}, icon(call.kind), call.word), time, ...texts.map((text) => element("span", {}, text)));
  button.addEventListener("click", () => look(index));
  return element("li", { class: className }, button);
}
