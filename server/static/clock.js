// Time: how long everybody has thought, and how long the turn takes now. It comes from the times of
// the log, so that every device tells the same, and a reload forgets nothing.

const DAY_S = 24 * 3600;
/** Longer pauses are a break, not thinking. */
const BREAK_S = 3600;

/** Seconds of the day of a moment's name, or null where it is none. */
function clockOf(moment) {
  const found = /^(\d\d):(\d\d):(\d\d)$/.exec(moment.photo);
  return found ? found.slice(1).reduce((sum, part) => 60 * sum + Number(part), 0) : null;
}

const between = (from, to) => (to - from + DAY_S) % DAY_S;

/** What the log says of time: `{spent: {player: seconds}, since: seconds of the day or null}`. */
export function times(moments) {
  const spent = {};
  let since = null;
  for (const moment of moments) {
    const at = clockOf(moment);
    const turns = moment.order || at === null ? [] : moment.calls.filter((call) => ["setup", "legal"].includes(call.call));
    if (!turns.length) continue;
    const player = turns[turns.length - 1].player, took = since === null ? 0 : between(since, at);
    if (turns[turns.length - 1].call === "legal" && player && took < BREAK_S) spent[player] = (spent[player] ?? 0) + took;
    since = at;
  }
  return { spent, since };
}

/** Seconds that the turn takes already; null where nobody can say. */
export function running({ since }, now) {
  if (since === null) return null;
  const took = between(since, 3600 * now.getHours() + 60 * now.getMinutes() + now.getSeconds());
  return took < BREAK_S ? took : null;
}

export const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Where a device keeps the seconds that a turn may take; 0 where there is no limit. */
const LIMIT = "turn-limit";
export const limit = () => Number(localStorage.getItem(LIMIT) ?? 0);
export const setLimit = (minutes) => localStorage.setItem(LIMIT, String(Math.max(0, Math.round(60 * minutes)) || 0));
