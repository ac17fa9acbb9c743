// The dashboard: what the log says, and what this visitor chose to look at.

import { drawingOf, showBoard, showStraight, viewOf } from "./board.js";
import { RECORDING, showControls } from "./controls.js";
import { listPlaces, offer, placeAt, placeOn, placesRead } from "./correct.js";
import { dressed, shows } from "./draw.js";
import * as tongue from "./language.js";
import { anew, api, ask, follow, send } from "./live.js";
import { keepShown } from "./lastshown.js";
import { watchLive } from "./livepicture.js";
import { addressed, showPast } from "./past.js";
import { markPhoto } from "./photomarks.js";
import { showClocks, showDuties, showPlayers } from "./players.js";
import { showQuestion } from "./question.js";
import { showOffer } from "./offer.js";
import { listenForKeys, showKeys } from "./shortcuts.js";
import * as stage from "./stage.js";
import { isOpen, NOTHING, showOrder, showStanding, wordNow } from "./standing.js";
import { inWords, showBadge, tone, toneOf } from "./status.js";
import { sure } from "./sure.js";
import * as tableMode from "./tablemode.js";
import { EMPTY, fold, isOver } from "./table.js";
import { placeTurns, showTurns } from "./timeline.js";
import { setVoice, speak, speaks } from "./voice.js";

const byId = (id) => document.getElementById(id);
const onClick = (id, act) => byId(id).addEventListener("click", act);
const say = tongue.say;

let table = EMPTY;
let status = {};
// What the table allows just now and what this visitor may do, as the server said last.
let state = {};
// What stands at the table, as the server said last: everything open is in it.
let standing = NOTHING;
let role = "watch";
let connected = true;
let correcting = false;
// Times that the list was opened or closed.
let listings = 0;
// Whether the pictures show the table before the turn that is looked at.
let before = false;
// The turn this visitor looks at; null follows the newest.
let chosen = null;
// What a helper shows on the board; and the game's drawing.
let extra = {};
let drawing = null;
let view = null;
let ticked = new Set();
// The newest event when the page opened: what came before is not spoken, and no ring turns for it.
let opened = Infinity;
let arrived = false;

const newest = () => table.moments.length - 1;
const shown = () => chosen ?? newest();
const inLog = async (act) => (await import("./log.js"))[act](byId("turn-log"), table.moments, shown(), table.players);
const isLive = () => table.live || Boolean(state.live);
const mayChange = () => role === "keeper" || role === "host";

const mayAct = () => table.live && mayChange();

function render() {
  if (!tongue.ready()) return;
  const held = document.activeElement;
  renderAll();
  // Who pressed what is gone now, or does nothing any more, goes on at the call that came of it.
  const now = document.activeElement;
  if (held !== document.body && (now === document.body || now.disabled)) byId("call").focus({ preventScroll: true });
}

function renderAll() {
  renderFixed();
  renderStanding();
  renderControls();
  if (isCatchingUp()) return;
  renderMoment(table.moments[shown()]);
  showTurns(byId("turns"), table, shown(), look);
  if (byId("turn-log").open) inLog("refillLog");
  showPlayers(byId("players"), state, drawing, mayAct() ? ofPlayers : null);
  showDuties(byId("duties"), standing, ticked, tick);
  if (arrived || told < opened) return;
  arrived = true;
  document.body.classList.add("ready");
  lookAtAddressed();
}

function renderFixed() {
  tongue.translate();
  byId("title").textContent = table.titles[tongue.current()] ?? "";
  document.title = [standing.event < 0 ? "" : wordNow(standing).word, byId("title").textContent, "Arbitable"].filter(Boolean).join(" · ");
  byId("doing").textContent = doing();
  byId("export").hidden = !table.game;
  showBadge(byId("badge"), isLive() && connected ? status : {}, state.dropped ?? 0);
  const quiet = table.live ? tone(status, table.playing) : "";
  byId("doing").className = `doing ${table.fault !== null ? "wrong" : toneOf(standing, connected, quiet)}`;
}

