// Correcting a piece: tap it on the photo, choose what really lies there.

import { element } from "./draw.js";
import { current, say } from "./language.js";
import { api, ask } from "./live.js";

// How near a tap must be to a place's middle, as a share of the picture's longer side.
const REACH = 0.08;

// The place that a tap on the picture meant, or null.
export async function placeAt(image, event) {
  const answer = await ask(api("/readings"));
  if (!answer.ok) return null;
  const tap = inPicture(image, event);
  const longer = Math.max(image.naturalWidth, image.naturalHeight);
  const away = ({ at }) => Math.hypot((at[0] - tap[0]) * image.naturalWidth, (at[1] - tap[1]) * image.naturalHeight) / longer;
  const near = answer.places.filter((place) => away(place) < REACH).sort((a, b) => away(a) - away(b));
  return near[0] ?? null;
}

// Shares of the picture's width and height; it is letterboxed inside its element.
function inPicture(image, event) {
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const left = box.left + (box.width - image.naturalWidth * scale) / 2;
  const top = box.top + (box.height - image.naturalHeight * scale) / 2;
  return [(event.clientX - left) / scale / image.naturalWidth, (event.clientY - top) / scale / image.naturalHeight];
}

// Offers a place's likeliest readings; `choose` gets the one that was pressed.
export function offer(dialog, place, choose) {
  const buttons = place.readings.map((reading) => {
    const share = say("chance", { percent: Math.round(100 * reading.probability) });
    const button = element("button", { type: "button" }, reading.texts[current()], " ", element("small", {}, share));
    button.addEventListener("click", () => { dialog.close(); choose(reading); });
    return element("li", {}, button);
  });
  dialog.querySelector("h2").textContent = say("see.readings", { place: place.name });
  dialog.querySelector("ul").replaceChildren(...buttons);
  dialog.showModal();
}
