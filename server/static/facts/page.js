// Hands and facts: one form for everything that no camera sees, filled in with what is known.

import { element } from "../draw.js";
import * as tongue from "../language.js";
import { foldedLinks } from "../otherdevice.js";
import { api, ask, order } from "../live.js";
import { drawingOf } from "../board.js";
import { blank, useLooks } from "./fields.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;

let found = null;
// Forms that stand open, so that saving one leaves the others as they are.
const open = new Set();
// The blanks on the page by form, with what was known when they were made: what somebody has filled in
// and not saved yet outlives the saving of another form, and another language.
let filled = new Map();
// What was noted last, in the page's language.
let saved = null;

async function load() {
  const answer = await ask(api("/facts"));
  if (answer.ok) found = answer;
  else byId("notice").textContent = tongue.complaint(answer.error);
}

// The pieces of a hand are shown as the game draws them, where it does.
async function dress() {
  const [drawing, all] = await Promise.all([
    found?.game && found.drawn ? drawingOf({ game: found.game, drawn: true }) : null, ask(api("/help/kinds?everything=true"))]);
  useLooks({ drawing, kinds: all.ok ? all.kinds : [] });
}

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  document.title = `${say("facts.title")} · Arbitable`;
  if (found === null) return;
  if (found.forms.length === 0) byId("notice").textContent = say(found.game === null ? "facts.no-game" : "facts.none");
  if (saved) byId("notice").textContent = say("facts.saved", { what: saved() });
  const before = filled;
  filled = new Map();
  byId("forms").replaceChildren(...found.forms.map((form) => card(form, before.get(keyOf(form)))));
  const links = byId("links");
  links.replaceChildren(foldedLinks(location.pathname.split("/")[2], links.querySelector("details")?.open));
}

// Of two forms of one fact about the same player the first and the second.
const alike = (form) => found.forms.filter((one) => one.fact === form.fact && one.about === form.about);
const keyOf = (form) => `${form.fact} ${form.about} ${alike(form).indexOf(form)}`;
const known = (form) => JSON.stringify(form.fields.map((field) => field.value));

function card(form, before) {
  const key = keyOf(form);
  const values = before?.known === known(form) ? before.blanks.map((one) => one.value()) : form.fields.map((field) => field.value);
  const blanks = form.fields.map((field, index) => blank({ ...field, value: values[index] }));
  const problem = element("p", { class: "warn", role: "alert" });
  const save = element("button", { type: "submit", class: "primary" }, say(form.fields.length ? "facts.save" : "facts.say"));
  const body = element("form", { class: "factform", novalidate: "" }, ...blanks.map((one) => one.node).filter(Boolean), problem, save);
  body.addEventListener("submit", (event) => { event.preventDefault(); tell(form, key, problem); });
  const title = titleOf(form);
  const box = element("details", { class: "card", open: form.wanted || open.has(key) ? "" : false },
    element("summary", {}, element("b", {}, title), form.wanted ? element("span", { class: "warn" }, ` ${say("facts.wanted")}`) : null), body);
  box.addEventListener("toggle", () => { if (box.open) open.add(key); else open.delete(key); });
  filled.set(key, { known: known(form), blanks, box });
  return box;
}

// Whom and what a form is about; two forms of one fact say also by what it is told.
function titleOf(form) {
  const own = form.titles[tongue.current()];
  const by = alike(form).length > 1 ? form.fields.find((field) => field.kind !== "fixed")?.titles[tongue.current()] : "";
  return `${form.about ? form.about_texts[tongue.current()] + say("colon") : ""}${own}${by ? ` · ${by}` : ""}`;
}

/** Whether what is known of a fact is still what its form was filled with; play goes on meanwhile. */
async function unchanged(form) {
  await load();
  return found.forms.some((one) => one.fact === form.fact && one.about === form.about && known(one) === known(form));
}

async function tell(form, key, problem) {
  const { blanks } = filled.get(key);
  if (blanks.some((one) => one.missing())) { problem.textContent = say("facts.missing"); return; }
  if (!(await unchanged(form))) { problem.textContent = say("facts.changed"); return; }
  const data = Object.fromEntries(form.fields.map((field, index) => [field.name, blanks[index].value()]));
  const answer = await order("tell", found.seen, { fact: form.fact, data });
  if (!answer.ok) {
    problem.textContent = tongue.complaint(answer.error);
    if (answer.error.code === "stale") await load();
    return;
  }
  await load();
  filled.delete(key);
  const now = answer.state.standing?.undo;
  saved = () => tongue.pick(now?.kind === "tell" ? now.about : null) || titleOf(form);
  render();
  filled.get(key)?.box.querySelector("summary").focus();
}

byId("dashboard").href = location.pathname.replace(/\/facts$/, "");
tongue.listen(render);
await Promise.all([load(), tongue.load(true)]);
await dress();
render();
