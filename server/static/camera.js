// A phone, or this computer's browser, as the table's camera: a film where the browser allows it,
// one photo a turn everywhere.

import { callCards } from "./call.js";
import { shows } from "./draw.js";
import * as tongue from "./language.js";
import { api, ask, follow } from "./live.js";
import { inWords } from "./status.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

// Pixels asked of the camera. More would only take longer to send.
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: { ideal: "environment" } };
const LONGEST = 1920;
const QUALITY = 0.85;
// Milliseconds until a computer that did not answer is tried again.
const AGAIN_MS = 1500;

let status = {};
let playing = true;
let moment = null;
let film = null;
let sent = 0;
let notice = "";
// Why the newest photo was not taken.
let refused = null;

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  // That no camera is chosen is no trouble here: what this phone sends is taken.
  byId("standing").textContent = inWords(status.camera === "none" ? { ...status, camera: "on" } : status, playing);
  byId("notice").textContent = refused ? tongue.complaint(refused) : notice && say(notice, { count: sent });
  byId("film").hidden = byId("stop").hidden = film === null;
  byId("start").hidden = film !== null;
  const spoken = moment === null ? [] : moment.spoken[tongue.current()];
  if (!shows(byId("call"), [moment?.index, spoken])) byId("call").replaceChildren(...callCards(spoken, tongue.sentences()));
}

function note(key) {
  [notice, refused] = [key, null];
  render();
}

// The film: one picture at a time, the next only after the answer to the last.

async function start() {
  note("");
  try {
    film = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
  } catch {
    note("phone.refused");
    return;
  }
  byId("film").srcObject = film;
  await byId("film").play();
  await stayAwake();
  render();
  send(film);
}

function stop() {
  for (const track of film?.getTracks() ?? []) track.stop();
  film = null;
  note("");
}

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // A phone that is low on battery goes dark all the same.
  }
}

async function send(mine) {
  while (film === mine) {
    const picture = await still(byId("film"));
    const answer = picture === null ? { wait_ms: 100 } : await post("/frames", picture, "image/jpeg");
    if (answer.ok) sent += 1;
    await pause(answer.wait_ms ?? AGAIN_MS);
    if (film === mine) note(answer.ok === false ? refusal(answer.error) : "phone.sending");
  }
}

function refusal(error) {
  return error.code === "other-camera" ? "phone.other" : "phone.lost";
}

function still(video) {
  if (!video.videoWidth) return null;
  const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function post(path, body, type) {
  return ask(api(path), { method: "POST", headers: { "Content-Type": type }, body });
}

// One photo a turn.

async function onPhoto(event) {
  const [file] = event.target.files;
  if (!file) return;
  note("phone.waiting");
  const answer = await post("/photos", file, file.type || "application/octet-stream");
  event.target.value = "";
  refused = answer.ok ? null : answer.error;
  notice = "";
  render();
}

// The steps of one system are shown; of this phone's own at first.
let system = /iPhone|iPad|Macintosh/.test(navigator.userAgent) ? "iphone" : "android";

function showSystem() {
  for (const one of document.querySelectorAll("[data-system]")) {
    one.setAttribute("aria-pressed", String(one.dataset.system === system));
    byId(one.dataset.system).hidden = one.dataset.system !== system;
  }
}

// Which ways there are on this device.
async function offerWays() {
  const films = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
  byId("live").hidden = !films;
  if (films) return;
  const answer = await ask(api("/links"));
  const mine = answer.ok ? answer.links.find((link) => link.role === "camera") : null;
  byId("secure").hidden = window.isSecureContext || !mine?.secure;
  // Only where the other way follows is one of them the first.
  byId("by-photo").querySelector("h2").hidden = byId("secure").hidden;
  for (const link of document.querySelectorAll(".secure-link")) if (mine?.secure) link.href = mine.secure;
  if (window.isSecureContext) note("phone.none");
}

function onEvent(kind, _, data) {
  if (kind === "started") moment = null;
  if (kind === "moment") moment = data;
  if (kind === "playing") playing = data.playing;
  render();
}

byId("start").addEventListener("click", start);
byId("stop").addEventListener("click", stop);
for (const one of document.querySelectorAll("[data-system]")) {
  one.addEventListener("click", () => { system = one.dataset.system; showSystem(); });
}
showSystem();
byId("photo").addEventListener("change", onPhoto);
byId("dashboard").href = location.pathname.replace(/\/camera$/, "");
tongue.listen(render);
document.addEventListener("visibilitychange", () => { if (film && !document.hidden) stayAwake(); });
follow({ onEvent, onStatus: (now) => { status = now; render(); }, onConnection: () => {} });
await tongue.load(true);
await offerWays();
render();
