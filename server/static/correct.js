// Correcting a piece: tap it on the photo or on the drawn board, or choose its place from a list;
// then choose what really lies there.

import { element } from "./draw.js";
import { current, nameOf, say } from "./language.js";
import { api, ask } from "./live.js";

// How near a tap must be to a place's middle, as a share of the picture's longer side.
const REACH = 0.08;

/** Every place of the newest clear look with its likeliest readings. */
export async function placesRead() {
  const answer = await ask(api("/readings"));
  return answer.ok ? answer.places : [];
}

/** The place that a tap on the picture meant, or null. */
export async function placeAt(image, event) {
  const tap = inPicture(image, event);
  const longer = Math.max(image.naturalWidth, image.naturalHeight);
  const away = ({ at }) => Math.hypot((at[0] - tap[0]) * image.naturalWidth, (at[1] - tap[1]) * image.naturalHeight) / longer;
  const near = (await placesRead()).filter((place) => away(place) < REACH).sort((a, b) => away(a) - away(b));
  return near[0] ?? null;
}

/** The place that a tap on the drawn board meant, or null. */
export async function placeOn(event) {
  const part = event.target.closest("[data-place]");
  if (part === null) return null;
  const wanted = JSON.parse(part.dataset.place);
  return (await placesRead()).find((place) => place.place.every((n, i) => n === wanted[i])) ?? null;
}

// Shares of the picture's width and height; it is letterboxed inside its element.
function inPicture(image, event) {
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const left = box.left + (box.width - image.naturalWidth * scale) / 2;
  const top = box.top + (box.height - image.naturalHeight * scale) / 2;
  return [(event.clientX - left) / scale / image.naturalWidth, (event.clientY - top) / scale / image.naturalHeight];
}

/** Lists places, the least sure first, for those who do not point. */
export function listPlaces(section, read, pick) {
  const places = [...read].sort((a, b) => a.readings[0].probability - b.readings[0].probability);
  if (places.length === 0) section.replaceChildren(element("p", {}, say("see.no-places")));
  else section.replaceChildren(...places.map((place) => {
    const [best] = place.readings;
    const button = element("button", { type: "button" }, element("b", {}, nameOf(place)), ` ${best.texts[current()]} `,
      element("small", {}, say("chance", { percent: Math.round(100 * best.probability) })));
    button.addEventListener("click", () => pick(place));
    return button;
  }));
}

/** Offers a place's likeliest readings, drawn where the game has a drawing; `choose` gets the one that
 * was pressed. */
export function offer(dialog, place, drawing, choose) {
  const buttons = place.readings.map((reading) => {
    const button = element("button", { type: "button" }, picture(reading.label, drawing), element("span", {}, reading.texts[current()]), " ", element("small", {}, chance(reading)));
    button.addEventListener("click", () => { dialog.close(); choose(reading); });
    return element("li", {}, button);
  });
  dialog.querySelector("h2").textContent = say("see.readings", { place: nameOf(place) });
  dialog.querySelector("ul").replaceChildren(...buttons);
  other(dialog.querySelector(".other"), place, drawing, (reading) => { dialog.close(); choose(reading); });
  dialog.showModal();
}

// What is offered though it is hardly likely has no share written beside it.
function chance({ probability }) {
  const percent = Math.round(100 * probability);
  return percent ? say("chance", { percent }) : "";
}

// Something that is not among the likeliest: its kind, then how it is turned.
function other(details, place, drawing, choose) {
  const kinds = details.querySelector(".kinds"), turns = details.querySelector(".turns");
  details.open = false;
  details.hidden = !drawing?.pieceIcon;
  turns.replaceChildren();
  details.ontoggle = async () => {
    if (!details.open) return;
    const answer = await ask(api("/help/kinds?everything=true"));
    kinds.replaceChildren(...(answer.ok ? answer.kinds : []).map((kind) => labelled(kind.label, kind.texts[current()], drawing, () => {
      const ways = drawing.turnsOf?.(kind.label) ?? [kind.label];
      const before = place.readings[0].label;
      const laid = ways.map((label) => drawing.replaced?.(before, label) ?? label);
      if (laid.length === 1) choose({ label: laid[0], texts: kind.texts });
      else turns.replaceChildren(...laid.map((label, i) => labelled(label, say("see.turned", { piece: kind.texts[current()], quarters: i }), drawing, () => choose({ label, texts: kind.texts }))));
    })));
  };
}

function labelled(label, words, drawing, press) {
  const button = element("button", { type: "button", "aria-label": words, title: words }, drawing.pieceIcon(label));
  button.addEventListener("click", press);
  return button;
}

const picture = (label, drawing) => (label && drawing?.pieceIcon
  ? element("span", { class: "hand", "aria-hidden": "true" }, drawing.pieceIcon(label)) : null);
