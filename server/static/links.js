// Links for other devices, each with its QR code.

import { element } from "./draw.js";
import { say } from "./language.js";
import { ask } from "./live.js";

/** One link: for whom, its code, its address without the key. */
export function linkCard(link) {
  return element("figure", { class: "link" },
    element("figcaption", {}, say(`see.role.${link.role}`)),
    element("img", { src: link.qr, alt: link.url }),
    element("a", { href: link.url }, link.url.replace(/^https?:\/\//, "").replace(/join\/.*/, "…")));
}

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
