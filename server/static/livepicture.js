// The camera's picture as it is now, under the marks of the newest call; off until asked for.

import { api } from "./live.js";

/** Milliseconds between two pictures. */
const PAUSE_MS = 700;

let running = null;

/** Shows live pictures in an image, or stops; what it shows after that is the caller's. */
export function watchLive(image, wanted) {
  if (!wanted) running = null;
  else if (running === null) run(image, (running = {}));
}

async function run(image, mine) {
  while (running === mine) {
    const picture = document.hidden ? null : await newest();
    if (running === mine && picture !== null) image.src = picture;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

/** The newest picture as a data address, or null where no picture comes. */
async function newest() {
  try {
    const answer = await fetch(api("/live"));
    if (answer.status !== 200) return null;
    const packed = await answer.blob();
    return await new Promise((done, failed) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = () => failed(reader.error);
      reader.readAsDataURL(packed);
    });
  } catch {
    return null; // the server is away; the page says so where it says how things stand
  }
}