function doing() {
  if (!connected) return say("doing.lost");
  if (table.fault !== null) return say("doing.fault", { message: table.fault });
  // The call's place says it already.
  if (status.gate === "no-game") return "";
  // Told to choose a camera is who can and wants one.
  const unseen = isLive() && table.game && table.playing && status.camera === "none";
  if (unseen && !byId("hand").hidden) return say("do.hand");
  if (unseen && !mayChange()) return say("camera.nowhere");
  if (isLive()) return inWords(status, table.playing || !table.live);
  const count = say("count", { shown: table.moments.length, total: table.total });
  if (isOver(table)) return [say("doing.over"), count, role === "host" ? say("doing.own") : ""].filter(Boolean).join(" · ");
  return `${say(table.playing ? "doing.playing" : "doing.paused")} · ${count}`;
}

// Which way round the board lies is asked from the first look that cannot tell until the table is
// seen; seldom, so what asks it comes when it is wanted.
let wayAsked = false;

async function renderWayRound() {
  if (status.code === "top-unknown") wayAsked = true;
  else if (status.gate === "clear") wayAsked = false;
  const section = byId("way-round");
  section.hidden = !wayAsked || !mayAct() || chosen !== null;
  document.body.classList.toggle("turning", !section.hidden);
  if (section.hidden) return section.removeAttribute("data-key");
  (await import("./wayround/question.js")).showWayRound(section, (at) => command("mark", { at }));
}

// What stands is shown whatever is looked at: looking back takes nothing of it away.
function renderStanding() {
  const last = table.moments[newest()];
  const insist = mayAct() ? () => command("insist") : null;
  const takeBack = mayAct() && standing.fouls[0]?.photo === null ? () => command("take-back") : null;
  const isNew = status.gate === "no-game";
  const stood = byId("call").dataset.key;
  showStanding(byId("call"), standing, last, { insist, takeBack, onward: isLive() && mayChange() ? onward(isNew) : null }, say(isNew ? "gate.no-game" : isLive() ? "see.first" : "doing.reading"));
  // Who tells turns by hand goes on there, unless something is open.
  const seeks = performance.now() - ordered < SOON_MS && (byId("hand").hidden || isOpen(standing));
  if (seeks && stood !== byId("call").dataset.key) byId("call").scrollIntoView({ block: "nearest" });
  showOrder(byId("order"), last, standing, mayAct() ? { undo, redo: () => command("redo"), correct: () => setCorrecting(true) } : null);
  const asks = chosen === null && !correcting ? standing.question : null;
  if (!asks) pointed = null;
  seekOther();
  showOffer(byId("offer"), chosen === null ? status.offer ?? otherGame() : null, mayAct() ? answerOffer : null);
  renderWayRound();
  // Drawings are cut to the room that they have.
  document.body.classList.toggle("asking", Boolean(asks));
  document.body.style.setProperty("--answers", `${asks?.answers.length ?? 1}fr`);
  showQuestion(byId("question"), asks, drawing, mayAct() ? { answer: (choice) => command("answer", { choice }), none: () => command("none-of-these"), stand: () => command("let-it-stand"), point } : null);
  document.body.dataset.kind = wordNow(standing).kind;
  document.body.classList.toggle("looking", chosen !== null);
  if (connected && standing.event >= 0 && chosen === null && !before) keepShown(table, standing, view);
}

// What leads to the first look: a game is chosen, a turn told by hand, or what looks at the table is chosen.
function onward(isNew) {
  if (isNew) return { name: "setup", word: "see.setup", press: () => location.assign(`${location.pathname}/setup`) };
  if (drawing?.byHand && status.camera === "none") return { name: "hand", word: "do.hand", press: toggleHand };
  const unseen = (state.source ?? "phone") === "phone" || ["silent", "failed", "ended"].includes(status.camera);
  return unseen ? { name: "connect", word: "do.connect", press: () => byId("connect").click() } : null;
}

