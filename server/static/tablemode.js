// Table mode: the whole screen for those who sit around the table. Word, reason and what to do in
// letters that are read from two metres, an edge in the call's colour, a sound on a foul.

/** Tones of the sound on a foul: hertz, and seconds each. */
const TONES = [440, 330];
const BEAT_S = 0.22;
/** How loud, of 1. */
const LOUD = 0.25;
/** Milliseconds that a phone shakes. */
const SHAKE_MS = [180, 80, 180];

let awake = null;
let sound = null;
let known = null;

export const isOn = () => document.body.classList.contains("table-mode");

/** Begins or ends table mode. What the browser refuses (full screen, keeping awake) is done without. */
export async function toggle(changed) {
  const on = document.body.classList.toggle("table-mode");
  if (on) await begin(); else await end();
  changed();
}

async function begin() {
  sound ??= new AudioContext();
  await document.documentElement.requestFullscreen?.().catch(() => {});
  await keepAwake();
  if (!isOn()) await end(); // it was left before the browser had obeyed
}

async function end() {
  await awake?.release().catch(() => {});
  awake = null;
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
}

async function keepAwake() {
  awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

/** Leaves with full screen, however that is left, and by Escape; stays awake when one comes back. */
export function listen(changed) {
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && isOn()) toggle(changed); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && isOn() && !document.querySelector("dialog[open]")) toggle(changed); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && isOn()) keepAwake(); });
}

/** Tells the fouls that lie on the table now: one that is new is heard and felt. */
export function hear(fouls) {
  const now = fouls.map((foul) => foul.id);
  const fresh = known !== null && now.some((id) => !known.includes(id));
  known = now;
  if (!fresh || !isOn()) return;
  navigator.vibrate?.(SHAKE_MS);
  TONES.forEach((hertz, beat) => tone(hertz, sound.currentTime + beat * BEAT_S));
}

function tone(hertz, from) {
  const [voice, volume] = [sound.createOscillator(), sound.createGain()];
  voice.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUD, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + BEAT_S);
  voice.connect(volume).connect(sound.destination);
  voice.start(from);
  voice.stop(from + BEAT_S);
}
