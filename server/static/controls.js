// The buttons: which are there, which can be pressed, and what they say.

import { element, icon, shows } from "./draw.js";
import { current, pick, say } from "./language.js";
import { isFlipped, isZoomed } from "./stage.js";
import { isOn } from "./tablemode.js";
import { isOver, twoPictures } from "./table.js";
import { canSpeak, speaks } from "./voice.js";

// Buttons of a recording, and of a live table.
export const RECORDING = ["next", "restart"];
const LIVE = ["undo", "redo", "end-turn", "correct", "connect", "new-game"];

// Buttons that turn something back.
const BACK = ["undo", "redo"];

const STAGE = ["before", "divide", "turn-stage", "flip-stage", "closer", "farther", "fit", "full"];

const byId = (id) => document.getElementById(id);

/** Shows the buttons that make sense now, each with its word.
 * @param {{table: Object, state: Object, standing: Object, shown: number, mayChange: boolean, live: boolean, correcting: boolean, before: string, byHand: boolean}} now */
export function showControls({ table, state, standing, shown, mayChange, live, correcting, before, byHand }) {
  label("play", table.playing ? "pause" : "play");
  label("voice", speaks() ? "voice" : "quiet");
  label("assist-button", "assist");
  label("hand-button", "hand");
  for (const name of BACK) labelBack(name, standing[name]);
  for (const name of [...RECORDING, ...LIVE.filter((one) => !BACK.includes(one)), "replay", "log", "rules", "newest", "keys", "more", "table-mode"]) label(name, name);
  for (const name of STAGE) label(name, name);
  byId("before").disabled = before === "none";
  byId("before").setAttribute("aria-pressed", String(before === "on"));
  byId("flip-stage").setAttribute("aria-pressed", String(isFlipped()));
  byId("fit").disabled = byId("farther").disabled = !isZoomed();
  for (const name of RECORDING) byId(name).hidden = live || !mayChange;
  for (const name of LIVE) byId(name).hidden = !(table.live && mayChange);
  for (const name of ["connect", "new-game"]) byId(name).hidden = !(live && mayChange);
  byId("play").hidden = !mayChange || (live && !table.live);
  byId("undo").disabled = !standing.undo;
  byId("undo").setAttribute("aria-description", (standing.undo?.falls ?? []).map(pick).join(" "));
  byId("redo").disabled = !standing.redo;
  byId("correct").setAttribute("aria-pressed", String(correcting));
  byId("table-mode").setAttribute("aria-pressed", String(isOn()));
  byId("voice").hidden = !canSpeak();
  byId("voice").setAttribute("aria-pressed", String(speaks()));
  byId("replay").disabled = twoPictures(table.moments, shown) === null;
  byId("assist-button").hidden = !(state.onlook?.offers ?? []).length;
  byId("assist-button").setAttribute("aria-expanded", String(!byId("assist").hidden));
  byId("rules").hidden = !table.game;
  byId("hand-button").hidden = !(table.live && mayChange && byHand);
  byId("hand-button").setAttribute("aria-expanded", String(!byId("hand").hidden));
  byId("play").disabled = byId("next").disabled = isOver(table) || table.fault !== null;
  byId("newest").disabled = shown === table.moments.length - 1;
}

// It says what it turns back: in its name for everybody, in its words where there is room.
function labelBack(name, back) {
  const button = byId(name), said = back ? say(`do.${name}-that`, { what: pick(back.texts) }) : say(`do.${name}`);
  if (shows(button, [said])) return;
  button.replaceChildren(icon(name), element("span", { class: "brief" }, say(`do.${name}`)), element("span", { class: "whole" }, said));
  button.title = said;
  button.setAttribute("aria-label", said);
}

function label(id, name) {
  const button = byId(id);
  if (shows(button, [name, current()])) return;
  button.replaceChildren(icon(name), element("span", {}, say(`do.${name}`)));
  button.title = say(`do.${name}`);
}
