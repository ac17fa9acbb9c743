// How things stand between two calls, in one sentence.

import { known, say } from "./language.js";

// What the person at the table should know or do now. `status` as the live channel tells it.
export function standing(status, playing) {
  if (!playing) return say("see.paused");
  if (status.camera && status.camera !== "on") return camera(status);
  return status.gate ? gate(status) : "";
}

function camera(status) {
  const words = [say(`camera.${status.camera}`, { source: status.source ?? "" }), status.trouble, status.help];
  return words.filter(Boolean).join(". ").replace("..", ".");
}

function gate(status) {
  if (status.code && known(`refusal.${status.code}`)) return say(`refusal.${status.code}`);
  if (status.message) return [status.message, status.cure].filter(Boolean).join(" ");
  return say(`gate.${status.gate}`, { message: status.fault ?? "" });
}

// Whether the table is seen as it lies: green; else something is awaited: grey, or wrong: red.
export function tone(status, playing) {
  if (!playing || !status.gate) return "quiet";
  if (["silent", "failed"].includes(status.camera) || ["lost", "fault"].includes(status.gate)) return "wrong";
  return status.gate === "clear" ? "clear" : "quiet";
}
