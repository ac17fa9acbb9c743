// The call in large words, with why and what must be done now.

import { element, icon, fill } from "./draw.js";

/** `answer` takes the number of the chosen alternative; null where nothing is asked of this visitor.
 * `tasks`: whether what must be done stands here too; the newest has a list of its own. `icons` draws
 * the pieces of an alternative, by the number of its call and its own. */
export function callCards(spoken, words, answer = null, tasks = true, icons = () => []) {
  return spoken.map((call, number) => oneCall(call, words, answer, tasks, (other) => icons(number, other)));
}

function oneCall(call, words, answer, tasks, icons) {
  return element("div", { class: `one ${call.kind}` },
    element("p", { class: "word" }, icon(call.kind), element("span", {}, call.word)),
    element("div", { class: "says" },
      element("p", { class: "who" }, who(call, words)),
      call.move ? element("p", { class: "move" }, call.move) : null,
      call.about ? element("p", {}, call.about) : null,
      ...call.reasons.flatMap((one) => reason(one, words)),
      choices(call, words, answer, icons),
      ...(tasks ? call.tasks : []).map((task) => element("p", { class: "task" }, icon("task"), task)),
      call.note ? element("p", {}, call.note) : null));
}

export function who(call, words) {
  const turn = fill(words.turn, { turn: call.turn });
  return call.player ? `${turn} · ${fill(words.player, { player: call.player })}` : turn;
}

// The broken rule in a sentence; what it rests on unfolds.
function reason(one, words) {
  const sentence = element("p", {}, element("span", { class: "rule" }, one.rule), ` ${one.text}`);
  if (!one.decisions?.length) return [sentence];
  return [sentence, element("details", { class: "ruling" }, element("summary", {}, words["see.rule"]),
    ...one.decisions.map((decision) => element("p", {}, element("b", {}, decision.number), ` ${decision.text}`)),
    element("p", { class: "source" }, fill(words["see.source"], { source: one.source })))];
}

function choices(call, words, answer, icons) {
  if (!call.choices.length) return null;
  const lines = call.choices.map((one, number) => {
    const said = `${one.moves.join(", ")} (${one.chance})`;
    const drawn = element("span", { class: "hand", "aria-hidden": "true" }, ...icons(number));
    const line = element("span", {}, element("b", {}, one.word), ` ${said}`);
    if (answer === null) return element("li", {}, drawn, line);
    const button = element("button", { type: "button" }, words["do.answer"], element("span", { class: "unseen" }, ` ${said}`));
    button.addEventListener("click", () => answer(number));
    return element("li", {}, drawn, line, button);
  });
  return element("ul", { class: "choosing" }, ...lines);
}
