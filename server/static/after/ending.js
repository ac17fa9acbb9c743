// How a kept game ended, as the evenings and its own page say it.

import { pick, say } from "../language.js";

/** Its outcome, or that it is played now, or that nobody knows one. */
export const ending = ({ outcome, running }) => pick(outcome) || say(running ? "evenings.running" : "evenings.open");
