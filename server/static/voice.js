// The call spoken by the browser, if wanted. Quiet by default; a browser that cannot speak has no
// button for it.

import { matter } from "./call.js";
import { current } from "./language.js";

const KEY = "voice";
const TONGUES = { en: "en-GB", fr: "fr-FR" };

export const canSpeak = () => "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;
export const speaks = () => canSpeak() && localStorage.getItem(KEY) === "on";

/** Speaks from now on, or keeps quiet at once. */
export function setVoice(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (!on && canSpeak()) speechSynthesis.cancel();
}

/** What is said of a moment: the call, the reason, what must be done; of a photo that is of no use why. */
export function sentencesOf(moment) {
  return moment.spoken[current()].flatMap((call) => [call.word, call.kind === "foul" ? null : matter(call), ...call.reasons.map((one) => one.text), ...call.tasks]).filter(Boolean);
}

/** Says a moment's calls; an older one that is still being said gives way. */
export function speak(moment) {
  if (!speaks()) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(sentencesOf(moment).join(". "));
  said.lang = TONGUES[current()];
  speechSynthesis.speak(said);
}
