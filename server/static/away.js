// While the computer does not answer: looks every few seconds whether it does, and opens the page then.

const AGAIN_MS = 4000;

setInterval(() => fetch(location.href, { cache: "no-store" }).then(() => location.reload(), () => {}), AGAIN_MS);
