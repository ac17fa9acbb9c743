// The live channel and commands. The browser itself reconnects and says what it has seen last.

import { KINDS } from "./table.js";

export function follow(onEvent, onConnection) {
  const source = new EventSource("/api/events");
  let log = null;
  source.addEventListener("hello", (message) => {
    const now = JSON.parse(message.data).log;
    // Another log means that the program was started anew: what we know is of another evening.
    if (log !== null && log !== now) location.reload();
    log = now;
    onConnection(true);
  });
  for (const kind of KINDS) {
    source.addEventListener(kind, (message) => {
      onEvent(kind, Number(message.lastEventId), JSON.parse(message.data));
    });
  }
  source.addEventListener("error", () => onConnection(false));
}

// Sends a command with the event it was based on; gives null, or the error's code and message.
export async function send(command, seen) {
  try {
    const answer = await fetch("/api/commands", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ command, seen }),
    });
    const body = await answer.json();
    return body.ok ? null : body.error;
  } catch (error) {
    return { code: "unreachable", message: String(error.message) };
  }
}

export async function fetchWords() {
  return (await (await fetch("/api/words")).json()).words;
}
