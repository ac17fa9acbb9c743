// Looking back: which turn is looked at, what stands now, and the way there.

import { callCards } from "./call.js";
import { element, icon, shows } from "./draw.js";
import { current, say, sentences } from "./language.js";

const ADDRESS = /^#turn-(\d+)$/;

/** The turn that the page's address names, or null. */
export function addressed() {
  const found = ADDRESS.exec(location.hash);
  return found ? Number(found[1]) : null;
}

/** Puts the band and the call of the turn looked at; `moment` null while the newest is shown. */
export function showPast(section, moment, count, now, back) {
  section.hidden = !moment;
  if (shows(section, moment ? [current(), moment.index, count, now] : [])) return;
  if (!moment) return section.replaceChildren();
  const spoken = moment.spoken[current()];
  const turn = spoken[spoken.length - 1]?.turn ?? moment.index;
  const button = element("button", { type: "button", class: `back ${now.kind}` }, element("span", {}, say("see.now", { word: now.word })), icon("task"));
  button.addEventListener("click", back);
  section.replaceChildren(
    element("p", { class: "band" }, icon("past"), element("span", {}, say(turn ? "see.looking-back" : "see.looking-first", { turn, count })), button),
    ...callCards(spoken, sentences(), true));
}
