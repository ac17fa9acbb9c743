// Set-up in a minute: game, players, house rules, camera, a look at the table, begin.

import { walkByArrows } from "../arrows.js";
import { mayBeKept, remember } from "../connect.js";
import { element } from "../draw.js";
import * as tongue from "../language.js";
import { api, ask, send } from "../live.js";
import * as choices from "./choices.js";
import { edit } from "./corners.js";
import { good, show, summary } from "./look.js";
import * as printing from "./printing.js";
import * as sources from "./sources.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

// What a source that gives no picture is asked again after, milliseconds.
const AGAIN_MS = 1500;

// Why no picture came yet that may come in a moment.
const WAITED = ["waiting", "empty", "no-picture"];

// Games whose turns can be told by tapping.
const BY_HAND = ["mokadi"];

let state = null;
/** @type {import("./look.js").Look|null} */
let look = null;
let why = null;
let looking = false;
let editor = null;
// The game and source of the newest look, so that another choice makes a new one.
let looked = "";
let again = null;

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  document.title = `${say("setup.title")} · Arbitable`;
  choices.render();
  printing.render(choices.game());
  renderTeaching();
  sources.offerHand(BY_HAND.includes(choices.game()?.game));
  sources.render();
  renderLook();
  renderSteps();
}

// The page where a set that looks different is taught, for games that learn.
function renderTeaching() {
  const game = choices.game();
  byId("teach").hidden = !game?.teachable;
  if (game) byId("teach").querySelector("a").href = location.pathname.replace(/setup$/, `teach?game=${game.game}`);
}

function renderSteps() {
  const done = {
    game: choices.game() !== null, players: choices.game() !== null && choices.trouble() === "", rules: choices.game() !== null,
    camera: sources.source() !== null, table: isByHand() || (look !== null && look.reason === null),
  };
  const next = Object.keys(done).find((name) => !done[name]);
  byId("steps").replaceChildren(...Object.keys(done).map((name, index) => element("li", {},
    element("a", { href: `#step-${name}`, "aria-current": name === next ? "step" : false, class: done[name] ? "done" : "" },
      element("span", { "aria-hidden": "true" }, done[name] ? "✓" : String(index + 1)), say(`setup.step.${name}`),
      done[name] ? element("span", { class: "hidden" }, ` (${say("setup.done")})`) : null))));
  byId("notice").textContent = hurdle() || doubt();
  // It can be pressed all the same: it then leads to what is missing.
  byId("begin").classList.toggle("notyet", hurdle() !== "");
}

// What must still be chosen, and what had better be.
const hurdle = () => choices.trouble() || (sources.source() === null ? say("setup.need-camera") : "");
const isLooked = () => looked === `${choices.game()?.game} ${sources.source()}`;
const isByHand = () => sources.source() === sources.HAND;
function doubt() {
  if (state?.turn > 0) return say("setup.ends-game", { turn: state.turn });
  if (isByHand()) return "";
  // A phone may be just starting; what else gives no picture will give none in the game.
  if (look === null) return why && !looking && isLooked() && !WAITED.includes(why.code) ? tongue.pick(why.texts) || say("setup.no-picture") : "";
  if (look.other) return say("setup.other-game", { other: tongue.pick(look.other), game: choices.title(choices.game()) });
  if (look.reason !== null) return say("setup.not-seen", { game: choices.title(choices.game()) });
  return good(look) ? "" : say("setup.not-good");
}

function renderLook() {
  const ready = choices.game() !== null && sources.source() !== null && !isByHand();
  byId("look").disabled = !ready || looking;
  if (editor === null) show(look);
  byId("drag").hidden = !look?.teachable || editor !== null;
  byId("look").textContent = say(look === null ? "setup.look" : "setup.look-again");
  byId("look-say").textContent = editor === null ? said(ready) : byId("look-say").textContent;
}

function said(ready) {
  if (isByHand()) return say("setup.by-hand-why");
  if (!ready) return say(choices.game() === null ? "setup.look-game" : "setup.look-camera");
  if (looking) return say("setup.looking");
  if (why !== null) return tongue.pick(why.texts) || say("setup.no-picture");
  return look === null ? say("setup.look-press") : summary(look);
}

function onTyped() {
  keepDraft();
  renderSteps();
}

function onChoice() {
  keepDraft();
  const game = choices.game()?.game;
  if (isByHand()) look = null;
  else if (game && sources.source() !== null && !isLooked()) takeLook();
  render();
}

