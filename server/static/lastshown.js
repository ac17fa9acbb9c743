// What this device showed last of a table: a page that is opened while the computer is away shows it.

const KEY = `shown ${location.pathname}`;

let standing = null;
let board = null;

/** Keeps what stands at a table, and the view of its board. */
export function keepShown(table, now, view) {
  if (now === standing && view === board) return;
  [standing, board] = [now, view];
  const { game, drawn, titles } = table;
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), table: { game, drawn, titles }, standing, view }));
  } catch {
    // A browser that keeps nothing, or has no room: the page then only says that nobody answers.
  }
}

/** What was kept, or null. */
export const lastShown = () => JSON.parse(localStorage.getItem(KEY) ?? "null");
