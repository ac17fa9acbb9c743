// The rules that the referee holds a game to, and what this table plays otherwise.

import { limit, setLimit } from "./clock.js";
import { element } from "./draw.js";
import { current, say } from "./language.js";
import { ask } from "./live.js";

/** Opens the rules of a game; `players` in the order of play. */
export async function openRules(dialog, { game, house, players }) {
  const answer = await ask("/api/v1/games");
  const book = answer.ok ? answer.games.find((one) => one.game === game) : null;
  if (!book) return;
  dialog.querySelector("h2").textContent = say("rules.title", { title: book.titles[current()] });
  dialog.querySelector(".order-of-play").textContent = players.length ? say("rules.order", { players: players.join(" → ") }) : "";
  dialog.querySelector(".house").replaceChildren(...book.rules.map((rule) => houseRule(rule, house)));
  dialog.querySelector(".decisions").replaceChildren(...book.decisions.map(decision));
  const minutes = dialog.querySelector("input");
  minutes.value = String(limit() / 60);
  minutes.onchange = () => setLimit(Number(minutes.value));
  dialog.showModal();
}

function houseRule(rule, house) {
  const value = String(house[rule.name] ?? rule.default).toLowerCase();
  const said = rule.labels?.[value]?.[current()] ?? value;
  const usual = value === String(rule.default).toLowerCase() ? "" : ` (${say("rules.own")})`;
  return element("li", {}, `${rule.texts[current()]} `, element("b", {}, said + usual));
}

const decision = ({ number, texts }) => element("li", {}, element("b", {}, `${number} `), texts[current()]);
