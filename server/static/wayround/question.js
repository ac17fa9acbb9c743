// Which way round the board lies, where its print is not read: people tap the spot that tells.

import { dressed, element, shows } from "../draw.js";
import { current, load, say } from "../language.js";
import { api, ask } from "../live.js";

/** Puts the question. `press(at)`: the spot, as shares of the picture. */
export async function showWayRound(section, press) {
  if (shows(section, [current()])) return;
  const key = section.dataset.key;
  await Promise.all([load(true), dressed("wayround/question.css")]);
  section.setAttribute("aria-label", say("way.title"));
  await put(section, press, () => section.dataset.key === key && !section.hidden);
}

async function put(section, press, isWanted) {
  section.replaceChildren(task(say("way.looking")));
  const answer = await ask(api("/ways-round"));
  if (!isWanted()) return;
  const again = element("button", { type: "button" }, say("way.again"));
  again.addEventListener("click", () => put(section, press, isWanted));
  const ways = answer.ok && answer.marks.length
    ? [task(say("way.asked", { mark: answer.mark })), element("p", {}, say("way.why")), picture(answer, press)]
    : [task(say("way.lost"))];
  section.replaceChildren(...ways, element("p", { class: "besides" }, again));
}

const task = (text) => element("p", { class: "task" }, text);

function picture({ picture: source, window: [left, top, wide, high], marks }, press) {
  const image = element("img", { src: source, alt: say("way.picture") });
  const rings = marks.map((at, number) => ring(number + 1, [(at[0] - left) / wide, (at[1] - top) / high], () => press(at)));
  return element("div", { class: "ways" }, image, ...rings);
}

function ring(number, at, press) {
  const [x, y] = at.map((share) => Math.round(100 * share));
  const button = element("button", { type: "button", "aria-label": say("way.spot", { number, x, y }) }, element("span", { "aria-hidden": "true" }, String(number)));
  [button.style.left, button.style.top] = at.map((share) => `${100 * share}%`);
  button.addEventListener("click", press);
  return button;
}
