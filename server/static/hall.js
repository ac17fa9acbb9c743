// The list of tables, and a form to open another.

import { element } from "./draw.js";
import * as tongue from "./language.js";
import { ask } from "./live.js";
import { chosen, fillForm } from "./newgame.js";

const TABLES = "/api/v1/tables";
const form = document.getElementById("open");

async function render() {
  tongue.translate();
  const answer = await ask(TABLES);
  const tables = answer.ok ? answer.tables : [];
  document.getElementById("tables").replaceChildren(...tables.map((one) =>
    element("li", {}, element("a", { class: "button", href: `/tables/${one.table}` }, `${one.table} · ${one.game ?? "–"}`))));
  await fillForm(form, null, ["A", "B"]);
}

async function open(event) {
  event.preventDefault();
  const wanted = { table: form.elements.table.value, ...chosen(form) };
  const answer = await ask(TABLES, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted),
  });
  if (answer.ok) location.href = `/tables/${wanted.table}`;
  else document.getElementById("notice").textContent = tongue.say("refused.other", { message: answer.error.message });
}

form.addEventListener("submit", open);
tongue.listen(render);
await tongue.load();
await render();
