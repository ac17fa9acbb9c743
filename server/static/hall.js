// The list of tables, and a form to open another: with a saved game, or it is set up on its own page.

import { element } from "./draw.js";
import * as tongue from "./language.js";
import { foldedLinks } from "./otherdevice.js";
import { ask } from "./live.js";

const TABLES = "/api/v1/tables";
const byId = (id) => document.getElementById(id);
const form = byId("open");
let tables = [];

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  form.elements.table.placeholder = tongue.say("hall.example");
  byId("none").hidden = tables.length > 0;
  const open = [...document.querySelectorAll("#tables details")].map((one) => one.open);
  byId("tables").replaceChildren(...tables.map((one, index) =>
    element("li", {}, element("a", { class: "button", href: `/tables/${one.table}` }, told(one)), foldedLinks(one.table, open[index]))));
}

// A table without a game says so; one that plays says how far it is.
function told(one) {
  const game = one.game === null ? tongue.say("hall.no-game") : tongue.pick(one.titles);
  return [one.table, game, one.turn > 0 ? tongue.say("turn", { turn: one.turn }) : ""].filter(Boolean).join(" · ");
}

async function load() {
  const answer = await ask(TABLES);
  tables = answer.ok ? answer.tables : [];
  if (!answer.ok) byId("notice").textContent = tongue.complaint(answer.error);
  render();
}

// A long game takes its time: a second press meanwhile would find the name taken.
let opening = false;

async function open(event) {
  event.preventDefault();
  if (opening) return;
  opening = true;
  byId("notice").textContent = "";
  const table = form.elements.table.value;
  const [saved] = form.elements.saved.files;
  const answer = await (saved ? post(`/${table}/import`, "application/zip", saved) : post("", "application/json", JSON.stringify({ table })));
  opening = false;
  if (answer.ok) location.href = `/tables/${table}${saved ? "" : "/setup"}`;
  else byId("notice").textContent = tongue.complaint(answer.error);
}

const post = (path, type, body) => ask(TABLES + path, { method: "POST", headers: { "Content-Type": type }, body });

// A saved game brings a name for its table: that of its file, as far as it may be one.
let proposed = "";
function proposeName() {
  const [saved] = form.elements.saved.files, name = form.elements.table;
  if (!saved || (name.value && name.value !== proposed)) return;
  proposed = saved.name.replace(/\.zip$/i, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|^arbitable-(table-)?|-$/g, "").slice(0, 32);
  name.value = proposed;
}

form.addEventListener("submit", open);
form.elements.saved.addEventListener("change", proposeName);
tongue.listen(render);
await tongue.load(true);
await load();