// The game that seems to lie there instead of the chosen one, as an offer.
let instead = null;
const isLost = () => status.code === "no-board" && !standing.opened && table.playing;
const otherGame = () => (mayAct() && isLost() && instead?.began === table.began ? instead : null);

async function seekOther() {
  if (!isLost() || !mayAct()) return;
  const { began, game, titles } = table;
  const { seek } = await import("./othergame.js");
  seek({ began, game, titles, source: state.source }, isLost, (found) => { instead = { ...found, began }; render(); });
}

function answerOffer(offer, choice) {
  if (offer !== instead?.id) return command("offer", { offer, choice });
  instead = null;
  render();
  if (choice) beginAnew(choice);
}

function renderMoment(moment) {
  const back = chosen === null ? null : moment;
  showPast(byId("past"), back ?? null, table.moments[newest()]?.spoken[tongue.current()].at(-1)?.turn ?? 0, wordNow(standing), () => look(newest()));
  renderPictures(moment);
}

function renderPictures(moment) {
  const kind = byId("overlay").checked ? "overlay" : "plain";
  byId("live-label").hidden = !table.live;
  const live = table.live && chosen === null && byId("live").checked;
  const spot = spotOf();
  byId("spot-label").hidden = !spot;
  const large = !live && !before && spot !== null && byId("spot").checked;
  const straight = !live && !large && table.drawn && Boolean(moment?.pictures.straight) && byId("straighten").checked;
  stands = { live, large, straight };
  const photo = stage.photographed(table.moments, large ? spot : moment)?.photo ?? "";
  watchLive(byId("photo"), live);
  if (large) show(byId("photo"), spot.pictures.spot, "alt.spot", photo);
  else if (!live) show(byId("photo"), straight ? null : moment?.pictures[kind], "alt.photo", photo);
  byId("photo-frame").classList.toggle("large", large);
  byId("caption").textContent = caption(moment, photo);
  document.body.classList.toggle("picking", correcting);
  renderBoard(before ? momentBefore() ?? moment : moment);
}

/** The newest look before the one shown: another photo, or none. */
function momentBefore() {
  const now = table.moments[shown()];
  return table.moments.slice(0, shown()).findLast((one) => !one.order && one.pictures.view && one.pictures.plain !== now?.pictures.plain) ?? null;
}

// The picture of what is open, large, where it was taken: an order or a refused photo after it changes nothing.
function spotOf() {
  if (chosen !== null || correcting || !isOpen(standing)) return null;
  const spot = table.moments.findLast((one) => one.pictures.spot)?.pictures.spot;
  return table.moments.find((one) => spot && one.pictures.spot === spot) ?? null;
}

// What the photo's frame shows instead of the whole photo.
let stands = { live: false, large: false, straight: false };

const isDivided = () => byId("divide").getAttribute("aria-pressed") === "true";

function renderStraight(moment, layer) {
  const wanted = stands.straight && layer;
  byId("straight-label").hidden = !layer || stands.live || stands.large;
  const divided = Boolean(wanted) && isDivided();
  showStraight(byId("straight"), moment, marked(), drawing, wanted ? layer : null, { ...extra, divided });
  byId("photo-frame").classList.toggle("unmarked", !byId("overlay").checked);
  byId("divider").hidden = !divided;
}

const markNow = () => markPhoto(byId("photo-frame"), byId("photo"), marked(), byId("overlay").checked && !byId("photo-frame").classList.contains("large"));

// Another language: what is open besides is put anew too.
async function translateAll() {
  render();
  if (!byId("hand").hidden) fillHand();
  if (!byId("assist").hidden) fillAssist();
  if (correcting) listPlaces(byId("places"), await placesRead(), correctAt);
}

/** The answer that is pointed at: photo and board show it. */
let pointed = null;

function point(one) {
  pointed = one;
  renderPictures(table.moments[shown()]);
}

