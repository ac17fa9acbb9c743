// Mokadi by hand: pads and sticks are laid by tapping the table, and judged by the same referee. What
// a camera is sure of is offered to be taken over.

import { pieceAt, draw, tableAt } from "../boards/mokadi.js";
import { element } from "../draw.js";
import { current, pick, say } from "../language.js";
import { api, ask } from "../live.js";

/** From here a camera's piece is offered without a question mark. */
const SURE = 0.9;
/** Stick lengths that an arrow key moves the cursor. */
const STEP = 0.05;
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

const NONE = Object.freeze({ kind: null, colour: null, at: null, on: [], sticks: [] });

let draft = { ...NONE };
let cursor = null;
let now = null;
let openings = 0;

/** Fills the panel. `table`: what stands there, `{view, state, standing, newest}`, its view on the way;
 * `tell` gets a move, `press` a button's name. What a later filling overtook fills nothing. */
export async function openHand(panel, table, tell, press) {
  const mine = (openings += 1);
  const [piles, view] = await Promise.all([stocks(), table.view]);
  const seen = await sighted(view);
  if (mine !== openings) return;
  now = { panel, ...table, view, tell, press, stocks: piles, seen };
  const held = holdings();
  const isPiece = draft.kind === "pad" || draft.kind === "stick";
  if (draft.kind === null || (isPiece && !held.some(alike))) draft = { ...NONE, ...(held[0] ?? {}) };
  render();
}

/** What everybody holds, by player: `{pads, sticks}` by colour, null where nobody said; `colours` there
 * may be of either. */
async function stocks() {
  const answer = await ask(api("/facts"));
  const forms = (answer.forms ?? []).filter((form) => form.fact === "stock");
  const [pads, sticks] = ["pads", "sticks"].map((name) => (form) => form.fields.find((field) => field.name === name));
  return Object.fromEntries(forms.map((form) => [form.about, { pads: pads(form).value, sticks: sticks(form).value, colours: { pad: pads(form).choices, stick: sticks(form).choices } }]));
}

/** Pieces that the newest look surely shows and that nobody has told yet. */
async function sighted(view) {
  const answer = await ask(api("/readings"));
  const known = new Set((view?.pieces ?? []).map((piece) => JSON.stringify(piece.place.slice(0, 2))));
  return (answer.places ?? []).filter(({ place, readings: [best] }) => best.label && best.probability >= SURE && place.length > 2 && !known.has(JSON.stringify(place.slice(0, 2))));
}

const mover = () => now.state.to_move;
const alike = (one) => one.kind === draft.kind && one.colour === draft.colour;

/** What whoever moves may hold: kinds and colours with their count, null where it is not known. */
function holdings() {
  const stock = now.stocks[mover()] ?? Object.values(now.stocks)[0];
  const of = (kind, pile) => (stock?.colours[kind] ?? []).map((one) => ({ kind, colour: one.value, texts: one.texts, count: pile ? pile[one.value] ?? 0 : null }));
  return [...of("pad", stock?.pads), ...of("stick", stock?.sticks)].filter((one) => one.count !== 0 && (one.count !== null || inBox(one.colour)));
}

// Of a box's colours only two are in play; those that lie or are held say which.
function inBox(colour) {
  const seen = [...(now.view?.pieces ?? []).map((piece) => piece.label.colour), ...Object.values(now.stocks).flatMap((one) => Object.keys({ ...one.pads, ...one.sticks }))];
  return seen.length === 0 || seen.includes(colour);
}

const focusable = () => [...now.panel.querySelectorAll("button:enabled, [tabindex]")];
const wordsOf = (one) => one.getAttribute("aria-label") ?? one.textContent;

// The keyboard stays: on what has the same words, else on what is chosen.
function render() {
  const held = now.panel.contains(document.activeElement) ? wordsOf(document.activeElement) : null;
  const canvas = renderAll();
  if (held !== null) (focusable().find((one) => wordsOf(one) === held) ?? now.panel.querySelector("[aria-pressed=true]") ?? focusable()[0])?.focus({ preventScroll: true });
  return canvas;
}

function renderAll() {
  if (!now.standing.opened) return now.panel.replaceChildren(title(), element("p", {}, say("hand.empty")), button("hand.open", () => now.press("open-table"), "primary"));
  const canvas = table();
  now.panel.replaceChildren(title(), choices(), element("p", { class: "hint", role: "status" }, hint()), canvas, acts(), ...seen());
  return canvas;
}

const title = () => element("h2", {}, mover() ? say("hand.turn", { player: mover() }) : say("do.hand"));

function button(word, press, kind = "", blanks = {}) {
  const made = element("button", { type: "button", class: kind }, say(word, blanks));
  made.addEventListener("click", press);
  return made;
}

