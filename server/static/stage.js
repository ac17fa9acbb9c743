// The stage: photo and board as two layers of one picture. The photo is straightened into the frame
// of the drawing; both are turned, flipped, zoomed and moved together.

import { api } from "./live.js";

/** How a visitor's stage lies; kept on this device, as it hangs on where one sits. */
const KEY = "stage";
/** The closest look, and what a press of a button brings. */
const CLOSEST = 8;
const STEP = 1.5;
/** How far a turned wheel's pixel goes. */
const WHEEL = 0.002;

const FIT = Object.freeze({ scale: 1, x: 0.5, y: 0.5 });
let lies = { turn: 0, flip: false, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
let zoom = FIT;

export const isZoomed = () => zoom.scale > 1;

/** What a drawing needs to show the photo below it; null where the photo is not straightened.
 * `moments` up to the one shown; `view` the view of the moment with that photo. */
export function photoLayer(moment, view) {
  const ident = moment?.pictures.straight;
  return ident && view?.straight ? { href: api(`/pictures/${ident}`), rect: view.straight } : null;
}

/** The moment that brought a moment's photo: orders show the photo of the look before them. */
export function photographed(moments, moment) {
  if (!moment?.order) return moment;
  const { index, pictures: { plain } } = moment;
  return moments.findLast((one) => one.index < index && one.pictures.plain === plain && !one.order) ?? moment;
}

/** Turns and zooms a drawing as the stage lies. */
export function orient(svg) {
  const box = svg.viewBox.baseVal;
  const base = [box.x, box.y, box.width, box.height];
  svg.dataset.base = base.join(" ");
  const group = document.createElementNS(svg.namespaceURI, "g");
  group.setAttribute("class", "lies");
  group.append(...svg.childNodes);
  svg.append(group);
  lay(svg);
}

function lay(svg) {
  const [x, y, wide, high] = svg.dataset.base.split(" ").map(Number);
  const [middleX, middleY] = [x + wide / 2, y + high / 2];
  const [across, down] = lies.turn % 2 ? [high, wide] : [wide, high];
  svg.firstChild.setAttribute("transform", `translate(${middleX} ${middleY}) rotate(${90 * lies.turn}) scale(${lies.flip ? -1 : 1} 1) translate(${-middleX} ${-middleY})`);
  for (const text of svg.querySelectorAll("text")) upright(text);
  const left = middleX - across / 2 + across * (zoom.x - 0.5 / zoom.scale), top = middleY - down / 2 + down * (zoom.y - 0.5 / zoom.scale);
  svg.setAttribute("viewBox", [left, top, across / zoom.scale, down / zoom.scale].join(" "));
}

// Letters and numbers are read from where one sits, however the table lies.
function upright(text) {
  const x = Number(text.getAttribute("x")), y = Number(text.getAttribute("y")) - 5;
  text.setAttribute("transform", `translate(${x} ${y}) scale(${lies.flip ? -1 : 1} 1) rotate(${-90 * lies.turn}) translate(${-x} ${-y})`);
}

const drawings = (stage) => [...stage.querySelectorAll(".frame svg[data-base]")];
const layAll = (stage) => drawings(stage).forEach(lay);

function keep(change, stage) {
  lies = { ...lies, ...change };
  localStorage.setItem(KEY, JSON.stringify(lies));
  layAll(stage);
}

export const turn = (stage) => keep({ turn: (lies.turn + 1) % 4 }, stage);
export const flip = (stage) => keep({ flip: !lies.flip }, stage);
export const isFlipped = () => lies.flip;

/** Looks closer (`by` above one) or from further away, about a point given as shares of the frame. */
export function closer(stage, by, [shareX, shareY] = [0.5, 0.5]) {
  const scale = Math.min(CLOSEST, Math.max(1, zoom.scale * by));
  const at = (middle, share) => middle + (share - 0.5) * (1 / zoom.scale - 1 / scale);
  set(stage, { scale, x: at(zoom.x, shareX), y: at(zoom.y, shareY) });
}

export const closerByButton = (stage) => closer(stage, STEP);
export const fartherByButton = (stage) => closer(stage, 1 / STEP);
export const fit = (stage) => set(stage, FIT);

/** Moves what is seen by shares of the frame. */
function move(stage, shareX, shareY) {
  set(stage, { ...zoom, x: zoom.x - shareX / zoom.scale, y: zoom.y - shareY / zoom.scale });
}

function set(stage, wanted) {
  const half = 0.5 / wanted.scale, within = (value) => Math.min(1 - half, Math.max(half, value));
  zoom = { scale: wanted.scale, x: within(wanted.x), y: within(wanted.y) };
  stage.classList.toggle("zoomed", isZoomed());
  layAll(stage);
}

/** Lets fingers, mouse and wheel move and zoom what is on a stage. A wheel alone scrolls the page
 * until somebody has zoomed. */
export function listen(stage) {
  const fingers = new Map();
  for (const frame of stage.querySelectorAll(".frame")) {
    const share = (event) => {
      const box = frame.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !isZoomed()) return;
      event.preventDefault();
      closer(stage, Math.exp(-event.deltaY * WHEEL), share(event));
    }, { passive: false });
    frame.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, share(event)));
    frame.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId), now = share(event);
      if (!before) return;
      const other = [...fingers].find(([ident]) => ident !== event.pointerId)?.[1];
      if (other) closer(stage, apart(now, other) / (apart(before, other) || 1), now);
      else if (isZoomed()) move(stage, now[0] - before[0], now[1] - before[1]);
      fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
}

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Fills the whole screen with the stage, or ends it. */
export async function fullScreen(stage) {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await stage.requestFullscreen?.().catch(() => {});
}
