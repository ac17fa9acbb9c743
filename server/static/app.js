// The dashboard: what the log says, and what this visitor chose to look at.

import { callCards, who } from "./call.js";
import { element, fill, icon } from "./draw.js";
import { fetchWords, follow, send } from "./live.js";
import { EMPTY, fold, isOver } from "./table.js";

const byId = (id) => document.getElementById(id);
const LANGUAGES = ["en", "fr"];

let table = EMPTY;
let words = null;
let connected = true;
// The turn this visitor looks at; null follows the newest.
let chosen = null;
let language = firstLanguage();

function firstLanguage() {
  const wanted = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  return LANGUAGES.includes(wanted) ? wanted : "en";
}

const say = (key, blanks = {}) => fill(words[language][key], blanks);
const newest = () => table.moments.length - 1;
const shown = () => chosen ?? newest();

function render() {
  if (words === null) return;
  renderFixed();
  renderMoment(table.moments[shown()]);
  renderTurns();
  renderControls();
}

function renderFixed() {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = say(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  for (const one of document.querySelectorAll("[data-language]")) {
    one.setAttribute("aria-pressed", String(one.dataset.language === language));
  }
  byId("title").textContent = table.titles[language] ?? "";
  byId("doing").textContent = doing();
}

function doing() {
  if (!connected) return say("doing.lost");
  if (table.fault !== null) return say("doing.fault", { message: table.fault });
  const count = say("count", { shown: table.moments.length, total: table.total });
  if (isOver(table)) return `${say("doing.over")} · ${count}`;
  return `${say(table.playing ? "doing.playing" : "doing.paused")} · ${count}`;
}

// The call is replaced only when it differs: a screen reader says everything that is put there.
function renderMoment(moment) {
  const call = byId("call");
  const key = `${language} ${table.began} ${moment?.index}`;
  if (call.dataset.key !== key) {
    const spoken = moment ? moment.spoken[language] : [];
    const waiting = element("div", { class: "one" }, element("p", { class: "move" }, say("doing.reading")));
    call.replaceChildren(...(moment ? callCards(spoken, words[language]) : [waiting]));
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
  byId("caption").textContent = moment ? say("read.in", { photo, seconds: moment.seconds }) : say("see.photo");
}

function show(image, ident, key, photo) {
  image.hidden = !ident;
  if (!ident) return;
  const source = `/api/pictures/${ident}`;
  if (image.getAttribute("src") !== source) image.src = source;
  image.alt = say(key, { photo });
}

function renderTurns() {
  const list = byId("turns");
  const focused = list.contains(document.activeElement);
  // Items stay as they are while the game grows; another language or game makes them anew.
  const key = `${language} ${table.began}`;
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
  const spoken = moment.spoken[language];
  const call = spoken[spoken.length - 1] ?? { kind: "nothing", word: "", turn: index };
  const thumb = moment.pictures.thumb;
  const source = thumb ? `/api/pictures/${thumb}` : "/static/icon.svg";
  const button = element("button", { type: "button", class: call.kind },
    element("img", { src: source, alt: say("alt.thumb", { photo: moment.photo }) }),
    element("small", {}, who(call, words[language])),
    element("b", {}, icon(call.kind), call.word));
  button.addEventListener("click", () => look(index));
  return element("li", {}, button);
}

function renderControls() {
  label("play", table.playing ? "pause" : "play");
  for (const name of ["next", "restart", "newest"]) label(name, name);
  byId("play").disabled = byId("next").disabled = isOver(table) || table.fault !== null;
  byId("newest").disabled = shown() === newest();
}

function label(id, name) {
  const button = byId(id);
  const key = `${name} ${language}`;
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

async function command(name) {
  const error = await send(name, table.event);
  const key = error?.code === "stale" ? "refused.stale" : "refused.other";
  byId("notice").textContent = error ? say(key, { message: error.message }) : "";
}

function setLanguage(wanted) {
  language = wanted;
  localStorage.setItem("language", wanted);
  render();
}

function onEvent(kind, number, data) {
  if (kind === "started") chosen = null;
  table = fold(table, kind, number, data);
  render();
}

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
  for (const name of ["next", "restart"]) byId(name).addEventListener("click", () => command(name));
  byId("play").addEventListener("click", () => command(table.playing ? "pause" : "play"));
  byId("newest").addEventListener("click", () => look(newest()));
  byId("overlay").addEventListener("change", render);
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => setLanguage(one.dataset.language));
  }
  document.addEventListener("keydown", onKey);
}

listen();
follow(onEvent, (now) => { connected = now; render(); });
words = await fetchWords();
render();
