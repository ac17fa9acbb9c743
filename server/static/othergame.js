// Whether another game lies on the table than the one that was chosen: looked for once a game, and only while
// nothing of the chosen one was seen yet.

import { LANGUAGES, say } from "./language.js";
import { api, ask } from "./live.js";

/** Milliseconds for which no table of the game is found before another one is looked for. */
const PATIENCE_MS = 8000;

// The game that is, or was, looked for another in place of, by the number of its beginning.
let sought = null;

/** Looks for another game once this one was not found for a while. `isLost`: whether it still is not;
 * `found`: hears of the other one, as an offer with its `game`. */
export async function seek({ began, game, titles, source }, isLost, found) {
  if (sought === began || !source) return;
  sought = began;
  await new Promise((go) => setTimeout(go, PATIENCE_MS));
  if (sought !== began) return;
  if (!isLost()) { sought = null; return; }
  const body = JSON.stringify({ game, source });
  const answer = await ask(api("/look"), { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const look = answer.ok ? answer.look : null;
  if (look?.other && sought === began && isLost()) found(offerOf(look, titles));
}

function offerOf({ other, other_game: name }, titles) {
  const texts = (key) => Object.fromEntries(LANGUAGES.map((language) => [language, say(key, { other: other[language], game: titles[language] }, language)]));
  return {
    id: "other-game", texts: texts("other.shows"),
    choices: [{ choice: name, texts: texts("other.change") }, { choice: "", texts: texts("other.keep") }],
  };
}
