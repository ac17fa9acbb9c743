// A table's links for other devices, on the pages around the game.

import { element } from "./draw.js";
import { say } from "./language.js";
import { linkCard } from "./links.js";
import { ask } from "./live.js";

/** A table's links, folded; asked for when they are opened. `open`: they stand open already. */
export function foldedLinks(table, open = false) {
  const box = element("div", { class: "links" }), why = element("p", { class: "hint", hidden: "" }, say("see.unreachable"));
  const made = element("details", { class: "other-device noprint" }, element("summary", {}, say("see.other-device")), why, box);
  made.addEventListener("toggle", async () => {
    if (!made.open || box.childElementCount) return;
    const answer = await ask(`/api/v1/tables/${table}/links`);
    if (!answer.ok) return;
    why.hidden = answer.reachable;
    box.replaceChildren(...answer.links.map(linkCard));
  });
  made.open = open;
  return made;
}
