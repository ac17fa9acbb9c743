// The visitor's language and its sentences.

import { fill } from "./draw.js";
import { fetchWords } from "./live.js";

export const LANGUAGES = ["en", "fr"];
let words = null;
let language = first();

function first() {
  const wanted = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  return LANGUAGES.includes(wanted) ? wanted : "en";
}

export const current = () => language;
export const ready = () => words !== null;
export const sentences = () => words[language];
export const known = (key) => key in words[language];
export const say = (key, blanks = {}, tongue = language) => fill(words[tongue][key] ?? key, written(blanks));

// Numbers as the visitor's language writes them: 0.2 s, 0,2 s.
const written = (blanks) => Object.fromEntries(Object.entries(blanks).map(([name, value]) => [name, typeof value === "number" ? value.toLocaleString(language) : value]));

/** Texts by language as the server gives them. */
export const pick = (texts) => texts?.[language] ?? "";

/** What players call a place; one that was kept by an older version has only its short name. */
export const nameOf = ({ names, name }) => names?.[language] ?? name;

/** Why the server refused something, as a sentence. @param {{code: string, texts?: Object<string, string>}} error */
export function complaint(error) {
  const own = ["stale", "unreachable"].includes(error.code) ? say(`refused.${error.code}`) : "";
  return own || say("refused.other", { message: pick(error.texts) || error.code });
}

/** Milliseconds until words that did not come are asked for again. */
const AGAIN_MS = 3000;

export async function load(more = false) {
  for (;;) {
    words = (await fetchWords(more)) ?? null;
    if (words) return;
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
}

export function choose(wanted) {
  language = wanted;
  localStorage.setItem("language", wanted);
}

// Puts the sentences of everything on the page that names one.
export function translate() {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = say(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  for (const one of document.querySelectorAll("[data-language]")) {
    one.setAttribute("aria-pressed", String(one.dataset.language === language));
  }
}

// The language buttons of a page; `changed` is called after each press.
export function listen(changed) {
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => { choose(one.dataset.language); changed(); });
  }
}
