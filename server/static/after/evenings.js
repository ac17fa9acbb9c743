// The evenings: every kept game under its day, the newest first.

import { element } from "../draw.js";
import * as tongue from "../language.js";
import { ask } from "../live.js";
import { ending } from "./ending.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

// As many as the server lists at once.
const PAGE = 50;

/**
 * @typedef {{table: string, number: number, titles: Object<string, string>, players: string[],
 *   began: number, touched: number, turns: number, fouls: number, asked: number,
 *   running: boolean, outcome: Object<string, string>|null, winners: string[]}} Line
 */

/** @type {Line[]} */
let games = [];
let loaded = false;

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  document.title = `${say("evenings.title")} · Arbitable`;
  if (loaded) note(games.length ? "" : say("evenings.none"), true);
  byId("list").replaceChildren(...days().flatMap(([day, lines]) => [
    element("h2", {}, day), element("ul", { class: "evening" }, ...lines.map(line))]));
}

function note(text, fine) {
  byId("notice").textContent = text;
  byId("notice").classList.toggle("fine", fine);
}

/** The games by the day on which they began. @returns {[string, Line[]][]} */
function days() {
  const format = new Intl.DateTimeFormat(tongue.current(), { dateStyle: "full" });
  const found = new Map();
  for (const one of games) {
    const day = format.format(new Date(one.began * 1000));
    found.set(day, [...(found.get(day) ?? []), one]);
  }
  return [...found];
}

function line(one) {
  const time = new Intl.DateTimeFormat(tongue.current(), { timeStyle: "short" }).format(new Date(one.began * 1000));
  const { turns, fouls, asked } = one;
  return element("li", {}, element("a", { href: `/evenings/${one.table}/${one.number}` },
    element("b", {}, one.titles[tongue.current()]),
    element("span", {}, one.players.join(", ")),
    element("span", { class: "result" }, ending(one)),
    element("small", {}, `${time} · ${say("evenings.at", { table: one.table })} · ${say("evenings.counts", { turns, fouls, asked })}`)));
}

async function more() {
  const last = games[games.length - 1];
  const answer = await ask(`/api/v1/evenings${last ? `?before=${last.number}` : ""}`);
  if (!answer.ok) { note(tongue.complaint(answer.error), false); return; }
  games = [...games, ...answer.games];
  loaded = true;
  byId("older").hidden = answer.games.length < PAGE;
  render();
}

byId("older").addEventListener("click", more);
tongue.listen(render);
await tongue.load(true);
await more();
