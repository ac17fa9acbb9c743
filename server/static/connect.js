// Cameras and links: what looks at the table, and how others get in.

import { element } from "./draw.js";
import { say } from "./language.js";
import { linkCard } from "./links.js";
import { api, ask } from "./live.js";

// Where this browser keeps the film, folder or address that looked at a table last: a server that was
// started anew does not know it.
const LAST = `source ${location.pathname.replace(/\/setup$/, "")}`;

// An address with a user, and so with a password.
const SECRET = /:\/\/[^/]*@/;

/** Whether a source may be kept in this browser: no password is. */
export const mayBeKept = (source) => !SECRET.test(source ?? "");

/** Keeps what a person chose to look at this table. */
export function remember(source) {
  if (mayBeKept(source)) localStorage.setItem(LAST, source);
}

/** What was chosen last in this browser, or null. */
export const remembered = () => localStorage.getItem(LAST);

// Fills and opens the dialog; `use` is called with the camera that was chosen; `source` looks now.
export async function connect(dialog, role, disk, source, use) {
  dialog.querySelector(".disk").textContent = disk ? room(disk) : "";
  const links = await ask(api("/links"));
  dialog.querySelector(".links").replaceChildren(...(links.ok ? links.links.map(linkCard) : []));
  dialog.querySelector(".unreachable").hidden = !links.ok || links.reachable;
  const cameras = dialog.querySelector(".cameras");
  cameras.replaceChildren();
  dialog.querySelector(".own").hidden = role !== "host";
  dialog.querySelector(".keeper-links").hidden = !["keeper", "host"].includes(role);
  dialog.showModal();
  if (role === "host") cameras.replaceChildren(...(await cameraCards(source, (chosen) => { dialog.close(); use(chosen); })));
}

const megabytes = (bytes) => Math.ceil(bytes / 1e6);

function room({ used, limit, deleted }) {
  return say("see.disk", { used: megabytes(used), limit: megabytes(limit), deleted });
}

async function cameraCards(source, use) {
  const answer = await ask("/api/v1/cameras");
  const cameras = (answer.ok ? answer.cameras : []).map((camera) => card(() => use(String(camera.number)),
    element("img", { src: `/api/v1/cameras/${camera.number}/preview`, alt: "", loading: "lazy" }), camera.name));
  if (cameras.length === 0) cameras.push(element("p", {}, say("see.no-cameras")));
  const last = remembered();
  return source === null && last ? [card(() => use(last), null, say("see.again", { source: last })), ...cameras] : cameras;
}

function card(press, image, said) {
  const button = element("button", { type: "button" }, image, element("span", {}, said));
  button.addEventListener("click", press);
  return button;
}
