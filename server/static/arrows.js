// A group of choices by the arrow keys: they go from one to the next, Enter chooses.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Lets the arrow keys walk through the choices in a box, round and round. */
export function walkByArrows(box) {
  box.addEventListener("keydown", (event) => {
    const all = [...box.querySelectorAll("[role=radio]")], at = all.indexOf(event.target), step = STEPS[event.key];
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length].focus();
  });
}
