// Another name for a player: a word misspelt, or another person on the seat. What was played stays as it is.

import { element } from "./draw.js";
import { complaint, say } from "./language.js";

/** Asks for the name; `give` sends it, and gives null or why it was refused. */
export function rename(player, give) {
  const input = element("input", { value: player, maxlength: 40, autocomplete: "off", enterkeyhint: "done", "aria-describedby": "rename-hint" });
  const problem = element("p", { class: "warn", role: "alert" });
  const away = element("button", { type: "button" }, say("do.close"));
  const form = element("form", { class: "form" },
    element("h2", { id: "rename-title" }, say("do.rename", { player })),
    element("label", {}, element("span", {}, say("rename.name")), input),
    element("p", { class: "hint", id: "rename-hint" }, say("rename.hint")), problem,
    element("p", { class: "ways-on" }, element("button", { type: "submit", class: "primary" }, say("rename.do")), away));
  const dialog = element("dialog", { id: "rename", "aria-labelledby": "rename-title" }, form);
  let asked = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (asked) return;
    asked = true;
    const error = input.value.trim() === player ? null : await give(input.value);
    asked = false;
    if (error === null) return dialog.close();
    problem.textContent = complaint(error);
    input.focus();
  });
  away.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}
