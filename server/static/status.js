// How things stand between two calls, in one sentence.

import { element, shows } from "./draw.js";
import { known, pick, say } from "./language.js";

// What the table calls pictures that a page sends.
const PHONE = "phone";

// What the person at the table should know or do now. `status` as the live channel tells it.
export function inWords(status, playing) {
  if (status.gate === "no-game") return say("gate.no-game");
  if (!playing) return say("see.paused");
  if (status.camera && status.camera !== "on") return camera(status);
  return status.gate ? gate(status) : "";
}

function camera(status) {
  if (status.camera === "silent" && status.source === PHONE) return say("camera.phone");
  const own = say(`camera.${status.camera}`, { source: nameOf(status.source ?? "") });
  const more = pick(status.trouble_said);
  return more ? [own, more].map((one) => one.replace(/\.?$/, ".")).join(" ") : own;
}

function gate(status) {
  if (known(`gate.${status.code}`)) return say(`gate.${status.code}`);
  if (pick(status.said)) return pick(status.said);
  const own = say(`gate.${status.gate}`, { message: status.fault ?? "" });
  return [own, pick(status.note)].filter(Boolean).join(". ");
}

/** What looks at the table and how it does: pictures a second, seconds to the call, how that is. */
export function showBadge(box, { camera, source, health }, dropped) {
  const parts = camera === "on" ? partsOf(source ?? "", health, dropped) : [];
  if (shows(box, parts)) return;
  box.dataset.health = health?.word ?? "";
  box.title = parts.map(([, text]) => text).join(" · ");
  box.replaceChildren(...parts.map(([kind, text]) => element("span", { class: kind }, text)));
}

function partsOf(source, health, dropped) {
  const name = ["name", nameOf(source)];
  if (!health) return [name];
  return [name,
    ["does", say(`camera.health.${health.word}`)],
    ["rate", say("camera.rate", { rate: health.rate })],
    health.delay_s === null ? null : ["delay", say("camera.delay", { delay: health.delay_s })],
    dropped ? ["lost", say("camera.dropped", { dropped })] : null,
  ].filter(Boolean);
}

// A number is a camera's; of a path, to a film or a folder of photos, its last part.
function nameOf(source) {
  if (source === PHONE) return say("camera.a-phone");
  return /^\d*$/.test(source) ? say("camera.badge", { source }) : source.replace(/[/\\]+$/, "").split(/[/\\]/).at(-1);
}

/** The colour of how things stand: `wrong` where nothing is judged, `paused` where people want it so. */
export function toneOf(standing, connected, quiet) {
  if (!connected || (standing.trouble && standing.trouble !== "paused" && standing.trouble !== "camera-ended")) return "wrong";
  return standing.trouble ? "paused" : quiet;
}

// Whether the table is seen as it lies: green; else something is awaited: grey, or wrong: red.
export function tone(status, playing) {
  if (!playing || !status.gate) return "quiet";
  if (status.source === PHONE && status.camera === "silent") return "quiet";
  if (["silent", "failed"].includes(status.camera) || ["lost", "fault"].includes(status.gate)) return "wrong";
  return status.gate === "clear" ? "clear" : "quiet";
}
