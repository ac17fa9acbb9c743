// Helpers, off until asked for: where a piece could go, whether a route is complete, whether nobody
// can lay any more. The rules answer; the drawn board shows it.

import { element } from "./draw.js";
import { complaint, current, nameOf, say } from "./language.js";
import { api, ask } from "./live.js";

const LINES = [1, 2, 3, 4, 5, 6];
const STOPS = [..."ABCDEFGHIKLM"];

/** Of questions asked one after another only the last one's answer counts: null for the others. */
function onlyLast() {
  let last = 0;
  return async (answer) => {
    const mine = (last += 1);
    const found = await answer;
    return mine === last ? found : null;
  };
}

const lastOpened = onlyLast();

/** Fills the panel for a game. `show` gets what the board is to show: `fits`, `open`, `blocked` or `path`. */
export async function openAssist(panel, state, drawing, show) {
  const offers = state.onlook?.offers ?? [];
  const desk = answerDesk(show);
  const parts = await lastOpened(Promise.all([
    offers.includes("fits") && pieces(state, drawing, desk),
    offers.includes("way") && way(desk),
    offers.includes("freeze") && freeze(drawing, desk),
  ]));
  if (parts === null) return;
  const wanted = parts.filter(Boolean);
  panel.replaceChildren(...(wanted.length ? wanted : [element("p", {}, say("assist.none"))]), desk.said);
}

/** Where answers go: `words` to the line, `marks` to the board. One that a later press or opening
 * overtook goes nowhere, and gives null. */
function answerDesk(show) {
  const said = element("p", { class: "answer", role: "status" });
  const lastAsked = onlyLast();
  const answer = async (asked, words, marks) => {
    const found = await lastAsked(asked);
    if (found === null || !said.isConnected) return null;
    said.textContent = found.ok ? words(found) : complaint(found.error);
    show(marks(found));
    return found;
  };
  return { said, show, answer };
}

const post = (path, body) => ask(api(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Pieces to choose from: the known hand of whoever moves, else every kind that is left. */
async function pieces(state, drawing, desk) {
  const seat = state.onlook.seats.find((one) => one.player === state.to_move);
  const known = seat?.known ?? [];
  const found = await ask(api("/help/kinds"));
  const kinds = found.ok ? found.kinds : [];
  const wanted = known.length ? known.map((label) => ({ label, texts: null })) : kinds;
  const buttons = wanted.map((kind) => pieceButton(kind, drawing, desk));
  const title = known.length ? say("assist.hand", { player: seat.player }) : say("assist.fits");
  return element("div", { class: "help" }, element("h2", {}, title), element("div", { class: "pieces" }, ...buttons));
}

function pieceButton({ label, texts }, drawing, { answer }) {
  const words = texts?.[current()] ?? Object.values(label).flat().filter((one) => typeof one === "string").join(" ");
  const button = element("button", { type: "button", "aria-pressed": "false", "aria-label": words }, drawing?.pieceIcon ? drawing.pieceIcon(label) : words);
  button.addEventListener("click", () => {
    for (const one of button.parentElement.children) one.setAttribute("aria-pressed", String(one === button));
    answer(post("/help/fits", { piece: label }), fitsText, ({ fits = [] }) => ({ fits }));
  });
  return button;
}

function fitsText({ fits }) {
  const count = new Set(fits.map((fit) => JSON.stringify(fit.place))).size;
  return say(count === 0 ? "assist.nowhere" : count === 1 ? "assist.place" : "assist.places", { count });
}

function way({ answer }) {
  const line = element("select", {}, ...LINES.map((one) => element("option", { value: one }, String(one))));
  const boxes = STOPS.map((letter) => element("label", {}, element("input", { type: "checkbox", value: letter }), letter));
  const button = element("button", { type: "button" }, say("assist.way"));
  const part = element("div", { class: "help" }, element("h2", {}, say("assist.way-title")),
    element("label", {}, element("span", {}, say("assist.line")), line),
    element("fieldset", {}, element("legend", {}, say("assist.stops")), ...boxes), button);
  button.addEventListener("click", () => {
    const letters = [...part.querySelectorAll("input:checked")].map((one) => one.value);
    answer(post("/help/way", { line: Number(line.value), letters }), (found) => wayText(found, line.value), ({ path = [] }) => ({ path }));
  });
  return part;
}

function wayText(found, line) {
  if (found.complete) return say("assist.complete", { line, spaces: found.path.length - 1 });
  if (found.path.length) return say("assist.missing", { line, letters: found.missing.join(", ") });
  return say("assist.unjoined", { line });
}

function freeze(drawing, { show, answer }) {
  const button = element("button", { type: "button" }, say("assist.freeze"));
  const proof = element("div", { class: "proof" });
  button.addEventListener("click", async () => {
    const found = await answer(ask(api("/help/freeze")), freezeText, ({ fit, remaining = [] }) =>
      fit ? { fits: [fit] } : { open: remaining.map((one) => one.place) });
    if (found) proof.replaceChildren(...(found.proof ?? []).map((one) => noFit(one, drawing, show)), ...toTheHands(found));
  });
  return element("div", { class: "help" }, element("h2", {}, say("assist.freeze-title")), button, proof);
}

function freezeText(found) {
  if (found.frozen === true) return say(found.unknown.length ? "assist.frozen-unread" : "assist.frozen");
  if (found.frozen === null) return say("assist.unknown", { players: unread(found), count: found.remaining.length });
  return say("assist.can", { player: found.player, piece: found.fit.texts[current()], place: nameOf(found.fit) });
}

/** How many pieces of whom nobody has read. */
function unread(found) {
  const lines = found.unknown.map((player) => {
    const count = found.unread[player];
    return say(count === null ? "assist.unread-hand" : count === 1 ? "assist.unread-one" : "assist.unread", { player, count });
  });
  return lines.join(", ") || say("assist.unread-nobody");
}

// Whoever may change the game tells the hands on a page of its own.
function toTheHands(found) {
  if (found.frozen !== null || found.unknown.length === 0) return [];
  return [element("p", {}, element("a", { href: `${location.pathname}/facts` }, say("assist.tell-hands")))];
}

/** A piece that fits nowhere; what is in its way unfolds, and the board shows where. */
function noFit(one, drawing, show) {
  const icon = drawing?.pieceIcon ? element("span", { class: "hand", "aria-hidden": "true" }, drawing.pieceIcon(one.label)) : null;
  const box = element("details", {}, element("summary", {}, icon, element("span", {}, one.player + say("colon") + one.texts[current()])),
    element("ul", {}, ...one.obstacles.map(obstacle)));
  box.addEventListener("toggle", () => {
    if (box.open) show({ blocked: one.obstacles.flatMap((other) => other.places.map((place) => place.place)) });
  });
  return box;
}

/** Places named before a list is cut short. */
const MOST_NAMED = 6;

function obstacle({ rules, texts, places }) {
  const names = places.slice(0, MOST_NAMED).map(nameOf).join(", ") + (places.length > MOST_NAMED ? ", …" : "");
  const blanks = { text: texts[current()], count: places.length, places: names };
  return element("li", {}, element("b", {}, rules[current()] + say("colon")), say(places.length === 1 ? "assist.where-one" : "assist.where", blanks));
}
