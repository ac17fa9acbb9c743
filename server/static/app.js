// The dashboard: what the log says, and what this visitor chose to look at.

import { callCards, who } from "./call.js";
import { connect } from "./connect.js";
import { offer, placeAt } from "./correct.js";
import { element, icon } from "./draw.js";
import * as tongue from "./language.js";
import { api, ask, follow, send } from "./live.js";
import { chosen as chosenGame, fillForm } from "./newgame.js";
import { standing, tone } from "./status.js";
import { EMPTY, fold, isOver } from "./table.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

let table = EMPTY;
let status = {};
// What the table allows just now and what this visitor may do, as the server said last.
let state = {};
let role = "watch";
let connected = true;
let correcting = false;
// The turn this visitor looks at; null follows the newest.
let chosen = null;

const newest = () => table.moments.length - 1;
const shown = () => chosen ?? newest();
const isLive = () => table.live || Boolean(state.live);
const mayChange = () => role === "keeper" || role === "host";

function render() {
  if (!tongue.ready()) return;
  renderFixed();
  renderMoment(table.moments[shown()]);
  renderTurns();
  renderControls();
}

function renderFixed() {
  tongue.translate();
  byId("title").textContent = table.titles[tongue.current()] ?? "";
  byId("doing").textContent = doing();
  byId("doing").className = `doing ${table.live ? tone(status, table.playing) : ""}`;
}

function doing() {
  if (!connected) return say("doing.lost");
  if (table.fault !== null) return say("doing.fault", { message: table.fault });
  if (isLive()) return standing(status, table.playing || !table.live);
  const count = say("count", { shown: table.moments.length, total: table.total });
  if (isOver(table)) return `${say("doing.over")} · ${count}`;
  return `${say(table.playing ? "doing.playing" : "doing.paused")} · ${count}`;
}

// The call is replaced only when it differs: a screen reader says everything that is put there.
function renderMoment(moment) {
  const call = byId("call");
  const key = `${tongue.current()} ${table.began} ${moment?.index} ${isAsked(moment)} ${isLive()}`;
  if (call.dataset.key !== key) {
    const spoken = moment ? moment.spoken[tongue.current()] : [];
    const waiting = element("div", { class: "one" }, element("p", { class: "move" }, say(isLive() ? "see.first" : "doing.reading")));
    call.replaceChildren(...(moment ? callCards(spoken, tongue.sentences(), isAsked(moment) ? answer : null) : [waiting]));
    call.classList.toggle("several", spoken.length > 1);
    call.dataset.key = key;
  }
  renderPictures(moment);
}

function renderPictures(moment) {
  const photo = moment?.photo ?? "";
  const kind = byId("overlay").checked ? "overlay" : "plain";
  show(byId("photo"), moment?.pictures[kind], "alt.photo", photo);
  show(byId("board"), moment?.pictures.board, "alt.board", photo);
  byId("caption").textContent = caption(moment, photo);
  byId("photo").classList.toggle("tappable", correcting);
}

function caption(moment, photo) {
  if (correcting) return say("see.tap");
  if (!moment) return say("see.photo");
  return moment.seconds ? say("read.in", { photo, seconds: moment.seconds }) : `${say("see.photo")} ${photo}`;
}

// Whether this moment's question is still open and this visitor may answer it.
function isAsked(moment) {
  return mayChange() && state.question > 0 && moment !== undefined && moment === table.moments[newest()];
}

function show(image, ident, key, photo) {
  image.hidden = !ident;
  if (!ident) return;
  const source = api(`/pictures/${ident}`);
  if (image.getAttribute("src") !== source) image.src = source;
  image.alt = say(key, { photo });
}

function renderTurns() {
  const list = byId("turns");
  const focused = list.contains(document.activeElement);
  // Items stay as they are while the game grows; another language or game makes them anew.
  const key = `${tongue.current()} ${table.began}`;
  if (list.dataset.key !== key) list.replaceChildren();
  list.dataset.key = key;
  for (let index = list.children.length; index < table.moments.length; index += 1) {
    list.append(turnItem(table.moments[index], index));
  }
  for (const [index, item] of [...list.children].entries()) {
    item.firstChild.setAttribute("aria-current", String(index === shown()));
  }
  const current = list.children[shown()];
  if (current === undefined) return;
  if (focused) current.firstChild.focus({ preventScroll: true });
  list.scrollLeft = current.offsetLeft - list.offsetLeft - (list.clientWidth - current.clientWidth) / 2;
}