/** A view with the marks of the answer that is pointed at. */
const marked = () => (pointed?.view && view ? { ...view, marks: pointed.view.marks } : view);

// What photo and board show, or will once what they need has come.
let pictured = "";

// The board comes in its own time; that of a turn looked at before is dropped. Its drawing is put anew
// only where it differs itself: a piece may be moving on it.
async function renderBoard(moment) {
  const key = JSON.stringify([tongue.current(), table.began, moment?.index, moment?.pictures.view, byId("overlay").checked, byId("straighten").checked, isDivided(), stands, extra, pointed?.choices]);
  if (pictured === key) return;
  pictured = key;
  // The photo is fetched with the drawing, which says where it lies, and not after it.
  if (stands.straight && moment?.pictures.straight) new Image().src = api(`/pictures/${moment.pictures.straight}`);
  const [found, made, taken] = await Promise.all([viewOf(moment), drawingOf(table), viewOf(stage.photographed(table.moments, moment))]);
  if (pictured !== key) return;
  [view, drawing] = [found, made];
  const frame = byId("board"), isNext = moment && frame.dataset.index === String(moment.index - 1);
  if (!shows(frame, [tongue.current(), table.began, moment?.index, moment?.pictures.view, Boolean(found), extra, pointed?.choices])) {
    frame.dataset.index = moment?.index ?? "";
    const more = pointed?.view ? { acts: pointed.acts } : { ...extra, moves: isNext ? movesOf(moment) : [] };
    showBoard(frame, byId("pieces").querySelector("ul"), table, moment, pointed?.view ?? view, drawing, more);
  }
  renderStraight(moment, stage.photoLayer(moment, taken));
  byId("pieces").hidden = !view;
  byId("pieces").open ||= Boolean(view) && !drawing;
  markNow();
  showPlayers(byId("players"), state, drawing, mayAct() ? ofPlayers : null);
  renderStanding();
}

const movesOf = (moment) => moment.calls.map((call) => call.move).filter(Boolean);

function caption(moment, photo) {
  if (correcting) return say("see.tap");
  if (!moment) return say("see.photo");
  return moment.seconds ? say("read.in", { photo, seconds: moment.seconds }) : `${say("see.photo")} ${photo}`;
}

function show(image, ident, key, photo) {
  image.hidden = !ident;
  if (!ident) return;
  const source = api(`/pictures/${ident}`);
  if (image.getAttribute("src") !== source) image.src = source;
  image.alt = say(key, { photo });
}

function renderControls() {
  showControls({ table, state, standing, shown: shown(), mayChange: mayChange(), live: isLive(), correcting, before: before ? "on" : momentBefore() ? "off" : "none", byHand: Boolean(drawing?.byHand) });
}

function look(index) {
  before = false;
  const last = newest();
  const wanted = Math.max(0, Math.min(index, last));
  chosen = wanted < last ? wanted : null; // before the first look there is none to look back at
  if (chosen !== null) stopCorrecting();
  if (location.hash) history.replaceState(null, "", chosen === null ? location.pathname : `#turn-${wanted}`);
  extra = {};
  render();
}

// An address may name a turn, or the panel where turns are told.
function lookAtAddressed() {
  if (location.hash === "#by-hand" && byId("hand").hidden && drawing?.byHand && mayAct()) toggleHand();
  const wanted = addressed();
  if (wanted === null || !table.moments[wanted]) return;
  byId("turn-log").close();
  look(wanted);
}

// A double tap is one order: the same about the same table is not sent again before it is answered.
const unanswered = new Set();

// What comes of an order of this visitor's is brought into sight, where it is told soon.
const SOON_MS = 3000;
let ordered = -Infinity;

async function command(name, more = {}) {
  ordered = performance.now();
  const order = JSON.stringify([name, table.event, more]);
  if (unanswered.has(order)) return;
  unanswered.add(order);
  const error = await send(name, table.event, more);
  unanswered.delete(order);
  byId("notice").textContent = error ? tongue.complaint(error) : "";
}