function choices() {
  const pieces = holdings().map((one) => choice(alike(one), say(`hand.piece-${one.kind}`, { colour: one.texts[current()] }) + (one.count === null ? "" : ` · ${one.count}`), () => choose(one)));
  const others = ["remove", "fall"].map((kind) => choice(draft.kind === kind, say(`hand.${kind}`), () => choose({ kind })));
  return element("div", { class: "hand-choices", role: "group", "aria-label": say("hand.what") }, ...pieces, ...others);
}

function choice(pressed, words, press) {
  const made = element("button", { type: "button", "aria-pressed": String(pressed) }, words);
  made.addEventListener("click", press);
  return made;
}

function choose({ kind, colour = null }) {
  draft = { ...NONE, kind, colour };
  render();
}

// What to do next; after a turn that the referee cannot judge, why.
function hint() {
  const doubt = now.newest?.order === "turn" ? now.newest.spoken[current()].find((call) => call.kind === "ask")?.note : null;
  return doubt ?? say(`hand.how-${draft.kind}`);
}

function table() {
  const spots = [...draft.on.map((one) => one.at), ...draft.sticks.map((one) => one.at)];
  const made = draw(now.view ?? { pieces: [], marks: { foul: [], last: [], reward: [], doubt: [] } }, { room: true, draft: { ...draft, spots, cursor } });
  made.setAttribute("tabindex", "0");
  made.setAttribute("role", "application");
  made.setAttribute("aria-label", say("hand.table"));
  made.addEventListener("click", (event) => tap(tableAt(made, event)));
  made.addEventListener("keydown", steer);
  return made;
}

function steer(event) {
  const way = ARROWS[event.key];
  if (!way && !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  cursor ??= [0, 0];
  if (way) cursor = [cursor[0] + way[0], cursor[1] + way[1]];
  else tap(cursor);
  render().focus();
}

function tap(point) {
  const found = pieceAt(now.view ?? { pieces: [] }, point);
  if (draft.kind === "pad") draft = { ...draft, at: point };
  else if (!found) return;
  else if (draft.kind === "stick") draft = { ...draft, on: toggled(draft.on, { piece: found.piece.place.slice(0, 2), part: found.part, at: found.at }) };
  else if (found.piece.place[0] === 1) draft = { ...draft, sticks: toggled(draft.sticks, { piece: found.piece.place.slice(0, 2), at: found.at }) };
  render();
}

function toggled(list, one) {
  const same = (other) => JSON.stringify(other.piece) === JSON.stringify(one.piece);
  return list.some(same) ? list.filter((other) => !same(other)) : [...list, one];
}

/** The move as the outside contract writes it; null while it is not complete. */
function move() {
  const { kind, colour, at, on, sticks, ends = null } = draft;
  if (kind === "pad") return at && { kind, colour, at: at.map((value) => Math.round(1000 * value) / 1000) };
  if (kind === "stick") return on.length >= 1 || ends ? { kind, colour, ends, on: on.map(({ piece, part }) => ({ piece, part, certainty: 1 })) } : null;
  return sticks.length ? { kind, sticks: sticks.map((one) => one.piece[1]) } : null;
}

function acts() {
  const ready = move();
  const say_it = button(`hand.do-${draft.kind}`, () => told(ready), "primary");
  say_it.disabled = !ready;
  const own = draft.kind === "stick" ? button("hand.own", () => told({ kind: "fall", sticks: [], own: true })) : null;
  const shared = now.standing.duties.find((duty) => duty.kind === "share" && !duty.done);
  return element("div", { class: "row" }, say_it, own, shared ? button("hand.share", () => told(share(shared))) : null,
    button("hand.concede", () => told({ kind: "concede" })));
}

// Everybody got what the duty says: the same of each colour.
function share({ facts }) {
  const each = Object.fromEntries([[facts.colour, facts.count], [facts.other, facts.other_count]].filter(([colour]) => colour));
  return { kind: "share", given: Object.fromEntries(facts.players.map((player) => [player, each])) };
}

async function told(one) {
  draft = { ...NONE };
  cursor = null;
  await now.tell(one);
}

function seen() {
  if (!now.seen.length) return [];
  return [element("h3", {}, say("hand.seen")), element("div", { class: "row" }, ...now.seen.map(({ place, readings: [best] }) => {
    const made = element("button", { type: "button" }, pick(best.texts));
    made.addEventListener("click", () => fill(place, best.label));
    return made;
  }))];
}

// What the camera saw, ready to be told.
function fill([kind, , ...pose], label) {
  const points = pose.flatMap((value, i) => (i % 2 ? [] : [[value / 1000, pose[i + 1] / 1000]]));
  const on = (label.on ?? []).filter((one) => one.certainty >= SURE).map((one) => ({ piece: one.piece, part: one.part, at: points[0] }));
  draft = kind === 0 ? { ...NONE, kind: "pad", colour: label.colour, at: points[0] } : { ...NONE, kind: "stick", colour: label.colour, ends: points, on };
  render();
}
