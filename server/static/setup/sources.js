// The cameras to choose from, each with a small picture that refreshes itself; or the phone's code.

import { remembered } from "../connect.js";
import { element } from "../draw.js";
import { say } from "../language.js";
import { api, ask } from "../live.js";

const byId = (id) => document.getElementById(id);

// Milliseconds between two rounds of previews; one camera after the other, as they share a bus.
const PAUSE_MS = 700;
const PHONE = "phone";
/** No camera at all: turns are told by tapping. */
export const HAND = "by-hand";

let cameras = [];
let links = null;
let role = "watch";
let chosen = null;
let isOther = false;
let byHand = false;
let changed = () => {};

// An address counts as it stands in its field.
export const source = () => (isOther ? byId("address").value.trim() || null : chosen);

/** Whether a film, a folder or a stream is chosen. */
export const isAddress = () => isOther;

/** Whether the game chosen can be told by hand; one that cannot needs something that looks. */
export function offerHand(can) {
  byHand = can;
  if (!can && chosen === HAND) chosen = null;
}

/** Begins with what the table has; `onChange` is called when another source is chosen, `onTyped` while an
 * address is typed. */
export async function start(state, mine, onChange, onTyped) {
  [role, chosen, changed] = [mine, state.source, onChange];
  byId("address").placeholder = say("setup.address-example");
  byId("address").addEventListener("input", onTyped);
  byId("other").addEventListener("submit", (event) => { event.preventDefault(); choose(byId("address").value.trim()); });
  const [found, ways] = await Promise.all([role === "host" ? ask("/api/v1/cameras") : { ok: false }, ask(api("/links"))]);
  cameras = found.ok ? found.cameras : [];
  links = ways.ok ? ways : null;
  isOther = ![null, PHONE, HAND].includes(chosen) && !cameras.some((one) => String(one.number) === chosen);
  byId("address").value = (isOther ? chosen : remembered()) ?? "";
  refresh();
}

export function render() {
  const cards = [
    ...cameras.map((one) => card(String(one.number), one.name, say("setup.camera-number", { number: one.number }), true)),
    card(PHONE, say("setup.phone"), say("setup.phone-why"), false),
  ];
  if (role === "host") cards.push(otherCard());
  if (byHand) cards.push(card(HAND, say("setup.by-hand"), say("setup.by-hand-why"), false));
  const box = byId("sources");
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.source : null;
  box.replaceChildren(...cards);
  if (focused) box.querySelector(`[data-source="${CSS.escape(focused)}"]`)?.focus();
  byId("other").hidden = !isOther;
  renderPhone();
}

function card(spec, name, about, shows) {
  const on = !isOther && spec === chosen;
  const button = element("button", { type: "button", role: "radio", "aria-checked": String(on), class: "tile", "data-source": spec },
    shows ? element("img", { alt: "", class: "preview", "data-preview": spec, src: "/static/icon.svg" }) : null,
    element("b", {}, name), element("small", {}, about));
  button.addEventListener("click", () => { isOther = false; choose(spec); });
  return button;
}

function otherCard() {
  const button = element("button", { type: "button", role: "radio", "aria-checked": String(isOther), class: "tile", "data-source": "?" },
    element("b", {}, say("setup.other")), element("small", {}, say("setup.other-why")));
  button.addEventListener("click", () => { isOther = true; render(); byId("address").focus(); });
  return button;
}

function choose(spec) {
  chosen = spec || null;
  render();
  changed();
  if (![null, PHONE, HAND].includes(chosen)) byId("step-table").scrollIntoView({ block: "start" });
}

function renderPhone() {
  const box = byId("phone");
  box.hidden = isOther || chosen !== PHONE;
  if (box.hidden) return;
  const link = links?.links.find((one) => one.role === "camera");
  box.replaceChildren(
    links && !links.reachable ? element("p", { class: "warn" }, say("see.unreachable")) : element("p", {}, say("setup.scan")),
    ...(link ? [element("img", { class: "qr", src: link.qr, alt: say("setup.qr") }), element("p", {}, element("a", { href: link.url }, link.url))] : []),
    element("p", {}, element("a", { href: location.pathname.replace(/setup$/, "camera"), target: "_blank", rel: "noopener" }, say("see.browser-camera"))));
}

// One preview after another, as long as the page is looked at.
async function refresh() {
  for (;;) {
    for (const one of cameras) if (!document.hidden) await load(String(one.number));
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

/** Loads a camera's picture anew; a camera that gives none says so. */
async function load(spec) {
  const image = document.querySelector(`[data-preview="${CSS.escape(spec)}"]`);
  if (image === null) return;
  try {
    const answer = await fetch(api("/preview"), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ source: spec }),
    });
    if (answer.status !== 200) throw new Error();
    image.src = await asData(await answer.blob());
    image.classList.remove("dead");
  } catch {
    image.classList.add("dead");
  }
}

// The page's policy takes pictures from this server and from the page itself only.
function asData(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result));
    reader.addEventListener("error", failed);
    reader.readAsDataURL(blob);
  });
}
