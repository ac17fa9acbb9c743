// The call in large words, with why and what must be done now.

import { element, icon, fill } from "./draw.js";

/** `tasks`: whether what must be done stands here too. */
export function callCards(spoken, words, tasks = true) {
  return spoken.map((call) => oneCall(call, words, { tasks }));
}

/** One call, large. `act` is put below the reason: what to do, and buttons. */
export function oneCall(call, words, { tasks = true, act = null } = {}) {
  const why = call.reasons.length > 0;
  return element("div", { class: `one ${call.kind}` },
    element("p", { class: "word" }, icon(call.kind), element("span", {}, call.word)),
    element("div", { class: "says" },
      element("p", { class: "who" }, who(call, words)),
      call.move && !(act && why) ? element("p", { class: "move" }, call.move) : null,
      call.about ? element("p", {}, call.about) : null,
      ...call.reasons.map((one) => element("p", {}, element("span", { class: "rule" }, one.rule), ` ${one.text}`)),
      act,
      ...(tasks ? call.tasks : []).map((task) => element("p", { class: "task" }, icon("task"), task)),
      call.note ? element("p", { class: "note" }, call.note) : null,
      ...call.reasons.map((one) => ruling(one, words))));
}

/** One call on one line: what stands beside something larger. */
export function callLine(call, words) {
  const text = call.reasons[0]?.text ?? call.move ?? call.about;
  return element("li", { class: `line ${call.kind}` }, icon(call.kind), element("b", {}, call.word), " ",
    element("span", {}, [who(call, words), text].filter(Boolean).join(" · ")));
}

const WORST = ["foul", "ask", "unclear"];

/** Of several calls the one that stands for all: the worst, else the newest. */
export const worst = (spoken) => WORST.map((kind) => spoken.find((call) => call.kind === kind)).find(Boolean) ?? spoken[spoken.length - 1];

/** The turn and its player. What is no turn of the game, as its start, has no number. */
export function who(call, words) {
  const turn = isTurn(call) && call.turn ? fill(words.turn, { turn: call.turn }) : "";
  return [turn, call.player ? fill(words.player, { player: call.player }) : ""].filter(Boolean).join(" · ");
}

/** What a call is of, in a few words: its move, or what an order or a photo that is of no use is about. */
export const matter = (call) => call.move ?? (["said", "unclear"].includes(call.kind) ? call.about : null);

/** Whether a call is of a turn: an order, or a photo that shows none, comes between two. `settled` is a turn
 * that people ordered about. */
export const isTurn = ({ kind, settled }) => settled || !["said", "unclear", "nothing"].includes(kind);

// What the broken rule rests on unfolds.
function ruling(one, words) {
  if (!one.decisions?.length) return null;
  return element("details", { class: "ruling" }, element("summary", {}, words["see.rule"]),
    ...one.decisions.map((decision) => element("p", {}, element("b", {}, decision.number), ` ${decision.text}`)),
    element("p", { class: "source" }, fill(words["see.source"], { source: one.source })));
}
