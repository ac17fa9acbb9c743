// Every player's colour, the same on every page: by the seat, never the only sign.

import { element } from "./draw.js";

/** Colours there are; a game has at most eight players. */
const SEATS = 8;

/** A dot in a player's colour; null for somebody who has no seat. */
export function dot(players, player) {
  const seat = players.indexOf(player);
  return seat < 0 ? null : element("i", { class: `dot seat-${seat % SEATS}`, "aria-hidden": "true" });
}
