// What is to be played: the game, its players, its house rules.

import { element } from "../draw.js";
import { current, say } from "../language.js";
import { gameTile } from "../gametile.js";
import { played, visible } from "../newgame.js";

const byId = (id) => document.getElementById(id);

/**
 * @typedef {{name: string, values: (string|number)[], default: string|number, source: string,
 *   texts: Object<string, string>, labels: Object<string, Object<string, string>>}} Rule
 * @typedef {{game: string, titles: Object<string, string>, players: [number, number], emblem: string|null, rules: Rule[]}} Game
 */

/** @type {Game[]} */
let games = [];
let chosen = null;
let names = [];
/** @type {Object<string, Object<string, string>>} What was chosen of each game's rules. */
const house = {};
let changed = () => {};
let onType = () => {};

/** The chosen game, or null. @returns {Game|null} */
export const game = () => games.find((one) => one.game === chosen) ?? null;

/** Begins the forms with what the table plays now; `onTyped` is called while a name is typed: its field
 * must stay. */
export function start(list, state, onChange, onTyped) {
  games = list;
  chosen = games.some((one) => one.game === state.game) ? state.game : null;
  names = state.players?.length ? [...state.players] : ["", ""];
  if (game()) house[chosen] = Object.fromEntries(game().rules.map((rule) => [rule.name, played(rule, state.house ?? {})]));
  [changed, onType] = [onChange, onTyped];
  byId("add-player").addEventListener("click", addPlayer);
}

/** All of it as it stands here, as `start` takes it. */
export const typed = () => ({ game: chosen, players: names, house: house[chosen] ?? {} });

/** What the API's `new-game` takes. */
export function wanted() {
  // A comma parts names wherever they are told in one line: it cannot be part of one.
  const given = names.map((name) => visible(name.split(",").map((part) => part.trim()).join(" ")));
  const players = given.some(Boolean) ? given.map((name, seat) => name || letter(seat)) : given.map((_, seat) => letter(seat));
  return { game: chosen, players, rules: { ...house[chosen] } };
}

/** Why the game cannot begin with these players, or an empty text. */
export function trouble() {
  const { players } = wanted();
  if (game() === null) return say("setup.need-game");
  if (new Set(players).size < players.length) return say("setup.same-name");
  const [fewest, most] = game().players;
  if (players.length < fewest || players.length > most) return say("setup.seats", { title: title(game()), fewest, most });
  return "";
}

export const title = (one) => one.titles[current()] ?? one.game;
const letter = (seat) => String.fromCharCode(65 + seat);

/** What a choice is known by when all are put anew. */
const KNOWN_BY = ["data-game", "data-rule", "aria-label"];

/** Puts the forms; the keyboard stays where it was. */
export function render() {
  const held = document.activeElement, name = KNOWN_BY.find((one) => held.hasAttribute(one));
  renderGames();
  renderPlayers();
  renderRules();
  if (name && !held.isConnected) document.querySelector(`[${name}="${CSS.escape(held.getAttribute(name))}"]`)?.focus({ preventScroll: true });
}

function renderGames() {
  byId("games").replaceChildren(...games.map((one) => {
    const [fewest, most] = one.players;
    return gameTile(one, chosen, choose, element("small", {}, say("setup.seats-short", { fewest, most })));
  }));
}

function choose(one) {
  chosen = one.game;
  const [fewest, most] = one.players;
  while (names.length < fewest) names.push("");
  while (names.length > most && !names[names.length - 1]) names.pop();
  changed();
}

function addPlayer() {
  names.push("");
  renderPlayers();
  byId("players").lastElementChild.querySelector("input").focus();
  changed();
}

function renderPlayers() {
  const [fewest, most] = game()?.players ?? [2, 8];
  byId("players-hint").textContent = say("setup.players-hint");
  byId("add-player").hidden = names.length >= most;
  byId("players").replaceChildren(...names.map((name, seat) => {
    const input = element("input", { value: name, maxlength: 40, placeholder: letter(seat), autocomplete: "off", "aria-label": say("setup.player", { number: seat + 1 }) });
    input.addEventListener("input", () => { names[seat] = input.value; onType(); });
    const away = element("button", { type: "button", class: "small", "aria-label": say("setup.remove-player", { number: seat + 1 }) }, "×");
    away.hidden = names.length <= fewest;
    away.addEventListener("click", () => { names.splice(seat, 1); renderPlayers(); byId("add-player").focus(); changed(); });
    return element("li", {}, input, away);
  }));
}

function renderRules() {
  const rules = game()?.rules ?? [];
  const mine = (chosen && (house[chosen] ??= {})) || {};
  const other = Object.entries(mine).filter(([name, value]) => String(rules.find((one) => one.name === name)?.default) !== value).length;
  byId("rules-summary").textContent = rules.length === 0 ? say("setup.rules-none") : say(other ? "setup.rules-changed" : "setup.rules-usual", { count: rules.length, changed: other });
  byId("rules").replaceChildren(...rules.map((rule) => oneRule(rule, mine)));
}

function oneRule(rule, mine) {
  const now = mine[rule.name] ?? String(rule.default);
  const values = rule.values.map((value) => {
    const text = rule.labels?.[String(value)]?.[current()] ?? String(value);
    const usual = String(value) === String(rule.default) ? ` (${say("setup.usual")})` : "";
    return element("option", { value: String(value), selected: String(value) === now ? "" : false }, text + usual);
  });
  const select = element("select", { "data-rule": rule.name }, ...values);
  select.addEventListener("change", () => {
    mine[rule.name] = select.value;
    const open = byId("rules").scrollTop;
    changed();
    byId("rules").scrollTop = open;
  });
  return element("label", { class: "rule" },
    element("span", {}, rule.texts[current()]), select,
    element("small", {}, say("setup.source", { source: rule.source })));
}