const ofPlayers = {
  moves: (player) => command("tell", { fact: "turn", data: { player } }),
  rename: async (player) => (await import("./rename.js")).rename(player, (name) => send("rename", table.event, { player, name })),
};

// An undo says what falls with it; one that would change whose turn it is asks before.
async function undo() {
  const wanted = standing.undo;
  const falls = (wanted?.falls ?? []).map(tongue.pick).join(" ");
  if (wanted?.mover) {
    const then = `${say("see.then-moves", { player: wanted.mover })} ${falls}`;
    return sure(byId("sure"), say("see.undo-sure", { what: tongue.pick(wanted.texts) }), then.trim(), say("do.undo"), () => command("undo"));
  }
  await command("undo");
  if (!byId("notice").textContent) byId("notice").textContent = falls;
}

// What was ticked off in a game, on this device: a phone opens its pages anew when it wakes up.
const TICKED = `ticked ${location.pathname}`;

function tickedOf(game) {
  const [began, ...idents] = JSON.parse(localStorage.getItem(TICKED) ?? "[]");
  return new Set(began === game ? idents : []);
}

function tick(ident) {
  ticked = new Set(ticked.has(ident) ? [...ticked].filter((one) => one !== ident) : [...ticked, ident]);
  localStorage.setItem(TICKED, JSON.stringify([table.began, ...ticked]));
  render();
}

// The list takes the focus when it opens and gives it back when it closes; not if it comes late.
async function setCorrecting(now) {
  const mine = ++listings, list = byId("places");
  correcting = now;
  byId("notice").textContent = "";
  list.hidden = !now;
  list.replaceChildren();
  const places = now ? await placesRead() : [];
  if (mine !== listings) return;
  if (now) listPlaces(list, places, correctAt);
  render();
  (now ? list.querySelector("button") ?? list : byId("correct")).focus({ preventScroll: true });
  if (now) list.scrollIntoView({ block: matchMedia("(max-width: 44rem)").matches ? "start" : "nearest" });
}

// What lies there now is put right: who looks back corrects nothing.
function stopCorrecting() {
  listings += 1;
  correcting = false;
  byId("places").hidden = true;
}

function correctAt(place) {
  if (place === null) return;
  setCorrecting(false);
  offer(byId("readings"), place, drawing, ({ label: read, texts }) => {
    const correct = () => command("correct", { place: place.place, label: read });
    const [best] = place.readings;
    if (best.probability < SURE || !texts) return correct();
    const said = { place: tongue.nameOf(place), read: tongue.pick(best.texts), now: tongue.pick(texts) };
    sure(byId("sure"), say("correct.sure", said), say("correct.was-sure", said), say("do.correct"), correct);
  });
}

async function toggleAssist() {
  const panel = byId("assist");
  panel.hidden = !panel.hidden;
  byId("photo-figure").hidden = !panel.hidden;
  extra = {};
  if (!panel.hidden) {
    look(newest());
    await fillAssist();
    panel.scrollIntoView({ block: "nearest" });
    panel.querySelector("button")?.focus({ preventScroll: true });
  } else byId("assist-button").focus({ preventScroll: true });
  render();
}

// Turns told by tapping, in the photo's place.
async function toggleHand() {
  const panel = byId("hand");
  panel.hidden = !panel.hidden;
  byId("photo-figure").hidden = !panel.hidden;
  document.body.classList.toggle("handing", !panel.hidden);
  if (!panel.hidden) await fillHand();
  else byId("hand-button").focus({ preventScroll: true });
  render();
}

async function fillHand() {
  const [{ openHand }] = await Promise.all([import(`./hands/${table.game}.js`), dressed("hands/hands.css")]);
  const moment = table.moments[newest()];
  await openHand(byId("hand"), { view: viewOf(moment), state, standing, newest: moment }, (move) => command("turn", { move }), command);
}

