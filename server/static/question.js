// A question is asked in pictures: the table as it would lie by each answer, where they differ ringed.

import { element, icon } from "./draw.js";
import { current, pick, say } from "./language.js";

/** What is seen around the difference, in sizes of what is ringed; at least this share of the drawing. */
const AROUND = 1.2;
const LEAST = 0.3;

/** Puts the question. `act`: what can be pressed (`answer`, `none`), null for those who only watch. */
export function showQuestion(section, question, drawing, act) {
  section.hidden = !question;
  const key = question ? JSON.stringify([current(), question.id, Boolean(drawing), Boolean(act), question.answers.length]) : "";
  if (section.dataset.key === key) return;
  section.dataset.key = key;
  if (!question) return section.replaceChildren();
  section.replaceChildren(element("ul", { class: "answers", "data-count": question.answers.length }, ...question.answers.map((one) => card(one, drawing, act))), besides(question, act));
  for (const svg of section.querySelectorAll(".table-then svg")) zoom(svg);
}

function card(answer, drawing, act) {
  const inside = [
    element("span", { class: "table-then" }, picture(answer, drawing)),
    element("b", { class: "verdict" }, icon(answer.call), pick(answer.words)),
    element("span", { class: "moves" }, answer.moves[current()].join("; ")),
  ];
  if (!act) return element("li", {}, element("div", { class: `option ${answer.call}` }, ...inside));
  const button = element("button", { type: "button", class: `option ${answer.call}` }, ...inside);
  button.addEventListener("click", () => act.answer(answer.choices[0]));
  return element("li", {}, button);
}

function picture(answer, drawing) {
  if (answer.view && drawing) {
    const made = drawing.draw(answer.view);
    made.setAttribute("aria-hidden", "true");
    return made;
  }
  return answer.svg ? element("img", { src: `data:image/svg+xml,${encodeURIComponent(answer.svg)}`, alt: say("alt.answer") }) : "";
}

function besides(question, act) {
  if (!act) return "";
  const none = element("button", { type: "button", id: "none-of-these" }, say("do.none-of-these"));
  const stand = element("button", { type: "button", id: "let-it-stand", title: say("see.stand-hint") }, say("do.let-it-stand"));
  none.addEventListener("click", act.none);
  stand.addEventListener("click", () => act.answer(question.stand));
  return element("p", { class: "besides" }, none, stand);
}

// The drawing is cut to what is ringed and its neighbours.
function zoom(svg) {
  const marks = svg.querySelector(".marks"), all = svg.viewBox.baseVal;
  const box = marks?.getBBox();
  if (!box?.width || !box?.height) return;
  const least = LEAST * Math.max(all.width, all.height), pad = AROUND * Math.min(Math.max(box.width, box.height), least);
  const side = Math.min(Math.max(box.width, box.height, least - 2 * pad) + 2 * pad, Math.max(all.width, all.height));
  svg.setAttribute("viewBox", [box.x + box.width / 2 - side / 2, box.y + box.height / 2 - side / 2, side, side].join(" "));
}
