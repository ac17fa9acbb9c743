// Who plays, whose turn it is, what everybody holds, and what is still to be done.

import { element, icon, shows } from "./draw.js";
import { inMinutes, limit, running, times } from "./clock.js";
import { current, known, say } from "./language.js";
import { dot } from "./seats.js";

/** Puts the players and the table's counts. `drawing` draws known pieces of a hand; `may`: `moves` says
 * whose turn it is, `rename` gives another name; null where this visitor may not. The keyboard stays where it was. */
export function showPlayers(section, state, drawing, may = null) {
  const { seats: all = [], counts = {}, outcome = null } = state.onlook ?? {};
  // A side that nobody named and no piece shows yet has nothing to tell.
  const seats = all.filter((seat) => seat.player || seat.badge);
  section.hidden = seats.length === 0 && !outcome;
  if (shows(section, [current(), state.players, state.to_move, seats, counts, outcome, !may, !drawing])) return;
  const held = document.activeElement.closest("#players [data-player] > button");
  const at = [...section.querySelectorAll("[data-player]")].indexOf(held?.parentElement);
  section.replaceChildren(...(outcome ? [ending(outcome)] : []),
    element("ul", { class: "seats" }, ...seats.map((seat) => one(seat, seats.map((other) => other.player), seat.player === state.to_move, drawing, may && state.players.includes(seat.player) ? may : null)),
      ...Object.entries(counts).map(([word, count]) => element("li", { class: "count" }, element("span", {}, countWord(word)), element("b", {}, String(count)))),
      may ? element("li", {}, element("a", { href: `${location.pathname}/facts` }, say(isUnnamed(state) ? "see.who-plays" : "see.facts"))) : null));
  const card = section.querySelectorAll("[data-player]")[at];
  (card?.querySelector(`.${held.className}`) ?? card?.querySelector("button"))?.focus({ preventScroll: true });
}

// Names were given, but who plays what cannot be seen: the seats then have only their colours.
const isUnnamed = (state) => state.players?.length > 0 && !state.onlook.seats.some((seat) => state.players.includes(seat.player));

const nameOf = (seat) => (seat.badge === seat.player ? seat.badge_texts?.[current()] ?? seat.player : seat.player);

function ending(outcome) {
  const places = outcome.ranking.map((group, i) => say("see.rank", { rank: i + 1, players: group.join(", ") }));
  return element("p", { class: "outcome" }, icon("setup"), element("b", {}, outcome.texts[current()]), ` ${places.join(" · ")}`);
}

// Whoever plays a colour has that and no other; else every seat has its own.
function markOf(seat, players, drawing) {
  const played = seat.badge && drawing?.badgeIcon;
  return played ? element("span", { class: "plays-icon", "aria-hidden": "true" }, played(seat.badge)) : dot(players, seat.player);
}

function one(seat, players, moves, drawing, may) {
  const kind = ["seat", moves ? "to-move" : "", seat.out ? "out" : ""].join(" ").trim();
  return element("li", { class: kind, "aria-current": moves ? "true" : null, "data-player": seat.player },
    moves ? icon("next") : null, named(seat, element("b", {}, markOf(seat, players, drawing), nameOf(seat)), may),
    seat.badge && seat.badge !== seat.player ? element("span", { class: "plays" }, seat.badge_texts[current()]) : null,
    moves ? element("span", { class: "now" }, say("see.your-turn")) : null,
    !moves && may && !seat.out ? moverButton(seat, may.moves) : null,
    seat.out ? element("span", { class: "now" }, say("see.out")) : null,
    seat.points === null ? null : element("span", { class: "points" }, say(seat.points === 1 ? "see.point" : "see.points", { count: seat.points })),
    hand(seat, drawing), element("span", { class: "clock" }));
}

/** Puts the clocks into the players' cards: the turn's own time for whoever moves, else all of his. */
export function showClocks(section, moments, now) {
  const told = times(moments), turn = running(told, now);
  for (const card of section.querySelectorAll("[data-player]")) {
    const moves = card.classList.contains("to-move");
    const seconds = moves && turn !== null ? turn : told.spent[card.dataset.player];
    const over = moves && turn !== null && limit() > 0 && turn > limit();
    card.querySelector(".clock").textContent = seconds === undefined ? "" : inMinutes(seconds) + (over ? ` · ${say("clock.over")}` : "");
    card.classList.toggle("overtime", over);
  }
}

// Who may, renames a player by a tap on the name.
function named(seat, name, may) {
  if (!may) return name;
  const button = element("button", { type: "button", class: "rename", title: say("do.rename", { player: seat.player }) }, name, icon("correct"), element("span", { class: "unseen" }, say("rename.do")));
  button.addEventListener("click", () => may.rename(seat.player));
  return button;
}

function moverButton(seat, setMover) {
  const said = say("do.to-move", { player: nameOf(seat) });
  const button = element("button", { type: "button", class: "set-mover", title: said, "aria-label": said }, icon("next"));
  button.addEventListener("click", () => setMover(seat.player));
  return button;
}

function hand(seat, drawing) {
  if (seat.out) return null;
  const pieces = drawing?.pieceIcon && seat.known.length ? element("span", { class: "hand", "aria-hidden": "true" }, ...seat.known.map((label) => drawing.pieceIcon(label))) : null;
  const count = seat.hand === null ? null : say(seat.hand === 1 ? "see.hand-one" : "see.hand", { count: seat.hand });
  return count || pieces ? element("span", { class: "held" }, pieces, count ?? "") : null;
}

/** What the players must do now: stays until it is seen done, or ticked where no picture shows it. */
export function showDuties(section, standing, ticked, tick) {
  const duties = standing.duties.map((duty) => ({ ...duty, done: duty.done || ticked.has(duty.id) }));
  section.hidden = duties.length === 0;
  const fouls = standing.fouls.length > 0;
  if (shows(section, [current(), duties, standing.turn, fouls])) return;
  section.querySelector("ul").replaceChildren(...duties.map((duty) => element("li", { class: duty.done ? "done" : "" }, box(duty, whose(duty, standing), tick))));
}

// Whose it is; a duty of an older turn says which.
function whose(duty, standing) {
  const older = standing.fouls.length > 0 || duty.turn !== standing.turn;
  if (older && duty.player) return say("duty.of", duty);
  if (older) return (say("turn", duty) + say("colon")).trimEnd();
  return duty.player ? say("duty.now", duty) : "";
}

function box(duty, whose, tick) {
  const said = [icon(duty.done ? "done" : "open"), element("span", {}, whose ? element("b", {}, `${whose} `) : null, duty.texts[current()]), element("span", { class: "unseen" }, ` ${say(duty.done ? "see.done" : "see.not-done")}`)];
  if (duty.visible) return element("p", {}, ...said);
  const button = element("button", { type: "button", "aria-pressed": String(duty.done) }, ...said);
  button.addEventListener("click", () => tick(duty.id));
  return button;
}

// A fifth game's counts are shown by their own name.
const countWord = (word) => (known(`tally.${word}`) ? say(`tally.${word}`) : word);
