// The form for a new game: which game, who plays, which house rules.

import { element } from "./draw.js";
import { current } from "./language.js";
import { ask } from "./live.js";

/** What is played of a rule where `house` was: the same again, else the usual. */
export const played = (rule, house) => rule.values.map(String).find((value) => value.toLowerCase() === String(house[rule.name]).toLowerCase()) ?? String(rule.default);

/** A name as it was typed, without the spaces around it; nothing where it consists of what nobody sees. */
export const visible = (name) => (/[^\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u.test(name) ? name.trim() : "");

// Fills the form with the game, the players and the house rules of the last one; what is chosen there is
// read by `chosen`.
export async function fillForm(form, game, players, house) {
  const answer = await ask("/api/v1/games");
  const games = answer.ok ? answer.games : [];
  form.elements.game.replaceChildren(...games.map((one) => option(one.game, one.titles[current()], one.game === game)));
  form.elements.players.value = players.join(", ");
  const rules = () => showRules(form, games.find((one) => one.game === form.elements.game.value), form.elements.game.value === game ? house : {});
  form.elements.game.onchange = rules;
  rules();
}

function option(value, text, selected) {
  return element("option", { value, selected: selected ? "" : false }, text);
}

function showRules(form, game, house) {
  form.querySelector(".rules").replaceChildren(...(game?.rules ?? []).map((rule) => element("label", {},
    element("span", {}, rule.texts[current()]),
    element("select", { "data-rule": rule.name }, ...rule.values.map((v) => option(String(v), rule.labels?.[String(v)]?.[current()] ?? String(v), String(v) === played(rule, house)))))));
}

// What the form says, as the API takes it.
export function chosen(form) {
  const rules = [...form.querySelectorAll("[data-rule]")].map((one) => [one.dataset.rule, one.value]);
  const players = form.elements.players.value.split(",").map(visible).filter(Boolean);
  return { game: form.elements.game.value, players: players.length ? players : null, rules: Object.fromEntries(rules) };
}
