// What only people can say of a folder's photos: one came late, or there are very many.

import { element, shows } from "./draw.js";
import { current, pick } from "./language.js";

/** Puts the offer. `press(id, choice)`: answers it, null for those who only watch. */
export function showOffer(section, offer, press) {
  section.hidden = !offer;
  if (shows(section, offer ? [current(), offer, !press] : [])) return;
  if (!offer) return section.replaceChildren();
  const asked = element("p", { class: "task" }, pick(offer.texts));
  section.replaceChildren(...[asked, press ? element("p", { class: "besides" }, ...offer.choices.map((one) => button(offer, one, press))) : null].filter(Boolean));
}

function button(offer, { choice, texts }, press) {
  const made = element("button", { type: "button", "data-choice": choice }, pick(texts));
  made.addEventListener("click", () => press(offer.id, choice));
  return made;
}
