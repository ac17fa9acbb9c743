// The live channel and commands. The browser itself reconnects and says what it has seen last.

import { KINDS } from "./table.js";

const TABLE = location.pathname.split("/")[2];

export const api = (path) => `/api/v1/tables/${TABLE}${path}`;

// Milliseconds until a channel that was refused is asked for again: of that the browser despairs.
const AGAIN_MS = 3000;

let log = null;
// The newest event that was told: a channel that begins anew tells it again.
let told = 0;

let source = null;
/** Has everything told anew: names are others now. */
let retell = () => {};
export const anew = () => retell();

/** Follows the live channel. `onStanding` may be left out by pages that do not show it. */
export function follow(listeners) {
  const { onEvent, onStatus, onConnection, onStanding = () => {} } = listeners;
  source = new EventSource(api("/events"));
  retell = () => { source.close(); told = 0; follow(listeners); };
  source.addEventListener("hello", (message) => {
    const now = JSON.parse(message.data).log;
    // Another log means that the program was started anew: what we know is of another evening.
    if (log !== null && log !== now) location.reload();
    log = now;
    onConnection(true);
  });
  for (const kind of KINDS) {
    source.addEventListener(kind, (message) => {
      const number = Number(message.lastEventId);
      if (number <= told) return;
      told = number;
      onEvent(kind, number, JSON.parse(message.data));
    });
  }
  source.addEventListener("standing", (message) => onStanding(JSON.parse(message.data)));
  source.addEventListener("status", (message) => onStatus(JSON.parse(message.data)));
  source.addEventListener("error", () => {
    onConnection(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN_MS, listeners);
  });
}

// Sends a command with the event it was based on; gives how the table stands then, or the error's
// code and message.
export const order = (command, seen, more = {}) => ask(api("/commands"), {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ command, seen, ...more }),
});

// The same; gives null, or the error.
export async function send(command, seen, more) {
  const body = await order(command, seen, more);
  return body.ok ? null : body.error;
}

// An answer of the API; one that never came looks like a refusal.
export async function ask(address, options = {}) {
  try {
    return await (await fetch(address, options)).json();
  } catch (error) {
    return { ok: false, error: { code: "unreachable", message: String(error.message) } };
  }
}

// The sentences of the dashboard; with `more` those of every page.
export async function fetchWords(more = false) {
  return (await ask(`/api/v1/words${more ? "?more=true" : ""}`)).words;
}