// Helpers are for whoever moves now: an open panel is filled anew when play has gone on, but keeps
// its answer while somebody tells a fact.
let helped = "";
async function fillAssist() {
  helped = helpedNow();
  const [{ openAssist }] = await Promise.all([import("./assist.js"), dressed("assist.css")]);
  await openAssist(byId("assist"), state, drawing, (found) => { extra = found; render(); });
}

const helpedNow = () => JSON.stringify([table.began, table.moments.filter((one) => one.order !== "tell").length, state.to_move]);

async function replay() {
  const { retell } = await import("./retold.js");
  retell(byId("retold"), table.moments, shown(), view);
}

const newGame = () => import("./newgame.js");

async function beginAnew(game) {
  await (await newGame()).fillForm(byId("begin").querySelector("form"), game, state.next_players ?? table.players, table.house);
  byId("begin").returnValue = "";
  byId("begin").showModal();
}

async function onBegin() {
  if (byId("begin").returnValue === "begin") command("new-game", (await newGame()).chosen(byId("begin").querySelector("form")));
}

function onEvent(kind, number, data) {
  if (data.renamed && number > opened) return retold(number);
  const begins = kind === "started" && number !== table.began;
  if (begins) drawingOf({ ...table, game: data.game, drawn: data.drawn }).then((made) => { drawing = made; lookAtAddressed(); renderSoon(); });
  if (begins && !byId("hand").hidden) toggleHand();
  if (begins) [chosen, extra, ticked, drawing] = [null, {}, tickedOf(number), null];
  if (kind === "moment") [extra, before] = [{}, false];
  if (kind === "moment" && !data.order) byId("notice").textContent = "";
  table = fold(table, kind, number, data);
  told = number;
  if (kind === "moment" && number > opened && tongue.ready()) speak(data);
  refresh();
  renderSoon();
}

// Who looks back goes on doing so, while every turn comes with the names of now.
function retold(number) {
  table = { ...table, event: 0 };
  [opened, told] = [number, 0];
  anew();
  refresh();
}

// What was said while nobody answered is over once somebody does; the rest is asked for again.
function onConnection(now) {
  if (now && !connected) {
    byId("notice").textContent = byId("board").dataset.key = pictured = "";
    refresh();
  }
  connected = now;
  render();
}

function onStanding(now) {
  if (now.event < standing.event && table.event > 0) return;
  standing = now;
  tableMode.hear(standing.fouls);
  renderSoon();
}

// Events of the past come in a burst: only what they come to is shown.
let rendering = null;
let told = 0;
// Bursts that the newest is waited for: three seconds, then what is known is shown.
let patience = 75;
const isCatchingUp = () => told < opened && patience > 0;

function renderSoon() {
  rendering ??= setTimeout(() => {
    rendering = null;
    patience -= 1;
    if (isCatchingUp()) renderSoon();
    else render();
  }, arrived ? TOGETHER_MS : BURST_MS);
}

// What may be done now. Asked once for many events that come together.
let asking = null;
function refresh() {
  asking ??= setTimeout(async () => {
    asking = null;
    const found = await ask(api("/state"));
    if (!found.ok || found.state.event < state.event) return;
    state = found.state;
    // Of one event the channel's is the newer.
    if (state.standing && state.standing.event > standing.event) standing = state.standing;
    role = found.role;
    opened = Math.min(opened, state.event);
    if (!byId("hand").hidden) fillHand();
    if (!byId("assist").hidden && helped !== helpedNow()) fillAssist();
    renderSoon();
  }, 50);
}

/** From this share the camera was sure: saying otherwise is asked about, as it may be a wrong tap. */
const SURE = 0.99;

/** Milliseconds after which the page is shown even where the computer does not answer. */
const READY_MS = 3000;

/** Milliseconds that events of one burst may lie apart: those of the past, and a call with its standing. */
const [BURST_MS, TOGETHER_MS] = [40, 8];

const MOVES = {
  ArrowLeft: () => look(shown() - 1),
  ArrowRight: () => look(shown() + 1),
  Home: () => look(0),
  End: () => look(newest()),
};

