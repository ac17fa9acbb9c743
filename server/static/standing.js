// What stands now, whatever came last: an open foul or question first, else the last turn of the
// game. What an order or a refused photo said is a line beside it.

import { callLine, oneCall } from "./call.js";
import { element, icon, shows } from "./draw.js";
import { current, pick, say, sentences } from "./language.js";

/** What the statuses of a turn in the game are called once nothing of it is open. */
const SETTLED = { insisted: "said.insist" };

export const NOTHING = Object.freeze({
  event: -1, fouls: [], question: null, duties: [], last: null, mover: null, undo: null, redo: null, opened: false, trouble: null, paused: false, turn: 0,
});

/** The word of the standing with its kind: `{kind, word}`. */
export function wordNow(standing) {
  const main = mainCall(standing);
  return main ? { kind: main.kind, word: main.word } : { kind: "nothing", word: say("see.first") };
}

export const isOpen = (standing) => standing.fouls.length > 0 || standing.question !== null;

/** Puts the standing; replaced only when it differs, as a screen reader says all that is put there.
 * `newest`: the newest moment of the log; `act`: `insist` plays on over the foul, `takeBack` says that it
 * was taken back where no camera sees that, `onward` leads to the first look as `{name, word, press}`, null where this visitor may not; `reading`: what is said before anything stands. */
export function showStanding(section, standing, newest, act, reading) {
  if (shows(section, [current(), standing.fouls, standing.question?.id, standing.question?.player, standing.turn, standing.last, standing.opened, ...sayings(newest), inBand(standing, newest), !act.insist, !act.takeBack, act.onward?.name, reading])) return;
  const held = section.contains(document.activeElement);
  section.replaceChildren(...cards(standing, newest, act, reading));
  if (held) section.focus({ preventScroll: true });
}

function cards(standing, newest, act, reading) {
  const main = unclear(standing, newest) ?? mainCall(standing);
  if (main === null) return [element("div", { class: "one" }, element("p", { class: "move" }, reading), act.onward ? element("div", { class: "act" }, actButton(`to-${act.onward.name}`, act.onward.name, act.onward.word, act.onward.press)) : "")];
  const open = standing.fouls.length ? whatToDo(standing.fouls[0], act) : null;
  const beside = lines(standing, newest, main);
  return [oneCall(main, sentences(), { tasks: false, act: open }), beside.length ? element("ul", { class: "lines" }, ...beside) : null].filter(Boolean);
}

function mainCall(standing) {
  if (standing.fouls.length) return standing.fouls[0].spoken[current()];
  if (standing.question) return asked(standing.question, standing.turn + 1);
  if (standing.last) return settled(standing.last);
  return standing.opened ? plain("setup", 0) : null;
}

// A photo that cannot be used is the first thing to know while nothing is open.
function unclear(standing, newest) {
  const spoken = newest && !newest.order ? newest.spoken[current()] : [];
  return !isOpen(standing) && spoken.length && spoken.every((call) => call.kind === "unclear") ? spoken[0] : null;
}

function settled({ status, spoken }) {
  const said = spoken[current()];
  return SETTLED[status] ? { ...said, kind: "said", settled: true, word: say(SETTLED[status]), reasons: [] } : said;
}

const asked = (question, turn) => ({ ...plain("ask", turn), about: say("ask.which"), player: question.player });

const plain = (kind, turn) => ({
  kind, word: say(`call.${kind}`), turn, player: null, move: null, about: kind === "setup" ? say("about.setup") : null, reasons: [], tasks: [], note: null,
});

function whatToDo(foul, { insist, takeBack }) {
  return element("div", { class: "act" }, element("p", { class: "task" }, icon("taken-back"), element("span", {}, pick(foul.take_back))),
    takeBack ? actButton("take-back", "taken-back", "do.taken-back", takeBack) : null, insist ? actButton("insist", "insist", "do.insist", insist) : null);
}

function actButton(id, drawn, word, press) {
  const button = element("button", { type: "button", id }, icon(drawn), element("span", {}, say(word)));
  button.addEventListener("click", press);
  return button;
}

// What a moment says: another game's has the same number.
const sayings = (moment) => [moment?.index, moment?.order, moment?.spoken[current()]];

// Why the newest photo cannot be used stands in the band over the call already; the band may come
// after the photo.
const inBand = (standing, newest) => standing.trouble === "lost" && (newest?.spoken[current()] ?? []).some((call) => call.kind === "unclear");

// What is open beside the worst, and what else the newest photo or order brought.
function lines(standing, newest, main) {
  const open = standing.fouls.slice(1).map((foul) => foul.spoken[current()]);
  if (standing.fouls.length && standing.question) open.push(asked(standing.question, standing.turn + 1));
  const elsewhere = ["said", "ask", inBand(standing, newest) ? "unclear" : ""];
  const said = (newest?.spoken[current()] ?? []).filter((call) => !elsewhere.includes(call.kind));
  const known = [main, ...open];
  const fresh = said.filter((call) => !known.some((one) => one.kind === call.kind && one.turn === call.turn));
  return [...open, ...fresh].map((call) => callLine(call, sentences()));
}

/** The order that refutes every answer: what then lies there can be said. */
const NONE = "none-of-these";

/** What a person ordered last, with its undo; replaced only when it differs: a finger may be on it. */
export function showOrder(line, newest, standing, act) {
  line.hidden = !newest?.order;
  if (line.hidden || shows(line, [current(), ...sayings(newest), standing.undo, standing.redo, !act])) return;
  const said = newest.spoken[current()][0];
  const more = newest.order === NONE ? say("ask.none") : said.about;
  line.replaceChildren(...[icon("said"), element("span", {}, element("b", {}, said.word), more ? ` ${more}` : ""), act ? reversal(newest.order, standing, act) : null].filter(Boolean));
}

// What takes an order back: the undo of its own event, or the redo of an undo.
function reversal(order, { undo, redo }, act) {
  if (order === NONE) return orderButton("correct", act.correct);
  if (order === "undo" && redo) return orderButton("redo", act.redo, redo);
  if (undo?.kind === order) return orderButton("undo", act.undo, undo);
  return null;
}

// What it turns back stands beside it already.
function orderButton(name, press, back = null) {
  const said = say(`do.${name}`);
  const whole = back ? say(`do.${name}-that`, { what: pick(back.texts) }) : said;
  const button = element("button", { type: "button", title: whole, "aria-label": whole }, icon(name), said);
  button.addEventListener("click", press);
  return button;
}
