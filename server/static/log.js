// The log: every turn in words with its call, its player and its time; orders are small lines in it.
// Each turn has an address of its own.

import { who } from "./call.js";
import { element, icon } from "./draw.js";
import { current, say, sentences } from "./language.js";
import { dot } from "./seats.js";
import { told } from "./timeline.js";

/** Opens the log at the turn shown. */
export function openLog(dialog, ...log) {
  fill(dialog, ...log);
  if (dialog.open) return;
  dialog.showModal();
  dialog.querySelector("ol [aria-current=true]")?.scrollIntoView({ block: "center" });
}

/** Fills an open log anew, its reader stays where he is; one that was closed meanwhile stays closed. */
export function refillLog(dialog, ...log) {
  if (dialog.open) fill(dialog, ...log);
}

function fill(dialog, moments, shown, players) {
  const list = dialog.querySelector("ol");
  const at = list.querySelector(":focus")?.hash;
  list.replaceChildren(...entries(moments, shown, dialog.querySelector("input").checked, players));
  if (at) list.querySelector(`[href="${at}"]`)?.focus();
}

function entries(moments, shown, foulsOnly, players) {
  const all = moments.map((moment, index) => ({ moment, index }));
  const isFoul = ({ moment }) => moment.spoken[current()].some((call) => call.kind === "foul");
  const wanted = foulsOnly ? all.filter(isFoul) : all;
  return wanted.length ? wanted.map((one) => entry(one, shown, players)) : [element("li", {}, say("log.no-fouls"))];
}

function entry({ moment, index }, shown, players) {
  const { call, texts: [text, ...others], time, className } = told(moment, index);
  const link = element("a", { href: `#turn-${index}`, "aria-current": String(index === shown), class: `line ${call.kind}` },
    icon(call.kind), element("b", {}, call.word), " ", dot(players, call.player), who(call, sentences()), text ? element("span", {}, ` · ${text}`) : null, time, ...others.flatMap((one) => [element("br"), one]));
  return element("li", { class: className }, link);
}
