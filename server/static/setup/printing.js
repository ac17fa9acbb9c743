// A set of the chosen game to print: paper, what the ruler measured, the PDF.

import * as tongue from "../language.js";
import { api } from "../live.js";

const byId = (id) => document.getElementById(id);

/** @type {import("./choices.js").Game & {printable: boolean}|null} */
let game = null;

/** Offers to print the chosen game. */
export function render(chosen) {
  if (chosen?.game !== game?.game) byId("print-say").textContent = "";
  game = chosen;
  byId("print").hidden = !game?.printable;
  if (byId("print-say").textContent === "") byId("print-say").textContent = tongue.say("print.how");
}

async function make(event) {
  event.preventDefault();
  const paper = byId("print-paper").value;
  byId("print-say").textContent = tongue.say("print.making");
  const wanted = new URLSearchParams({ game: game.game, paper, lang: tongue.current(), measured: byId("print-measured").value });
  try {
    const answer = await fetch(api(`/print?${wanted}`));
    if (answer.ok) save(await answer.blob(), `${game.game}-${paper}.pdf`);
    byId("print-say").textContent = answer.ok ? tongue.say("print.made") : tongue.complaint((await answer.json()).error);
  } catch {
    byId("print-say").textContent = tongue.complaint({ code: "unreachable" });
  }
}

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

byId("print-form").addEventListener("submit", make);
