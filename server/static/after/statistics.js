// What an evening comes to: fouls by rule and player, the time everybody took, the questions.

import { inMinutes, times } from "../clock.js";
import { element } from "../draw.js";
import { current, say } from "../language.js";
import { dot } from "../seats.js";

/** Fouls by rule (in the visitor's language), then by player: how often each was called. */
export function foulsOf(moments, language) {
  const found = new Map();
  for (const call of moments.flatMap((moment) => moment.spoken[language])) {
    if (call.kind !== "foul" || call.again) continue;
    for (const rule of new Set(call.reasons.map((reason) => reason.rule))) {
      const counts = found.get(rule) ?? {};
      counts[call.player ?? ""] = (counts[call.player ?? ""] ?? 0) + 1;
      found.set(rule, counts);
    }
  }
  return found;
}

/** The table of a game: a column a player, a row a rule, then time and turns. */
export function statistics({ moments, players, asked }) {
  const fouls = foulsOf(moments, current());
  const nobody = [...fouls.values()].some((counts) => counts[""]);
  const names = nobody ? [...players, ""] : players;
  const { spent } = times(moments.map((moment) => ({ ...moment, calls: moment.spoken[current()].map(({ kind, player }) => ({ call: kind, player })) })));
  const heads = names.map((name) => element("th", { scope: "col" }, dot(players, name), name || say("stat.nobody")));
  const rows = [...fouls].map(([rule, counts]) => row(rule, names.map((name) => counts[name] ?? 0)));
  const time = row(say("stat.time"), names.map((name) => (spent[name] === undefined ? "–" : inMinutes(spent[name]))));
  return element("div", {},
    element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("stat.fouls")), ...heads)), element("tbody", {}, ...rows, time)),
    element("p", {}, say("stat.asked", { count: asked })));
}

const row = (title, cells) => element("tr", {}, element("th", { scope: "row" }, title), ...cells.map((cell) => element("td", {}, String(cell))));
