// Links for other devices, each with its QR code.

import { element } from "./draw.js";
import { say } from "./language.js";

/** One link: for whom, its code, its address without the key. */
export function linkCard(link) {
  return element("figure", { class: "link" },
    element("figcaption", {}, say(`see.role.${link.role}`)),
    element("img", { src: link.qr, alt: link.url }),
    element("a", { href: link.url }, link.url.replace(/^https?:\/\//, "").replace(/join\/.*/, "…")));
}
