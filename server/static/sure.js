// Asks once more before something is done that is rarely meant.

/** Opens the dialog; `act` is done on its button alone. */
export function sure(dialog, title, then, word, act) {
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector(".then").textContent = then;
  const yes = dialog.querySelector("#sure-yes");
  yes.textContent = word;
  yes.onclick = () => { dialog.close(); act(); };
  dialog.showModal();
}
