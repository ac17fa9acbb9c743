// Teach your own pieces: choose the game, photograph the pieces, look at what was learnt, keep it.

import { walkByArrows } from "../arrows.js";
import { drawingOf } from "../board.js";
import { gameTile } from "../gametile.js";
import * as tongue from "../language.js";
import { api, ask } from "../live.js";
import { sure } from "../sure.js";
import { choosePiece } from "./chooser.js";
import { cards } from "./pieces.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

/**
 * @typedef {{name: string, label: Object, texts: Object<string, string>}} Kind
 * @typedef {Kind & {quarters: number, picture: string, photo: string, made: number, unclear: boolean}} Piece
 * @typedef {{game: string, photo: string, made: number, pieces: Piece[], missing: string[]}} Set
 * @typedef {Set & {ident: number, objection: Object<string, string>|null}} Draft
 */

let games = [];
let chosen = null;
/** @type {{kinds: Kind[], wanted: string[], drawn: boolean, kept: Set|null, draft: Draft|null}|null} */
let taught = null;
let drawing = null;
// What is said of the last thing done, in whatever language is chosen now, and whether it went well.
let told = () => "";
let went = true;

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  document.title = `${say("teach.title")} · Arbitable`;
  renderGames();
  byId("photo-step").hidden = byId("kept").hidden = taught === null;
  showTold();
  byId("draft").hidden = !taught?.draft;
  if (taught === null) return;
  byId("how").textContent = say(`teach.how.${chosen}`);
  byId("photo-words").textContent = say(taught.draft ? "teach.more" : "teach.choose");
  renderDraft(taught.draft);
  renderKept(taught.kept);
}

function renderGames() {
  byId("games").replaceChildren(...games.map((one) => gameTile(one, chosen, ({ game }) => choose(game, true))));
}

function renderDraft(draft) {
  if (!draft) return;
  byId("draft-say").textContent = summary(draft);
  byId("draft-pieces").replaceChildren(...cards(draft.pieces, drawing, (piece, number) => open(piece, number)));
  byId("objection").textContent = tongue.pick(draft.objection);
  byId("keep").disabled = draft.objection !== null;
}

/** What was learnt and what is missing, in two sentences. @param {Set} set */
function summary(set) {
  const names = new Set(set.pieces.map((piece) => piece.name));
  const known = taught.wanted.length
    ? say("teach.count-of", { count: names.size, all: taught.wanted.length })
    : say(set.pieces.length === 1 ? "teach.count-one" : "teach.count", { count: set.pieces.length });
  const lacking = set.missing.length ? say("teach.missing", { names: set.missing.join(", ") }) : "";
  const unclear = set.pieces.filter((piece) => piece.unclear).length;
  const marked = unclear ? say(unclear === 1 ? "teach.unclear-one" : "teach.unclear", { count: unclear }) : "";
  return [known, lacking || marked].filter(Boolean).join(" ");
}

// What the server calls the photo of a piece that was learnt while a game was played.
const IN_PLAY = "in play at ";

const learntFrom = (date, photo) => (photo.startsWith(IN_PLAY)
  ? say("teach.from-play", { date, table: photo.slice(IN_PLAY.length) }) : say("teach.from", { date, photo }));

function renderKept(kept) {
  const made = kept && new Date(1000 * kept.made).toLocaleDateString(tongue.current(), { dateStyle: "long" });
  byId("kept-say").textContent = kept ? `${summary(kept)} ${learntFrom(made, kept.photo)}` : say("teach.nothing-kept");
  byId("kept-pieces").replaceChildren(...(kept ? cards(kept.pieces, drawing, null) : []));
  byId("download").hidden = byId("unlearn").hidden = !kept;
  byId("download").href = api(`/teach/file?game=${chosen}`);
}

function tell(what, well = true) {
  [told, went] = [what, well];
  showTold();
}

function showTold() {
  byId("notice").textContent = told();
  byId("notice").classList.toggle("fine", went);
  byId("on").hidden = told !== isKept;
}

// What is said once pieces are kept; the way on stands beside it.
const isKept = () => say("teach.is-kept");

async function choose(game, moves = false) {
  chosen = game;
  told = () => "";
  await refresh();
  if (moves) document.querySelector(`[data-game="${game}"]`)?.focus();
}

async function refresh() {
  const game = chosen;
  const answer = await ask(api(`/teach?game=${encodeURIComponent(game)}`));
  if (game !== chosen) return;
  taught = answer.ok ? answer : null;
  if (!answer.ok) tell(() => tongue.complaint(answer.error), false);
  drawing = taught && await drawingOf({ game, drawn: taught.drawn });
  render();
}

/** Takes an answer with a draft in it, or says why there is none. */
async function took(answer, done) {
  if (!answer.ok) { tell(() => tongue.complaint(answer.error), false); return false; }
  [told, went] = [done, true];
  await refresh();
  return true;
}

const post = (path, body) => ask(api(`/teach/${path}`), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: chosen, ...body }) });
const send = (path, file, type) => ask(api(`/teach/${path}`), { method: "POST", headers: { "Content-Type": type }, body: file });

async function onPhoto(event) {
  const [file] = event.target.files;
  if (!file) return;
  tell(() => say("teach.reading"));
  const name = file.name.slice(0, 60) || "photo";
  const answer = await send(`photo?${new URLSearchParams({ game: chosen, name })}`, file, file.type || "application/octet-stream");
  event.target.value = "";
  if (await took(answer, () => say("teach.read"))) byId("draft").scrollIntoView({ block: "nearest" });
}

async function onFile(event) {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await send("file", file, "application/zip");
  event.target.value = "";
  if (answer.ok) chosen = answer.draft.game;
  if (await took(answer, () => say("teach.taken-in"))) byId("draft").scrollIntoView({ block: "nearest" });
}

function open(piece, number) {
  choosePiece(byId("chooser"), { piece, kinds: taught.kinds, drawing }, async (mended) => {
    const [now, one] = [taught.draft.ident, number + 1];
    await took(await post("mend", { ident: now, number, ...mended }), () => say("teach.mended", { number: one }));
    byId("draft-pieces").querySelectorAll("button")[number]?.focus();
  });
}

async function keep() {
  await took(await post("keep", { ident: taught.draft.ident }), isKept);
  byId("notice").scrollIntoView({ block: "nearest" });
}

async function load() {
  byId("on").href = byId("setup").href = location.pathname.replace(/teach$/, "setup");
  const [answer] = await Promise.all([ask("/api/v1/games"), tongue.load(true)]);
  if (!answer.ok) { tell(() => tongue.complaint(answer.error), false); return; }
  games = answer.games.filter((one) => one.teachable);
  const wanted = new URLSearchParams(location.search).get("game");
  render();
  if (games.some((one) => one.game === wanted)) await choose(wanted);
}

walkByArrows(byId("games"));
byId("photo").addEventListener("change", onPhoto);
byId("file").addEventListener("change", onFile);
byId("keep").addEventListener("click", keep);
byId("drop").addEventListener("click", async () => { await took(await post("drop", {}), () => say("teach.dropped")); });
byId("unlearn").addEventListener("click", () => {
  const unlearn = async () => { await took(await post("unlearn", {}), () => say("teach.unlearnt")); };
  sure(byId("sure"), say("teach.unlearn-sure"), say("teach.unlearn-then"), say("teach.unlearn"), unlearn);
});
byId("sure").querySelector(".close").addEventListener("click", () => byId("sure").close());
tongue.listen(render);
await load();