/** One test picture. Where no picture comes it is tried again, as a phone may be just starting. */
async function takeLook() {
  clearTimeout(again);
  stopEditing();
  const [game, source] = [choices.game()?.game, sources.source()];
  const mine = looked = `${game} ${source}`;
  looking = true;
  render();
  const answer = await ask(api("/look"), post({ game, source }));
  if (looked !== mine) return;
  looking = false;
  look = answer.ok ? answer.look : null;
  why = answer.ok ? answer.why : answer.error;
  if (look === null && WAITED.includes(why?.code)) again = setTimeout(takeLook, AGAIN_MS);
  if (!byId("players").contains(document.activeElement)) render();
  else { renderLook(); renderSteps(); }
}

const post = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function startEditing() {
  byId("look-say").textContent = say("setup.looking");
  const answer = await ask(api("/corners"), post({ game: choices.game().game, source: sources.source(), corners: null }));
  if (!answer.ok) { byId("look-say").textContent = tongue.complaint(answer.error); return; }
  show({ ...look, outline: [], pieces: [], glare: [], findings: [], reason: look.reason });
  byId("read").replaceChildren();
  editor = edit(byId("view"), answer.corners, (text) => { byId("look-say").textContent = text; });
  const tool = (key, act, kind = "") => {
    const button = element("button", { type: "button", class: kind }, say(key));
    button.addEventListener("click", act);
    return button;
  };
  byId("corner-tools").hidden = false;
  byId("corner-tools").replaceChildren(
    tool("setup.corners-keep", keepCorners, "primary"), tool("setup.corners-turn", () => editor.turn()), tool("setup.corners-leave", () => { stopEditing(); render(); }));
  byId("drag").hidden = true;
  byId("look-say").textContent = say(`setup.corners-how.${tongue.known(`setup.corners-how.${choices.game().game}`) ? choices.game().game : "any"}`);
  byId("view").querySelector(".corner").focus();
}

async function keepCorners() {
  const answer = await ask(api("/corners"), post({ game: choices.game().game, source: sources.source(), corners: editor.corners() }));
  if (answer.ok) takeLook();
  else byId("look-say").textContent = tongue.pick(answer.error.texts) || say("setup.corners-bad");
}

function stopEditing() {
  editor?.remove();
  editor = null;
  byId("corner-tools").hidden = true;
}

async function begin() {
  if (hurdle() !== "") { toHurdle(); return; }
  byId("begin").disabled = true;
  byId("notice").textContent = say("setup.beginning");
  const error = await send("new-game", state.event, { ...choices.wanted(), ...(isByHand() ? {} : { source: sources.source() }) });
  if (error === null && sources.isAddress()) remember(sources.source());
  if (error === null) sessionStorage.removeItem(DRAFT);
  if (error === null) { location.href = byId("dashboard").href + (isByHand() ? "#by-hand" : ""); return; }
  byId("begin").disabled = false;
  await fetchState();
  byId("notice").textContent = tongue.complaint(error);
}

// Brings what is missing into view and to the keyboard.
function toHurdle() {
  const step = choices.game() === null ? "game" : choices.trouble() ? "players" : "camera";
  const section = byId(`step-${step}`);
  section.scrollIntoView({ block: "center" });
  section.querySelector("button, input")?.focus({ preventScroll: true });
}

// What was chosen and typed here and not begun, in this tab: who went to teach their pieces, or to the
// dashboard, comes back to it; a game that another device began meanwhile counts more.
const DRAFT = `draft ${location.pathname}`;
const keepDraft = () => sessionStorage.setItem(DRAFT, JSON.stringify({ over: stands(), ...choices.typed(), source: mayBeKept(sources.source()) ? sources.source() : state.source }));
const stands = () => JSON.stringify([state.game, state.players, state.house, state.source]);

function withDraft() {
  const kept = JSON.parse(sessionStorage.getItem(DRAFT));
  return kept?.over === stands() ? { ...state, ...kept } : state;
}

async function fetchState() {
  const answer = await ask(api("/state"));
  if (answer.ok) state = answer.state;
  return answer;
}

async function load() {
  byId("dashboard").href = location.pathname.replace(/\/setup$/, "");
  // The words do not wait for the games, which a server just started reads first.
  const [answer, games] = await Promise.all([fetchState(), ask("/api/v1/games"), tongue.load(true).then(tongue.translate)]);
  if (!answer.ok || !games.ok) { byId("notice").textContent = tongue.complaint(answer.error ?? games.error); return; }
  const from = withDraft();
  choices.start(games.games, from, onChoice, onTyped);
  await sources.start(from, answer.role, onChoice, onTyped);
  render();
  onChoice();
}

for (const group of ["games", "sources"]) walkByArrows(byId(group));
byId("look").addEventListener("click", takeLook);
byId("drag").addEventListener("click", startEditing);
byId("begin").addEventListener("click", begin);
tongue.listen(() => { stopEditing(); render(); });
await load();
