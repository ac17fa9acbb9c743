// Four corners on the picture, dragged by finger, mouse or arrow keys, with the board's net between.

import { element } from "../draw.js";
import { say } from "../language.js";
import { shape } from "./look.js";

// How far an arrow key moves a corner, as a share of the picture; with Shift held.
const STEP = 0.002;
const LEAP = 0.02;

// Lines of the net drawn across the board.
const LINES = 12;

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lays four handles over a box with a picture. Corners are shares 0..1 of the picture, clockwise
 * from row 1, column 1.
 * @param {HTMLElement} box @param {[number, number][]} corners @param {(text: string) => void} tell
 */
export function edit(box, corners, tell) {
  let at = corners.map((xy) => [...xy]);
  const net = shape("svg", { viewBox: "0 0 1 1", class: "net", "aria-hidden": "true", preserveAspectRatio: "none" });
  const handles = at.map((_, number) => handle(number));
  box.append(net, ...handles);
  draw();

  function handle(number) {
    const button = element("button", { type: "button", class: "corner" }, element("span", {}, String(number + 1)));
    button.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      event.preventDefault();
      const [x, y] = KEYS[event.key];
      const step = event.shiftKey ? LEAP : STEP;
      move(number, at[number][0] + x * step, at[number][1] + y * step);
      tell(named(number));
    });
    button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); event.preventDefault(); button.focus(); });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const frame = box.getBoundingClientRect();
      move(number, (event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
    });
    button.addEventListener("pointerup", () => tell(named(number)));
    return button;
  }

  function move(number, x, y) {
    at[number] = [within(x), within(y)];
    draw();
  }

  function named(number) {
    const [x, y] = at[number].map((share) => Math.round(100 * share));
    return say(number === 0 ? "setup.corner-first" : "setup.corner", { number: number + 1, x, y });
  }

  function draw() {
    for (const [number, button] of handles.entries()) {
      button.style.left = `${100 * at[number][0]}%`;
      button.style.top = `${100 * at[number][1]}%`;
      button.setAttribute("aria-label", named(number));
    }
    net.replaceChildren(...lines(at));
  }

  return {
    corners: () => at.map((xy) => [...xy]),
    /** The next corner is the first: the board lies a quarter turn further. */
    turn() { at = [...at.slice(1), at[0]]; draw(); tell(named(0)); },
    remove() { net.remove(); for (const button of handles) button.remove(); },
  };
}

const within = (share) => Math.min(1.5, Math.max(-0.5, share));

function lines(at) {
  const map = onto(at);
  if (map === null) return [];
  const made = [];
  for (let line = 0; line <= LINES; line += 1) {
    const share = line / LINES;
    made.push(stroke(map(0, share), map(1, share), line === 0), stroke(map(share, 0), map(share, 1), false));
  }
  return made;
}

function stroke([x1, y1], [x2, y2], first) {
  return shape("line", { x1, y1, x2, y2, class: first ? "first" : "" });
}

/** The projective map of the unit square onto four corners; null where they make none. */
function onto([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(area) < 1e-9) return null;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (u, v) => [(a * u + b * v + c) / (g * u + h * v + 1), (d * u + e * v + f) / (g * u + h * v + 1)];
}