function turnItem(moment, index) {
  const spoken = moment.spoken[tongue.current()];
  const call = spoken[spoken.length - 1] ?? { kind: "nothing", word: "", turn: index };
  const thumb = moment.order ? null : moment.pictures.thumb;
  const source = thumb ? api(`/pictures/${thumb}`) : "/static/icon.svg";
  const button = element("button", { type: "button", class: call.kind },
    element("img", { src: source, alt: say("alt.thumb", { photo: moment.photo }) }),
    element("small", {}, who(call, tongue.sentences())),
    element("b", {}, icon(call.kind), call.word));
  button.addEventListener("click", () => look(index));
  return element("li", {}, button);
}

function renderControls() {
  label("play", table.playing ? "pause" : "play");
  for (const name of [...RECORDING, ...LIVE, "newest"]) label(name, name);
  for (const name of RECORDING) byId(name).hidden = isLive() || !mayChange();
  for (const name of LIVE) byId(name).hidden = !(table.live && mayChange());
  for (const name of ["connect", "new-game"]) byId(name).hidden = !(isLive() && mayChange());
  byId("play").hidden = !mayChange() || (isLive() && !table.live);
  byId("insist").hidden = !(table.live && mayChange() && state.open_foul);
  byId("undo").disabled = !state.can_undo;
  byId("redo").hidden ||= !state.can_redo;
  byId("correct").setAttribute("aria-pressed", String(correcting));
  byId("play").disabled = byId("next").disabled = isOver(table) || table.fault !== null;
  byId("newest").disabled = shown() === newest();
}

function label(id, name) {
  const button = byId(id);
  const key = `${name} ${tongue.current()}`;
  if (button.dataset.key === key) return;
  button.dataset.key = key;
  button.replaceChildren(icon(name), element("span", {}, say(`do.${name}`)));
}

function look(index) {
  const last = newest();
  const wanted = Math.max(0, Math.min(index, last));
  chosen = wanted === last ? null : wanted;
  render();
}

async function command(name, more = {}) {
  const error = await send(name, table.event, more);
  const key = error?.code === "stale" ? "refused.stale" : "refused.other";
  byId("notice").textContent = error ? say(key, { message: error.message }) : "";
}

const answer = (choice) => command("answer", { choice });

function setCorrecting(now) {
  correcting = now;
  render();
}

async function onTap(event) {
  if (!correcting) return;
  const place = await placeAt(byId("photo"), event);
  if (place === null) return;
  setCorrecting(false);
  offer(byId("readings"), place, ({ label: read }) => command("correct", { place: place.place, label: read }));
}

async function beginAnew() {
  await fillForm(byId("begin").querySelector("form"), table.game, table.players);
  byId("begin").returnValue = "";
  byId("begin").showModal();
}

function onBegin() {
  if (byId("begin").returnValue === "begin") command("new-game", chosenGame(byId("begin").querySelector("form")));
}

function onEvent(kind, number, data) {
  if (kind === "started") chosen = null;
  table = fold(table, kind, number, data);
  refresh();
  render();
}

// What may be done now. Asked once for many events that come together.
let asking = null;
function refresh() {
  asking ??= setTimeout(async () => {
    asking = null;
    const found = await ask(api("/state"));
    if (!found.ok) return;
    state = found.state;
    role = found.role;
    render();
  }, 50);
}

// Buttons of a recording, and of a live table.
const RECORDING = ["next", "restart"];
const LIVE = ["undo", "redo", "insist", "end-turn", "correct", "connect", "new-game"];

const KEYS = {
  ArrowLeft: () => look(shown() - 1),
  ArrowRight: () => look(shown() + 1),
  Home: () => look(0),
  End: () => look(newest()),
};

function onKey(event) {
  const plain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!plain || !(event.key in KEYS) || event.target.matches("input")) return;
  event.preventDefault();
  KEYS[event.key]();
}

function listen() {
  for (const name of [...RECORDING, "undo", "redo", "insist", "end-turn"]) byId(name).addEventListener("click", () => command(name));
  byId("play").addEventListener("click", () => command(table.playing ? "pause" : "play"));
  byId("newest").addEventListener("click", () => look(newest()));
  byId("overlay").addEventListener("change", render);
  byId("correct").addEventListener("click", () => setCorrecting(!correcting));
  byId("photo").addEventListener("click", onTap);
  byId("connect").addEventListener("click", () => connect(byId("links"), role, state.disk, (source) => command("camera", { source })));
  byId("new-game").addEventListener("click", beginAnew);
  byId("begin").addEventListener("close", onBegin);
  byId("export").href = api("/export");
  byId("own-camera").href = `${location.pathname}/camera`;
  for (const one of document.querySelectorAll("dialog .close")) {
    one.addEventListener("click", () => one.closest("dialog").close());
  }
  tongue.listen(render);
  document.addEventListener("keydown", onKey);
}

listen();
follow(onEvent, (now) => { status = now; render(); }, (now) => { connected = now; render(); });
await tongue.load();
refresh();
render();
