// A question is asked in pictures: the table as it would lie by each answer, where they differ ringed.

import { element, icon, shows } from "./draw.js";
import { current, pick, say } from "./language.js";

/** What is seen around the difference, in sizes of what is ringed; at least this share of the drawing. */
const AROUND = 1.2;
const LEAST = 0.3;

/** Puts the question. `act`: what can be pressed (`answer`, `none`, `stand`; `point` at one, or at null), null for those who only watch. */
export function showQuestion(section, question, drawing, act) {
  section.hidden = !question;
  // A fact that is told changes what an answer comes to; that a look measures a stick a little otherwise
  // takes no button from under a finger.
  const told = question?.answers.map(({ choices, call, words, moves }) => [choices, call, words, moves]);
  if (shows(section, question ? [current(), question.id, told, !drawing, !act] : [])) return;
  if (!question) return section.replaceChildren();
  const held = section.contains(document.activeElement) ? document.activeElement.textContent : null;
  section.replaceChildren(element("ul", { class: "answers", "data-count": question.answers.length }, ...question.answers.map((one) => card(one, act))), besides(question, act));
  draw([...section.querySelectorAll(".table-then")], question.answers, drawing);
  if (held !== null) [...section.querySelectorAll("button")].find((one) => one.textContent === held)?.focus({ preventScroll: true });
}

// One drawing after the other, each in a task of its own: a phone answers taps in between.
function draw([frame, ...frames], [answer, ...answers], drawing) {
  if (!frame?.isConnected) return;
  frame.replaceChildren(picture(answer, drawing));
  // Where every answer looks the same, what was done is shown by an arrow on the whole.
  if (answer.places.length) for (const svg of frame.querySelectorAll("svg")) zoom(svg);
  setTimeout(draw, 0, frames, answers, drawing);
}

function card(answer, act) {
  const inside = [
    element("span", { class: "table-then" }),
    element("b", { class: "verdict" }, icon(answer.call), pick(answer.words)),
    element("span", { class: "moves" }, ...answer.moves[current()].map((move) => element("span", {}, move))),
  ];
  if (!act) return element("li", {}, element("div", { class: `option ${answer.call}` }, ...inside));
  const button = element("button", { type: "button", class: `option ${answer.call}` }, ...inside);
  button.addEventListener("click", () => act.answer(answer.choices[0]));
  for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => act.point(answer));
  for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => act.point(null));
  return element("li", {}, button);
}

function picture(answer, drawing) {
  if (answer.view && drawing) {
    const made = drawing.draw(answer.view, { acts: answer.acts });
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
  stand.addEventListener("click", act.stand);
  return element("p", { class: "besides" }, none, stand);
}

// The drawing is cut to what is ringed and its neighbours, and stays inside itself.
function zoom(svg) {
  const box = svg.querySelector(".marks")?.getBBox(), all = svg.viewBox.baseVal;
  if (!box?.width || !box?.height) return;
  const most = Math.max(all.width, all.height), least = LEAST * most;
  const pad = AROUND * Math.min(Math.max(box.width, box.height), least);
  const side = Math.min(Math.max(box.width, box.height, least) + 2 * pad, most);
  const ratio = svg.clientWidth / (svg.clientHeight || 1), wide = side * Math.max(1, ratio), high = side * Math.max(1, 1 / ratio);
  svg.setAttribute("viewBox", [within(box.x + box.width / 2, wide, all.width), within(box.y + box.height / 2, high, all.height), wide, high].join(" "));
}

/** Where a window of a length begins around a middle, inside a whole where it fits. */
const within = (middle, length, whole) => (length >= whole ? (whole - length) / 2 : Math.min(Math.max(middle - length / 2, 0), whole - length));
