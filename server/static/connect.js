// Cameras and links: what looks at the table, and how others get in.

import { element } from "./draw.js";
import { say } from "./language.js";
import { linkCard } from "./links.js";
import { api, ask } from "./live.js";

// Fills and opens the dialog; `use` is called with the camera that was chosen.
export async function connect(dialog, role, disk, use) {
  dialog.querySelector(".disk").textContent = disk ? room(disk) : "";
  const links = await ask(api("/links"));
  dialog.querySelector(".links").replaceChildren(...(links.ok ? links.links.map(linkCard) : []));
  dialog.querySelector(".unreachable").hidden = !links.ok || links.reachable;
  const cameras = dialog.querySelector(".cameras");
  cameras.replaceChildren();
  dialog.querySelector(".own").hidden = role !== "host";
  dialog.querySelector(".keeper-links").hidden = !["keeper", "host"].includes(role);
  dialog.showModal();
  if (role === "host") cameras.replaceChildren(...(await cameraCards((source) => { dialog.close(); use(source); })));
}

const megabytes = (bytes) => Math.ceil(bytes / 1e6);

function room({ used, limit, deleted }) {
  return say("see.disk", { used: megabytes(used), limit: megabytes(limit), deleted });
}

async function cameraCards(use) {
  const answer = await ask("/api/v1/cameras");
  const cameras = answer.ok ? answer.cameras : [];
  if (cameras.length === 0) return [element("p", {}, say("see.no-cameras"))];
  return cameras.map((camera) => {
    const button = element("button", { type: "button" },
      element("img", { src: `/api/v1/cameras/${camera.number}/preview`, alt: "", loading: "lazy" }),
      element("span", {}, camera.name));
    button.addEventListener("click", () => use(String(camera.number)));
    return button;
  });
}
