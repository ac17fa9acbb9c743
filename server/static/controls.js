// The buttons: which are there, which can be pressed, and what they say.

import { element, icon } from "./draw.js";
import { current, say } from "./language.js";
import { isOver, twoPictures } from "./table.js";
import { canSpeak, speaks } from "./voice.js";

// Buttons of a recording, and of a live table.
export const RECORDING = ["next", "restart"];
const LIVE = ["undo", "redo", "insist", "end-turn", "correct", "connect", "new-game"];

const byId = (id) => document.getElementById(id);

/** Shows the buttons that make sense now, each with its word.
 * @param {{table: Object, state: Object, shown: number, mayChange: boolean, live: boolean, correcting: boolean}} now */
export function showControls({ table, state, shown, mayChange, live, correcting }) {
  label("play", table.playing ? "pause" : "play");
  label("voice", speaks() ? "voice" : "quiet");
  label("assist-button", "assist");
  for (const name of [...RECORDING, ...LIVE, "replay", "newest", "keys"]) label(name, name);
  for (const name of RECORDING) byId(name).hidden = live || !mayChange;
  for (const name of LIVE) byId(name).hidden = !(table.live && mayChange);
  for (const name of ["connect", "new-game"]) byId(name).hidden = !(live && mayChange);
  byId("play").hidden = !mayChange || (live && !table.live);
  byId("insist").hidden = !(table.live && mayChange && state.open_foul);
  byId("undo").disabled = !state.can_undo;
  byId("redo").hidden ||= !state.can_redo;
  byId("correct").setAttribute("aria-pressed", String(correcting));
  byId("voice").hidden = !canSpeak();
  byId("voice").setAttribute("aria-pressed", String(speaks()));
  byId("replay").disabled = twoPictures(table.moments, shown) === null;
  byId("assist-button").hidden = !(state.onlook?.offers ?? []).length;
  byId("assist-button").setAttribute("aria-expanded", String(!byId("assist").hidden));
  byId("play").disabled = byId("next").disabled = isOver(table) || table.fault !== null;
  byId("newest").disabled = shown === table.moments.length - 1;
}

function label(id, name) {
  const button = byId(id);
  const key = `${name} ${current()}`;
  if (button.dataset.key === key) return;
  button.dataset.key = key;
  button.replaceChildren(icon(name), element("span", {}, say(`do.${name}`)));
  button.title = say(`do.${name}`);
}
