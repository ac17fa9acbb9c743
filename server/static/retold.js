// A disputed turn once more: before, after, the difference, and what the camera was not sure of.

import { element } from "./draw.js";
import { current, nameOf, say } from "./language.js";
import { api } from "./live.js";
import { twoPictures } from "./table.js";

const LOOKS = ["slide", "alternate", "difference"];
/** Milliseconds each picture stays while they alternate. */
const BEAT_MS = 900;
/** The difference is looked for on so many pixels across: noise and small shifts average out. */
const ACROSS = 360;
/** Light is compared on so many spots across: what is smoother than that is light, not a piece. */
const LIGHT_ACROSS = 10;
/** A spot differs from here, as a share of the light around it: grain and JPEG lie below. */
const NOISE = 0.22;

/** Readings less likely than this help nobody. */
const WORTH = 0.005;

let beating = null;

/** Opens the replay of a turn. */
export function retell(dialog, moments, index, view) {
  const pair = twoPictures(moments, index);
  if (pair === null) return;
  const call = moments[index].spoken[current()].slice(-1)[0];
  dialog.querySelector("h2").textContent = say("see.replay-of", { turn: call.turn, word: call.word });
  const [before, after] = ["before", "after"].map((kind) => dialog.querySelector(`img.${kind}`));
  before.src = api(`/pictures/${pair.before}`);
  after.src = api(`/pictures/${pair.after}`);
  before.alt = say("alt.before");
  after.alt = say("alt.after", { photo: moments[index].photo });
  const range = dialog.querySelector("input");
  range.oninput = () => reveal(dialog, range.value);
  dialog.querySelector(".ways-to-look").replaceChildren(...LOOKS.map((name) => button(dialog, name)));
  dialog.querySelector(".doubts").replaceChildren(...doubts(view));
  dialog.onclose = () => stop();
  choose(dialog, LOOKS[0]);
  dialog.showModal();
}

function button(dialog, name) {
  const made = element("button", { type: "button", "data-look": name }, say(`look.${name}`));
  made.addEventListener("click", () => choose(dialog, name));
  return made;
}

function choose(dialog, name) {
  stop();
  for (const one of dialog.querySelectorAll("[data-look]")) one.setAttribute("aria-pressed", String(one.dataset.look === name));
  dialog.querySelector(".slide").hidden = name !== "slide";
  dialog.querySelector("canvas").hidden = name !== "difference";
  reveal(dialog, name === "slide" ? dialog.querySelector("input").value : 0);
  if (name === "difference") difference(dialog);
  if (name === "alternate") alternate(dialog);
}

function stop() {
  clearInterval(beating);
  beating = null;
}

// The earlier picture lies below; of the later one the right share is shown.
function reveal(dialog, percent) {
  dialog.querySelector("img.after").style.clipPath = `inset(0 0 0 ${percent}%)`;
}

function alternate(dialog) {
  let later = true;
  beating = setInterval(() => {
    later = !later;
    reveal(dialog, later ? 0 : 100);
  }, BEAT_MS);
}

async function difference(dialog) {
  const [before, after] = [...dialog.querySelectorAll("img")];
  await Promise.all([before.decode(), after.decode()]);
  const size = [ACROSS, Math.round((ACROSS * after.naturalHeight) / after.naturalWidth)];
  const sheet = dialog.querySelector("canvas");
  [sheet.width, sheet.height] = size;
  sheet.setAttribute("role", "img");
  sheet.setAttribute("aria-label", say("look.difference"));
  const [old, now] = [before, after].map((image) => ({ seen: pixels(image, size), light: light(image, size) }));
  const shown = now.seen;
  for (let i = 0; i < shown.length; i += 4) {
    const apart = Math.max(...[0, 1, 2].map((c) => Math.abs(ratio(now, i + c) - ratio(old, i + c))));
    const grey = (shown[i] + shown[i + 1] + shown[i + 2]) / 5;
    shown.set(apart > NOISE ? [255, Math.max(0, 190 - 190 * apart), 0] : [grey, grey, grey], i);
  }
  sheet.getContext("2d").putImageData(new ImageData(shown, ...size), 0, 0);
}

const ratio = ({ seen, light: lit }, i) => seen[i] / Math.max(24, lit[i]);

function pixels(image, [width, height]) {
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

// The light of a picture: the picture made very small in steps, then large again.
function light(image, [width, height]) {
  let small = image;
  for (let across = ACROSS; across >= LIGHT_ACROSS; across = Math.floor(across / 2)) {
    const next = new OffscreenCanvas(across, Math.max(1, Math.round((across * height) / width)));
    next.getContext("2d").drawImage(small, 0, 0, next.width, next.height);
    small = next;
  }
  return pixels(small, [width, height]);
}

function doubts(view) {
  if (!view?.doubts.length) return [element("li", {}, say("see.no-doubts"))];
  return view.doubts.map((doubt) => element("li", {}, element("b", {}, nameOf(doubt)), " ",
    doubt.readings.filter((one) => one.probability >= WORTH).map((one) => `${one.texts[current()]} ${say("chance", { percent: Math.round(100 * one.probability) })}`).join(" · ")));
}