function openRest(open) {
  byId("rest").classList.toggle("open", open);
  byId("more").setAttribute("aria-expanded", String(open));
}

function listenToStage() {
  const room = document.querySelector(".pictures");
  stage.listen(room);
  onClick("before", () => { before = !before && momentBefore() !== null; render(); });
  onClick("divide", () => { byId("divide").setAttribute("aria-pressed", String(!isDivided())); render(); });
  byId("divider").querySelector("input").addEventListener("input", (event) => byId("straight").style.setProperty("--share", `${event.target.value}%`));
  const acts = { "turn-stage": stage.turn, "flip-stage": stage.flip, closer: stage.closerByButton, farther: stage.fartherByButton, fit: stage.fit, full: stage.fullScreen };
  for (const [name, act] of Object.entries(acts)) onClick(name, () => { act(room); render(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && correcting && !document.querySelector("dialog[open]")) setCorrecting(false); });
}

function listen() {
  for (const name of [...RECORDING, "redo", "end-turn"]) onClick(name, () => command(name));
  onClick("play", () => command(table.playing ? "pause" : "play"));
  onClick("undo", undo);
  onClick("more", () => openRest(!byId("rest").classList.contains("open")));
  onClick("rest", () => openRest(false));
  onClick("newest", () => look(newest()));
  onClick("log", () => inLog("openLog"));
  byId("turn-log").addEventListener("change", () => inLog("refillLog"));
  onClick("turn-log", (event) => { if (event.target.closest("a")?.hash === location.hash) lookAtAddressed(); });
  window.addEventListener("hashchange", () => (location.hash ? lookAtAddressed() : look(newest())));
  listenToStage();
  for (const name of ["overlay", "live", "spot", "straighten"]) byId(name).addEventListener("change", render);
  onClick("correct", () => { look(newest()); setCorrecting(!correcting); });
  onClick("photo", async (event) => { if (correcting) correctAt(await placeAt(byId("photo"), event)); });
  byId("photo").addEventListener("load", markNow);
  for (const name of ["board", "straight"]) onClick(name, async (event) => { if (correcting) correctAt(await placeOn(event)); });
  onClick("replay", replay);
  onClick("assist-button", toggleAssist);
  onClick("hand-button", toggleHand);
  onClick("rules", async () => (await import("./rulebook.js")).openRules(byId("rulebook"), table));
  onClick("voice", () => { setVoice(!speaks()); render(); });
  onClick("keys", () => showKeys(byId("shortcuts")));
  onClick("connect", async () => (await import("./connect.js")).connect(byId("links"), role, state.disk, state.source, (source) => command("camera", { source })));
  onClick("new-game", () => beginAnew(table.game));
  byId("begin").addEventListener("close", onBegin);
  byId("export").href = api("/export");
  for (const page of ["setup", "facts"]) {
    for (const link of document.querySelectorAll(`.${page}-link`)) link.href = `${location.pathname}/${page}`;
  }
  byId("own-camera").href = `${location.pathname}/camera`;
  for (const one of document.querySelectorAll("dialog .close")) {
    one.addEventListener("click", () => one.closest("dialog").close());
  }
  onClick("table-mode", () => tableMode.toggle(render));
  tableMode.listen(render);
  placeTurns(document.querySelector("footer nav"), byId("players"), document.querySelector("footer"));
  tongue.listen(translateAll);
  listenForKeys(MOVES, () => showKeys(byId("shortcuts")));
}

listen();
setInterval(() => { if (table.live) showClocks(byId("players"), table.moments, new Date()); }, 1000);
setTimeout(() => document.body.classList.add("ready"), READY_MS);
// A status and the standing after it are shown at once.
follow({ onEvent, onStanding, onStatus: (now) => { status = now; renderSoon(); }, onConnection });
await tongue.load();
refresh();
render();
renderSoon(); // a table without any event brings nothing that would show it
