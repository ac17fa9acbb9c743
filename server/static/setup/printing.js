// A set of the chosen game to print: paper, what the ruler measured, the PDF.

import * as tongue from "../language.js";
import { api } from "../live.js";

const byId = (id) => document.getElementById(id);

/** @type {import("./choices.js").Game & {printable: boolean}|null} */
let game = null;

// What is said beside the button, in whatever language is chosen now.
const how = () => tongue.say("print.how");
let told = how;

/** Offers to print the chosen game. */
export function render(chosen) {
  if (chosen?.game !== game?.game) told = how;
  game = chosen;
  byId("print").hidden = !game?.printable;
  byId("print-say").textContent = told();
}

function tell(what) {
  told = what;
  byId("print-say").textContent = told();
}

async function make(event) {
  event.preventDefault();
  const paper = byId("print-paper").value;
  const name = `${game.game}-${paper}.pdf`;
  const wanted = new URLSearchParams({ game: game.game, paper, lang: tongue.current(), measured: byId("print-measured").value });
  tell(() => tongue.say("print.making"));
  try {
    const answer = await fetch(api(`/print?${wanted}`));
    if (!answer.ok) return refused((await answer.json()).error);
    save(await answer.blob(), name);
    tell(() => tongue.say("print.made"));
  } catch {
    refused({ code: "unreachable" });
  }
}

const refused = (error) => tell(() => tongue.complaint(error));

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

byId("print-form").addEventListener("submit", make);
